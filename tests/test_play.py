"""`companion play` as a new user plays it: whole games over a real terminal, with keys only, and every way to leave."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import pytest

from companion import app
from companion.devices.keys import BINDINGS, Key, legend
from companion.devices.window import compose
from companion.drive import Driver, VirtualClock, utc_day
from companion.games.records import Record
from companion.games.thirteen_sheep import scores
from companion.journal import Journal
from companion.lock import Lock
from companion.screens.intents import Control
from companion.table import match_of
from tests.boxes import ENVIRON, OWN, box, lines_of, program, records, run
from tests.devices.test_terminal import Wire
from tests.pictures import DEFAULTS

PATIENCE = 20.0
COLUMNS, ROWS = 80, 24
LEGEND = legend(app.labels(DEFAULTS))
SENDS = {binding.key: binding.sends[0] for binding in BINDINGS}
ALPHABET = "abcdefghijklmnopqrstuvwxyz -’0123456789⌫"
CONTROLLED = """
import os, sys
os.close(os.open(os.ttyname(0), os.O_RDWR))
from companion.__main__ import main
sys.exit(main(["play", "--config", sys.argv[1]]))
"""
"""Opening the terminal makes it the controlling one, whose Ctrl-C is a signal."""


def key_of(token: str) -> bytes:
    """What a terminal sends for a token of drive."""
    control, _, held = token.partition(":")
    return SENDS[Key(Control(control), held == "hold")]


def spelt(name: str) -> list[str]:
    """A name on the wheel of letters."""
    tokens, at = [], 0
    for letter in name.lower():
        steps = (ALPHABET.index(letter) - at) % len(ALPHABET)
        fives, ones = divmod(steps, 5)
        tokens += ["down:hold"] * fives + ["down"] * ones + ["ok"]
        at = ALPHABET.index(letter)
    return [*tokens, "roll"]


class Borrowed:
    """The seeds of the matches in another box's journal, so that a twin of that box rolls the same."""

    def __init__(self, simulator: "Simulator") -> None:
        self._simulator = simulator

    def seed(self, place: int) -> bytes:
        if place == 0:
            return bytes(32)
        self._simulator.until(lambda: len(self._simulator.matches()) == place)
        return bytes.fromhex(msgspec.json.decode(self._simulator.matches()[-1].header)["seed"])


class Simulator:
    """The program in a terminal, the person before it, and a twin of the box that says what is to be seen."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "real" / "j.db"
        config = folder / "config.toml"
        config.write_text('journal = "real/j.db"\n')
        self.wire = Wire(COLUMNS, ROWS)
        self.process = subprocess.Popen(
            [sys.executable, "-c", CONTROLLED, str(config)],
            stdin=self.wire.theirs,
            stdout=self.wire.theirs,
            stderr=subprocess.PIPE,
            env={**ENVIRON, "TERM": "xterm-256color", "LANG": "C.UTF-8"},
            start_new_session=True,
        )
        clock = VirtualClock()
        twin = msgspec.structs.replace(DEFAULTS, journal=folder / "twin" / "j.db", backup=folder / "backups")
        self.session = app.open_box(twin, 0.0, Borrowed(self), clock.wall, utc_day)
        self.driver = Driver(self.session, clock)
        self.sees()

    def matches(self) -> list:
        return records(self.path) if self.path.exists() else []

    @property
    def match(self):
        return self.session.view(0.0).match

    def take(self, *tokens: str) -> None:
        """Press these keys and see what is to be seen."""
        os.write(self.wire.ours, b"".join(map(key_of, tokens)))
        for token in tokens:
            self.driver.take(token)
        self.sees()

    def sees(self) -> None:
        frame = self.driver.take("wait:0").frame
        self.until(lambda: self.wire.glass.picture == compose(frame, COLUMNS, ROWS, LEGEND))

    def until(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, "\n".join(self.wire.glass.picture)
            assert self.process.poll() is None, self.process.stderr.read().decode()
            if select.select([self.wire.ours], [], [], 0.02)[0]:
                self.wire.pump()

    def ends(self) -> tuple[int, bytes]:
        """The status of the program and what it says at its end."""
        while self.process.poll() is None and self.wire.ours >= 0:
            if select.select([self.wire.ours], [], [], 0.02)[0]:
                self.wire.pump()
        status, said = self.process.wait(PATIENCE), self.process.stderr.read()
        if self.wire.ours >= 0:
            self.wire.drain()
        return status, said


@contextmanager
def simulator(folder: Path) -> Iterator[Simulator]:
    made = Simulator(folder)
    with closing(made.session), closing(made.wire):
        try:
            yield made
        finally:
            made.process.kill()
            made.process.wait()
            made.process.stderr.close()


def own(*faces: int) -> list[str]:
    return [token for face in faces for token in OWN[face].split()]


def sheep(number: int) -> list[str]:
    """The sheep of the marked player, in one area."""
    return ["ok", *["up"] * number, "roll"]


def evening(names: Sequence[str]) -> list[list[str]]:
    """A game of these players from the first start to the result, with what goes wrong at a table."""
    first, last = names[0], names[-1]
    others = [sheep(6 if name == last else 1) for name in names[1:]]
    correct = ["up", "ok", "up", "roll"] if first != last else []
    return [
        ["ok", "ok", *(token for name in names for token in ["ok", *spelt(name)])],
        ["back", "ok", "roll", "back", "roll", "ok"],
        ["roll", "roll", *own(2), "back:hold"],
        ["ok", "back:hold", "back:hold", "ok", "ok", "roll", "roll"],
        ["back", "back", "ok", *own(3, 1, 1), "ok", "down", "back"],
        [*own(6), "back:hold", "ok"],
        ["ok", "ok", "up", "ok", "up:hold", "back", "ok", "down:hold", "roll", *correct],
        *others,
        ["down", "up", "back:hold"],
        ["ok"],
    ]


TABLES = [("Al",), ("Zoe", "Ben"), ("Al", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ian", "Jo")]


@pytest.mark.parametrize("names", TABLES, ids=len)
def test_a_whole_game_is_played_with_keys_only(tmp_path, names):
    with simulator(tmp_path) as here:
        for tokens in evening(names):
            here.take(*tokens)
        (record,) = here.matches()
        check_the_game(record, names)
        here.take("roll", "roll", "roll")
        assert [record.status for record in here.matches()] == ["done", "open"]


@pytest.mark.parametrize("names", TABLES, ids=len)
def test_the_same_game_is_played_through_drive(tmp_path, names):
    tokens = [token for some in evening(names) for token in some]
    lines = lines_of(run("drive", "--journal", str(tmp_path / "j.db"), "--seed", "3", tokens=tokens))
    assert lines[-1]["screen"] == "result"
    assert lines[-1]["words"][0] == names[-1]
    check_the_game(records(tmp_path / "j.db")[0], names)


def check_the_game(record: Record, names: Sequence[str]) -> None:
    match = match_of(record)
    assert record.status == "done"
    assert match.header.players == record.players == names
    assert match.state.rolls[1:2] + match.state.rolls[3:] == (2, 3, 1, 1, 6)
    assert match.state.winners == names[-1:]
    assert scores(match.state)[names[-1]] == (1 if len(names) == 1 else 16)
    assert len(names) == 1 or scores(match.state)[names[0]] == 3
    assert sum('"undo"' in line for line in record.lines) == 5


def test_names_are_typed_on_the_keyboard_where_one_is_asked_for(tmp_path):
    with simulator(tmp_path) as here:
        here.take("ok", "ok", "ok")
        for text, token in (("Qourjk\x7f 12\r", "say:Qourj 12"), ("\rÄnna\r", "say:Änna")):
            here.wire.type(text.encode())
            here.driver.take("ok") if text.startswith("\r") else None
            here.driver.take(token)
            here.sees()
        here.take("roll", "ok")
        assert here.match.header.players == ("Qourj 12", "Änna")
        here.wire.type(b"q")
        assert here.ends() == (0, b"")


# leaving


def quits(here: Simulator) -> None:
    here.wire.type(b"q")


def interrupts(here: Simulator) -> None:
    here.wire.type(b"\x03")


def terminates(here: Simulator) -> None:
    here.process.send_signal(signal.SIGTERM)


def hangs_up(here: Simulator) -> None:
    here.wire.hang_up()


@pytest.mark.parametrize("leave", [quits, interrupts, terminates, hangs_up])
def test_whoever_leaves_finds_the_terminal_as_it_was_and_the_match_where_it_was(tmp_path, leave):
    with simulator(tmp_path) as here:
        here.take("ok", "ok", "ok", *spelt("Al"), "roll", "ok", *own(4), "roll", "roll")
        rolls = here.match.state.rolls
        leave(here)
        assert here.ends() == (0, b"")
        if leave is not hangs_up:
            assert here.wire.as_found
        with Lock(here.path, "drive"), closing(Journal.open(here.path)) as journal:
            assert journal.check() == []
            assert match_of(journal.open_match()).state.rolls == rolls
    with box(here.path) as again:
        assert again.take().words[0] == "Resume"
        again.take("ok")
        assert again.match.state.rolls == rolls


def test_the_next_start_goes_on_with_the_match(tmp_path):
    with simulator(tmp_path) as here:
        here.take("ok", "ok", "ok", *spelt("Al"), "roll", "ok", *own(4, 2))
        here.wire.type(b"q")
        assert here.ends() == (0, b"")
    with simulator(tmp_path) as here:
        here.take("ok", *own(3))
        assert here.match.state.rolls == (4, 2, 3)
        assert len(here.matches()) == 1


def test_two_programs_on_one_journal_is_one_sentence_for_the_second(tmp_path):
    with simulator(tmp_path) as here:
        with program("drive", "--journal", str(here.path)) as second:
            out, err = second.communicate(b"ok\n")
        assert (second.returncode, out) == (2, b"")
        assert err.decode().count("\n") == 1
        assert str(here.process.pid) in err.decode()
        here.take("ok")


def test_without_a_terminal_it_is_one_sentence_and_no_journal(tmp_path):
    config = tmp_path / "config.toml"
    config.write_text('journal = "j.db"\n')
    with program("play", "--config", str(config)) as process:
        out, err = process.communicate(b"q")
    assert (process.returncode, out, err.count(b"\n")) == (2, b"", 1)
    assert b"no terminal" in err
    assert [file.name for file in tmp_path.iterdir()] == ["config.toml"]
