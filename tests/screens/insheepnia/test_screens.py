"""Insheepnia's screens: how many presses, what BACK keeps, what is shown whole, what each control says."""

from itertools import takewhile

import pytest

from companion.games.chance import commitment
from companion.games.insheepnia_cards import MODIFIERS
from companion.games.refusals import SENTENCES, Term, refuse, sentence
from companion.screens.canvas import Canvas
from companion.screens.insheepnia.help_texts import TOPICS
from companion.screens.insheepnia.words import ordinal, signed
from companion.screens.notes import Refused
from tests.boxes import box
from tests.screens.bedtime import NAMES, WIDE_NAMES, needs, press, table, to_players, tokens

LONGEST_CARD = Term(max((card.title for card in MODIFIERS.values()), key=len))
WIDEST = "W" * 12
WORST = {
    "card": LONGEST_CARD,
    "name": WIDEST,
    "into": WIDEST,
    "turn": WIDEST,
    "copies": 4,
    "count": 104,
    "bed": 11,
    "shown": 10,
    "least": 8,
    "most": 104,
    "kind": Term("black sheep"),
    "of": 104,
}
REFUSALS = [
    "not-your-turn",
    "must-be-another",
    "must-be-own",
    "already-in-bed",
    "not-in-bed",
    "none-left.card",
    "none-left.warm-milk",
    "not-affected.twice",
    "not-affected.card",
    "not-affected.one",
    "bad-bed.number",
    "bad-bed.shown",
    "bad-bed.taken",
    "bad-hand.less",
    "bad-hand.more",
    "bad-hand.of",
    "bad-hand.count",
    "nothing-to-undo",
]
WAYS = {
    "prepare": "ok",
    "prepare-dealt": "ok*2",
    "follow-turns": "ok*3",
    "choices": "ok*4",
    "seats": "ok*3 roll down*3 ok",
    "beginner": "ok*5",
    "seats-after-beginner": "ok*4 down*3 ok*2",
}
TABLE_WAYS = {
    "told": "ok*4",
    "deeds": "ok",
    "into": "ok*2",
    "warm-milk": "ok*3",
    "refused": "ok*2 up ok",
    "earplugs": "ok down*4 ok",
    "power-milk": "ok down*5 ok*2",
    "bed": "ok down*6 ok",
    "help-page": "ok down*7 ok*2",
    "announce": "ok up ok*4",
    "false-alarm": "ok up ok up ok*7",
    "pick": "ok roll",
    "picked": "ok roll ok",
    "taken-back": "roll back:hold",
    "result": "ok up ok*6",
    "abandoned": "back down*3 ok ok:hold",
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.db"


def presses_until(at, text, reached):
    """How many of these presses it takes, the last one included."""
    taken = list(takewhile(lambda token: not reached(at.take(token)), tokens(text)))
    return len(taken) + 1


@pytest.mark.parametrize("turns", [True, False])
@pytest.mark.parametrize("count", [2, 5, 8])
def test_the_first_card_on_the_first_other_player_takes_four_presses(path, count, turns):
    with table(path, NAMES[:count], turns) as at:
        assert presses_until(at, "ok*5", lambda picture: at.match.lines()) == 4
        assert needs(at)["Ben"] == 1


def test_a_block_takes_one_press_more_with_roll_or_a_button(path):
    with table(path, NAMES[:5]) as at:
        assert presses_until(at, "ok*3 roll ok*2", lambda picture: at.match.lines()) == 5
        assert presses_until(at, "ok*4 seat:3 ok*2", lambda picture: len(at.match.lines()) == 2) == 6
        assert needs(at) == dict.fromkeys(NAMES[:5], 0)


@pytest.mark.parametrize(("turns", "presses", "count"), [(True, "ok roll", 2), (False, "roll", 1)])
def test_a_random_pick_is_at_most_two_presses_away(path, turns, presses, count):
    with table(path, NAMES[:5], turns) as at:
        assert presses_until(at, presses, lambda picture: picture.screen == "pick") == count


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_six_backs_lead_home_from_everywhere_before_the_match(path, way):
    with box(path, *tokens(to_players(WIDE_NAMES[:4]))) as at:
        press(at, way)
        assert presses_until(at, "back*6", lambda picture: picture.screen == "home") <= 6


@pytest.mark.parametrize("way", TABLE_WAYS.values(), ids=TABLE_WAYS)
def test_six_backs_lead_home_from_everywhere_at_the_table(path, way):
    with table(path, WIDE_NAMES[:4], turns=True) as at:
        before = press(at, way)
        assert before.screen != "insheepnia" or before.words[0] == WIDE_NAMES[1]
        assert presses_until(at, "back*6", lambda picture: picture.screen == "home") <= 6


@pytest.mark.parametrize(
    ("enter", "again", "kept"),
    [
        ("ok up ok down ok up*3 ok down", "ok up ok", ("bed 8", "5×1+1×2", "10")),
        ("ok*3 roll", "ok*3", ("OK done", "ROLL does not")),
        ("ok down*2 ok seat:3 seat:4", "ok down*2 ok", ("OK done",)),
        ("ok roll up*4 roll", "roll", ("11", "2 cards: Duvet Hog")),
    ],
    ids=["announcement", "block", "blocks", "pick"],
)
def test_what_was_half_entered_is_there_again_after_back_and_even_after_home(path, enter, again, kept):
    with table(path, NAMES[:4]) as at:
        assert set(kept) <= set(press(at, enter).words)
        assert presses_until(at, "back*5", lambda picture: picture.screen == "insheepnia") <= 4
        left = press(at, again).words
        assert set(kept) <= set(left)
        presses_until(at, "back*6", lambda picture: picture.screen == "home")
        press(at, "ok")
        assert press(at, again).words == left


@pytest.mark.parametrize("way", ["ok", "ok*2", "ok*3 roll", "ok down*4 ok", "ok up ok*3 up", "roll up", "ok up*2 ok*2"])
def test_hold_back_does_nothing_inside_a_form(path, way):
    with table(path, NAMES[:4]) as at:
        press(at, "ok*4 wait:9")
        before = press(at, way)
        assert press(at, "back:hold") == before
        assert len(at.match.lines()) == 1


@pytest.mark.parametrize("key", REFUSALS)
def test_a_refusal_is_shown_whole_even_with_the_widest_names(path, key):
    code, _, reason = key.partition(".")
    refusal = refuse(code, reason, **WORST)
    with box(path) as at:
        canvas, view = Canvas(at.session._fonts), at.session.view(0.0)
        Refused(refusal).draw(canvas, view)
    assert canvas.words[0] == sentence(refusal)


def test_every_refusal_of_insheepnia_is_looked_at():
    ours = {"not-your-turn", "must-be-another", "must-be-own", "already-in-bed", "not-in-bed", "none-left", "bad-bed"}
    known = {key for key in SENTENCES if key.split(".")[0] in ours}
    assert known <= set(REFUSALS)


def test_any_control_dismisses_a_refusal(path):
    for control in ("up", "down", "ok", "back", "roll", "seat:2"):
        with table(path.with_name(control[:2]), NAMES[:3]) as at:
            asked = press(at, "ok*2 up")
            assert "OK why not?" in asked.words
            assert press(at, "ok").screen == "refused"
            assert press(at, control) == asked


def test_impossible_beds_come_last_with_a_cross_and_say_why(path):
    with table(path, NAMES[:4]) as at:
        menu = press(at, "ok*4 wait:9 seat:1 ok*2")
        assert menu.words[:4] == ("Cleo", "Dan", "× Ben", "× Ann")
        why = press(at, "up ok")
        assert why.words[0] == "Double Espresso goes into another player’s bed, never into one’s own."


def test_a_card_without_a_bed_left_says_so_at_once(path):
    with table(path, NAMES[:3]) as at:
        press(at, "ok down*2 ok*2 wait:9")
        why = press(at, "ok down*2 ok")
        assert why.words[0] == "No Neighbour’s Dog is left to play: the box has 1×, all in beds already."
        press(at, "ok back up")
        assert press(at, "ok down*2 ok").words[0].startswith("Neighbour’s Dog already lies in the bed of Ann")


def test_a_player_who_is_not_affected_cannot_block(path):
    with table(path, NAMES[:4]) as at:
        refused = press(at, "ok*3 seat:4")
        assert refused.words[0] == "Double Espresso does not affect Dan; Warm Milk only blocks a card that affects you."
        assert press(at, "ok seat:8").screen == "warm-milk"


def test_of_a_card_that_hits_one_player_only_the_last_one_ticked_blocks(path):
    with table(path, NAMES[:4], turns=True) as at:
        press(at, "ok down*5 ok*2 seat:2 seat:3 ok")
        assert at.match.lines()[-1].endswith('"blocked_by": ["Cleo"]}')
        assert "ROLL pick card" not in press(at, "wait:0").words


def test_earplugs_stay_or_clear_and_say_why_they_cannot(path):
    with table(path, NAMES[:2]) as at:
        press(at, "ok down*2 ok*2 wait:9 up ok down*4 ok*2 wait:9 up")
        menu = press(at, "ok down*4 ok")
        assert menu.words[1:4] == ("Neighbour’s Dog", "Earplugs", "× Keep in bed")
        assert press(at, "up ok").words[0].startswith("Earplugs already lies")
        press(at, "ok down ok")
        assert at.match.state.beds == {"Ann": ("earplugs",), "Ben": ()}


def test_what_happened_makes_room_for_the_beds_by_itself(path):
    with table(path, NAMES[:5]) as at:
        told = press(at, "ok*4")
        assert press(at, "wait:7.9") == told
        assert at.session.due(7.9) == 8.0
        beds = press(at, "wait:0.2")
        assert beds.words[2:4] == ("Ben", "+1")
        assert at.session.due(8.1) > 12


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_up_to_five_players_have_their_whole_names_in_a_row_each(path, count):
    with table(path, WIDE_NAMES[:count]) as at:
        beds = press(at, "ok*4 wait:9")
        assert [word for word in beds.words if word.startswith("W")] == list(WIDE_NAMES[:count])


@pytest.mark.parametrize("count", [6, 7, 8])
def test_six_to_eight_have_short_names_that_differ_and_the_marked_one_in_full(path, count):
    with table(path, WIDE_NAMES[:count]) as at:
        for place in range(1, count + 1):
            beds = press(at, f"seat:{place}")
            full, *short = [word for word in beds.words if word.startswith("W")]
            assert full == WIDE_NAMES[place - 1]
            assert len(set(short)) == count
            assert {name[-1] for name in short} == {name[-1] for name in WIDE_NAMES[:count]}


def test_a_bed_with_all_five_cards_is_whole_in_the_line_of_the_marked_player(path):
    with table(path, WIDE_NAMES) as at:
        press(at, "seat:2 ok down*2 ok*2 wait:9 seat:2 ok down*4 ok*2 wait:9")
        press(at, "seat:1 ok*4 wait:9 seat:1 ok down ok*3 wait:9 seat:1 ok down*3 ok*3 wait:9")
        assert len(at.match.state.beds[WIDE_NAMES[1]]) == 5
        four = press(at, "seat:2").words
        assert four[0] == WIDE_NAMES[1]
        assert "…" in four


def test_the_marker_goes_on_with_the_player_to_the_left(path):
    with table(path, NAMES[:6]) as at:
        assert press(at, "ok*4 wait:9").words[0] == "Ben"
        assert press(at, "roll ok*2").words[0] == "Ben"
        assert press(at, "down").words[0] == "Cleo"
        assert press(at, "up*3").words[0] == "Fay"


def test_every_help_page_is_whole_and_rulings_are_marked(path):
    texts = {page.text for topic in TOPICS for page in topic.pages}
    rulings = {page.text for topic in TOPICS for page in topic.pages if page.ruling}
    seen, marked = set(), set()
    with table(path, NAMES[:2]) as at:
        for place, topic in enumerate(TOPICS):
            press(at, f"ok up*2 ok {'down ' * place} ok")
            for _ in topic.pages:
                words = at.take("wait:0").words
                seen |= texts & set(words)
                marked |= rulings & set(words) if "(ruling)" in words else set()
                at.take("down")
            press(at, "back*3")
    assert seen == texts
    assert marked == rulings
    assert len(rulings) == 3


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 8])
def test_the_check_code_is_at_the_table_until_the_first_move_and_in_the_result(path, count):
    with table(path, WIDE_NAMES[:count]) as at:
        code = f"Check code {commitment(at.match.header.seed)[:8]}"
        assert code in press(at, "wait:0").words
        assert code not in press(at, "ok*4 wait:9").words
        assert code in press(at, "back:hold up").words
        assert code in press(at, "back down*3 ok ok:hold").words


def test_earplugs_say_what_becomes_of_the_marked_card(path):
    with table(path, NAMES[:2]) as at:
        keep = press(at, "ok*4 wait:9 ok down*4 ok").words
        assert keep[0] == "Keep them, or clear which card?"
        assert "OK keep them" in keep
        assert "OK clear it" in press(at, "down").words


def test_the_second_small_line_of_what_happened_keeps_away_from_the_controls(path):
    with table(path, WIDE_NAMES) as at:
        told = press(at, "ok down*3 ok*3")
        assert told.words[2] == f"Hot Water Bottle from {WIDE_NAMES[0]}"
        assert lit_rows(told.frame).isdisjoint({55, 56, 57})


def lit_rows(frame):
    """The rows of the panel in which a pixel is lit."""
    return {8 * (at // 128) + bit for at, byte in enumerate(frame) for bit in range(8) if byte >> bit & 1}


def test_every_size_of_a_hand_can_be_read(path):
    with table(path, NAMES[:2]) as at:
        press(at, "roll down*9")
        for hand in range(1, 105):
            assert str(hand) in at.take("wait:0").words
            at.take("up")


def test_a_hand_of_one_card_gives_one(path):
    with table(path, NAMES[:2]) as at:
        assert "ROLL two cards" not in press(at, "roll roll down*9").words
        picked = press(at, "ok")
        assert picked.words[:3] == ("Take the", "from the left of 1", "1st")


def test_two_cards_are_taken_one_after_the_other(path):
    with table(path, NAMES[:2]) as at:
        first = press(at, "roll*2 ok")
        assert "from the left of 7" in first.words
        second = press(at, "ok")
        assert "from the left of 6" in second.words
        assert press(at, "ok").screen == "insheepnia"


def test_places_and_signs_are_said_as_people_say_them(path):
    with box(path) as at:
        view = at.session.view(0.0)
    said = [ordinal(number, view) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102, 104)]
    assert said == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "104th"]
    assert [signed(number) for number in (4, 0, -1)] == ["+4", "0", "−1"]


@pytest.mark.parametrize(("count", "words"), [(2, "Take out all cards of"), (7, "All cards stay in.")])
def test_the_set_up_says_which_symbols_come_out(path, count, words):
    with box(path, *tokens(to_players(NAMES[:count]))) as at:
        assert press(at, "ok").words[0] == words
