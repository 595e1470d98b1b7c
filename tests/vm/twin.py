"""What the box in the virtual Pi must show and keep: `companion drive` on a copy of its journal, given the same
presses."""

import base64
import json
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.screens.frames import HEIGHT, WIDTH
from tests.boxes import program, records
from tests.vm.panel import Rows

REST = "wait:3"  # longer than any animation


def rows_of(frame: bytes) -> Rows:
    """A frame as 64 strings of `#` and `.`."""
    return tuple("".join(".#"[frame[WIDTH * (y // 8) + x] >> y % 8 & 1] for x in range(WIDTH)) for y in range(HEIGHT))


class Twin:
    """One `companion drive`; on an empty journal, or on one that was copied from the box."""

    def __init__(self, journal: bytes = b"") -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="twin-")
        self._journal = Path(self._folder.name, "journal.db")
        if journal:
            self._journal.write_bytes(journal)
        self._drive = program("drive", "--journal", str(self._journal))
        self.screen = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._drive.communicate()
        self._folder.cleanup()

    def take(self, *tokens: str) -> Rows:
        """What is shown once these presses were made and all is at rest."""
        for token in (*tokens, REST):
            self._drive.stdin.write(f"{token}\n".encode())
            self._drive.stdin.flush()
            answer = json.loads(self._drive.stdout.readline())
        self.screen = answer["screen"]
        return rows_of(base64.b64decode(answer["frame"]))

    def lines(self) -> tuple[str, ...]:
        """The accepted lines of the latest match."""
        return records(self._journal)[-1].lines
