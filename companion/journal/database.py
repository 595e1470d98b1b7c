"""One SQLite file that survives pulled power: how it is opened, written, checkpointed, copied and closed.

Every commit is on the disk before it returns, with one fdatasync: write-ahead log, synchronous=FULL. The
log file is kept and written over again, and the first write after a checkpoint, which costs a second sync
for the log's new header, is done by the checkpoint. What the disk or another program refuses becomes a
`JournalTrouble`. Knows nothing of matches and people.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.journal.migrations import VERSION
from companion.journal.opening import close_keeping_log, log_size, open_to_read, open_to_write, sync
from companion.journal.refusals import JournalRefusal
from companion.journal.troubles import JournalTrouble, kind_of, raise_backup_trouble, raise_trouble, trouble
from companion.lock import Lock, Taken


def refuse_without(lock: Lock | None, path: Path) -> None:
    """Two boxes never write to one journal. Raises JournalTrouble while the lock is not held, if there is one."""
    if lock is not None and not lock.held:
        raise_trouble(lock.hindrance, path)


class Database:
    """A connection to one file. Every method raises JournalTrouble when the disk refuses.

    With a lock, nothing is written as long as that is not held.
    """

    def __init__(self, path: Path, read_only: bool = False, lock: Lock | None = None) -> None:
        self.path = path
        self.read_only = read_only
        self.lock = lock
        self._stale = False
        self._connection = open_to_read(path) if read_only else open_to_write(path)
        self._unsaved = log_size(path) > 0
        if not self._unsaved and not read_only:
            with suppress(JournalTrouble):
                refuse_without(lock, path)
                self._begin_log()

    def claim(self) -> bool:
        """Hold the lock if it can be held by now; True where it was not before. What was opened is opened anew then."""
        if self.lock is None or self.lock.held:
            return False
        with suppress(Taken):
            self.lock.take()
        self._stale = self.lock.held
        return self.lock.held

    def run(self, sql: str, *values: object) -> sqlite3.Cursor:
        """Run one statement."""
        try:
            return self._usable().execute(sql, values)
        except sqlite3.Error as error:
            self._stale = not self.read_only and kind_of(error, self.path) == "read-only"
            raise_trouble(error, self.path)

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """All rows of a question."""
        try:
            return self._usable().execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise_trouble(error, self.path)

    def number(self, sql: str, *values: object) -> int:
        """The one number that a question has as its answer."""
        ((number,),) = self.rows(sql, *values)
        return int(number)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is run inside is on the disk afterwards, or none of it."""
        if self.read_only:
            raise trouble("read-only", self.path)
        refuse_without(self.lock, self.path)
        with self._all_or_nothing():
            yield
        self._unsaved = True

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read inside is of one moment."""
        if self._connection.in_transaction:
            yield
            return
        self.run("BEGIN")
        try:
            yield
        finally:
            self._roll_back()

    def checkpoint(self, mode: str = "PASSIVE") -> None:
        """Bring what the log holds into the file itself; nothing to do when nothing was written since."""
        if not self._unsaved or self.read_only:
            return
        refuse_without(self.lock, self.path)
        ((busy, logged, brought),) = self.rows(f"PRAGMA wal_checkpoint({mode})")
        if not busy and logged == brought:
            self._begin_log()
            self._unsaved = False

    def forget(self) -> None:
        """Leave nothing of what was deleted in the log, if the disk lets us."""
        with suppress(JournalTrouble):
            self.checkpoint("TRUNCATE")

    def _begin_log(self) -> None:
        with self._all_or_nothing():
            self.run(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        """SQLite itself ends a transaction at some errors."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _usable(self) -> sqlite3.Connection:
        """What was opened write-protected stays so, and so does all that is opened beside it: open it anew."""
        if self._stale:
            close_keeping_log(self._connection, self.path)
            self._connection = open_to_write(self.path)
            self._stale = False
        return self._connection

    def copy_to(self, path: Path) -> None:
        """Write the whole content to one new file, entirely or not at all. Refused with "backup-exists"."""
        part = path.with_name(f"{path.name}.part")
        try:
            if path.exists():
                raise JournalRefusal("backup-exists")
            path.parent.mkdir(parents=True, exist_ok=True)
            part.unlink(missing_ok=True)
            self._usable().execute("VACUUM INTO ?", (str(part.absolute()),))
            sync(part)
            part.rename(path)
            sync(path.parent)
        except (sqlite3.Error, OSError) as error:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise_backup_trouble(error, path)

    def check(self) -> list[str]:
        """What a full check of the file finds wrong, in SQLite's words; reads the whole file."""
        try:
            found = [str(row[0]) for row in self.rows("PRAGMA integrity_check") if row[0] != "ok"]
            orphans = self.rows("PRAGMA foreign_key_check")
        except JournalTrouble as found_out:
            return [found_out.sentence]
        return found + [f"{table} row {row} belongs to no {parent}" for table, row, parent, _ in orphans]

    def close(self) -> None:
        """Checkpoint if the disk lets us, and leave the log file where it is."""
        with suppress(JournalTrouble):
            self.checkpoint()
        self.leave()

    def leave(self) -> None:
        """Close and change nothing; may be called again."""
        self._unsaved = False
        if self.read_only:
            self._connection.close()
        else:
            close_keeping_log(self._connection, self.path)
