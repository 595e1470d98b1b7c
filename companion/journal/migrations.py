"""The journal's tables, one step for each version of the schema.

A file's `user_version` counts the steps it has been through; `migrate` runs the missing ones, each in one
transaction. A step that has been released never changes: `tests/golden/journal/schema-*.sql` hold what each
led to. Knows nothing of files, of matches being played or of what is shown.
"""

import sqlite3
from collections.abc import Sequence

APPLICATION_ID = 0x54424C43
"""Marks a SQLite file as a journal: "TBLC"."""

STEPS: tuple[tuple[str, ...], ...] = (
    (
        f"PRAGMA application_id = {APPLICATION_ID}",
        # played: the latest match this person was seated at, 0 before the first
        """CREATE TABLE people (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            played INTEGER NOT NULL DEFAULT 0)""",
        # since: when the status was last changed; place: the order of putting aside, which no clock decides
        """CREATE TABLE matches (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game TEXT NOT NULL,
            header TEXT NOT NULL,
            started REAL NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('open', 'aside', 'done')),
            since REAL NOT NULL,
            place INTEGER NOT NULL DEFAULT 0)""",
        "CREATE UNIQUE INDEX one_open ON matches (status) WHERE status = 'open'",
        "CREATE UNIQUE INDEX asides ON matches (status, place) WHERE status = 'aside'",
        # said: the name as the lines of the match have it
        """CREATE TABLE seats (
            match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            person INTEGER NOT NULL REFERENCES people,
            said TEXT NOT NULL,
            PRIMARY KEY (match, seat)) WITHOUT ROWID""",
        "CREATE INDEX seats_of_person ON seats (person)",
        """CREATE TABLE lines (
            match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
            n INTEGER NOT NULL,
            line TEXT NOT NULL,
            PRIMARY KEY (match, n)) WITHOUT ROWID""",
        # results, scores and faces are derived from the lines of finished matches
        """CREATE TABLE results (
            match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
            game TEXT NOT NULL,
            abandoned INTEGER NOT NULL)""",
        """CREATE TABLE scores (
            match INTEGER NOT NULL REFERENCES results ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            won INTEGER NOT NULL,
            points INTEGER,
            PRIMARY KEY (match, seat)) WITHOUT ROWID""",
        """CREATE TABLE faces (
            match INTEGER NOT NULL REFERENCES results ON DELETE CASCADE,
            kind TEXT NOT NULL,
            face INTEGER NOT NULL,
            times INTEGER NOT NULL,
            PRIMARY KEY (match, kind, face)) WITHOUT ROWID""",
        "CREATE TABLE plain_rolls (id INTEGER PRIMARY KEY, face INTEGER NOT NULL, time REAL NOT NULL)",
        "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    ),
)
VERSION = len(STEPS)


def version(connection: sqlite3.Connection) -> int:
    """The number of steps this file has been through."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def is_foreign(connection: sqlite3.Connection) -> bool:
    """Whether the file holds tables that are not a journal's."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return bool(tables) and application != APPLICATION_ID


def migrate(connection: sqlite3.Connection, steps: Sequence[Sequence[str]] = STEPS) -> None:
    """Bring a file of any earlier version to that of `steps`. A step that fails leaves the one before it."""
    while version(connection) < len(steps):
        connection.execute("BEGIN IMMEDIATE")
        try:
            _next_step(connection, steps)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _next_step(connection: sqlite3.Connection, steps: Sequence[Sequence[str]]) -> None:
    done = version(connection)  # again, now that nobody else can write
    if done == len(steps):
        return
    for statement in steps[done]:
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {done + 1}")
