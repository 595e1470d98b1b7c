"""What a person sees on a 128x64 OLED, worked out from the bytes on its I2C bus.

Modelled after the data sheets of SSD1306 (Solomon Systech, rev 1.1) and SH1106 (Sino Wealth, 2.3): control bytes,
addressing, remapping, start line, offset, multiplex, inversion, all-on, on and off, charge pump, noise after
power-on. Not modelled: brightness (the contrast byte is kept), the wiring of COM pins, scrolling, reads.
Knows no bus and no file.
"""

import random
import struct
from collections.abc import Callable, Mapping
from typing import NamedTuple

WIDTH, HEIGHT, PAGES = 128, 64, 8
Rows = tuple[str, ...]
"""A picture: 64 strings of 128 `#` and `.`."""

DARK = ("." * WIDTH,) * HEIGHT
ADDRESS = 0x3C
HORIZONTAL, VERTICAL, BY_PAGE = 0, 1, 2
RECORD = struct.Struct("<QBBH")  # as kernel/i2c_bus.c writes it


class Message(NamedTuple):
    """One message on the bus."""

    ns: int  # the machine's monotonic clock
    address: int  # 7 bits
    read: bool
    acknowledged: bool
    data: bytes


def messages(raw: bytes) -> tuple[list[Message], bytes]:
    """The whole messages in `raw`, and what is left of it."""
    found = []
    while len(raw) >= RECORD.size:
        ns, address, flags, size = RECORD.unpack_from(raw)
        end = RECORD.size + size
        if len(raw) < end:
            break
        found.append(Message(ns, address, bool(flags & 1), not flags & 2, raw[RECORD.size : end]))
        raw = raw[end:]
    return found, raw


class Chip(NamedTuple):
    """In what the chips differ: columns of memory, addressing modes, commands with parameters, charge pump at reset."""

    columns: int
    modes: bool
    parameters: Mapping[int, int]
    lit_at_reset: bool


ONE_BYTE = dict.fromkeys((0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)
SCROLLING = {0x23: 1, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2, 0xD6: 1}
SSD = ONE_BYTE | SCROLLING | {0x20: 1, 0x21: 2, 0x22: 2}
CHIPS = {
    "ssd1306": Chip(128, True, SSD | {0x8D: 1}, lit_at_reset=False),
    "ssd1309": Chip(128, True, SSD | {0xFD: 1}, lit_at_reset=True),
    "sh1106": Chip(132, False, ONE_BYTE | {0xAD: 1}, lit_at_reset=True),
}


class Panel:
    """A panel with one of the CHIPS. Segment remap (A1) and reversed COM scan (C8) show an upright picture."""

    def __init__(self, chip: str) -> None:
        self.chip = CHIPS[chip]
        self.power_on()

    def power_on(self) -> None:
        """Forget everything, as a panel does that lost its power."""
        noise = random.Random(0)
        self.memory = [[noise.randrange(256) for _ in range(self.chip.columns)] for _ in range(PAGES)]
        self.on = self.inverted = self.all_on = self.remapped = self.reversed = False
        self.lit = self.chip.lit_at_reset
        self.start_line = self.offset = 0
        self.last_row = HEIGHT - 1
        self.contrast = 0x7F
        self.mode = BY_PAGE
        self.page = self.column = self.line_start = 0
        self.pages = (0, PAGES - 1)
        self.columns = (0, self.chip.columns - 1)
        self.command: list[int] = []

    def write(self, message: bytes) -> None:
        """Take one write: control bytes, each for one byte (Co set) or for all that follow (Co clear)."""
        while message:
            control, message = message[0], message[1:]
            end = 1 if control & 0x80 else len(message)
            for byte in message[:end]:
                (self._data if control & 0x40 else self._command)(byte)
            message = message[end:]

    def rows(self) -> Rows:
        """64 strings of 128 characters from the top, `#` lit and `.` dark."""
        if not (self.on and self.lit):
            return DARK
        return tuple(self._row(y) for y in range(HEIGHT))

    def _row(self, y: int) -> str:
        common = y if self.reversed else HEIGHT - 1 - y
        if common > self.last_row:
            return DARK[0]
        line = (common + self.start_line + self.offset) % HEIGHT
        left = (self.chip.columns - WIDTH) // 2
        seen = self.memory[line // 8][left : left + WIDTH]
        return "".join(".#"[self.all_on or bool(byte >> line % 8 & 1) != self.inverted] for byte in seen)

    def _data(self, byte: int) -> None:
        self.column = min(self.column, self.chip.columns - 1)
        segment = self.column if self.remapped else self.chip.columns - 1 - self.column
        self.memory[self.page][segment] = byte
        if self.mode == HORIZONTAL:
            self.column, wrapped = following(self.column, self.columns)
            self.page = following(self.page, self.pages)[0] if wrapped else self.page
        elif self.mode == VERTICAL:
            self.page, wrapped = following(self.page, self.pages)
            self.column = following(self.column, self.columns)[0] if wrapped else self.column
        else:
            self.column = self.column + 1 if self.column + 1 < self.chip.columns else self.line_start

    def _command(self, byte: int) -> None:
        self.command.append(byte)
        code, *values = self.command
        if len(values) < self.chip.parameters.get(code, 0):
            return
        self.command = []
        for first, last, act in COMMANDS:
            if first <= code <= last:
                act(self, code, values)

    def point(self, page: int | None = None, column: int | None = None) -> None:
        """Move the pointer, which these commands do in the page mode only."""
        if self.mode != BY_PAGE:
            return
        self.page = self.page if page is None else page
        if column is not None:
            self.column = column  # beyond the last one it may be while only one half of it is told
            self.line_start = min(column, self.chip.columns - 1) if self.chip.modes else 0

    def window(self, columns: tuple[int, int] | None = None, pages: tuple[int, int] | None = None) -> None:
        """Set the range of columns or of pages, which moves the pointer to its start."""
        self.columns, self.pages = columns or self.columns, pages or self.pages
        if self.mode != BY_PAGE:
            self.column = columns[0] if columns else self.column
            self.page = pages[0] if pages else self.page


def following(value: int, limits: tuple[int, int]) -> tuple[int, bool]:
    """The value after `value`, and whether it went back to the first of its range."""
    return (limits[0], True) if value == limits[1] else (value + 1, False)


Act = Callable[[Panel, int, list[int]], None]


def setting(name: str, value: Callable[[int, list[int]], object]) -> Act:
    return lambda panel, code, values: setattr(panel, name, value(code, values))


def switch(name: str, mask: int = 1) -> Act:
    return setting(name, lambda code, _: bool(code & mask))


def if_modes(act: Act) -> Act:
    """Only the SSD chips know addressing modes; to the SH1106 these codes are reserved."""
    return lambda panel, code, values: act(panel, code, values) if panel.chip.modes else None


COMMANDS: tuple[tuple[int, int, Act], ...] = (
    (0x00, 0x0F, lambda panel, code, _: panel.point(column=panel.column & 0xF0 | code)),
    (0x10, 0x1F, lambda panel, code, _: panel.point(column=(code & 0x0F) << 4 | panel.column & 0x0F)),
    (0x20, 0x20, if_modes(setting("mode", lambda _, values: min(values[0] & 3, BY_PAGE)))),
    (0x21, 0x21, if_modes(lambda panel, _, values: panel.window(columns=(values[0] & 0x7F, values[1] & 0x7F)))),
    (0x22, 0x22, if_modes(lambda panel, _, values: panel.window(pages=(values[0] & 7, values[1] & 7)))),
    (0x40, 0x7F, setting("start_line", lambda code, _: code & 0x3F)),
    (0x81, 0x81, setting("contrast", lambda _, values: values[0])),
    (0x8D, 0x8D, setting("lit", lambda _, values: not values or bool(values[0] & 0x04))),
    (0xA0, 0xA1, switch("remapped")),
    (0xA4, 0xA5, switch("all_on")),
    (0xA6, 0xA7, switch("inverted")),
    (0xA8, 0xA8, setting("last_row", lambda _, values: values[0] & 0x3F)),
    (0xAD, 0xAD, setting("lit", lambda _, values: not values or bool(values[0] & 0x01))),
    (0xAE, 0xAF, switch("on")),
    (0xB0, 0xB7, lambda panel, code, _: panel.point(page=code & 7)),
    (0xC0, 0xCF, switch("reversed", 0x08)),
    (0xD3, 0xD3, setting("offset", lambda _, values: values[0] & 0x3F)),
)  # fmt: skip
