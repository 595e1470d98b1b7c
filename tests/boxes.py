"""A whole box for tests, driven by tokens: in this process, or as a program of its own."""

import base64
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from companion import app
from companion.drive import Driver, VirtualClock, drive, utc_day
from companion.journal import Journal, Record
from companion.lock import Lock
from companion.luck import NumberedLuck
from companion.session import Picture, Session
from tests.pictures import DEFAULTS

ROOT = Path(__file__).parents[1]
ENVIRON = {"PYTHONPATH": str(ROOT), "HOME": "/nonexistent", "PATH": os.environ["PATH"]}
PLAYERS = ("ok", "ok", "ok", "say:Anna", "ok", "say:Ben")
"""From the first home to the players of 13 Sheep, in a journal without people."""

START = (*PLAYERS, "roll", "ok")
"""And on to the table."""

OWN = {1: "ok down:hold ok", 2: "ok down ok", 3: "ok ok", 4: "ok up ok", 5: "ok up up ok", 6: "ok up:hold ok"}
WOLF = " ".join([OWN[2]] * 6 + [OWN[6]]).split()
"""Six own rolls of 2, and a 6 that meets the limit."""


class Box:
    """A box with a clock and chance that repeat; `take` gives the last picture."""

    def __init__(self, path: Path, seed: int = 7, lock: Lock | None = None) -> None:
        self.path = path
        self.clock = VirtualClock()
        settings = msgspec.structs.replace(DEFAULTS, journal=path, backup=path.parent / "backups")
        self.session: Session = app.open_box(settings, 0.0, NumberedLuck(seed), self.clock.wall, utc_day, lock=lock)
        self.driver = Driver(self.session, self.clock)

    def take(self, *tokens: str) -> Picture:
        for token in tokens:
            self.driver.take(token)
        return self.session.picture(self.clock.now)

    def say(self, *tokens: str) -> list[dict]:
        """The lines that `companion drive` prints for these tokens."""
        return self.say_bytes(*(f"{token}\n".encode() for token in tokens))

    def say_bytes(self, *lines: bytes) -> list[dict]:
        output = Output()
        drive(lines, output, self.driver)
        return output.lines

    @property
    def match(self):
        return self.session.view(self.clock.now).match


class Output:
    """What was written, as JSON lines."""

    def __init__(self) -> None:
        self.lines: list[dict] = []

    def write(self, data: bytes) -> int:
        self.lines.append(json.loads(data))
        return len(data)

    def flush(self) -> None:
        """Everything is here already."""


@contextmanager
def box(path: Path, *tokens: str, seed: int = 7, lock: Lock | None = None) -> Iterator[Box]:
    """A box on this journal after some tokens; closed at the end."""
    made = Box(path, seed, lock)
    with closing(made.session):
        made.take(*tokens)
        yield made


def records(path: Path) -> list[Record]:
    """Every match of a journal, the oldest first."""
    with closing(Journal.open(path, read_only=True)) as journal:
        return [record for number in range(1, journal.next_id()) if (record := journal.record(number))]


def program(*words: str, **options) -> subprocess.Popen[bytes]:
    """`companion` with these words, as a program of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "companion", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRON,
        **options,
    )


def run(*words: str, tokens: Iterable[str] = (), text: str = "") -> bytes:
    """What `companion` with these words prints for these tokens; it must end well and without a complaint."""
    with program(*words) as process:
        out, err = process.communicate("".join(f"{token}\n" for token in tokens).encode() + text.encode())
    assert (process.returncode, err.decode()) == (0, "")
    return out


def lines_of(out: bytes) -> list[dict]:
    return [json.loads(line) for line in out.splitlines()]


def frame_of(line: dict) -> bytes:
    return base64.b64decode(line["frame"])
