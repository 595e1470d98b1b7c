"""Ways out of every screen of Schlafmütze: few presses home, nothing lost, nothing recorded but the call taken back."""

import pytest

from tests.boxes import box
from tests.screens.bedtime import press
from tests.screens.sleepy import ASK, DISMISS, NAMES, UPHOLD, moves, state, table, to_choices

MOST_BACKS = 6

SET_UP = {
    "prepare": "back",
    "choices": "",
    "beginner": "down ok up ok",
    "seats": "up ok seat:4",
}
AT_THE_TABLE = {
    "schlafmuetze": "",
    "who-calls": "ok",
    "who-won": "roll",
    "match-menu": "back",
    "help-page": "back down*2 ok ok",
    "sleepyhead": "seat:3",
    "verdict": "seat:3 ok",
    "no-draw-pile": "seat:3 ok ok roll",
    "penalty": f"seat:3 {UPHOLD} ok ok",
    "dismissed": f"seat:3 {DISMISS}",
    "taken-back": f"seat:3 {UPHOLD} back:hold",
    "which-card": f"seat:3 {ASK} up",
    "yes-or-no": f"seat:3 {ASK} ok",
    "who-first": f"seat:3 {ASK} ok roll down",
    "where-to": f"seat:3 {ASK} roll ok roll ok down",
    "finding": f"seat:3 {ASK} roll ok roll ok ok",
    "result": "roll ok",
}


def backs_home(at):
    for presses in range(MOST_BACKS + 1):
        if press(at, "wait:0").screen == "home":
            return presses
        press(at, "back")
    return None


@pytest.mark.parametrize(("screen", "way"), SET_UP.items())
def test_a_few_presses_lead_home_from_the_set_up(tmp_path, screen, way):
    with box(tmp_path / "journal.db") as at:
        press(at, to_choices(NAMES[:4]))
        assert press(at, f"{way} wait:0").screen == screen
        assert backs_home(at) is not None


@pytest.mark.parametrize(("screen", "way"), AT_THE_TABLE.items())
def test_a_few_presses_lead_home_from_the_table(tmp_path, screen, way):
    with table(tmp_path) as at:
        assert press(at, f"{way} wait:0").screen == screen
        assert backs_home(at) is not None


def test_from_who_has_no_draw_pile_after_a_question_six_presses_lead_home(tmp_path):
    with table(tmp_path) as at:
        assert press(at, f"seat:3 {ASK} ok*4").screen == "no-draw-pile"
        assert backs_home(at) == MOST_BACKS


@pytest.mark.parametrize("way", ["ok", "ok down ok", "ok*3 back", "roll down", "back down*2 ok ok", "up", "back"])
def test_home_and_back_to_the_table_changes_nothing(tmp_path, way):
    with table(tmp_path, NAMES[:5]) as at:
        shown = press(at, f"seat:3 {UPHOLD} ok*3")
        before, told = state(at), moves(at)
        assert press(at, way) != shown
        assert backs_home(at) is not None
        assert press(at, "ok").screen == "schlafmuetze"
        assert (state(at), moves(at)) == (before, told)


@pytest.mark.parametrize("steps", range(3))
def test_the_step_one_was_at_is_there_again_after_home(tmp_path, steps):
    with table(tmp_path) as at:
        shown = press(at, f"seat:3 {UPHOLD} " + "ok " * steps + "wait:0")
        press(at, f"{'back ' * steps} back*2 ok")
        assert press(at, "ok " * steps + "wait:0") == shown


def test_every_screen_says_what_the_controls_do(tmp_path):
    for screen, way in AT_THE_TABLE.items():
        (tmp_path / screen).mkdir()
        with table(tmp_path / screen) as at:
            words = press(at, f"{way} wait:0").words
            assert any(word.startswith(("OK", "ROLL", "OK/ROLL")) for word in words), screen
            assert any("BACK" in word for word in words), screen


def test_the_rules_are_read_to_their_end_and_lead_back(tmp_path):
    with table(tmp_path) as at:
        pages = [press(at, "back down*2 ok").words]
        while (picture := press(at, "ok")).screen == "help-page":
            pages.append(picture.words)
        assert picture.screen == "match-menu"
        assert [words[0] for words in pages][:3] == ["Own card first", "Then turn one over", "1. The middle"]
        assert sum("(ruling)" in words for words in pages) == 4
