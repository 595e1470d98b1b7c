"""Whole games of Insheepnia with keys only."""

import pytest

from tests.boxes import box
from tests.screens.bedtime import NAMES, WIDE_NAMES, needs, press, table

ANNOUNCE = "ok up ok"
HAND_AS_OFFERED = "ok*5"
"""Bed 9 with two ones, two twos and a three: nine sheep."""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.db"


@pytest.mark.parametrize("names", [NAMES[:2], WIDE_NAMES[:2]])
def test_two_play_block_clear_correct_and_one_falls_asleep(path, names):
    one, other = names
    with table(path, names) as at:
        told = press(at, "ok*4")
        assert told.words[:2] == (other, "+1")
        press(at, "ok")
        told = press(at, "ok down*2 ok roll ok")
        assert told.words[1] == "+1"
        assert needs(at) == {one: 0, other: 1}
        press(at, "ok ok down*4 ok*2")
        assert at.match.state.beds[one] == ("earplugs",)
        press(at, "ok ok down*4 ok down ok")
        assert at.match.state.beds[other] == ("neighbours-dog",)
        press(at, "ok ok down ok*3")
        assert needs(at)[other] == 2
        assert press(at, "back:hold").words[:2] == ("Taken back", f"Insomnia by {one}")
        assert needs(at)[other] == 0
        press(at, "ok")
        assert needs(at)[other] == 2
        assert "other cards" in press(at, f"{ANNOUNCE} {HAND_AS_OFFERED}").words
        alarm = press(at, "ok")
        assert alarm.words[:5] == ("False alarm!", "9", "11", "counted", "needed")
        takes = press(at, "ok")
        assert takes.words[1] == one
        assert takes.words[2].endswith(" of 7")
        dreams = press(at, f"ok {ANNOUNCE} {HAND_AS_OFFERED}")
        assert (dreams.screen, dreams.words[:2]) == ("result", ("Sweet dreams,", f"{one}!"))
        assert at.match.state.winners == (one,)
        assert press(at, "roll").screen == "insheepnia"
        assert at.match.lines() == ()


def test_five_follow_the_turns_with_powers_picks_refusals_and_a_win(path):
    ann, ben, cleo, dan, eve = NAMES[:5]
    with table(path, NAMES[:5], turns=True) as at:
        assert at.match.state.turn == ann
        press(at, "roll")
        assert at.match.state.turn == ben
        told = press(at, "ok down*5 ok*3")
        assert told.words == ("Wolf", "played by Ben", "OK go on", "ROLL pick card")
        assert press(at, "roll").screen == "pick"
        picked = press(at, "down ok")
        assert (picked.screen, "from the left of 6" in picked.words) == ("picked", True)
        assert press(at, "ok").screen == "insheepnia"
        told = press(at, "ok down*5 ok down*3 ok*2")
        assert (at.match.state.turn, told.words[:2]) == (eve, (dan, "sleeps and skips a turn."))
        press(at, "ok")
        refused = press(at, "up ok*2")
        assert refused.screen == "refused"
        assert refused.words[0] == "It is not the turn of Dan but of Eve: turns go clockwise."
        press(at, "ok back down ok down*5 ok down*3 ok roll ok")
        assert at.match.state.turn == ann
        told = press(at, "ok ok down*5 ok down*6 ok")
        press(at, "seat:1 seat:2 seat:3 ok")
        assert at.match.lines()[-1].endswith('"card": "nightmare", "by": "Ann", "blocked_by": ["Ann", "Ben", "Cleo"]}')
        assert at.match.state.turn == ben
        press(at, f"ok {ANNOUNCE} down*5 ok*5")
        takes = press(at, "ok*2")
        assert takes.words[1::2][:4] == (cleo, dan, eve, ann)
        assert at.match.state.shown == {ben: 8}
        assert at.match.state.turn == cleo
        press(at, f"ok roll*4 {ANNOUNCE}")
        known = press(at, "wait:0")
        assert known.words[2] == "ones"
        won = press(at, "down ok*4")
        assert won.words[:2] == ("Sweet dreams,", "Ben!")


def test_eight_block_the_dog_with_buttons_and_take_until_the_hand_is_empty(path):
    with table(path, WIDE_NAMES) as at:
        ticked = press(at, "ok down*2 ok seat:2 seat:4 seat:6 seat:8")
        assert ticked.words[0] == "Warm Milk?"
        refused = press(at, "seat:3")
        assert refused.words[0] == "The box has Warm Milk 4×, so 5 players cannot block with one each."
        press(at, "seat:3 seat:4 seat:3 ok")
        assert at.match.state.dog_blocked_by == tuple(WIDE_NAMES[place] for place in (1, 2, 5, 7))
        assert sorted(needs(at).values()) == [0, 0, 0, 0, 0, 1, 1, 1]
        assert press(at, "ok back:hold").screen == "taken-back"
        assert press(at, "back").screen == "insheepnia"
        press(at, "seat:3 ok*4")
        assert needs(at)[WIDE_NAMES[3]] == 1
        press(at, f"ok seat:4 {ANNOUNCE} ok down*9 ok down*9 ok ok ok down*9")
        alarm = press(at, "ok")
        assert alarm.words[1:3] == ("3", "10")
        assert alarm.words[5] == "Until the hand is empty (ruling)"
        assert press(at, "ok").words[1:3] == (WIDE_NAMES[4], "1st of 1")
        press(at, "back:hold ok")
        assert press(at, f"ok*2 seat:4 {ANNOUNCE} ok*4 up*2 ok").words[0] == "False alarm!"
        first, second = press(at, "ok").words, press(at, "ok").words
        assert len([word for word in (*first, *second) if " of " in word]) == 7
        won = press(at, f"ok seat:1 {ANNOUNCE} {HAND_AS_OFFERED}")
        assert won.words[1] == f"{WIDE_NAMES[0]}!"


def test_without_the_penalty_nobody_is_asked_for_other_cards_and_nobody_takes(path):
    with table(path, NAMES[:3], penalty=False) as at:
        assert press(at, f"{ANNOUNCE} up {HAND_AS_OFFERED}").words[0] == "False alarm!"
        assert press(at, "ok").screen == "insheepnia"


def test_the_verdict_is_there_again_after_a_power_cut(path):
    with table(path, NAMES[:3]) as at:
        alarm = press(at, f"{ANNOUNCE} up {HAND_AS_OFFERED} ok")
    with box(path, "ok") as at:
        assert press(at, "wait:0") == alarm


def test_the_next_match_begins_with_the_same_person_also_under_another_name(path):
    with table(path, NAMES[:2], turns=True) as at:
        press(at, f"{ANNOUNCE} {HAND_AS_OFFERED} back down*3 ok*3 say:Zoe back*3 down*2 ok*3")
        assert press(at, "roll ok").screen == "result"
        assert press(at, "roll").words[0] == "Zoe"
        assert at.match.state.turn == "Zoe"


def test_the_question_of_the_turns_is_asked_once(path):
    with table(path, NAMES[:2]) as at:
        press(at, f"{ANNOUNCE} {HAND_AS_OFFERED} back ok down ok roll ok*2")
        assert press(at, "ok").screen == "choices"
        assert press(at, "down ok").words[2] == "yes"
        assert press(at, "up ok").screen == "beginner"
        press(at, "down ok")
        assert at.match.state.turn == "Ben"
