"""`companion rebuild`: makes anew what the journal derives from its matches, where it does not follow from them."""

import argparse
import os
import sys
from contextlib import closing

from companion import config
from companion.derived import differing
from companion.journal import Journal
from companion.lock import Lock


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    config.arguments(parser)


def run(given: argparse.Namespace) -> int:
    """Rebuilds and says what it did. Raises ConfigError, Taken, JournalTrouble."""
    path = config.of(given, os.environ).journal
    with Lock(path, "rebuild") as lock:
        with closing(Journal.open(path, read_only=True)) as journal:
            wrong = differing(journal)
        if wrong:
            with closing(Journal.open(path, lock=lock)) as journal:
                journal.rebuild(wrong)
    sys.stdout.write(_told(len(wrong)))
    return 0


def _told(count: int) -> str:
    if not count:
        return "Every result follows from its match: nothing to do.\n"
    return "Made 1 result anew from its match.\n" if count == 1 else f"Made {count} results anew from their matches.\n"
