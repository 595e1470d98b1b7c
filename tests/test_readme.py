"""What the README says is so: its examples are run, its tables are held to the code."""

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion import boards, config, data, wiring
from companion.__main__ import COMMANDS
from companion.devices.keys import BINDINGS, QUIT, Key
from companion.screens.intents import SEATS, Control

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
NAMES = {binding.key: binding.names for binding in BINDINGS}


def table(*head: str) -> list[list[str]]:
    """The cells of the rows of the table with this head."""
    rows = README.split(f"| {' | '.join(head)} |\n")[1].split("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def quoted(cell: str) -> tuple[str, ...]:
    return tuple(re.findall(r"`([^`]+)`", cell))


def test_the_table_of_controls_names_the_keys_of_the_simulator():
    rows = {
        control: (quoted(key), quoted(held))
        for control, key, held, _ in table(*["Control", "Key", "Long press", "What it does"])
    }
    expected = {name.value.upper(): (NAMES[Key(name)], NAMES[Key(name, held=True)]) for name in Control}
    expected["Seats 1 to 8"] = ((NAMES[Key(SEATS[0])][0], NAMES[Key(SEATS[-1])][0]), ())
    expected["Names"] = ((), ())
    expected["Quit"] = (NAMES[QUIT], ())
    assert rows == expected


def test_the_table_of_the_configuration_names_every_key_with_what_it_takes_and_its_default():
    rows = [
        (quoted(key)[0], takes, tomllib.loads(f"x = {quoted(default)[0]}")["x"] if default else None)
        for key, takes, default in table("Key", "Takes", "Default")
    ]
    fields = config._File()
    assert rows == [(key, takes, getattr(fields, key)) for key, takes in config._TAKES.items()]


def test_the_places_of_the_files_are_those_of_the_configuration():
    found = config.load(None, {"HOME": "/home/anna"}, Path("/nonexistent"))
    assert f"`{config.ETC}`" in README
    assert f"`{found.journal}`".replace("/home/anna", "~") in README
    assert found.backup == found.journal.parent / "backups"


def test_the_boards_named_are_those_that_are_shipped():
    sentence = re.search(r"The boards are (.*?);", README, re.DOTALL)[1]
    assert quoted(sentence) == tuple(data.boards())


def test_every_command_is_told_but_the_one_that_make_runs():
    assert {name for name in COMMANDS if f"`{name}`" in README} == set(COMMANDS) - {"play"}
    assert "-m companion play" in MAKEFILE


def test_every_sentence_that_the_box_is_said_to_say_is_one_of_its_own():
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "companion").rglob("*.py"))
    said = [part for row in table("It says", "What to do") for part in re.findall("“(.+?)”", row[0])]
    assert said
    assert [part for part in said if part.replace("I2C", "{kind}") not in source and part not in source] == []


def test_the_lines_of_the_first_install_are_those_that_the_boards_need():
    lines = {line for path in data.boards().values() for line in wiring.boot_lines(boards.read(path))}
    assert {line for line in lines if line.startswith("dtparam=") and "audio" not in line} <= set(quoted(README))


def test_the_wheels_are_made_where_they_are_taken_from():
    (made,), (taken,) = re.findall(r"--wheel-dir (\S+)", README), re.findall(r"WHEELS=(\S+)", README)
    assert made == taken


def test_every_target_of_make_that_is_told_is_one():
    told = set(re.findall(r"`?\bmake ([a-z]+)(?:`|  )", README))
    assert told
    assert all(f"\n{target}: " in MAKEFILE for target in told)


def test_every_file_and_folder_named_is_there():
    named = re.findall(r"(?:companion|hardware|tests|\.ci)/[\w./-]*\w", README)
    mine = {"companion/config.toml", "companion/journal.db", "companion/backups"}
    missing = {path for path in named if not (ROOT / path).exists() and path not in mine and "XX" not in path}
    assert missing == set()


@pytest.fixture
def folder(tmp_path):
    """Where the examples run, one after the other, as a person who has nothing yet."""
    program = tmp_path / "bin" / "companion"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m companion "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return tmp_path


def examples() -> list[tuple[str, str]]:
    """Each command and what it is said to print."""
    blocks = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    return [example.split("\n", 1) for block in blocks for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]


def test_the_examples_print_what_the_readme_says(folder):
    environ = {"PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": str(folder), "PYTHONPATH": str(ROOT)}
    assert examples()
    for command, says in examples():
        result = subprocess.run(
            command, shell=True, cwd=folder, env=environ, capture_output=True, text=True, check=False
        )
        assert (result.returncode, result.stderr) == (0, ""), command
        assert doctest.OutputChecker().check_output(says, result.stdout, doctest.ELLIPSIS), result.stdout
