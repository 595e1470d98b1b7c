"""The plug is pulled at any moment: what was shown is kept, and the table goes on where it was."""

import io
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from companion.export import write_script
from tests.boxes import ENVIRON, OWN, START, WOLF, box, lines_of, program, records, run
from tests.soak import counts

SEED = 5
AT_THE_TABLE = {"13-sheep", "own-die", "match-menu", "confirm", "wolf", "scores", "areas", "tie-break", "cells"}
CUTS = counts(test=10, soak=100)
EVENING = (
    *START, *["roll"] * 7, "back:hold", "back:hold", "ok", "wait:6", *OWN[2].split() * 7, "back:hold", "ok",
    "back", "up", "ok", "ok:hold", "back:hold", "ok", "roll", *WOLF, "ok", "ok", "up", "ok", "up", "back", "back",
    "back", "ok", "ok", "roll", "ok", "up", "up:hold", "roll", "roll", "wait:30", "roll", "roll", "back", "back",
    "down", "ok", "ok", "ok", "ok", "down", "roll", "ok", *["roll"] * 5, "back", "back", "down", "down", "ok", "ok",
    "roll", "roll", "back", "back", "down:hold", "up", "ok", "ok", "down", "ok", "back",
)  # fmt: skip
"""Matches begun, played, ended, taken back, put aside and resumed, with names, settings and idle minutes between."""


def export(path: Path) -> bytes:
    script = io.BytesIO()
    for record in records(path):
        write_script(record, script)
    return script.getvalue()


@dataclass(frozen=True)
class Moment:
    """What there is after a token: the line printed, the journal's export, the state on the table, the lines so far."""

    line: dict
    held: bytes
    state: object
    moves: int


def quiet(path: Path, tokens: Sequence[str]) -> list[Moment]:
    """The moments of a run that nobody disturbs."""
    moments = []
    with box(path, seed=SEED) as here:
        for token in tokens:
            (line,) = here.say(token)
            moves = sum(len(record.lines) for record in records(path))
            moments.append(Moment(line, export(path), here.match and here.match.state, moves))
    return moments


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> list[Moment]:
    return quiet(tmp_path_factory.mktemp("quiet") / "j.db", EVENING)


def cut(path: Path, tokens: Sequence[str]) -> dict:
    """Token by token into a program that is killed right after its last line; gives that line."""
    line = b""
    with program("drive", "--journal", str(path), "--seed", str(SEED)) as process:
        for token in tokens:
            process.stdin.write(f"{token}\n".encode())
            process.stdin.flush()
            line = process.stdout.readline()
        process.kill()
        process.communicate()
    return lines_of(line)[0]


@pytest.mark.parametrize("number", range(CUTS))
def test_a_cut_loses_nothing_that_was_shown(tmp_path, evening, number):
    length = random.Random(number).randrange(3, len(EVENING) + 1)
    before, path = evening[length - 1], tmp_path / "j.db"
    assert cut(path, EVENING[:length]) == before.line
    assert export(path) == before.held
    with box(path, seed=SEED) as here:
        home = here.take()
        assert home.screen == "home"
        assert (home.words[0] == "Resume") == any(record.status == "open" for record in records(path))
        if home.words[0] == "Resume":
            here.take("ok")
            assert here.match.state == before.state
    assert export(path) == before.held


def test_the_evening_gets_somewhere(evening):
    assert evening[-1].held.count(b'"game"') >= 3
    assert evening[-1].held.count(b'"undo"') >= 3
    assert b'"score"' in evening[-1].held
    assert not any("error" in moment.line for moment in evening)


def test_export_says_the_same_from_the_command_line(tmp_path, evening):
    cut(tmp_path / "j.db", EVENING)
    assert run("export", "--journal", str(tmp_path / "j.db"), "--all") == evening[-1].held


def test_a_cut_on_the_way_from_the_first_start_leaves_a_journal(tmp_path):
    path = tmp_path / "j.db"
    for _ in range(3):
        with program("drive", "--journal", str(path)) as process:
            process.stdin.write(b"wait:0\n")
            process.stdin.flush()
            process.stdout.readline()
            process.kill()
            process.communicate()
    with box(path, *START) as here:
        assert here.take().screen == "13-sheep"
    assert [side.name for side in tmp_path.iterdir() if "broken" in side.name] == []


# what a move costs


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> list[int]:
    """For each token of the evening, the syncs of the journal before its line was printed."""
    if not shutil.which("strace") or subprocess.run(["strace", "-o", "/dev/null", "true"], check=False).returncode:
        pytest.skip("strace is not here or may not trace: install it to count what goes to the disk")
    folder = tmp_path_factory.mktemp("traced")
    strace = ["strace", "-f", "-y", "-o", str(folder / "log"), "-e", "trace=fsync,fdatasync,write"]
    command = [sys.executable, "-m", "companion", "drive", "--journal", str(folder / "j.db"), "--seed", str(SEED)]
    tokens = "\n".join(EVENING).encode()
    subprocess.run([*strace, *command], input=tokens, env=ENVIRON, check=True, capture_output=True)
    return counted_by_line((folder / "log").read_text())


def counted_by_line(log: str) -> list[int]:
    counted, syncs = [], 0
    for line in log.splitlines():
        if re.search(r"(fsync|fdatasync)\(\d+<[^>]*/j\.db", line):
            syncs += 1
        elif re.search(r'write\(1<.*"\{\\"screen', line):
            counted.append(syncs)
            syncs = 0
    return counted


def test_a_move_costs_exactly_one_sync_and_a_press_that_moves_nothing_none(evening, traced):
    assert len(traced) == len(EVENING)
    steps = [
        (token, after.moves - before.moves, syncs)
        for token, (before, after), syncs in zip(EVENING[1:], pairwise(evening), traced[1:], strict=True)
        if after.line["screen"] in AT_THE_TABLE and before.line["screen"] in AT_THE_TABLE and "wait" not in token
    ]
    assert sum(moves for _, moves, _ in steps) >= 25
    assert [step for step in steps if step[1] != step[2]] == []


def test_a_match_costs_one_sync_to_begin_and_a_few_to_end(evening, traced):
    begins = [place for place, token in enumerate(EVENING) if place and begun(evening[place - 1], evening[place])]
    assert len(begins) >= 3
    assert [traced[place] for place in begins] == [1] * len(begins)
    ends = [
        place for place in range(1, len(EVENING)) if evening[place].line["screen"] == "result" and moved(evening, place)
    ]
    assert len(ends) >= 2
    assert all(2 <= traced[place] <= 5 for place in ends)


def begun(before: Moment, after: Moment) -> bool:
    return after.held.count(b'"game"') > before.held.count(b'"game"')


def moved(evening: list[Moment], place: int) -> bool:
    return evening[place].moves > evening[place - 1].moves
