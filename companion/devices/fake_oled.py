"""A panel of which everything is known: it decodes what it is sent back into the picture a person would see.

Modelled after the data sheets as far as one sees it from the bus: addressing, memory, power, mirroring; not the
electrical settings. What a real chip would ignore or show as rubbish is refused as Misuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from companion.screens.frames import BLANK, PAGES, WIDTH, rotated

_NOISE: Final = 0xA5
_LENGTHS: Final = {
    "ssd1306": {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1},
    "sh1106": {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1},
}
"""Commands with arguments, and how many; the SSD1309 takes those of the SSD1306."""
_NOP: Final = 0xE3
_PLAIN: Final = {
    *(0xA0, 0xA1, 0xA4, 0xA6, 0xAE, 0xAF, 0xC0, 0xC8, _NOP),
    *(*range(0x20), *range(0x40, 0x80), *range(0xB0, 0xB8)),
}
_IGNORED: Final = {"ssd1306": set(), "sh1106": {0x20, 0x8D}}
"""What luma sends to a chip that does not know it."""
_WANTED: Final = {0xA8: 63, 0xD3: 0, 0x40: 0}
"""Rows, offset and first row of a panel of 64 rows: anything else shifts the picture."""


class Misuse(AssertionError):
    """The driver sent what the chip does not take."""


class FakeDisplay:
    """A module with a display chip, "ssd1306", "ssd1309" or "sh1106", after power-on: its memory is noise."""

    def __init__(self, chip: str) -> None:
        self.pages_only = chip == "sh1106"
        self._family = "sh1106" if self.pages_only else "ssd1306"
        self._columns = 132 if self.pages_only else WIDTH
        self._needs_pump = chip == "ssd1306"
        self.power_on()

    def power_on(self) -> None:
        """Forget everything, as a module does that lost its power."""
        self._memory = [bytearray([_NOISE]) * self._columns for _ in range(PAGES)]
        self.reset()

    def reset(self) -> None:
        """What the reset line does: registers as at power-on, the memory kept."""
        self.lit = self._pump = self._remapped = self._flipped = False
        self.contrast = 0x80 if self.pages_only else 0x7F
        self._settings = {0xA8: 63, 0xD3: 0, 0x40: 0}
        self._by_page = True
        self._page = self._column = 0
        self._window: Iterator[tuple[int, int]] | None = None
        self._ranges = {0x21: (0, WIDTH - 1), 0x22: (0, PAGES - 1)}

    def frame(self) -> bytes:
        """The picture as a person sees it, as 1024 bytes in page layout; dark when the light is off."""
        if not self.lit or (self._needs_pump and not self._pump):
            return BLANK
        if self._settings != _WANTED or self._remapped != self._flipped:
            raise Misuse("the picture is shifted or mirrored")
        left = (self._columns - WIDTH) // 2
        seen = b"".join(bytes(page[left : left + WIDTH]) for page in self._memory)
        return seen if self._remapped else rotated(seen)

    def receive(self, message: bytes) -> None:
        """Take one I2C message: a control byte, then commands or data (SSD1306 data sheet, 8.1.5)."""
        takers: dict[int, Callable[[bytes], None]] = {0x00: self.commands, 0x40: self.data}
        if len(message) < 2 or message[0] not in takers:
            raise Misuse(f"{message[:4].hex()} is no control byte with something after it")
        takers[message[0]](message[1:])

    def commands(self, values: bytes) -> None:
        """Take commands with all their arguments."""
        rest = list(values)
        while rest:
            code = rest.pop(0)
            if code in _IGNORED[self._family]:
                continue
            length = _LENGTHS[self._family].get(code, 0)
            if len(rest) < length or not (length or code in _PLAIN):
                raise Misuse(f"{code:#04x} in {values.hex()} is no whole command of this chip")
            self._command(code, tuple(rest[:length]))
            del rest[:length]

    def data(self, values: bytes) -> None:
        """Take bytes of the picture."""
        for value in values:
            page, column = self._next()
            self._memory[page][column] = value

    def _next(self) -> tuple[int, int]:
        if not self._by_page:
            place = next(self._places(), None)
            if place is None:
                raise Misuse("more bytes than the window has")
            return place
        if self._column >= self._columns:
            self._refuse("more bytes than the page has")
            self._column = 0
        self._column += 1
        return self._page, self._column - 1

    def _places(self) -> Iterator[tuple[int, int]]:
        if self._window is None:
            (left, right), (top, bottom) = self._ranges[0x21], self._ranges[0x22]
            columns = range(left, right + 1)
            self._window = iter([(page, column) for page in range(top, bottom + 1) for column in columns])
        return self._window

    def _command(self, code: int, arguments: tuple[int, ...]) -> None:
        if code in {0x21, 0x22}:
            self._range(code, arguments)
        elif code <= 0x1F or 0xB0 <= code <= 0xB7:
            self._place(code)
        elif 0x40 <= code <= 0x7F:
            self._settings[0x40] = code & 0x3F
        elif code in self._settings:
            self._settings[code] = arguments[0]
        else:
            self._switch(code, arguments)

    def _switch(self, code: int, arguments: tuple[int, ...]) -> None:
        if code in {0xAE, 0xAF}:
            self.lit = code == 0xAF
        elif code in {0xA0, 0xA1}:
            self._remapped = code == 0xA1
        elif code in {0xC0, 0xC8}:
            self._flipped = code == 0xC8
        elif code == 0x20:
            self._by_page = arguments[0] == 2
        elif code == 0x81:
            self.contrast = arguments[0]
        elif code == 0x8D:
            self._pump = arguments[0] == 0x14

    def _range(self, code: int, arguments: tuple[int, ...]) -> None:
        first, last = arguments
        if self._by_page or not first <= last < (WIDTH if code == 0x21 else PAGES):
            self._refuse(f"{code:#04x} {first} {last} is no window here")
            return
        self._ranges[code] = (first, last)
        self._window = None

    def _refuse(self, why: str) -> None:
        """A display that is lit was started: only one that lost its power may be sent what it does not take."""
        if self.lit:
            raise Misuse(why)

    def _place(self, code: int) -> None:
        if not self._by_page:
            raise Misuse(f"{code:#04x} is ignored in horizontal mode")
        if code >= 0xB0:
            self._page = code & 7
        elif code >= 0x10:
            self._column = (code & 0x0F) << 4 | self._column & 0x0F
        else:
            self._column = self._column & 0xF0 | code
