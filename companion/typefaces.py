"""Where the letters come from: opens the fonts shipped in `companion/fonts` for every face.

The first file of a face that has a character draws it. Letters are set one by one without kerning, so
a text is the same width on every machine.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

from companion import data
from companion.screens.lettering import Face, Fonts

_TERMINUS: Final = ("TerminusTTF-4.46.0.ttf",)
_JERSEY: Final = ("jersey-10-latin-400-normal.woff", "jersey-10-latin-ext-400-normal.woff")
_TINY: Final = ("tiny5-latin-400-normal.woff", "tiny5-latin-ext-400-normal.woff")

FILES: Final = {
    Face.SMALL: _TINY,
    Face.BODY: _TERMINUS,
    Face.TITLE: _JERSEY,
    Face.WIDE: _TERMINUS,
    Face.BIG: _JERSEY,
    Face.HUGE: _JERSEY,
}


def load() -> Fonts:
    """The fonts of all faces, the same each time; OSError if a file is missing or FreeType cannot read it."""
    return _from(data.fonts())


@cache
def _from(folder: Path) -> Fonts:
    """Opened once: what was drawn with fonts is kept with them."""
    return Fonts({face: tuple(_open(folder / name, face) for name in names) for face, names in FILES.items()})


def _open(path: Path, face: Face) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, face.size, layout_engine=ImageFont.Layout.BASIC)
