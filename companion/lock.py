"""One box at a time on a journal: a lock file beside it, which names its owner.

The lock is the kernel's (flock) and ends with the process that holds it, however that ends. The file stays, since
removing it would let two owners in; what it says counts only while somebody holds the lock.
"""

import errno
import fcntl
import os
from pathlib import Path
from typing import Self

from companion.troubles import Trouble

SUFFIX = ".lock"
SERVICE = "run"


class Taken(Trouble):
    """Another process plays on this journal; the text is one sentence that names it."""


class Lock:
    """The lock of a journal for `companion COMMAND`."""

    def __init__(self, journal: Path, command: str) -> None:
        self._journal = journal
        self._signature = f"{os.getpid()} {command}\n".encode()
        self._descriptor: int | None = None
        self.hindrance: OSError = BlockingIOError(errno.EAGAIN, "the lock is not held")
        """Why it is not held, as long as it is not."""

    @property
    def held(self) -> bool:
        """Whether nobody else can write to the journal."""
        return self._descriptor is not None

    def __enter__(self) -> Self:
        self.take()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def take(self) -> None:
        """Hold the lock, if it is not held already. Raises Taken.

        Where no lock file can be written or locked it is not held then: nothing may be written to the journal, until a
        later try.
        """
        if self._descriptor is None and (descriptor := self._opened()) is not None:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                self.hindrance = error
                signed = os.pread(descriptor, 100, 0).decode(errors="replace")
                os.close(descriptor)
                raise Taken(_sentence(signed, self._journal)) from error
            except OSError as error:  # the file system has no locks
                self.hindrance = error
                os.close(descriptor)
                return
            self._sign(descriptor)
            self._descriptor = descriptor

    def release(self) -> None:
        """Let another have it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _opened(self) -> int | None:
        path = self._journal.with_name(self._journal.name + SUFFIX)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            self.hindrance = error
            return None

    def _sign(self, descriptor: int) -> None:
        """A full disk leaves the name out; the lock holds all the same."""
        try:
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, self._signature, 0)
        except OSError:
            return


def _sentence(signed: str, journal: Path) -> str:
    number, _, command = signed.strip().partition(" ")
    if not command:
        return f"Another companion is using {journal}: stop it first."
    how = "sudo systemctl stop companion" if command == SERVICE else f"kill {number}"
    return f"`companion {command}` (process {number}) is using {journal}: stop it first, with `{how}`."
