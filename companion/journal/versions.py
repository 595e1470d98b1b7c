"""For `companion check`: which SQLite this is, and which schema a journal's file has. Changes nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.journal.migrations import VERSION, version
from companion.journal.opening import connect_to_read
from companion.journal.troubles import raise_trouble

SQLITE = sqlite3.sqlite_version
SCHEMA = VERSION
"""The schema that this program writes."""


def schema_of(path: Path) -> int:
    """The version of the schema in a file that is there, 0 while it has none. Raises JournalTrouble."""
    try:
        with closing(connect_to_read(path)) as connection:
            return version(connection)
    except sqlite3.Error as error:
        raise_trouble(error, path)
