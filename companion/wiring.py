"""Which wire goes where on the Pi's 40-pin header, and what its config.txt needs, both from a board file.

The tables of the documentation and the advice of `companion check` are made here. Pins are BCM numbers in the board
file and positions 1 to 40 on the header; nothing is opened.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.boards import I2C, PWM_FUNCTIONS, SPI, Board, ControlPin, Speaker

HEADER: Mapping[int, int] = MappingProxyType(
    {
        2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
        11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
    }
)  # fmt: skip
"""The header position of each BCM pin, the same on every Pi with 40 pins."""

GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
SUPPLIES = (1, 17)
"""The positions of ground and of 3.3 V, all of a kind connected with each other."""

_BUS_LINES: Mapping[tuple[type, int], tuple[str, ...]] = MappingProxyType(
    {
        (I2C, 1): ("dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"),
        (SPI, 0): ("dtparam=spi=on",),
    }
)


class Wire(NamedTuple):
    """One wire: the part and the terminal on it, and the signal and the position on the header."""

    part: str
    terminal: str
    signal: str
    position: int


def wiring(board: Board) -> tuple[Wire, ...]:
    """Every wire of a box with this board, part by part: the display, the controls, the speaker."""
    buttons = (wire for control in board.controls.by_name().values() for wire in _button(control))
    return (*_display(board.display.bus), *buttons, *(_speaker(board.speaker) if board.speaker else ()))


def boot_lines(board: Board) -> tuple[str, ...]:
    """The lines that /boot/firmware/config.txt needs for this board; the Pi reads them when it starts."""
    bus, speaker = board.display.bus, board.speaker
    lines = _BUS_LINES.get((type(bus), bus.port), ())
    return (*lines, *(pwm_lines(speaker.pin) if speaker and speaker.kind == "piezo" else ()))


def pwm_lines(pin: int) -> tuple[str, str]:
    """The lines that give `pin` the PWM; the Pi's own sound output wants it, too, and has to be off."""
    return f"dtoverlay=pwm,pin={pin},func={PWM_FUNCTIONS[pin]}", "dtparam=audio=off"


def _display(bus: I2C | SPI) -> Iterator[Wire]:
    lines = bus.lines()
    if isinstance(bus, SPI):
        names = {"DIN": "MOSI", "CLK": "SCLK", "CS": f"CE{bus.device}"}
        pins = {terminal: lines[name] for terminal, name in names.items() if name in lines}
        pins |= {"DC": bus.dc, "RST": bus.rst}
    else:
        pins = lines
    anchor = min((HEADER[pin] for pin in pins.values()), default=SUPPLIES[0])
    yield Wire("display", "VCC", "3.3 V", _nearest(SUPPLIES, anchor))
    yield Wire("display", "GND", "ground", _nearest(GROUNDS, anchor))
    for terminal, pin in pins.items():
        yield Wire("display", terminal, f"GPIO {pin}", HEADER[pin])


def _button(control: ControlPin) -> tuple[Wire, Wire]:
    part, position = f"button {control.label}", HEADER[control.pin]
    common = {"low": ("ground", GROUNDS), "high": ("3.3 V", SUPPLIES)}
    signal, positions = common[control.active]
    return (
        Wire(part, "one side", f"GPIO {control.pin}", position),
        Wire(part, "other side", signal, _nearest(positions, position)),
    )


def _speaker(speaker: Speaker) -> tuple[Wire, Wire]:
    position = HEADER[speaker.pin]
    return (
        Wire(speaker.kind, "+", f"GPIO {speaker.pin}", position),
        Wire(speaker.kind, "-", "ground", _nearest(GROUNDS, position)),
    )


def _nearest(positions: tuple[int, ...], position: int) -> int:
    return min(positions, key=lambda other: abs(other - position))
