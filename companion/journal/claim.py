"""One box to a journal: a claim on the file for as long as the box runs, gone with its process however that ends.

The claim is a lock on an empty file beside the journal. A disk that has no place for it, or no locks, grants every
claim; who only reads needs none.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from companion.journal.troubles import trouble


class Claim:
    """Held from its making to `release`. JournalTrouble of kind "in-use" while another one on the same file is."""

    def __init__(self, path: Path) -> None:
        self._lock = path.with_name(f"{path.name}-lock")
        try:
            self._descriptor: int | None = _locked(self._lock)
        except BlockingIOError:
            raise trouble("in-use", path) from None
        except OSError:
            self._descriptor = None

    def release(self) -> None:
        """Lets others have the journal; may be called again."""
        if self._descriptor is not None:
            with suppress(OSError):
                self._lock.unlink()
            os.close(self._descriptor)
        self._descriptor = None


def _locked(lock: Path) -> int:
    """The descriptor of the locked file: of the one that is there, not of one that was released meanwhile."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    while True:
        descriptor = os.open(lock, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise
        if _is_there(lock, descriptor):
            return descriptor
        os.close(descriptor)


def _is_there(lock: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(lock.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
