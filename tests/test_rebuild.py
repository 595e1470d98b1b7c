"""`companion rebuild`: what is derived from the matches is made anew from them, and `companion check` says when to."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.derived import differing
from companion.journal import Journal
from companion.lock import Lock
from tests.boxes import OWN, PLAYERS, START, WOLF, box

SHEEP = (*WOLF, "ok", "ok", "up", "roll", "ok", "up", "up", "roll")
GAMES = {
    "13-sheep": (*START, *SHEEP),
    "13-sheep-own-and-box": (*START, *OWN[3].split(), *["roll"] * 30, "wait:1", "back", "up", "ok", "ok:hold"),
    "schlafmuetze": ("ok", "up", *PLAYERS[1:], "roll", "ok", "ok", "ok", "ok", "seat:2", *["ok"] * 6, "roll", "ok"),
}

CHANGES = (
    "DELETE FROM results",
    "UPDATE results SET abandoned = 1 - abandoned",
    "UPDATE scores SET won = 1 - won WHERE seat = 0",
    "UPDATE scores SET points = 99",
    "DELETE FROM scores WHERE seat = 1",
    "UPDATE faces SET times = times + 1",
    "UPDATE matches SET status = 'aside' WHERE id = 1",
)


@pytest.fixture
def path(tmp_path) -> Path:
    """A journal with a match of 13 Sheep, won, renamed people, and an open one."""
    (tmp_path / "config.toml").write_text('journal = "j.db"\n')
    rename = ("back", "down", "down", "down", "ok", "ok", "ok", "say:Annika")
    with box(tmp_path / "j.db", *GAMES["13-sheep"], *rename, "back", "back", "ok", "ok", "roll", "ok", "roll"):
        return tmp_path / "j.db"


def spoil(path: Path, change: str) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA foreign_keys = ON")
        other.execute(change)
        other.commit()


def command(name: str, path: Path, capsys) -> tuple[int, str]:
    status = main([name, "--config", str(path.with_name("config.toml"))])
    return status, capsys.readouterr().out


def derived(path: Path) -> tuple[object, ...]:
    with closing(Journal.open(path, read_only=True)) as journal:
        return journal.history(0, 9), journal.standings("13-sheep"), journal.faces(), journal.aside_size()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_differs_after_a_whole_match(tmp_path, game):
    with box(tmp_path / "j.db", *GAMES[game]) as here:
        assert here.take().screen in {"result", "13-sheep"}
        assert here.match.state.phase == "done"
    with closing(Journal.open(tmp_path / "j.db")) as journal:
        assert differing(journal) == {}


@pytest.mark.parametrize("change", CHANGES)
def test_what_differs_is_told_and_made_anew(path, capsys, change):
    before = derived(path)
    assert "rebuild" not in command("check", path, capsys)[1]
    spoil(path, change)
    status, text = command("check", path, capsys)
    assert status == 1
    assert "Results do not follow from what was played (match 1): `companion rebuild` makes them anew." in text
    assert command("rebuild", path, capsys) == (0, "Made 1 result anew from its match.\n")
    assert derived(path) == before
    assert "rebuild" not in command("check", path, capsys)[1]
    assert command("rebuild", path, capsys) == (0, "Every result follows from its match: nothing to do.\n")


def test_what_a_match_that_cannot_be_read_led_to_stays(path, capsys):
    spoil(path, 'UPDATE lines SET line = \'{"do": "dance"}\' WHERE match = 1 AND n = 1')
    before = derived(path)
    assert command("rebuild", path, capsys)[1].startswith("Every result")
    assert derived(path) == before


def test_a_journal_that_is_played_on_is_left_alone(path, capsys):
    spoil(path, CHANGES[0])
    with Lock(path, "run"):
        assert main(["rebuild", "--config", str(path.with_name("config.toml"))]) == 2
    assert "stop it first" in capsys.readouterr().err


def test_where_there_is_no_journal_none_is_made(tmp_path, capsys):
    config = tmp_path / "config.toml"
    config.write_text('journal = "kept/j.db"\n')
    assert main(["rebuild", "--config", str(config)]) == 2
    assert capsys.readouterr().err.startswith("There is no journal here yet: play a match first")
    assert not (tmp_path / "kept" / "j.db").exists()
