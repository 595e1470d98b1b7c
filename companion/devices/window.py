"""The window of the simulator as rows of characters: the picture, its frame and the legend of the keys.

Half-blocks where they fit, braille where only that fits, else one sentence. All of it follows from the frame
and the size; the terminal itself is not known.
"""

from collections.abc import Callable, Sequence
from itertools import zip_longest

from msgspec import Struct

from companion.devices.pixels import braille, half_blocks

CLEAR = "\x1b[2J"


class Drawing(Struct, frozen=True):
    """One way to draw a frame, and the smallest window for it with two lines of legend."""

    draw: Callable[[bytes], list[str]]
    columns: int
    rows: int


DRAWINGS = (Drawing(half_blocks, 128, 36), Drawing(braille, 66, 20))
"""From the best to the smallest."""


def compose(frame: bytes, columns: int, rows: int, legend: Sequence[str]) -> list[str]:
    """The whole window: `rows` strings of `columns` characters."""
    for drawing in DRAWINGS:
        if columns >= drawing.columns and rows >= drawing.rows:
            picture = _framed(drawing.draw(frame), columns)
            return _centred(picture + _below(legend, rows - len(picture)), columns, rows)
    return _centred([_too_small(columns, rows)], columns, rows)


def patch(old: Sequence[str], new: Sequence[str]) -> str:
    """What a terminal that shows `old` must be sent to show `new`: of each row the part that changed.

    An empty `old` is a terminal that shows who knows what: it is cleared and written whole.
    """
    rows = zip_longest(old, new, fillvalue="")
    return ("" if old else CLEAR) + "".join(_row(number, *row) for number, row in enumerate(rows, 1))


def _framed(picture: list[str], columns: int) -> list[str]:
    width = len(picture[0])
    edge = "─" * width
    if columns < width + 2:
        return [edge, *picture, edge]
    return [f"┌{edge}┐", *(f"│{row}│" for row in picture), f"└{edge}┘"]


def _below(legend: Sequence[str], room: int) -> list[str]:
    width = max(map(len, legend))
    air = [""] if room > len(legend) else []
    return air + [line.ljust(width) for line in legend[:room]]


def _centred(lines: Sequence[str], columns: int, rows: int) -> list[str]:
    above = (rows - len(lines)) // 2
    below = rows - len(lines) - above
    return [_fitted(line, columns) for line in [""] * above + list(lines) + [""] * below]


def _fitted(line: str, columns: int) -> str:
    return line.center(columns) if len(line) <= columns else line[: columns - 1] + "…"


def _too_small(columns: int, rows: int) -> str:
    least = DRAWINGS[-1]
    return f"this window is {columns}×{rows}; at least {least.columns}×{least.rows} are needed"


def _row(number: int, old: str, new: str) -> str:
    if old == new:
        return ""
    changed = [column for column, (was, now) in enumerate(zip_longest(old, new)) if was != now]
    return f"\x1b[{number};{changed[0] + 1}H{new[changed[0] : changed[-1] + 1]}"
