"""Letters: the faces, how wide a text is, how it is shortened and wrapped, and its picture.

A text is drawn once and kept as ink; a frame is put together from it. Fonts are handed in:
where they lie on the disk is not known here, nor is the canvas. No text raises: what no font has is a box.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont

from companion.screens import frames

ELLIPSIS: Final = "…"

_NO_CHARACTER: Final = "\U0010ffff"
_SUBSTITUTES: Final = {"ẞ": "ß", "\u2010": "-", "\u2011": "-"}
_BREAKS: Final = re.compile(r"[ \t\r\n]+")


class Face(Enum):
    """The six sizes of letters, the smallest capitals first; all measures but `size` in pixels.

    `size` is what its font is opened at: there every pixel of the design fills whole pixels of the panel.
    """

    SMALL = (8, 8, 7, 2, 5, 1)
    BODY = (12, 12, 10, 0, 8, 1)
    TITLE = (56 / 3, 17, 13, 2, 10, 1)
    WIDE = (18, 18, 15, 0, 12, 1)
    BIG = (112 / 3, 34, 26, 4, 20, 2)
    HUGE = (56, 51, 39, 6, 30, 3)

    def __init__(self, size: float, height: int, ascent: int, accent: int, capital: int, gap: int) -> None:
        self.size = size
        self.height = height  # of the line cell
        self.ascent = ascent  # from the top of the cell to the baseline
        self.accent = accent  # above the cell, for the highest accents
        self.capital = capital  # height of a capital letter
        self.gap = gap  # empty at the right of a letter

    __hash__ = object.__hash__  # Enum's own is a call into Python for every look-up in a cache


class Fonts(Struct, frozen=True, eq=False):
    """For each face its opened fonts; the first that has a character draws it."""

    faces: Mapping[Face, tuple[FreeTypeFont, ...]]


class Line(Struct, frozen=True):
    """A text made to fit: what is left of it, its width, its ink and the first row of it that is lit."""

    text: str
    width: int
    ink: int
    top: int


@lru_cache(maxsize=512)
def line(fonts: Fonts, face: Face, string: str, room: int) -> Line:
    """The text in one line of at most `room` pixels, shortened if it must be."""
    text = shorten(fonts, face, string, room)
    picture = strip(fonts, face, text)
    return Line(text, width(fonts, face, text), frames.ink(picture), (picture.getbbox() or (0, 0))[1])


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
    return max(0, sum(advance for _, _, advance in _letters(fonts, face, string)) - face.gap)


def shorten(fonts: Fonts, face: Face, string: str, room: int) -> str:
    """The text if it fits into `room` pixels, else as much of it as fits with an ellipsis at its end."""
    if width(fonts, face, string) <= room:
        return string
    advance = _letter(fonts, face, ELLIPSIS)[2]
    if room < advance - face.gap:
        return ""
    return _head(fonts, face, string, room - advance).rstrip() + ELLIPSIS


@lru_cache(maxsize=128)
def wrap(fonts: Fonts, face: Face, string: str, room: int, lines: int) -> tuple[str, ...]:
    """The text as at most `lines` lines of `room` pixels, broken between words.

    What does not fit ends in an ellipsis. A word wider than a line is broken where the line ends. A no-break
    space does not break.
    """
    rest = " ".join(word for word in _BREAKS.split(string) if word)
    broken: list[str] = []
    while rest and len(broken) < lines - 1:
        first, rest = _first_line(fonts, face, rest, room)
        broken.append(first)
    if rest and lines > 0:
        broken.append(shorten(fonts, face, rest, room))
    return tuple(broken)


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
        if used - face.gap > room:
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
    return letter, None, _box_width(face) + face.gap


def _box_width(face: Face) -> int:
    return face.capital * 3 // 4


@lru_cache(maxsize=1024)
def _looks(font: FreeTypeFont, letter: str) -> tuple[float, bytes]:
    """Width and picture: a font without the letter shows the same as for no character at all."""
    return font.getlength(letter, mode="1"), bytes(font.getmask(letter, mode="1"))
