"""`companion export`: matches of the journal as match scripts, undone moves with their undo."""

import argparse
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

from companion import config
from companion.journal import Journal, Record
from companion.troubles import Trouble


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    config.arguments(parser)
    parser.add_argument("--journal", type=Path, metavar="FILE", help="the journal (default: the configured one)")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("match", nargs="?", type=int, metavar="MATCH", help="the number of a match")
    which.add_argument("--all", action="store_true", help="all matches, the oldest first")


def run(given: argparse.Namespace) -> int:
    """Prints one match or all of them."""
    path = given.journal or config.of(given, os.environ).journal
    with closing(Journal.open(path, read_only=True)) as journal:
        wanted = [number for number in range(1, journal.next_id()) if given.all or number == given.match]
        records = [record for number in wanted if (record := journal.record(number))]
        if not records and not given.all:
            raise Trouble(f"{path} has no match {given.match}: `companion export --all` prints all there are.")
        for record in records:
            write_script(record, sys.stdout.buffer)
    return 0


def write_script(record: Record, output: BinaryIO) -> None:
    """A match as a match script: its header and every accepted line in order."""
    output.writelines(line.encode() + b"\n" for line in (record.header, *record.lines))
