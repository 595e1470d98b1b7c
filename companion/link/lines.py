"""Cuts a stream of bytes into lines. Remembers at most one line of the longest length; drops a longer one whole."""

from companion.link.packets import LONGEST

END = b"\n"


class Lines:
    """Feed it what comes, in any pieces."""

    def __init__(self) -> None:
        self._begun = b""
        self._too_long = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that end in `data`, without their ends."""
        first, *others = data.split(END)
        if not others:
            self._begin(first)
            return []
        *whole, last = others
        lines = [] if self._too_long else [self._begun + first]
        self._begun, self._too_long = b"", False
        self._begin(last)
        return [line for line in (*lines, *whole) if len(line) <= LONGEST]

    def _begin(self, piece: bytes) -> None:
        self._too_long = self._too_long or len(self._begun) + len(piece) > LONGEST
        self._begun = b"" if self._too_long else self._begun + piece
