"""How the journal's file is opened, closed without losing its log, and set aside when it is broken.

Decides what may be opened at all: a journal of this version or an earlier one. Knows nothing of its
content.
"""

import os
import sqlite3
from contextlib import suppress
from itertools import count
from pathlib import Path

from companion.journal.migrations import VERSION, is_foreign, migrate, version
from companion.journal.troubles import JournalTrouble, raise_trouble, trouble

BUSY_SECONDS = 0.2
SIDES = ("", "-wal", "-shm", "-journal")
SETTINGS = (
    "page_size = 1024",
    "journal_mode = WAL",
    "synchronous = FULL",
    "wal_autocheckpoint = 0",
    "foreign_keys = ON",
    "secure_delete = ON",
    "cell_size_check = ON",
)


def set_aside(path: Path) -> Path:
    """Rename a broken file and what belongs to it to the next free `NAME.broken-N`; returns the new name."""
    names = (path.with_name(f"{path.name}.broken-{number}") for number in count(1))
    try:
        target = next(name for name in names if not any(_beside(name, side).exists() for side in SIDES))
        for side in SIDES:
            if _beside(path, side).exists():
                _beside(path, side).rename(_beside(target, side))
        sync(path.parent)
    except OSError as error:
        raise_trouble(error, path)
    return target


def is_there(path: Path) -> bool:
    """Whether there is a file. Raises JournalTrouble when the disk does not tell."""
    try:
        return path.exists()
    except OSError as error:
        raise_trouble(error, path)


def has_lost_its_file(path: Path) -> bool:
    """Whether there is a log with content but no file to it: SQLite would delete such a log."""
    return _size(path) == 0 and log_size(path) > 0


def open_to_write(path: Path) -> sqlite3.Connection:
    """Open or make a file with today's tables. Raises JournalTrouble."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _refuse_what_is_no_file(path)
        connection = _connect(path, "mode=rwc")
    except (sqlite3.Error, OSError) as error:
        raise_trouble(error, path)
    try:
        _refuse_what_is_not_ours(connection, path)
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}").fetchall()
        migrate(connection)
    except sqlite3.Error as error:
        close_keeping_log(connection, path)
        raise_trouble(error, path)
    except JournalTrouble:
        close_keeping_log(connection, path)
        raise
    return connection


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open a file that is there and change nothing. Raises JournalTrouble."""
    try:
        if not path.exists():
            raise trouble("missing", path)
        _refuse_what_is_no_file(path)
        connection = connect_to_read(path)
    except (sqlite3.Error, OSError) as error:
        raise_trouble(error, path)
    try:
        _refuse_what_is_not_ours(connection, path)
        return connection if version(connection) == VERSION else _migrated_copy(connection)
    except sqlite3.Error as error:
        connection.close()
        raise_trouble(error, path)
    except JournalTrouble:
        connection.close()
        raise


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Without a log nobody is writing, and only `immutable` keeps SQLite from making one. Raises sqlite3.Error."""
    return _connect(path, "mode=ro" if _beside(path, "-wal").exists() else "mode=ro&immutable=1")


def _migrated_copy(older: sqlite3.Connection) -> sqlite3.Connection:
    """An older journal in today's schema, in memory: the file stays as it is."""
    copy = sqlite3.connect(":memory:", isolation_level=None)
    older.backup(copy)
    older.close()
    migrate(copy)
    return copy


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=BUSY_SECONDS, isolation_level=None)


def _refuse_what_is_no_file(path: Path) -> None:
    if path.exists() and not path.is_file():
        raise trouble("no-access", path)


def _refuse_what_is_not_ours(connection: sqlite3.Connection, path: Path) -> None:
    if is_foreign(connection):
        raise trouble("foreign", path)
    if version(connection) > VERSION:
        raise trouble("newer", path)


def close_keeping_log(connection: sqlite3.Connection, path: Path) -> None:
    """SQLite deletes the log when the last connection closes, unless that one may only read."""
    try:
        keeper = _connect(path, "mode=ro")
    except sqlite3.Error:
        connection.close()
        return
    with suppress(sqlite3.Error):
        keeper.execute("PRAGMA schema_version").fetchall()
    connection.close()
    keeper.close()


def _beside(path: Path, side: str) -> Path:
    return path.with_name(path.name + side)


def log_size(path: Path) -> int:
    """The bytes in the log of this file, 0 without one."""
    return _size(_beside(path, "-wal"))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def sync(path: Path) -> None:
    """Have a file or a folder on the disk before this returns. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
