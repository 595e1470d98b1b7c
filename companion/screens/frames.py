"""The whole 1-bit picture as the display's memory wants it.

A frame is 1024 bytes in page layout (SSD1306 and SH1106 data sheets, graphic display data RAM): page 0, the
top eight rows, first; in a page one byte for each column from left to right; in a byte bit 0 on top. What is
drawn and where it is sent to is not known here.
"""

from __future__ import annotations

from typing import Final

from PIL import Image

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = HEIGHT // 8
SIZE: Final = WIDTH * PAGES
BLANK: Final = bytes(SIZE)

_UPSIDE_DOWN: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def pack(image: Image.Image) -> bytes:
    """The frame of a 128×64 picture of mode "1"."""
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join(columns[page::PAGES] for page in range(PAGES))


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
