"""What a board file holds: the display, its bus, and the pin and label of each control.

One file per board in `hardware/boards/` is the one source for the code, the wiring and the labels on the
OLED. Pins are BCM numbers; every control pulls its pin to ground. This module opens no pin and no bus.
"""

from collections import Counter
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion import tomlfile

Pin = Annotated[int, Meta(ge=0, le=27)]
Label = Annotated[str, Meta(min_length=1, max_length=6)]

_CONTROLS = ("up", "down", "ok", "back", "roll")
_PIN = "a BCM pin from 0 to 27"
_CONTROL = 'a table such as { pin = 5, label = "OK" }'
_TAKES = {
    "name": "a text of 1 to 40 characters",
    "display": "a table with chip, width, height and bus",
    "display.chip": '"ssd1306", "sh1106" or "ssd1309"',
    "display.width": "128",
    "display.height": "64",
    "display.bus": 'a table such as { type = "i2c", port = 1, address = 0x3C }',
    "display.bus.type": '"i2c" or "spi"',
    "display.bus.port": "a whole number from 0 to 9 (the bus of this number)",
    "display.bus.address": "an I2C address from 0x08 to 0x77",
    "display.bus.device": "0 or 1 (the chip select)",
    "display.bus.dc": _PIN,
    "display.bus.rst": _PIN,
    "controls": "a table with up, down, ok, back and roll",
    **{f"controls.{control}": _CONTROL for control in _CONTROLS},
    **{f"controls.{control}.pin": _PIN for control in _CONTROLS},
    **{f"controls.{control}.label": "a text of 1 to 6 characters" for control in _CONTROLS},
}


class BoardError(tomlfile.FileTrouble):
    """A board file is missing or wrong; the text is one sentence for the maker of the box."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """What every table of a board file is: frozen, and an unknown key is an error."""


class I2C(_Part, frozen=True, tag="i2c", tag_field="type"):
    """An I2C bus; `port` is the n of /dev/i2c-n."""

    port: Annotated[int, Meta(ge=0, le=9)]
    address: Annotated[int, Meta(ge=0x08, le=0x77)]

    def pins(self) -> dict[str, int]:
        return {"the bus (SDA)": 2, "the bus (SCL)": 3} if self.port == 1 else {}


class SPI(_Part, frozen=True, tag="spi", tag_field="type"):
    """An SPI bus with the display's data/command and reset lines; `device` is the chip select."""

    port: Annotated[int, Meta(ge=0, le=9)]
    device: Annotated[int, Meta(ge=0, le=1)]
    dc: Pin
    rst: Pin

    def pins(self) -> dict[str, int]:
        lines = {"the display's dc": self.dc, "the display's rst": self.rst}
        if self.port:
            return lines
        return {"the bus (MOSI)": 10, "the bus (SCLK)": 11, "the bus (CE)": 8 - self.device, **lines}


class Display(_Part, frozen=True):
    """The panel: its controller chip, its size in pixels and how it is connected."""

    chip: Literal["ssd1306", "sh1106", "ssd1309"]
    width: Literal[128]
    height: Literal[64]
    bus: I2C | SPI


class ControlPin(_Part, frozen=True):
    """One control: its BCM pin, and the label that is printed beside it on the board."""

    pin: Pin
    label: Label


class Controls(_Part, frozen=True):
    """The five controls of every box."""

    up: ControlPin
    down: ControlPin
    ok: ControlPin
    back: ControlPin
    roll: ControlPin

    def by_name(self) -> dict[str, ControlPin]:
        """The controls by the name that screens and `drive` use: "up", "down", "ok", "back", "roll"."""
        return {name: getattr(self, name) for name in self.__struct_fields__}


class Board(_Part, frozen=True):
    """A board: what people call it, its display and its controls."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    display: Display
    controls: Controls

    def labels(self) -> dict[str, str]:
        """The printed label of each control by its name, "up" to "roll"."""
        return {name: control.label for name, control in self.controls.by_name().items()}


def read(path: Path) -> Board:
    """Read one board file; raises BoardError when it is missing or wrong."""
    try:
        board = tomlfile.read(path, Board, _TAKES)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise BoardError(f"There is no board file {path}: correct the name or put the file there.") from error
    except tomlfile.FileTrouble as error:
        raise BoardError(str(error)) from error
    _refuse_doubles(path, board)
    return board


def _refuse_doubles(path: Path, board: Board) -> None:
    controls = board.controls.by_name()
    pins = [*board.display.bus.pins().items(), *((name, control.pin) for name, control in controls.items())]
    labels = [(name, control.label) for name, control in controls.items()]
    for what, uses in (("pin", pins), ("label", labels)):
        for value, count in Counter(value for _, value in uses).items():
            if count > 1:
                users = " and ".join(name for name, used in uses if used == value)
                raise BoardError(f"{path}: {users} have the same {what} {value}: give each its own.")
