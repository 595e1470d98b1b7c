"""What the panel's tests share: the three chips on the fake bus, frames, and what an update can cost at least."""

import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import pairwise

from luma.oled import device

from companion import boards
from companion.devices.fake_buses import FakeWire
from companion.devices.fake_oled import FakeDisplay
from companion.devices.oled import LumaChip
from companion.devices.panel import Panel
from companion.screens.canvas import Canvas
from companion.screens.frames import BLANK, HEIGHT, PAGES, SIZE, WIDTH, to_image
from companion.screens.pieces import draw_die
from companion.typefaces import load

CHIPS = ("ssd1306", "ssd1309", "sh1106")
PRICES = {"ssd1306": 10, "ssd1309": 10, "sh1106": 7}
"""Bytes a window costs beside its contents (PERFORMANCE figures of the data sheets' addressing commands)."""
FONTS = load()


def display_of(chip: str, **others) -> boards.Display:
    return boards.Display(chip, WIDTH, HEIGHT, boards.I2C(1, 0x3C), **others)


class Bench:
    """A panel and the display on its bus."""

    def __init__(self, chip: str, **others) -> None:
        self.chip = chip
        self.wire = FakeWire(FakeDisplay(chip))
        self.panel = Panel(display_of(chip, **others), LumaChip(chip), self.wire.connect)

    @property
    def seen(self) -> bytes:
        return self.wire.display.frame()

    def cost(self, frame: bytes, now: float = 0.0) -> tuple[int, int]:
        """Bytes and transfers it takes to show a frame."""
        sent, calls = self.wire.bytes_sent(), len(self.wire.calls)
        self.panel.show(frame, now)
        return self.wire.bytes_sent() - sent, len(self.wire.calls) - calls


class StockBus:
    """What luma's own devices speak to, with a display at its end."""

    def __init__(self, display: FakeDisplay) -> None:
        self._display = display
        self.sent = 0
        self.calls = 0

    def command(self, *values: int) -> None:
        self._count(values)
        self._display.commands(bytes(values))

    def data(self, values) -> None:
        self._count(values)
        self._display.data(bytes(values))

    def cleanup(self) -> None:
        """Nothing is open."""

    def _count(self, values) -> None:
        self.sent += 2 + len(values)
        self.calls += 1


class Stock:
    """luma's device as it comes, on a display of its own."""

    def __init__(self, chip: str, rotate: int = 0) -> None:
        self.display = FakeDisplay(chip)
        self.bus = StockBus(self.display)
        with deprecated():
            self.device = getattr(device, chip)(self.bus, rotate=rotate)
        self.device.persist = True

    def show(self, frame: bytes) -> bytes:
        with deprecated():
            self.device.display(to_image(frame))
        return self.display.frame()


@contextmanager
def deprecated() -> Iterator[None]:
    """luma reads pictures in a way that Pillow is about to drop."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def noise(seed: int) -> bytes:
    """A frame in which no two bytes have to do with each other."""
    start = seed.to_bytes(4)
    return b"".join(zlib.crc32(start + n.to_bytes(4)).to_bytes(4) for n in range(SIZE // 4))


def every_other() -> bytes:
    """A frame whose columns are lit and dark by turns."""
    return b"\xff\x00" * (SIZE // 2)


def drawn(draw) -> bytes:
    canvas = Canvas(FONTS)
    draw(canvas)
    return canvas.frame()


def menu(row: int) -> bytes:
    """Four lines of a menu and the arrow before one of them."""

    def draw(canvas: Canvas) -> None:
        for n, text in enumerate(("New game", "Die", "Records", "People")):
            canvas.text(9, 3 + 13 * n, text)
        canvas.arrow(0, 5 + 13 * row)

    return drawn(draw)


def die(face: int) -> bytes:
    return drawn(lambda canvas: draw_die(canvas, 4, 4, 56, face))


def cell() -> bytes:
    """A lit square of 16 pixels, page-aligned."""
    return drawn(lambda canvas: canvas.box(48, 16, 63, 31, fill=True))


CHANGES = {
    "nothing": (menu(0), menu(0)),
    "menu arrow moved a line": (menu(1), menu(2)),
    "a 16×16 cell, page-aligned": (BLANK, cell()),
    "die 56×56 from 1 to 6": (die(1), die(6)),
    "everything": (BLANK, bytes([255]) * SIZE),
}


def floor(chip: str, old: bytes, new: bytes) -> int:
    """The fewest bytes that windows which do not overlap can take from one frame to the other."""
    everything = SIZE + PRICES[chip] * (PAGES if chip == "sh1106" else 1)
    return min(everything, _by_page(old, new) if chip == "sh1106" else _by_rectangle(old, new, PRICES[chip]))


def _by_page(old: bytes, new: bytes) -> int:
    price, total = PRICES["sh1106"], 0
    for page in range(0, SIZE, WIDTH):
        changed = [column for column in range(WIDTH) if old[page + column] != new[page + column]]
        gaps = [after - before for before, after in pairwise(changed)]
        total += sum(min(gap, price + 1) for gap in gaps) + (price + 1 if changed else 0)
    return total


Stack = tuple[tuple[int, int], ...]


@cache
def _stacks() -> tuple[list[list[int]], list[int], list[int]]:
    """All sets of windows that one column can meet: those with one window less, the height, the pages as bits."""
    stacks: list[Stack] = [()]
    for stack in stacks:
        start = stack[-1][1] + 1 if stack else 0
        stacks += [(*stack, (top, bottom)) for top in range(start, PAGES) for bottom in range(top, PAGES)]
    stacks.sort(key=len)
    number = {stack: n for n, stack in enumerate(stacks)}
    smaller = [[number[stack[:k] + stack[k + 1 :]] for k in range(len(stack))] for stack in stacks]
    heights = [sum(bottom - top + 1 for top, bottom in stack) for stack in stacks]
    pages = [sum(1 << page for top, bottom in stack for page in range(top, bottom + 1)) for stack in stacks]
    return smaller, heights, pages


def _by_rectangle(old: bytes, new: bytes, price: int) -> int:
    """The best of all ways, from column to column: a window ends for nothing, and begins for its price."""
    smaller, heights, pages = _stacks()
    never = 10**9
    best = [0] + [never] * (len(heights) - 1)
    for column in range(WIDTH):
        changed = sum(1 << page for page in range(PAGES) if old[page * WIDTH + column] != new[page * WIDTH + column])
        for n in reversed(range(len(best))):
            for less in smaller[n]:
                if best[n] < best[less]:  # noqa: PLR1730 (min() takes twice the time of this test)
                    best[less] = best[n]
        for n, others in enumerate(smaller):
            for less in others:
                if best[less] + price < best[n]:  # noqa: PLR1730
                    best[n] = best[less] + price
        best = [cost + heights[n] if not changed & ~pages[n] else never for n, cost in enumerate(best)]
    return min(best)
