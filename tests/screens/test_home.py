"""The first screen: Resume leads to the match from wherever one has been, and what was begun is there again."""

import pytest

from companion.journal import SENTENCES, Journal, JournalTrouble
from companion.screens.base import TableScreen
from tests.boxes import PLAYERS, START, WOLF, box
from tests.screens.bedtime import NAMES, press, table, to_players

MOST_BACKS = 6
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


TO_HISTORY = "back up*4 ok*3"
"""From home to the latest match that is over."""

PUT_ASIDE = "The match on the table was put aside."


def ended(folder):
    """A box at home, after a match that was ended without a result."""
    return box(folder / "j.db", *START, "back", "up", "ok", "ok:hold", "back")


def test_a_match_put_aside_for_another_can_be_found_even_if_the_disk_refuses_to_correct_that(tmp_path, monkeypatch):
    with ended(tmp_path) as at:
        assert press(at, "ok*2 roll ok").screen == "13-sheep"
        press(at, "roll back*2")
        assert press(at, TO_HISTORY).screen == "past"
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "append", refuse)
            assert press(at, "roll").screen == "trouble"
        home = press(at, "back*5")
        assert home.words[:4] == ("New game", "Put aside", "1", "Die")
        assert press(at, "down ok*2").screen == "13-sheep"
        assert len(at.match.state.rolls) == 1


def refuse(*_):
    raise JournalTrouble(SENTENCES["full"], "full")


def test_it_is_said_that_a_match_is_put_aside_for_one_that_is_corrected(tmp_path):
    with ended(tmp_path) as at:
        press(at, "ok*2 roll ok roll back*2")
        told = press(at, f"{TO_HISTORY} roll")
        assert (told.screen, told.words[0]) == ("message", PUT_ASIDE)
        assert press(at, "ok").screen == "13-sheep"
        assert at.match.state.rolls == ()
        assert at.session.view(0.0).aside == 1


def test_it_is_said_that_a_match_is_put_aside_for_one_that_was(tmp_path):
    with box(tmp_path / "j.db", *START) as at:
        press(at, "roll back*2 down ok*2 ok*2 roll ok back*2")
        told = press(at, "down*2 ok*2")
        assert (told.screen, told.words[0]) == ("message", PUT_ASIDE)
        assert press(at, "ok").screen == "13-sheep"
        assert len(at.match.state.rolls) == 1


def test_where_no_match_is_put_aside_nothing_is_said_of_it(tmp_path):
    with ended(tmp_path) as at:
        assert press(at, f"{TO_HISTORY} roll").screen == "13-sheep"


def chosen(at):
    """Who is ticked, in order."""
    assert at.session.screen.name == "players"
    return at.session.screen.chosen


FOUR = to_players(NAMES[:4]).removesuffix(" roll")
"""From home to the players of Insheepnia, four of them chosen."""


@pytest.mark.parametrize("way", ["", "roll", "roll ok", "roll ok*2", "roll ok*3", "roll ok*3 roll down*3 ok"])
def test_the_choice_of_players_is_there_again_after_home_and_pull_the_plug(tmp_path, way):
    with box(tmp_path / "j.db") as at:
        press(at, f"{FOUR} up*2 ok {way}")
        for _ in range(MOST_BACKS):
            if press(at, "wait:0").screen != "home":
                press(at, "back")
        assert press(at, f"back {PLUG}").screen == "plug"
        press(at, "back ok down ok")
        assert chosen(at) == ("Ann", "Ben", "Dan")


def test_each_game_has_its_own_choice_and_none_after_a_match_has_begun(tmp_path):
    with box(tmp_path / "j.db") as at:
        press(at, f"{FOUR} back up ok*2 back*2 ok*2")
        assert chosen(at) == ("Ann",)
        press(at, "back*2 ok down ok")
        assert chosen(at) == NAMES[:4]
        press(at, "back*2 ok*2 roll ok back*3 down ok*2 down ok")
        assert chosen(at) == ("Ann",)


def test_who_is_deleted_or_has_another_name_is_not_chosen_any_more(tmp_path):
    with box(tmp_path / "j.db") as at:
        press(at, f"{FOUR} back*2")
        people = press(at, "down*3 ok")
        assert people.screen == "people"
        press(at, "ok down ok ok:hold ok*2 say:Bert back*3")
        press(at, "back ok down ok")
        assert chosen(at) == ("Cleo", "Dan")
