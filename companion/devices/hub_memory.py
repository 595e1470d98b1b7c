"""What the box took last from a buzzer hub, kept in a small file beside the journal.

It outlives the program, not the power: nothing is synced, since a hub that loses its power begins anew anyway. It is
written over in place, always as long: ext4 flushes a file that was cut before it was written. A file that cannot be
read or written is none.
"""

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.link.conversation import Seen

SUFFIX = ".hub"
LENGTH = 128
"""Bytes of the file: the longest id and numbers of a hub, and spaces."""


class Memory:
    """The file that belongs to a journal."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(journal.name + SUFFIX)
        self._kept: Seen | None = None

    def read(self) -> Seen:
        """What was kept; nobody, where nothing was. Nobody else writes while this program runs."""
        if self._kept:
            return self._kept
        try:
            return msgspec.json.decode(self._path.read_bytes()[:LENGTH], type=Seen)
        except (OSError, msgspec.DecodeError):
            return Seen()

    def keep(self, seen: Seen) -> None:
        """Keep it, if it is new."""
        if seen != self._kept:
            self._kept = seen
            with suppress(OSError):
                self._write(msgspec.json.encode(seen).ljust(LENGTH))

    def _write(self, data: bytes) -> None:
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            os.write(file, data)
        finally:
            os.close(file)
