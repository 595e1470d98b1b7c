"""Letters: the faces, how wide a text is, how it is shortened and wrapped, and its picture.

A text is drawn once and kept as a 1-bit strip; a frame is pasted together from strips. Fonts are handed in:
where they lie on the disk is not known here, nor is the canvas. No text raises: what no font has is a box.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont

ELLIPSIS: Final = "…"

_NO_CHARACTER: Final = "\U0010ffff"
_SUBSTITUTES: Final = {"ẞ": "ß", "\u2010": "-", "\u2011": "-"}
_BREAKS: Final = re.compile(r"[ \t\r\n]+")


@dataclass(frozen=True, slots=True)
class Metrics:
    """Measures of a face, in pixels but for `size`, the size its font is opened at.

    The sizes are those at which each pixel of the design fills whole pixels of the panel.
    """

    size: float
    height: int  # of the line cell
    ascent: int  # from the top of the cell to the baseline
    accent: int  # rows above the cell that the highest accents need
    capital: int  # height of a capital letter
    gap: int  # empty pixels at the right of a letter


class Face(Enum):
    """The six sizes of letters, smallest first."""

    SMALL = Metrics(size=8, height=8, ascent=7, accent=2, capital=5, gap=1)
    BODY = Metrics(size=12, height=12, ascent=10, accent=0, capital=8, gap=1)
    TITLE = Metrics(size=56 / 3, height=17, ascent=13, accent=2, capital=10, gap=1)
    WIDE = Metrics(size=18, height=18, ascent=15, accent=0, capital=12, gap=1)
    BIG = Metrics(size=112 / 3, height=34, ascent=26, accent=4, capital=20, gap=2)
    HUGE = Metrics(size=56, height=51, ascent=39, accent=6, capital=30, gap=3)

    @property
    def height(self) -> int:
        """Height of the line cell in pixels."""
        return self.value.height

    @property
    def ascent(self) -> int:
        """Pixels from the top of the line cell to the baseline."""
        return self.value.ascent

    @property
    def accent(self) -> int:
        """Rows above the line cell that the highest accents need."""
        return self.value.accent

    @property
    def capital(self) -> int:
        """Height of a capital letter in pixels."""
        return self.value.capital


@dataclass(frozen=True, eq=False)
class Fonts:
    """For each face its opened fonts; the first that has a character draws it."""

    faces: Mapping[Face, tuple[FreeTypeFont, ...]]


@lru_cache(maxsize=512)
def strip(fonts: Fonts, face: Face, string: str) -> Image.Image:
    """The picture of a text: the face's line cell and its accents above. Shared: never draw into it."""
    letters = list(_letters(fonts, face, string))
    picture = Image.new("1", (max(1, sum(advance for _, _, advance in letters)), face.accent + face.height))
    pen, x, baseline = ImageDraw.Draw(picture), 0, face.accent + face.ascent
    for letter, font, advance in letters:
        if font is None:
            pen.rectangle((x, baseline - face.capital, x + _box_width(face) - 1, baseline - 1), outline=1)
        else:
            pen.text((x, baseline), letter, fill=1, font=font, anchor="ls")
        x += advance
    return picture


@lru_cache(maxsize=1024)
def width(fonts: Fonts, face: Face, string: str) -> int:
    """Pixels from the left of the first letter to the right of the last one, without the gap after it."""
    return max(0, sum(advance for _, _, advance in _letters(fonts, face, string)) - face.value.gap)


def shorten(fonts: Fonts, face: Face, string: str, room: int) -> str:
    """The text if it fits into `room` pixels, else as much of it as fits with an ellipsis at its end."""
    if width(fonts, face, string) <= room:
        return string
    advance = _letter(fonts, face, ELLIPSIS)[2]
    if room < advance - face.value.gap:
        return ""
    return _head(fonts, face, string, room - advance).rstrip() + ELLIPSIS


def wrap(fonts: Fonts, face: Face, string: str, room: int, lines: int) -> list[str]:
    """The text as at most `lines` lines of `room` pixels, broken between words.

    What does not fit ends in an ellipsis. A word wider than a line is broken where the line ends. A no-break
    space does not break.
    """
    rest = " ".join(word for word in _BREAKS.split(string) if word)
    broken: list[str] = []
    while rest and len(broken) < lines - 1:
        line, rest = _first_line(fonts, face, rest, room)
        broken.append(line)
    return [*broken, shorten(fonts, face, rest, room)] if rest and lines > 0 else broken


def has(fonts: Fonts, face: Face, character: str) -> bool:
    """Whether a font of the face has the character (a stand-in counts); if not, a box is drawn for it."""
    return _letter(fonts, face, character)[1] is not None


def _first_line(fonts: Fonts, face: Face, text: str, room: int) -> tuple[str, str]:
    head = _head(fonts, face, text, room) or text[0]
    if head == text:
        return text, ""
    end = len(head) if text[len(head)] == " " else head.rfind(" ")
    if end <= 0:
        return head, text[len(head) :]
    return text[:end], text[end + 1 :]


def _head(fonts: Fonts, face: Face, string: str, room: int) -> str:
    """The longest beginning of the text that is at most `room` pixels wide."""
    used = 0
    for place, (_, _, advance) in enumerate(_letters(fonts, face, string)):
        used += advance
        if used - face.value.gap > room:
            return string[:place]
    return string


def _letters(fonts: Fonts, face: Face, string: str) -> Iterator[tuple[str, FreeTypeFont | None, int]]:
    return (_letter(fonts, face, character) for character in string)


@lru_cache(maxsize=1024)
def _letter(fonts: Fonts, face: Face, character: str) -> tuple[str, FreeTypeFont | None, int]:
    """What is drawn for a character, by which font (None: a box), and how many pixels it advances."""
    letter = _SUBSTITUTES.get(character, character)
    if unicodedata.category(letter) == "Zs":
        letter = " "
    for font in fonts.faces[face] if letter.isprintable() else ():
        if _looks(font, letter) != _looks(font, _NO_CHARACTER):
            return letter, font, round(font.getlength(letter, mode="1"))
    return letter, None, _box_width(face) + face.value.gap


def _box_width(face: Face) -> int:
    return face.capital * 3 // 4


@lru_cache(maxsize=1024)
def _looks(font: FreeTypeFont, letter: str) -> tuple[float, bytes]:
    """Width and picture: a font without the letter shows the same as for no character at all."""
    return font.getlength(letter, mode="1"), bytes(font.getmask(letter, mode="1"))
