"""A frame as characters: half-blocks, 128 columns by 32 rows, or braille, 64 by 16.

What a frame is, screens/frames.py says: 8 pages of 128 bytes, each byte 8 pixels, bit 0 on top. What is
around the picture, and where it goes, is not known here.
"""

from companion.screens.frames import SIZE, WIDTH

HALVES = " ▀▄█"
"""By the two bits of a cell, the upper pixel being bit 0."""

_BRAILLE_BLANK = 0x2800
_LEFT_DOTS = (0x01, 0x02, 0x04, 0x40)
_RIGHT_DOTS = (0x08, 0x10, 0x20, 0x80)


def _dots(nibble: int, weights: tuple[int, int, int, int]) -> int:
    return sum(weight for bit, weight in enumerate(weights) if nibble >> bit & 1)


_LEFT = tuple(_dots(nibble, _LEFT_DOTS) for nibble in range(16))
_RIGHT = tuple(_dots(nibble, _RIGHT_DOTS) for nibble in range(16))


def whole(frame: bytes) -> bytes:
    """The frame itself; ValueError unless it has 1024 bytes."""
    if len(frame) != SIZE:
        raise ValueError(f"a frame has {SIZE} bytes, not {len(frame)}")
    return frame


def half_blocks(frame: bytes) -> list[str]:
    """The picture as 32 rows of 128 half-blocks; ValueError for a frame that is not 1024 bytes."""
    return ["".join(HALVES[byte >> shift & 0b11] for byte in page) for page in pages(frame) for shift in (0, 2, 4, 6)]


def braille(frame: bytes) -> list[str]:
    """The picture as 16 rows of 64 braille cells; ValueError for a frame that is not 1024 bytes."""
    return [
        "".join(
            chr(_BRAILLE_BLANK + _LEFT[left >> shift & 0xF] + _RIGHT[right >> shift & 0xF])
            for left, right in zip(page[::2], page[1::2], strict=True)
        )
        for page in pages(frame)
        for shift in (0, 4)
    ]


def pages(frame: bytes) -> list[bytes]:
    """The 8 pages of a frame; ValueError for a frame that is not 1024 bytes."""
    return [whole(frame)[start : start + WIDTH] for start in range(0, SIZE, WIDTH)]
