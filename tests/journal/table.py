"""What the journal's tests have in common: matches to put into it, and another process to do so."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.journal import Journal, JournalTrouble, Result

ROLL = '{"do": "roll"}'
UNDO = '{"do": "undo"}'
ANN_WINS = Result(("Ann",), {"Ann": 16, "Ben": 8}, False, (("box", 6), ("box", 6), ("real", 1)))
BEN_WINS = Result(("Ben",), {"Ann": 3, "Ben": 12}, False, (("box", 6),))
ABANDONED = Result((), {}, True, (("box", 2),))
NOBODY = 65534
CHILD = Path(__file__).with_name("child.py")


def header(*players: str) -> str:
    names = ", ".join(f'"{name}"' for name in players)
    return f'{{"game": "13-sheep", "players": [{names}], "seed": "{"00" * 32}", "options": {{}}}}'


def begin(journal: Journal, *players: str, now: float = 1000.0) -> int:
    return journal.start(header(*players), players, now)


def finish(journal: Journal, result: Result, *players: str) -> int:
    match = begin(journal, *players)
    journal.append(match, ROLL, 1001.0, None)
    journal.append(match, ROLL, 1002.0, result)
    return match


def refused(journal: Journal, match: int) -> str:
    """The kind of trouble an append meets, "" when it meets none."""
    try:
        journal.append(match, ROLL, 1003.0, None)
    except JournalTrouble as trouble:
        return trouble.kind
    return ""


def child(*words: str, before: Sequence[str] = ()) -> subprocess.Popen[str]:
    """Run `child.py` in a process of its own."""
    return subprocess.Popen(
        [*before, sys.executable, str(CHILD), *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(CHILD.parents[2])},
    )


@contextmanager
def without_root() -> Iterator[None]:
    """Inside, permissions bind, for root too."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
