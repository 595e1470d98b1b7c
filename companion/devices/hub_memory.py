"""What the box took last from a buzzer hub, kept in a small file beside the journal.

It outlives the program, not the power: nothing is synced, since a hub that loses its power begins anew anyway. A file
that cannot be read or written is none.
"""

from contextlib import suppress
from pathlib import Path

import msgspec

from companion.link.conversation import Seen

SUFFIX = ".hub"


class Memory:
    """The file that belongs to a journal."""

    def __init__(self, journal: Path) -> None:
        self._path = journal.with_name(journal.name + SUFFIX)
        self._kept: Seen | None = None

    def read(self) -> Seen:
        """What was kept; nobody, where nothing was."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=Seen)
        except (OSError, msgspec.DecodeError):
            return Seen()

    def keep(self, seen: Seen) -> None:
        """Keep it, if it is new."""
        if seen != self._kept:
            self._kept = seen
            with suppress(OSError):
                self._path.write_bytes(msgspec.json.encode(seen))
