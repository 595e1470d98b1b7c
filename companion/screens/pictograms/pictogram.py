"""What a pictogram is: a small picture written as rows of `#` (lit) and `.` (left as it is)."""

from __future__ import annotations

from typing import Self

from msgspec import Struct


class Pictogram(Struct, frozen=True):
    """Rows from top to bottom, all equally wide."""

    rows: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Self:
        """Read rows, one a line; ValueError if they differ in width or hold anything but `#` and `.`."""
        rows = tuple(text.split())
        if len({len(row) for row in rows}) != 1 or set("".join(rows)) - set("#."):
            raise ValueError("a pictogram is rows of # and ., all equally wide")
        return cls(rows)

    @property
    def width(self) -> int:
        """Columns in pixels."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows in pixels."""
        return len(self.rows)
