"""The record of matches on disk: people, matches, every accepted line in order, plain rolls and settings.

A match is its header and its lines. Results, scores and faces are derived from them, written in the
transaction of the line that ends a match and removed in that of the line that reopens it; `Journal.rebuild`
makes them anew. The journal stores text: it knows no rules (results are given), reads no clock (times are
given, in seconds since the epoch, and order nothing) and shows nothing. A person renamed keeps their
matches; the lines stay as they were said.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

import msgspec

from companion.games.records import Record, Result
from companion.journal.database import Database, refuse_without
from companion.journal.opening import has_lost_its_file, is_there, set_aside
from companion.journal.outcomes import Outcomes
from companion.journal.refusals import JournalRefusal
from companion.journal.roster import Roster
from companion.journal.troubles import JournalTrouble
from companion.lock import Lock

_START = "INSERT INTO matches (id, game, header, started, status, since) VALUES (?, ?, ?, ?, 'open', ?)"
_SEAT = "INSERT INTO seats (match, seat, person, said) SELECT ?, ?, id, ? FROM people WHERE name = ?"
_APPEND = """
    INSERT INTO lines (match, n, line)
    SELECT ?, coalesce(max(n), 0) + 1, ? FROM lines WHERE match = ?"""
_PLAYERS = "SELECT name FROM seats JOIN people ON people.id = seats.person WHERE match = ? ORDER BY seat"
_PUT_ASIDE = """
    UPDATE matches SET status = 'aside', since = ?,
        place = (SELECT coalesce(max(place), 0) + 1 FROM matches WHERE status = 'aside')
    WHERE id = ?"""


class _Header(msgspec.Struct):
    game: str
    players: tuple[str, ...]


class Journal(Roster, Outcomes):
    """One journal file. When the disk refuses, any method raises JournalTrouble and nothing was changed."""

    def __init__(self, database: Database, moved: Path | None = None) -> None:
        self._file = database
        self.path = database.path
        self.set_aside = moved
        """Where a broken file was moved when this journal was opened."""

    @classmethod
    def open(cls, path: Path, read_only: bool = False, lock: Lock | None = None) -> Self:
        """Open or make a journal. A broken file is renamed, never deleted, and a new journal begun.

        With `read_only` no file is made, moved or changed, and another program may go on writing. As long as the
        `lock` is not held, which an owner who is sure to be alone does without, the journal can be read only.
        """
        if read_only:
            return cls._opened(Database(path, read_only=True))
        moved = _set_aside(path, lock) if has_lost_its_file(path) else None
        try:
            return cls._opened(Database(path, lock=lock), moved)
        except JournalTrouble as trouble:
            if trouble.kind != "broken":
                raise
        moved = _set_aside(path, lock)
        return cls._opened(Database(path, lock=lock), moved)

    @classmethod
    def _opened(cls, database: Database, moved: Path | None = None) -> Self:
        journal = cls(database, moved)
        try:
            for needed_at_start in (journal.people, journal.settings, journal.open_match):
                needed_at_start()
        except JournalTrouble:
            journal._file.leave()
            raise
        return journal

    def begin_anew(self) -> None:
        """After a trouble of kind "broken": set the file aside (see `set_aside`) and begin a new one."""
        lock = self._file.lock
        refuse_without(lock, self.path)
        self._file.leave()
        if is_there(self.path):
            self.set_aside = set_aside(self.path)
        self._file = Database(self.path, lock=lock)

    def claim(self) -> bool:
        """Hold the lock if it can be held by now.

        True where it was not held before: then another box may have written since this journal was opened.
        """
        return self._file.claim()

    # matches

    def start(self, header_line: str, players: Sequence[str], now: float) -> int:
        """Begin a match of these players, in the order of their seats; returns its number.

        The header may have earlier names of theirs. Players not in the roster are added to it. Refused with
        "other-open".
        """
        header = msgspec.json.decode(header_line, type=_Header)
        with self._file.transaction():
            self._refuse_another_open()
            match = self.next_id()
            self._file.run(_START, match, header.game, header_line, now, now)
            for seat, (name, said) in enumerate(zip(players, header.players, strict=True)):
                self._file.run("INSERT OR IGNORE INTO people (name) VALUES (?)", name)
                self._file.run("UPDATE people SET played = ? WHERE name = ?", match, name)
                self._file.run(_SEAT, match, seat, said, name)
        return match

    def next_id(self) -> int:
        """The number the next match will get. No number is used twice."""
        rows = self._file.rows("SELECT seq FROM sqlite_sequence WHERE name = 'matches'")
        return int(rows[0][0]) + 1 if rows else 1

    def append(self, match: int, line: str, now: float, result: Result | None, before: Sequence[str] = ()) -> None:
        """Add an accepted line; `result` when the match is over after it, None while it is not.

        `before` are lines that came just before it and are kept with it: all of them or none. A line without result
        reopens a finished match. Refusals: "unknown-match", "not-open", "other-open".
        """
        with self._file.transaction():
            status = self._status(match)
            if status == "aside":
                raise JournalRefusal("not-open")
            for accepted in (*before, line):
                self._file.run(_APPEND, match, accepted, match)
            if status == "done":
                self._file.run("DELETE FROM results WHERE match = ?", match)
            if status == "done" and result is None:
                self._open(match, now)
            if result is not None:
                self._finish(match, now, result)

    def open_match(self) -> Record | None:
        """The match being played, if there is one."""
        return next(iter(self._records("status = 'open'")), None)

    def aside(self) -> tuple[Record, ...]:
        """The matches put aside, latest first."""
        return self._records("status = 'aside' ORDER BY place DESC")

    def aside_size(self) -> int:
        """How many matches are put aside."""
        return self._file.number("SELECT count(*) FROM matches WHERE status = 'aside'")

    def record(self, match: int) -> Record | None:
        """Any match, or None when there is none of this number."""
        return next(iter(self._records("id = ?", match)), None)

    def put_aside(self, match: int, now: float) -> None:
        """Refusals: "unknown-match", "not-open"."""
        with self._file.transaction():
            if self._status(match) != "open":
                raise JournalRefusal("not-open")
            self._file.run(_PUT_ASIDE, now, match)

    def resume(self, match: int, now: float) -> None:
        """Open a match put aside; one that is open is put aside. Refusals: "unknown-match", "not-aside"."""
        with self._file.transaction():
            if self._status(match) != "aside":
                raise JournalRefusal("not-aside")
            for (other,) in self._file.rows("SELECT id FROM matches WHERE status = 'open'"):
                self._file.run(_PUT_ASIDE, now, other)
            self._open(match, now)

    def delete_match(self, match: int) -> None:
        """Delete a match; nothing of it stays in the file or its log. Refused with "unknown-match"."""
        with self._file.transaction():
            self._status(match)
            self._file.run("DELETE FROM matches WHERE id = ?", match)
        self._file.forget()

    def rebuild(self, results: Mapping[int, Result | None]) -> None:
        """Make the results, scores and faces of these matches anew: all of them or none. Refused with "unknown-match".

        A match with a result is done; one that was done and has none is put aside.
        """
        with self._file.transaction():
            for match, result in results.items():
                self._derive(match, self._status(match), result)

    # plain die, settings, the file

    def plain_roll(self, face: int, now: float) -> None:
        """Keep a roll outside of matches, 1 to 6."""
        with self._file.transaction():
            self._file.run("INSERT INTO plain_rolls (face, time) VALUES (?, ?)", face, now)

    def plain_rolls(self) -> int:
        """How many plain rolls there were so far; none is ever deleted."""
        return self._file.number("SELECT coalesce(max(id), 0) FROM plain_rolls")

    def settings(self) -> dict[str, str]:
        return dict(self._file.rows("SELECT key, value FROM settings"))

    def set_setting(self, key: str, value: str) -> None:
        """Keep a setting, in place of an older value."""
        with self._file.transaction():
            self._file.run("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", key, value)

    def checkpoint(self) -> None:
        """Call when a match ends or the box is idle; costs nothing when nothing was written since."""
        self._file.checkpoint()

    def backup(self, path: Path) -> None:
        """Write the whole journal to one new file, entirely or not at all. Refused with "backup-exists"."""
        self._file.copy_to(path)

    def check(self) -> list[str]:
        """What is wrong with the file, empty when nothing is; reads all of it."""
        return self._file.check()

    def close(self) -> None:
        """Checkpoint as far as the disk lets us, then close; no trouble comes from here."""
        self._file.close()

    # shared by the methods above

    def _refuse_another_open(self) -> None:
        if self._file.rows("SELECT 1 FROM matches WHERE status = 'open'"):
            raise JournalRefusal("other-open")

    def _status(self, match: int) -> str:
        rows = self._file.rows("SELECT status FROM matches WHERE id = ?", match)
        if not rows:
            raise JournalRefusal("unknown-match")
        return str(rows[0][0])

    def _open(self, match: int, now: float) -> None:
        self._refuse_another_open()
        self._file.run("UPDATE matches SET status = 'open', since = ? WHERE id = ?", now, match)

    def _derive(self, match: int, status: str, result: Result | None) -> None:
        ((since,),) = self._file.rows("SELECT since FROM matches WHERE id = ?", match)
        self._file.run("DELETE FROM results WHERE match = ?", match)
        if result is not None:
            self._finish(match, since, result)
        elif status == "done":
            self._file.run(_PUT_ASIDE, since, match)

    def _records(self, condition: str, *values: object) -> tuple[Record, ...]:
        sql = f"SELECT id, game, header, started, status FROM matches WHERE {condition}"  # noqa: S608  ours
        with self._file.snapshot():
            return tuple(self._record(*row) for row in self._file.rows(sql, *values))

    def _record(self, match: int, game: str, header: str, started: float, status: str) -> Record:
        lines = self._file.rows("SELECT line FROM lines WHERE match = ? ORDER BY n", match)
        players = self._file.rows(_PLAYERS, match)
        return Record(
            match,
            game,
            header,
            tuple(line for (line,) in lines),
            started,
            status,
            tuple(name for (name,) in players),
        )


def _set_aside(path: Path, lock: Lock | None) -> Path:
    refuse_without(lock, path)
    return set_aside(path)
