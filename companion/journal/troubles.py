"""What can go wrong with the journal's file, as a kind and one sentence for the people at the table.

Knows SQLite's and the system's error codes; opens and writes nothing itself.
"""

import errno
import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from companion.games.texts import Text
from companion.troubles import Trouble

SENTENCES: Mapping[str, Text] = {
    "full": "The disk is full: make room, then press again.",
    "read-only": "The disk is write-protected: nothing can be saved until that is changed.",
    "locked": "Another program is using the journal: close it, then press again.",
    "changed": "Another box has played on this journal: look at what there is now.",
    "broken": "The journal is damaged: the box has to set it aside and begin a new one.",
    "io": "The disk has a fault: nothing was saved, press again to try once more.",
    "newer": "The journal was written by a newer version of this program: update the program.",
    "foreign": "This file belongs to another program: choose another file for the journal.",
    "missing": "There is no journal here yet: play a match first, or choose another file.",
    "no-access": "The journal cannot be opened: this user may not use its file or its folder.",
    "backup-read-only": "The backup was not saved: the place for backups is write-protected.",
    "backup-no-access": "The backup was not saved: this user may not use the place for backups.",
}
_KINDS = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_PROTOCOL: "locked",
    sqlite3.SQLITE_CORRUPT: "broken",
    sqlite3.SQLITE_NOTADB: "broken",
    sqlite3.SQLITE_CANTOPEN: "no-access",
    sqlite3.SQLITE_PERM: "no-access",
    sqlite3.SQLITE_AUTH: "no-access",
    sqlite3.SQLITE_IOERR: "io",
}
_BACKUP_KINDS = {"read-only": "backup-read-only", "no-access": "backup-no-access"}
"""What is wrong with the place for backups says nothing of the journal."""

_FILE_KINDS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read-only",
    errno.EAGAIN: "locked",
    errno.EACCES: "no-access",
    errno.EPERM: "no-access",
    errno.EEXIST: "no-access",
    errno.ENOENT: "no-access",
    errno.ENOTDIR: "no-access",
    errno.EISDIR: "no-access",
}


class JournalTrouble(Trouble):
    """The disk or another program refuses; nothing was changed. `kind` is a key of `SENTENCES`."""

    def __init__(self, sentence: str, kind: str, path: Path | None = None) -> None:
        super().__init__(f"{sentence} ({path})" if path else sentence)
        self.sentence = sentence
        self.kind = kind
        self.path = path


def trouble(kind: str, path: Path) -> JournalTrouble:
    """The trouble of this kind with this file."""
    return JournalTrouble(SENTENCES[kind], kind, path)


def raise_trouble(error: sqlite3.Error | OSError, path: Path) -> NoReturn:
    """Raise the trouble an error stands for, or the error itself when it is a mistake of the program."""
    kind = kind_of(error, path)
    if kind is None:
        raise error
    raise trouble(kind, path) from error


def raise_backup_trouble(error: sqlite3.Error | OSError, path: Path) -> NoReturn:
    """The same for an error with a backup or with its folder."""
    kind = kind_of(error, path)
    if kind is None:
        raise error
    raise trouble(_BACKUP_KINDS.get(kind, kind), path) from error


def kind_of(error: sqlite3.Error | OSError, path: Path) -> str | None:
    """The kind of trouble an error stands for; None when it is a mistake of the program."""
    if isinstance(error, OSError):
        return _FILE_KINDS.get(error.errno or 0, "io")
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # text that is no longer UTF-8
        return "broken" if isinstance(error, sqlite3.OperationalError) else None
    kind = _KINDS.get(code & 0xFF)
    return _cause(path, kind) if kind in ("io", "no-access") else kind


def _cause(path: Path, kind: str) -> str:
    """SQLite does not say why a file failed: look whether its disk is full or write-protected now."""
    try:
        disk = os.statvfs(path.parent)
    except OSError:
        return kind
    if disk.f_flag & os.ST_RDONLY:
        return "read-only"
    return "full" if disk.f_bavail == 0 else kind
