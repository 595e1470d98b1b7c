"""From two frames to bus messages: only what changed, in as few bytes as one transfer allows.

A window is the pages and columns one data message fills. Each costs a command and framing on the bus, so near ones
are joined when the bytes between them cost less. No bus, chip or clock is known here; the addressing commands are
those of the data sheets (SSD1306 10.1.3 horizontal mode, also SSD1309; SH1106 page addressing, 132 columns).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from companion.screens.frames import PAGES, WIDTH

COMMAND: Final = b"\x00"
DATA: Final = b"\x40"
"""Control bytes: the first of a message, says what the others are (SSD1306 8.1.5.2)."""
MOST_MESSAGES: Final = 42
"""What the Linux kernel takes in one I2C_RDWR call (I2C_RDWR_IOCTL_MAX_MSGS)."""
MOST_WINDOWS: Final = MOST_MESSAGES // 2

_RUNS: Final = re.compile(rb"[^\0]+(?:\0{1,3}[^\0]+)*")
"""Changed columns of a page; a gap of three costs less than half a window in any chip."""
_SH1106_LEFT: Final = 2
"""The memory of 132 columns lies in the middle of the panel's 128."""


class Window(NamedTuple):
    """Pages `top` to `bottom` and columns `left` to `right`, the last ones included."""

    top: int
    bottom: int
    left: int
    right: int


class Memory(Struct, frozen=True):
    """How a chip's memory is addressed.

    `price` is what a window costs on the I2C bus beside its bytes: command, two addresses, two control bytes.
    A `tall` window may have more than one page.
    """

    price: int
    tall: bool
    address: Callable[[Window], bytes]

    def messages(self, old: bytes, new: bytes) -> list[bytes]:
        """What turns the picture `old` in the memory into `new`, command and data by turns; at most MOST_MESSAGES."""
        return self._fill(self._windows(old, new), new)

    def whole(self, frame: bytes) -> list[bytes]:
        """What fills the whole memory with a frame."""
        return self._fill(self._everything(), frame)

    def _fill(self, windows: Sequence[Window], frame: bytes) -> list[bytes]:
        return [part for window in windows for part in (COMMAND + self.address(window), _data(frame, window))]

    def _windows(self, old: bytes, new: bytes) -> Sequence[Window]:
        windows = _join(list(_runs(old, new)), self.price // 2, self.tall)  # the best bargains first
        price = self.price
        while price == self.price or len(windows) > MOST_WINDOWS:
            windows = _join(windows, price, self.tall)
            price += max(1, price // 8)
        return min(windows, self._everything(), key=self._cost)

    def _everything(self) -> Sequence[Window]:
        if self.tall:
            return [Window(0, PAGES - 1, 0, WIDTH - 1)]
        return [Window(page, page, 0, WIDTH - 1) for page in range(PAGES)]

    def _cost(self, windows: Sequence[Window]) -> int:
        return sum(self.price + _area(window) for window in windows)


def _horizontal(window: Window) -> bytes:
    return bytes((0x21, window.left, window.right, 0x22, window.top, window.bottom))


def _page(window: Window) -> bytes:
    column = window.left + _SH1106_LEFT
    return bytes((0xB0 | window.top, column & 0x0F, 0x10 | column >> 4))


MEMORIES: Final = {
    "ssd1306": Memory(10, True, _horizontal),
    "ssd1309": Memory(10, True, _horizontal),
    "sh1106": Memory(7, False, _page),
}
"""By the name of the chip in the board file."""


def _runs(old: bytes, new: bytes) -> Iterator[Window]:
    for page in range(PAGES):
        place = slice(page * WIDTH, (page + 1) * WIDTH)
        before, after = old[place], new[place]
        if before != after:
            changed = (int.from_bytes(before) ^ int.from_bytes(after)).to_bytes(WIDTH)
            for run in _RUNS.finditer(changed):
                yield Window(page, page, run.start(), run.end() - 1)


def _join(windows: Sequence[Window], price: int, tall: bool) -> list[Window]:
    """The windows, each joined to the one with which it saves most when a window costs `price`."""
    joined: list[Window] = []
    for window in windows:
        grown = window
        while (partner := _partner(grown, joined, price, tall)) is not None:
            grown = _hull(grown, joined.pop(partner))
        joined.append(grown)
    return joined


def _partner(window: Window, others: Sequence[Window], price: int, tall: bool) -> int | None:
    """Where the one is with which it saves most. Written out: this is what most of an update's time goes to."""
    top, bottom, left, right = window
    alone = price + _area(window)
    best, found = 0, None
    for index, (above, below, start, end) in enumerate(others):
        if start - right > price or left - end > price or not (tall or above == top):
            continue
        high = 1 + (below if below > bottom else bottom) - (above if above < top else top)  # noqa: FURB136
        wide = 1 + (end if end > right else right) - (start if start < left else left)  # noqa: FURB136
        saved = alone + (1 + below - above) * (1 + end - start) - high * wide
        if saved > best:
            best, found = saved, index
    return found


def _hull(one: Window, other: Window) -> Window:
    return Window(
        min(one.top, other.top),
        max(one.bottom, other.bottom),
        min(one.left, other.left),
        max(one.right, other.right),
    )


def _area(window: Window) -> int:
    top, bottom, left, right = window
    return (bottom - top + 1) * (right - left + 1)


def _data(frame: bytes, window: Window) -> bytes:
    top, bottom, left, right = window
    rows = range(top * WIDTH, bottom * WIDTH + 1, WIDTH)
    return DATA + b"".join(frame[row + left : row + right + 1] for row in rows)
