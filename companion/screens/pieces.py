"""The things of the games, drawn on a canvas: die, fence, wolf tracker.

What a face, a fence or a tracker means for a match is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from companion.screens.canvas import Area, Canvas
from companion.screens.lettering import Face
from companion.screens.pictograms import Pictogram

PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    0: (),
    1: ((1, 1),),
    2: ((2, 0), (0, 2)),
    3: ((2, 0), (1, 1), (0, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}
"""Column and row of the pips of each face, 0 to 2; face 0 is a die still rolling."""

FENCES: Final = {1: "DRU", 2: "DD", 3: "DDR", 4: "DDL", 5: "DRD", 6: "DLD"}
"""The segments of each face's fence, one cell long, from the top: down, left, right, up (13 Sheep rules)."""

_STEPS: Final = {"D": (0, 1), "L": (-1, 0), "R": (1, 0), "U": (0, -1)}
_THICK_FROM: Final = 24
_ROOMY: Final = 12
_CROWDED: Final = (10, 2)
_COMFORT: Final = ((17, 9), (15, 7), (13, 5), (10, 5), (10, 4), (10, 3))
"""Rows a tracker's box takes with and without a number, a dark row below included; roomiest first."""


def draw_die(canvas: Canvas, x: int, y: int, size: int, face: int) -> None:
    """A die `size` pixels wide and high showing a face of 1 to 6, or none (0)."""
    edge = 2 if size >= _THICK_FROM else 1
    canvas.box(x, y, x + size - 1, y + size - 1, radius=max(2, size // 6), edge=edge)
    pip = max(1, size // 5)
    pip -= (pip - size) % 2
    margin = edge + max(1, (size - 2 * edge - 3 * pip) // 4)
    places = (margin, (size - pip) // 2, size - pip - margin)
    for column, row in PIPS[face]:
        canvas.picture(x + places[column], y + places[row], _disc(pip))


def draw_fence(canvas: Canvas, x: int, y: int, size: int, face: int) -> None:
    """The fence of a face in a square of `size` pixels, amid the points of the sheet's grid."""
    cell = size // 6 * 2
    corners = _corners(face)
    across, down = ([*axis] for axis in zip(*corners, strict=True))
    left = x + size // 2 - (min(across) + max(across)) * cell // 2
    top = y + size // 2 - (min(down) + max(down)) * cell // 2
    _grid(canvas, (x, y, x + size, y + size), (left, top), cell)
    points = [(left + column * cell, top + row * cell) for column, row in corners]
    for one, other in pairwise(points):
        (x0, y0), (x1, y1) = sorted((one, other))
        canvas.box(x0 - 1, y0 - 1, x1 + 1, y1 + 1, fill=True)


def _grid(canvas: Canvas, area: Area, point: tuple[int, int], cell: int) -> None:
    """All points of the grid through one point that lie in the area."""
    x0, y0, x1, y1 = area
    columns = range(x0 + (point[0] - x0) % cell, x1 + 1, cell)
    rows = range(y0 + (point[1] - y0) % cell, y1 + 1, cell)
    canvas.pixels([(x, y) for x in columns for y in rows])


class _Rows(Struct, frozen=True):
    """Which boxes of a tracker are tall enough for a number; the rows a tall and a flat one take."""

    tall: frozenset[int]
    tall_rows: int
    flat_rows: int


def draw_tracker(canvas: Canvas, area: Area, limits: Sequence[int], crossed: int, over: bool = False) -> None:
    """The wolf tracker from the top: a box for each limit (0: blank), the first `crossed` crossed off.

    The next box is inverted and has a pointer at its left, unless the game is `over`. Where the area is not
    high enough for all numbers, only the next ones are shown.
    """
    x, y, right, bottom = area
    rows = _rows(bottom - y + 1, limits, crossed)
    for place, limit in enumerate(limits):
        tall = place in rows.tall
        box = (x + 5, y, right, y + (rows.tall_rows if tall else rows.flat_rows) - 2)
        _box(canvas, box, limit if tall else 0, place < crossed)
        if place == crossed and not over:
            _next(canvas, box, tall, area)
        y = box[3] + 2


def _box(canvas: Canvas, area: Area, limit: int, crossed: bool) -> None:
    x0, y0, x1, y1 = area
    canvas.box(*area, fill=crossed and not limit)
    if limit and crossed:
        canvas.line(((x0, y0), (x1, y1)))
        canvas.line(((x0, y1), (x1, y0)))
    elif limit:
        face = Face.BODY if y1 - y0 >= _ROOMY else Face.SMALL
        top = (y0 + y1 + 1 - face.capital) // 2 - (face.ascent - face.capital)
        canvas.text((x0 + x1 + 2) // 2, top, str(limit), face, "m")
    elif not crossed and y1 - y0 < 2:
        canvas.clear_area((x0 + 2, y0, x1 - 2, y1))


def _next(canvas: Canvas, box: Area, tall: bool, area: Area) -> None:
    """The pointer at a box, whole inside the area of the tracker; a tall box is inverted."""
    x0, y0, x1, y1 = box
    middle = max(area[1] + 2, min(area[3] - 2, (y0 + y1) // 2))
    for column in range(3):
        reach = 2 - column
        canvas.line(((x0 - 5 + column, middle - reach), (x0 - 5 + column, middle + reach)))
    if tall:
        canvas.invert((x0 + 1, y0 + 1, x1 - 1, y1 - 1))


def _rows(height: int, limits: Sequence[int], crossed: int) -> _Rows:
    """The roomiest heights at which all numbers fit, else room for some of the next ones."""
    numbered = [place for place, limit in enumerate(limits) if limit]
    blank = len(limits) - len(numbered)
    for tall, flat in _COMFORT:
        if tall * len(numbered) + flat * blank <= height + 1:
            return _Rows(frozenset(numbered), tall, flat)
    tall, flat = _CROWDED
    room = max(0, (height + 1 - flat * len(limits)) // (tall - flat))
    ahead = [place for place in numbered if place >= crossed]
    return _Rows(frozenset(ahead[:room]), tall, flat)


def _corners(face: int) -> list[tuple[int, int]]:
    """The grid points a fence runs through, from its start at (0, 0)."""
    corners = [(0, 0)]
    for step in FENCES[face]:
        across, down = _STEPS[step]
        corners.append((corners[-1][0] + across, corners[-1][1] + down))
    return corners


@lru_cache(maxsize=32)
def _disc(size: int) -> Pictogram:
    """A round spot `size` pixels wide, cut a little at the corners so that small ones look round."""
    squares = [(2 * place + 1 - size) ** 2 for place in range(size)]
    reach = size * size - size / 2
    return Pictogram(tuple("".join("#" if down + across <= reach else "." for across in squares) for down in squares))
