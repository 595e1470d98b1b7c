"""The panel as a sheet to draw on: 128×64 pixels, lit or dark, (0, 0) at the top left.

The canvas remembers the texts on it, so a screen can be tested by its words. What the pictures mean is not
known here: dice, fences and trackers are drawn by `pieces` on a canvas. An area has both corners inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

from PIL import Image, ImageDraw

from companion.screens import frames, lettering
from companion.screens.frames import HEIGHT, WIDTH
from companion.screens.lettering import Face, Fonts, Line
from companion.screens.pictograms import ARROW, Pictogram

Anchor = Literal["l", "m", "r"]
Area = tuple[int, int, int, int]

CONTROLS_TOP: Final = 56
CONTROLS_GAP: Final = 5
SAME_LINE: Final = 4
SOFT_HYPHEN: Final = "\u00ad"
"""Where a word may be broken."""


class Canvas:
    """One picture in the making."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._ink = 0
        self._words: list[tuple[int, int, str]] = []

    @property
    def words(self) -> tuple[str, ...]:
        """All texts as drawn, from top to bottom, in a line from left to right."""
        lines: list[list[tuple[int, int, str]]] = []
        for word in sorted(self._words):
            if lines and word[0] - lines[-1][0][0] <= SAME_LINE:
                lines[-1].append(word)
            else:
                lines.append([word])
        return tuple(text for line in lines for _, _, text in sorted(line, key=lambda word: word[1]))

    def frame(self) -> bytes:
        """The picture as 1024 bytes in the display's page layout."""
        return frames.from_ink(self._ink)

    def width_of(self, string: str, face: Face) -> int:
        """Pixels the text takes in this face."""
        return lettering.width(self.fonts, face, string)

    def text(
        self,
        x: int,
        y: int,
        string: str,
        face: Face = Face.BODY,
        anchor: Anchor = "l",
        width: int | None = None,
    ) -> int:
        """Draw one line of text and return its width in pixels.

        `y` is the top of the line cell; `x` the left end, the middle or the right end (the pixel after it).
        A text wider than `width`, or than what the panel has left, ends in an ellipsis.
        """
        room = _room(x, anchor) if width is None else min(width, _room(x, anchor))
        line = lettering.line(self.fonts, face, string, room)
        self._note(self._set(x, y, line, face, anchor), y + face.ascent, line.text)
        return line.width

    def fit(self, x: int, y: int, string: str, faces: Sequence[Face], width: int, anchor: Anchor = "l") -> Face:
        """Draw the text in the first of `faces` it fits in, in the last one shortened, and return that face.

        `y` is the top of the first face's line cell; the middle of the capitals stays where that face has it.
        """
        room = min(width, _room(x, anchor))
        face = next((face for face in faces if self.width_of(string, face) <= room), faces[-1])
        self.text(x, y + _middle(faces[0]) - _middle(face), string, face, anchor, width)
        return face

    def fits(self, string: str, face: Face, width: int, lines: int) -> bool:
        """Whether the whole text fits into so many lines of `width` pixels, broken between words and nowhere else."""
        whole = all(self.width_of(word, face) <= width for word in string.split(" "))
        return whole and len(lettering.wrap(self.fonts, face, string, width, lines + 1)) <= lines

    def wrapped(self, x: int, y: int, string: str, face: Face, width: int, lines: int, anchor: Anchor = "l") -> int:
        """Draw the text in at most `lines` lines broken between words, and return how many it took."""
        broken = lettering.wrap(self.fonts, face, string, width, lines)
        placed = [lettering.line(self.fonts, face, text, width) for text in broken]
        lefts = [self._set(x, y + n * face.height, line, face, anchor) for n, line in enumerate(placed)]
        self._note(min(lefts, default=x), y + face.ascent, " ".join(broken))
        return len(broken)

    def over_lines(self, x: int, y: int, word: str, face: Face, leading: int) -> None:
        """Draw one word over several lines, `leading` pixels apart, broken at its soft hyphens."""
        parts = word.split(SOFT_HYPHEN)
        for n, part in enumerate(parts):
            hyphen = "-" if n + 1 < len(parts) else ""
            line = lettering.line(self.fonts, face, part + hyphen, _room(x, "l"))
            self._set(x, y + n * leading, line, face, "l")
        self._note(x, y + face.ascent, "".join(parts))

    def controls(self, pairs: Sequence[tuple[str, str]], width: int = WIDTH) -> None:
        """The bottom line: for each control its label and what it does, spread over `width` pixels."""
        texts = [f"{label} {verb}".strip() for label, verb in pairs]
        room = width - CONTROLS_GAP * (len(texts) - 1)
        limit = _limit([self.width_of(text, Face.SMALL) for text in texts], room)
        lines = [lettering.line(self.fonts, Face.SMALL, text, limit) for text in texts]
        spare, x = width - sum(line.width for line in lines), 0
        for n, line in enumerate(lines):
            left = x + spare * n // max(1, len(lines) - 1)
            self._set(left, CONTROLS_TOP, line, Face.SMALL, "l")
            self._note(left, CONTROLS_TOP + Face.SMALL.ascent, line.text)
            x += line.width

    def arrow(self, x: int, y: int) -> None:
        """The marker of a menu's place: a triangle 5 pixels wide and 9 high, pointing right."""
        self.picture(x, y, ARROW)

    def box(self, x0: int, y0: int, x1: int, y1: int, fill: bool = False, radius: int = 0, edge: int = 1) -> None:
        """A filled box, or only its edge of `edge` pixels, with round corners if it has a radius."""
        self._ink |= _box((x0, y0, x1, y1), fill, radius, edge)

    def line(self, points: Sequence[tuple[int, int]], width: int = 1) -> None:
        """A line from point to point, `width` pixels thick; square ends if it is thick."""
        self._ink |= _line(tuple(points), width)

    def pixel(self, x: int, y: int) -> None:
        """Light one pixel; outside the panel nothing happens."""
        self.pixels([(x, y)])

    def pixels(self, points: Sequence[tuple[int, int]]) -> None:
        """Light single pixels; outside the panel nothing happens."""
        self._ink |= _points(tuple(points))

    def picture(self, x: int, y: int, pictogram: Pictogram) -> None:
        """Light the pictogram's pixels, its top left corner at (x, y)."""
        self._ink |= frames.moved(_picture(pictogram), x, y)

    def clear_area(self, area: Area) -> None:
        """Make the area dark and forget the texts that begin in it."""
        x0, y0, x1, y1 = area
        self._ink &= ~_box(area, fill=True)
        self._words = [word for word in self._words if not (x0 <= word[1] <= x1 and y0 < word[0] <= y1 + 1)]

    def invert(self, area: Area) -> None:
        """Swap lit and dark in the area."""
        self._ink ^= _box(area, fill=True)

    def _set(self, x: int, y: int, line: Line, face: Face, anchor: Anchor) -> int:
        """Draw the line, lower if an accent would leave the panel, and return its left end."""
        left = x if anchor == "l" else x - line.width if anchor == "r" else x - line.width // 2
        self._ink |= frames.moved(line.ink, left, max(y - face.accent, -line.top))
        return left

    def _note(self, x: int, baseline: int, string: str) -> None:
        if string.strip():
            self._words.append((baseline, x, string))


@lru_cache(maxsize=256)
def _box(area: Area, fill: bool, radius: int = 0, edge: int = 1) -> int:
    image, inside = Image.new("1", (WIDTH, HEIGHT)), 1 if fill else None
    pen = ImageDraw.Draw(image)
    if radius:
        pen.rounded_rectangle(area, radius, inside, 1, edge)
    else:
        pen.rectangle(area, inside, 1, edge)
    return frames.ink(image)


@lru_cache(maxsize=256)
def _line(points: tuple[tuple[int, int], ...], width: int) -> int:
    image = Image.new("1", (WIDTH, HEIGHT))
    ImageDraw.Draw(image).line(points, fill=1, width=width)
    return frames.ink(image)


@lru_cache(maxsize=64)
def _points(points: tuple[tuple[int, int], ...]) -> int:
    image = Image.new("1", (WIDTH, HEIGHT))
    ImageDraw.Draw(image).point(points, fill=1)
    return frames.ink(image)


@lru_cache(maxsize=128)
def _picture(pictogram: Pictogram) -> int:
    image = Image.new("1", (pictogram.width, pictogram.height))
    image.putdata([pixel == "#" for row in pictogram.rows for pixel in row])
    return frames.ink(image)


def _room(x: int, anchor: Anchor) -> int:
    """Pixels between the edges of the panel for a text that stands at `x`."""
    return {"l": WIDTH - x, "m": 2 * min(x, WIDTH - x), "r": x}[anchor]


def _middle(face: Face) -> int:
    """Pixels from the top of the line cell to the middle of a capital."""
    return face.ascent - face.capital // 2


def _limit(widths: Sequence[int], room: int) -> int:
    """The greatest width at which all texts, none wider than it, fit into the room together."""
    if sum(widths) <= room:
        return max(widths, default=0)
    limits = range(max(widths, default=0), 0, -1)
    return next((limit for limit in limits if sum(min(width, limit) for width in widths) <= room), 0)
