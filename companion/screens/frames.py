"""The whole 1-bit picture as the display's memory wants it.

A frame is 1024 bytes in page layout (SSD1306 and SH1106 data sheets, graphic display data RAM): page 0, the
top eight rows, first; in a page one byte for each column from left to right; in a byte bit 0 on top. A picture in
the making is its ink: one whole number whose bit 64·x + y is the pixel in column x and row y, so that drawing is OR
and moving is a shift. What is drawn and where it is sent to is not known here.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = HEIGHT // 8
SIZE: Final = WIDTH * PAGES
BLANK: Final = bytes(SIZE)

_PANEL: Final = (1 << WIDTH * HEIGHT) - 1
_EACH_COLUMN: Final = sum(1 << HEIGHT * column for column in range(2 * WIDTH))
_UPSIDE_DOWN: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def pack(image: Image.Image) -> bytes:
    """The frame of a 128×64 picture of mode "1"."""
    return from_ink(ink(image))


def ink(image: Image.Image) -> int:
    """The ink of a picture of mode "1" that is any number of pixels wide; of its rows the first 64."""
    columns = image.crop((0, 0, image.width, HEIGHT)).transpose(Image.Transpose.TRANSPOSE)
    return int.from_bytes(columns.tobytes("raw", "1;R"), "little")


def from_ink(pixels: int) -> bytes:
    """The frame of the ink; columns right of the panel are cut."""
    columns = (pixels & _PANEL).to_bytes(SIZE, "little")
    return b"".join([columns[page::PAGES] for page in range(PAGES)])


def moved(pixels: int, x: int, y: int) -> int:
    """The ink moved right by x and down by y, both may be negative; what leaves the panel is cut."""
    shift = HEIGHT * x + y
    kept = pixels & _kept_rows(y)
    return kept << shift if shift >= 0 else kept >> -shift


@cache
def _kept_rows(y: int) -> int:
    """The rows that are still on the panel after a move down by y, in as many columns as may come into sight."""
    rows = ((1 << HEIGHT) - 1 >> max(0, y)) & -(1 << max(0, -y))
    return rows * _EACH_COLUMN


def to_image(frame: bytes) -> Image.Image:
    """The 128×64 picture of mode "1" that a frame holds; ValueError unless it has 1024 bytes."""
    if len(frame) != SIZE:
        raise ValueError(f"a frame has {SIZE} bytes, not {len(frame)}")
    columns = b"".join(frame[column::WIDTH] for column in range(WIDTH))
    picture = Image.frombytes("1", (HEIGHT, WIDTH), columns, "raw", "1;R")
    return picture.transpose(Image.Transpose.TRANSPOSE)


def rotated(frame: bytes) -> bytes:
    """The frame turned by 180 degrees."""
    return frame[::-1].translate(_UPSIDE_DOWN)
