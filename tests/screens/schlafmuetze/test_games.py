"""Whole games of Schlafmütze, as people play them."""

import pytest

from companion.games.chance import commitment
from tests.boxes import box
from tests.screens.bedtime import press
from tests.screens.sleepy import DISMISS, NAMES, UPHOLD, WIDE_NAMES, call, moves, state, table, to_choices

OWN_OVERLOOKED = "ok ok ok"
"""The top card 10 fits in the middle, yet one was turned over."""

WRONG_PILE = "ok roll ok ok roll down ok down*3 ok"
"""The 10 turned over fits on the first neighbour's pile and was put on the second one's."""

NO_MISTAKE = "roll ok roll ok ok"
"""No top card; the 10 turned over fits nowhere and went to the own pile."""


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("names", [NAMES[:2], NAMES[:4], NAMES, WIDE_NAMES[:2], WIDE_NAMES])
def test_a_whole_game_with_keys_only(tmp_path, names, turns):
    others = len(names) - 1
    with table(tmp_path, names, turns) as at:
        assert press(at, f"{call(1)} {UPHOLD}").screen == "penalty"
        assert press(at, "ok*2").words[:2] == ("Next is", names[1])
        assert press(at, "ok").screen == "schlafmuetze"
        assert state(at)["penalties"][names[0]] == {"times": 1, "taken": others, "given": 0}

        caller = 0 if turns else 1
        assert press(at, f"{call(caller)} {DISMISS}").words[0] == names[caller]
        assert state(at)["dismissed"][names[caller]] == 1
        press(at, "ok")

        assert press(at, f"{call(caller)} ok roll up ok {OWN_OVERLOOKED}").words[0] == "Mistake!"
        press(at, "ok*2 ok*3")
        assert sum(tally["times"] for tally in state(at)["penalties"].values()) == 2

        assert press(at, f"{call(1)} ok up ok {NO_MISTAKE}").words[0] == "No mistake!"
        press(at, "ok*2")
        assert sum(state(at)["dismissed"].values()) == 2

        nobody = "roll down " * others
        assert "Nobody has a card to give." in press(at, f"{call(0)} ok*2 {nobody} ok*2").words
        press(at, "ok*2")
        taken = sum(tally["taken"] for tally in state(at)["penalties"].values())
        assert taken == sum(tally["given"] for tally in state(at)["penalties"].values()) == 2 * others

        assert press(at, "back down ok").screen == "who-won"
        last = press(at, f"{'down ' * others} ok")
        assert last.screen == "result"
        assert state(at)["winners"] == (last.words[0],)
        told = moves(at)
        assert told == [*["call", "uphold", "call", "dismiss"] * 2, "call", "uphold", "won"]
        for _ in told:
            press(at, "back:hold")
        assert state(at)["penalties"][names[0]] == {"times": 0, "taken": 0, "given": 0}
        assert at.match.lines() == ()


def test_the_same_people_play_again_after_a_win_was_taken_back_and_put_back(tmp_path):
    with table(tmp_path, turns=True) as at:
        press(at, "roll back down ok")
        won = press(at, "ok")
        assert won.words[0] == "Ben"
        assert press(at, "back:hold").words[:2] == ("Taken back", "The win of Ben.")
        assert press(at, "ok") == won
        assert press(at, "ok").words[0] == "Anna"
        assert press(at, "roll").screen == "schlafmuetze"
        assert (at.match.lines(), state(at)["turn"]) == ((), "Anna")


def test_a_card_on_the_wrong_neighbours_pile_is_a_mistake(tmp_path):
    with table(tmp_path, NAMES[:4], turns=True) as at:
        found = press(at, f"{call(2)} ok up ok {WRONG_PILE}")
        assert found.words[:3] == ("Mistake!", "The 10 belongs to Ben.", "Middle first, then clockwise.")
        press(at, "ok roll down*2 roll ok")
        assert at.match.lines()[-1] == '{"do": "uphold", "no_draw_pile": ["Ben", "Dora"]}'
        assert "(ruling)" in press(at, "ok").words
        assert state(at)["turn"] == "Ben"


def test_a_game_with_seat_buttons_only(tmp_path):
    with table(tmp_path, NAMES[:4], turns=True) as at:
        press(at, f"seat:3 {UPHOLD} ok*3")
        assert state(at)["penalties"]["Anna"]["times"] == 1
        press(at, f"seat:3 {DISMISS} ok roll seat:1")
        assert state(at)["dispute"] == {"by": "Anna", "against": "Clara"}


def test_some_press_their_buttons_and_the_others_keep_their_seats(tmp_path):
    with box(tmp_path / "journal.db") as at:
        press(at, f"{to_choices(NAMES[:4])} up ok")
        assert press(at, "seat:8").words[0] == "Ben"
        press(at, "ok seat:1 ok")
        assert at.session.screen.name == "schlafmuetze"
        for seat, caller in ((8, "Anna"), (1, "Clara"), (2, "Ben"), (4, "Dora")):
            press(at, f"seat:{seat}")
            assert state(at)["dispute"]["by"] == caller
            press(at, "back")
        assert press(at, "seat:3").screen == "schlafmuetze"
        assert press(at, "seat:5").screen == "schlafmuetze"


def test_the_last_button_starts_the_match(tmp_path):
    with box(tmp_path / "journal.db") as at:
        assert press(at, f"{to_choices(NAMES[:2])} up ok seat:5 seat:6").screen == "schlafmuetze"
        press(at, "seat:5")
        assert state(at)["dispute"] == {"by": "Anna", "against": "Ben"}


def test_with_turns_the_first_player_is_asked_before_the_buttons(tmp_path):
    with box(tmp_path / "journal.db") as at:
        assert press(at, f"{to_choices(NAMES[:2])} down ok down ok").screen == "beginner"
        assert press(at, "down ok").words[0] == "Anna"
        assert press(at, "seat:3 ok").screen == "schlafmuetze"
        assert state(at)["turn"] == "Ben"
        press(at, "seat:3")
        assert state(at)["dispute"] == {"by": "Anna", "against": "Ben"}


def test_a_button_pressed_twice_is_told_and_stays(tmp_path):
    with box(tmp_path / "journal.db") as at:
        assert press(at, f"{to_choices(NAMES[:2])} up ok seat:5 seat:5").words[0] == "This is the button of Anna."
        assert press(at, "ok").words[0] == "Ben"


def test_buttons_stay_for_the_session_and_follow_a_new_name(tmp_path):
    with box(tmp_path / "journal.db") as at:
        press(at, f"{to_choices(NAMES[:2])} up ok seat:5 seat:6 roll down ok")
        press(at, "back up*3 ok*3 say:Cleo back*2")
        press(at, "ok down*2 ok roll ok*3 ok seat:5")
        assert state(at)["dispute"] == {"by": "Cleo", "against": "Ben"}
        press(at, "back seat:6")
        assert state(at)["dispute"]["by"] == "Ben"


def test_a_new_name_during_a_match_leaves_the_buttons_as_they_are(tmp_path):
    with table(tmp_path, NAMES[:2]) as at:
        press(at, "back*2 down*4 ok*3 say:Cleo back*3 ok")
        assert at.session.screen.name == "schlafmuetze"
        press(at, "seat:1")
        assert state(at)["dispute"] == {"by": "Cleo", "against": "Ben"}


def test_without_presses_the_seats_are_in_the_order_of_the_players(tmp_path):
    with table(tmp_path, NAMES) as at:
        press(at, "seat:8")
        assert state(at)["dispute"] == {"by": "Hanna", "against": "Gil"}


def test_the_choice_of_turns_is_remembered(tmp_path):
    with box(tmp_path / "journal.db") as at:
        press(at, f"{to_choices(NAMES[:2])} down ok back*7")
    with box(tmp_path / "journal.db") as at:
        assert "yes" in press(at, "ok down*2 ok " + "ok down " * 2 + "roll ok*3").words


def test_whom_chance_picked_begins_without_another_question(tmp_path):
    with box(tmp_path / "journal.db") as at:
        choices = to_choices(NAMES[:4]).removesuffix(" ok*3")
        first = press(at, f"{choices} roll").words[1]
        press(at, "ok*3 down ok up ok")
        assert state(at)["turn"] == first


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (2, ("48", "but only 47 cards for", "Ben")),
        (3, ("32", "but only 31 cards for", "Clara")),
        (4, ("24", "but only 23 cards for", "Dora")),
        (5, ("19",)),
        (6, ("16", "but only 15 cards for", "Fay")),
        (7, ("14", "but only 13 cards for", "Emil, Fay, Gil")),
        (8, ("12", "but only 11 cards for", "Hanna")),
    ],
)
def test_the_set_up_says_who_gets_how_many_cards(tmp_path, count, words):
    with box(tmp_path / "journal.db") as at:
        shown = press(at, to_choices(NAMES[:count]).removesuffix("*3") + "*2").words
        assert [word for word in shown if word != "cards for each"][: len(words)] == list(words)


@pytest.mark.parametrize("names", [NAMES[:2], NAMES[:4], NAMES[:5], WIDE_NAMES])
def test_the_check_code_is_at_the_table_until_the_first_move_and_in_the_result(tmp_path, names):
    with table(tmp_path, names) as at:
        code = f"Check code {commitment(at.match.header.seed)[:8]}"
        assert code in press(at, "wait:0").words
        assert code not in press(at, f"seat:1 {UPHOLD} ok*3").words
        assert code in press(at, "roll ok").words
        assert code in press(at, "back:hold back back up ok ok:hold").words


@pytest.mark.parametrize(("count", "page"), [(4, None), (5, "UP/DOWN 1/2"), (8, "UP/DOWN 1/2")])
def test_pages_of_penalties_say_which_one_it_is_and_how_to_turn(tmp_path, count, page):
    with table(tmp_path, NAMES[:count]) as at:
        shown = [word for word in press(at, "wait:0").words if word.startswith("UP/DOWN")]
        assert shown == ([page] if page else [])
        assert not page or "UP/DOWN 2/2" in press(at, "down").words


def test_who_gives_and_whose_pile_it_goes_under_is_said_with_names_that_differ(tmp_path):
    with table(tmp_path, WIDE_NAMES) as at:
        words = press(at, f"seat:4 {UPHOLD} ok").words
        assert "give the bottom card of their pile" in words
        (under,) = (word for word in words if word.startswith("under the draw pile of "))
        assert under.endswith("…C")
