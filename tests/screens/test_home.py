"""The first screen: Resume leads to the match from wherever one has been, and what was begun is there again."""

import pytest

from companion.screens.base import TableScreen
from tests.boxes import PLAYERS, START, WOLF, box
from tests.screens.bedtime import NAMES, press, table

PLUG = "up ok"
"""From the first line of home to “Pull the plug”."""

GAMES = {
    "13-sheep": (*START, "roll", "wait:1"),
    "insheepnia": ("ok", "down", *PLAYERS[1:], "roll", *["ok"] * 3, "roll", "ok"),
    "schlafmuetze": ("ok", "up", *PLAYERS[1:], "roll", *["ok"] * 4),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", [f"{PLUG} back", f"{PLUG} ok back", f"{PLUG} back {PLUG} back"])
def test_after_pull_the_plug_resume_leads_to_the_match(tmp_path, game, way):
    with box(tmp_path / "j.db", *GAMES[game]) as at:
        shown = press(at, "back*2 ok")
        assert isinstance(at.session.screen, TableScreen)
        assert press(at, f"back*2 {PLUG}").screen == "plug"
        assert press(at, f"back {way}").screen == "home"
        assert press(at, "ok") == shown


@pytest.mark.parametrize("game", GAMES)
def test_after_a_power_cut_pull_the_plug_and_resume_lead_to_the_match(tmp_path, game):
    with box(tmp_path / "j.db", *GAMES[game]) as at:
        game = at.match.header.game
    with box(tmp_path / "j.db") as at:
        assert press(at, f"{PLUG} back ok").screen == game
        assert isinstance(at.session.screen, TableScreen)


def test_a_form_left_half_filled_is_there_again_after_pull_the_plug(tmp_path):
    with box(tmp_path / "j.db", *START, *WOLF, "ok") as at:
        form = press(at, "ok up*3 ok up")
        assert form.screen == "areas"
        assert press(at, f"back*3 {PLUG} back").screen == "home"
        assert press(at, "ok*2") == form


def test_a_card_left_half_played_is_there_again_after_pull_the_plug(tmp_path):
    with table(tmp_path / "j.db", NAMES[:4]) as at:
        asked = press(at, "ok*3 roll")
        assert asked.screen == "warm-milk"
        assert press(at, f"back*5 {PLUG} back").screen == "home"
        assert press(at, "ok*4") == asked
