"""The configuration: where it comes from, what it holds, and what is said when it is wrong."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import config, data
from companion.__main__ import main
from companion.config import ConfigError, load

ROOT = Path(__file__).parents[1]
NO_ETC = Path("/nonexistent/companion/config.toml")

WRONG = [
    ("brightness = 11", 'line 1: "brightness" takes a whole number from 1 to 10'),
    ("brightness = 0", 'line 1: "brightness" takes a whole number from 1 to 10'),
    ("brightness = true", 'line 1: "brightness" takes a whole number from 1 to 10'),
    ("\n\nsound = 1", 'line 3: "sound" takes true or false'),
    ("dim_after = 0", '"dim_after" takes a number of seconds from 1 to 86400'),
    ("dim_after = nan", '"dim_after" takes a number of seconds from 1 to 86400'),
    ("blank_after = inf", '"blank_after" takes a number of seconds from 1 to 86400'),
    ('blank_after_in_match = "never"', '"blank_after_in_match" takes a number of seconds from 1 to 86400'),
    ("rotation = 90", '"rotation" takes 0 or 180'),
    ("long_press = 0.29", '"long_press" takes a number of seconds from 0.3 to 2'),
    ("long_press = 2.01", '"long_press" takes a number of seconds from 0.3 to 2'),
    ("journal = 5", '"journal" takes a path in quotes'),
    ('journal = ""', '"journal" takes a path in quotes'),
    ('journal = "a\\u0000b"', '"journal" takes a path in quotes'),
    ("backup = []", '"backup" takes a folder in quotes'),
    (
        'board = "breadboard"',
        'line 1: "board": there is no board "breadboard"; use one of adafruit-oled-bonnet, ',
    ),
    ('# mine\nlanguage = "tlh"', 'line 2: "language": the box does not speak "tlh"; use one of en'),
    (
        "sound = true\nvolume = 3",
        'line 2: there is no key "volume"; correct its name or delete it (the keys here are ',
    ),
    ("[sound]\non = true", 'line 1: "sound" takes true or false'),
    ("sound = yes", "is not valid TOML: "),
    ("sound = true\nsound = true", "is not valid TOML: "),
]


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("config")


def sentence(path: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        load(path, {"HOME": "/home/anna"}, NO_ETC)
    told = str(caught.value)
    assert "\n" not in told
    assert told.endswith(".")
    assert str(path) in told
    return told


def test_without_a_file_the_defaults_hold() -> None:
    found = load(None, {"HOME": "/home/anna"}, NO_ETC)
    assert found == config.Config(
        source=None,
        journal=Path("/home/anna/.local/share/companion/journal.db"),
        backup=Path("/home/anna/.local/share/companion/backups"),
        board=data.boards()["hand-wired"],
        language="en",
        sound=True,
        brightness=8,
        dim_after=120,
        blank_after=600,
        blank_after_in_match=1800,
        rotation=0,
        long_press=0.6,
    )


def test_every_key_is_read(tmp_path: Path) -> None:
    text = """
        journal = "/srv/box.db"
        backup = "/srv/copies"
        board = "waveshare-oled-hat"
        language = "en"
        sound = false
        brightness = 3
        dim_after = 60
        blank_after = 90.5
        blank_after_in_match = 600
        rotation = 180
        long_press = 1
    """
    path = written(tmp_path / "c.toml", text)
    assert load(path, {}, NO_ETC) == config.Config(
        path, Path("/srv/box.db"), Path("/srv/copies"), data.boards()["waveshare-oled-hat"],
        "en", False, 3, 60, 90.5, 600, 180, 1,
    )  # fmt: skip


def test_the_file_of_the_machine_decides_over_the_person_s_own(tmp_path: Path) -> None:
    etc = written(tmp_path / "etc.toml", "brightness = 1")
    own = written(tmp_path / ".config" / "companion" / "config.toml", "brightness = 2")
    named = written(tmp_path / "named.toml", "brightness = 3")
    environ = {"HOME": str(tmp_path)}
    assert [load(named, environ, etc).source, load(None, environ, etc).source] == [named, etc]
    assert load(None, environ, NO_ETC).source == own
    assert load(None, environ, NO_ETC).brightness == 2


def test_the_person_s_folders_follow_xdg(tmp_path: Path) -> None:
    written(tmp_path / "conf" / "companion" / "config.toml", "brightness = 2")
    environ = {"HOME": "/home/anna", "XDG_CONFIG_HOME": str(tmp_path / "conf"), "XDG_DATA_HOME": "/data"}
    found = load(None, environ, NO_ETC)
    assert (found.brightness, found.journal) == (2, Path("/data/companion/journal.db"))


def test_a_relative_xdg_folder_is_ignored() -> None:
    found = load(None, {"HOME": "/home/anna", "XDG_DATA_HOME": "data"}, NO_ETC)
    assert found.journal == Path("/home/anna/.local/share/companion/journal.db")


def test_a_tilde_is_the_person_s_home_and_a_relative_path_starts_beside_the_file(tmp_path: Path) -> None:
    path = written(tmp_path / "c.toml", 'journal = "~/games/box.db"\nbackup = "copies"')
    found = load(path, {"HOME": "/home/anna"}, NO_ETC)
    assert (found.journal, found.backup) == (Path("/home/anna/games/box.db"), tmp_path / "copies")


def test_backups_lie_beside_the_journal_unless_told_otherwise(tmp_path: Path) -> None:
    path = written(tmp_path / "c.toml", 'journal = "/srv/box.db"')
    assert load(path, {}, NO_ETC).backup == Path("/srv/backups")


def test_a_board_may_be_a_file_of_one_s_own(tmp_path: Path) -> None:
    mine = written(tmp_path / "mine.toml", "")
    path = written(tmp_path / "c.toml", 'board = "mine.toml"')
    assert load(path, {}, NO_ETC).board == mine


@pytest.mark.parametrize(("text", "says"), WRONG)
def test_a_mistake_is_told_in_one_sentence_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    assert says in sentence(written(tmp_path / "c.toml", text))


def test_a_file_that_is_not_there_is_an_error_when_it_was_named(tmp_path: Path) -> None:
    assert "correct the path after --config" in sentence(tmp_path / "none.toml")
    assert "correct the path after --config" in sentence(written(tmp_path / "file", "") / "none.toml")


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    assert "cannot be read (Is a directory)" in sentence(tmp_path)
    with pytest.raises(ConfigError, match="cannot be read"):
        load(None, {"HOME": "/home/anna"}, etc=tmp_path)


def test_a_file_that_is_not_utf_8_is_told(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_bytes(b'language = "\xff"')
    assert "is not a text in UTF-8" in sentence(path)


KEYS = st.sampled_from(config.Config.__struct_fields__)


def answer(path: Path) -> config.Config | ConfigError:
    try:
        return load(path, {"HOME": "/home/anna"}, NO_ETC)
    except ConfigError as error:
        return error


@given(text=st.text(max_size=40) | st.builds("{} = {}".format, KEYS, st.text(max_size=9)))
def test_any_text_is_a_configuration_or_one_sentence(folder: Path, text: str) -> None:
    path = folder / "any.toml"
    path.write_text(text, encoding="utf-8", errors="replace")
    found = answer(path)
    assert isinstance(found, config.Config) or "\n" not in str(found)


@pytest.mark.parametrize("command", [["play"], ["drive", "--journal", "j.db"], ["export", "--all"]])
def test_a_command_says_a_mistake_in_one_line_and_exits_with_2(tmp_path: Path, command: list[str]) -> None:
    path = written(tmp_path / "c.toml", "sound = 3")
    words = [sys.executable, "-m", "companion", *command, "--config", str(path)]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run(words, cwd=tmp_path, env=environ, input="", capture_output=True, text=True, check=False)
    says = f'{path}, line 1: "sound" takes true or false; correct the value.\n'
    assert (result.returncode, result.stdout, result.stderr) == (2, "", says)


@pytest.mark.parametrize("key", ["board", "language"])
def test_what_a_terminal_would_obey_is_written_out(tmp_path: Path, capsys, key: str) -> None:
    path = written(tmp_path / "c.toml", f'{key} = "a\\u001b[31m\\nb"')
    assert main(["check", "--config", str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert '"a\\x1b[31m\\nb"' in err
    assert "\x1b" not in err
