"""What a board file holds: the display, its bus, the pin and label of each control, and the speaker.

One file per board in `hardware/boards/` is the one source for the code, the wiring and the labels on the
OLED; a person's own file anywhere is read the same way. Pins are BCM numbers. This module opens no pin and no
bus, and knows no header: which wire goes where is in `wiring`.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion import tomlfile

PULLED_UP = (2, 3)
"""The pins with a pull-up resistor of 1.8 kΩ on every Pi: a control that goes high when pressed is lost there."""

PWM_FUNCTIONS = {12: 4, 13: 4, 18: 2, 19: 2}
"""The pins that the Pi's PWM can reach, and the function that the overlay `pwm` wants for each (its README)."""

Pin = Annotated[int, Meta(ge=0, le=27)]
Level = Literal["low", "high"]
Label = Annotated[str, Meta(min_length=1, max_length=6, pattern=r"\A\S(.*\S)?\Z")]

_CONTROLS = ("up", "down", "ok", "back", "roll")
_SPI_PINS = {
    0: {"MOSI": 10, "MISO": 9, "SCLK": 11, "CE0": 8, "CE1": 7},
    1: {"MOSI": 20, "MISO": 19, "SCLK": 21},
}
_SPI1_SELECTS = (18, 17)
_PIN = "a BCM pin from 0 to 27"
_CONTROL = 'a table such as { pin = 5, label = "OK" }'
_TAKES = {
    "name": "a text of 1 to 40 characters",
    "display": "a table with chip, width, height and bus",
    "display.chip": '"ssd1306", "sh1106" or "ssd1309"',
    "display.width": "128",
    "display.height": "64",
    "display.rotation": "0 or 180 (degrees; 180 when the panel is mounted upside down)",
    "display.contrast": "a whole number from 1 to 255 (the panel's contrast at the brightest setting)",
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
    **{f"controls.{control}.label": "a text of 1 to 6 characters, no space at the ends" for control in _CONTROLS},
    **{f"controls.{control}.active": '"low" or "high" (the level of its pin when pressed)' for control in _CONTROLS},
    "speaker": 'a table such as { kind = "piezo", pin = 18 }',
    "speaker.kind": '"buzzer" (an active one) or "piezo" (a passive one)',
    "speaker.pin": _PIN,
}


class BoardError(tomlfile.FileTrouble):
    """A board file is missing or wrong; the text is one sentence for the maker of the box."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """What every table of a board file is: frozen, and an unknown key is an error."""


class I2C(_Part, frozen=True, tag="i2c", tag_field="type"):
    """An I2C bus; `port` is the n of /dev/i2c-n."""

    port: Annotated[int, Meta(ge=0, le=9)]
    address: Annotated[int, Meta(ge=0x08, le=0x77)]

    def lines(self) -> dict[str, int]:
        """The pins that the bus takes; of other ports than 0 and 1 the overlay decides, which nobody here knows."""
        return {0: {"SDA": 0, "SCL": 1}, 1: {"SDA": 2, "SCL": 3}}.get(self.port, {})

    def pins(self) -> dict[str, int]:
        """All pins that nothing else may have, by what has them."""
        return _named(self.lines())


class SPI(_Part, frozen=True, tag="spi", tag_field="type"):
    """An SPI bus with the display's data/command and reset lines; `device` is the chip select."""

    port: Annotated[int, Meta(ge=0, le=9)]
    device: Annotated[int, Meta(ge=0, le=1)]
    dc: Pin
    rst: Pin

    def lines(self) -> dict[str, int]:
        """The pins that the kernel's driver takes: MISO, too, and on port 0 both chip selects."""
        select = {f"CE{self.device}": _SPI1_SELECTS[self.device]} if self.port == 1 else {}
        return _SPI_PINS.get(self.port, {}) | select

    def pins(self) -> dict[str, int]:
        """All pins that nothing else may have, by what has them."""
        return _named(self.lines()) | {"the display's dc": self.dc, "the display's rst": self.rst}


class Display(_Part, frozen=True):
    """The panel: its controller chip, its size in pixels and how it is connected.

    `rotation` in degrees is how it is mounted; `contrast` (1 to 255, the chip's register) is for the brightest
    setting of the box.
    """

    chip: Literal["ssd1306", "sh1106", "ssd1309"]
    width: Literal[128]
    height: Literal[64]
    bus: I2C | SPI
    rotation: Literal[0, 180] = 0
    contrast: Annotated[int, Meta(ge=1, le=255)] = 255


class ControlPin(_Part, frozen=True):
    """One control: its BCM pin, the label that is printed beside it, and the pin's level while it is pressed."""

    pin: Pin
    label: Label
    active: Level = "low"


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


class Speaker(_Part, frozen=True):
    """What makes the sounds: a buzzer that beeps by itself, or a piezo disc that needs the Pi's PWM."""

    kind: Literal["buzzer", "piezo"]
    pin: Pin


class Board(_Part, frozen=True):
    """A board: what people call it, its display, its controls and, if it has one, its speaker."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    display: Display
    controls: Controls
    speaker: Speaker | None = None

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
    for problem in (*_doubles(board), *_impossible(board)):
        raise BoardError(f"{path}: {problem}.")
    return board


def _doubles(board: Board) -> Iterator[str]:
    """What is used twice."""
    controls = board.controls.by_name()
    pins = [*board.display.bus.pins().items(), *((name, control.pin) for name, control in controls.items())]
    if board.speaker:
        pins.append(("the speaker", board.speaker.pin))
    labels = [(name, control.label) for name, control in controls.items()]
    for what, uses in (("pin", pins), ("label", labels)):
        for value, count in Counter(value for _, value in uses).items():
            if count > 1:
                users = " and ".join(name for name, used in uses if used == value)
                yield f"{users} have the same {what} {value}: give each its own"


def _impossible(board: Board) -> Iterator[str]:
    """What the Pi's pins cannot do."""
    for name, control in board.controls.by_name().items():
        if control.active == "high" and control.pin in PULLED_UP:
            yield f"{name} cannot be active high on pin {control.pin}, which the Pi pulls up: give it another pin"
    if board.speaker and board.speaker.kind == "piezo" and board.speaker.pin not in PWM_FUNCTIONS:
        pins = ", ".join(str(pin) for pin in PWM_FUNCTIONS)
        yield f"a piezo on pin {board.speaker.pin} gets no PWM: give it one of the pins {pins}"


def _named(lines: dict[str, int]) -> dict[str, int]:
    return {f"the bus ({name})": pin for name, pin in lines.items()}
