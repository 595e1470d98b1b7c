"""A process that writes into a journal and says what is done, to be traced, killed or starved by a test."""

import os
import resource
import sys
from pathlib import Path

from companion.journal import Journal, JournalTrouble, opening

ROLL = '{"do": "roll"}'
HEADER = '{"game": "13-sheep", "players": ["Ann", "Ben"]}'


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def moves(journal: Journal, number: int) -> None:
    open_match = journal.open_match()
    match = open_match.id if open_match else journal.start(HEADER, ("Ann", "Ben"), 1.0)
    for _ in range(number):
        say("move")
        journal.append(match, ROLL, 2.0, None)
    say("moved")


def trace(path: Path) -> None:
    """Everything that must be durable, each named before it is done."""
    path.parent.joinpath("copy").mkdir()
    journal = Journal.open(path)
    say("start")
    journal.start(HEADER, ("Ann", "Ben"), 1.0)
    moves(journal, 200)
    say("checkpoint")
    journal.checkpoint()
    moves(journal, 100)
    say("plain_roll")
    journal.plain_roll(6, 3.0)
    say("set_setting")
    journal.set_setting("language", "de")
    say("close")
    journal.close()
    again = Journal.open(path)
    moves(again, 20)
    again.backup(path.parent / "copy" / path.name)
    again.close()
    copy = Journal.open(path.parent / "copy" / path.name)
    moves(copy, 5)
    copy.close()


def default(path: Path) -> None:
    """The same moves as the first of `trace`, with SQLite's own settings for a log in full synchrony."""
    opening.SETTINGS = ("journal_mode = WAL", "synchronous = FULL")
    journal = Journal.open(path)
    moves(journal, 200)
    journal.close()


def endless(path: Path) -> None:
    """Say each number when its line is there, with a checkpoint now and then."""
    journal = Journal.open(path)
    record = journal.open_match()
    match = record.id if record else journal.start(HEADER, ("Ann", "Ben"), 1.0)
    number = len(record.lines) if record else 0
    while True:
        journal.append(match, str(number), 2.0, None)
        say(number)
        number += 1
        if number % 7 == 0:
            journal.checkpoint()


def starve(path: Path) -> None:
    """Append until no file may grow any more, then let them grow again; say how many were taken."""
    journal = Journal.open(path)
    match = journal.start(HEADER, ("Ann", "Ben"), 1.0)
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, most))
    taken = 0
    try:
        while taken < 1000:
            journal.append(match, str(taken), 2.0, None)
            taken += 1
    except JournalTrouble as trouble:
        say(trouble.kind, taken)
    record = journal.open_match()
    say("held", len(record.lines) if record else None)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    journal.append(match, str(taken), 2.0, None)
    say("again", taken + 1)
    journal.close()


if __name__ == "__main__":
    {"trace": trace, "default": default, "endless": endless, "starve": starve}[sys.argv[1]](Path(sys.argv[2]))
