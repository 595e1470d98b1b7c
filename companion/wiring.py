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

_COMMON: Mapping[str, tuple[int, ...]] = MappingProxyType({"ground": GROUNDS, "3.3 V": SUPPLIES})
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
    """Every wire of a box with this board, part by part: the display, the controls, the speaker.

    Each takes the nearest pin of ground or of 3.3 V that no other wire has, since a plug does not share a pin; only
    when all are taken do two go to one.
    """
    commons = _Commons()
    buttons = (wire for control in board.controls.by_name().values() for wire in _button(control, commons))
    speaker = _speaker(board.speaker, commons) if board.speaker else ()
    return (*_display(board.display.bus, commons), *buttons, *speaker)


def boot_lines(board: Board) -> tuple[str, ...]:
    """The lines that /boot/firmware/config.txt needs for this board; the Pi reads them when it starts."""
    bus, speaker = board.display.bus, board.speaker
    lines = _BUS_LINES.get((type(bus), bus.port), ())
    return (*lines, *(pwm_lines(speaker.pin) if speaker and speaker.kind == "piezo" else ()))


def pwm_lines(pin: int) -> tuple[str, str]:
    """The lines that give `pin` the PWM; the Pi's own sound output wants it, too, and has to be off."""
    return f"dtoverlay=pwm,pin={pin},func={PWM_FUNCTIONS[pin]}", "dtparam=audio=off"


class _Commons:
    """The pins of ground and of 3.3 V, handed out one by one."""

    def __init__(self) -> None:
        self._free = {signal: set(positions) for signal, positions in _COMMON.items()}

    def nearest(self, signal: str, position: int) -> int:
        free = self._free[signal] or _COMMON[signal]
        found = min(free, key=lambda other: (abs(other - position), other))
        self._free[signal].discard(found)
        return found


def _display(bus: I2C | SPI, commons: _Commons) -> Iterator[Wire]:
    lines = bus.lines()
    if isinstance(bus, SPI):
        names = {"DIN": "MOSI", "CLK": "SCLK", "CS": f"CE{bus.device}"}
        pins = {terminal: lines[name] for terminal, name in names.items() if name in lines}
        pins |= {"DC": bus.dc, "RST": bus.rst}
    else:
        pins = lines
    anchor = min((HEADER[pin] for pin in pins.values()), default=SUPPLIES[0])
    yield Wire("display", "VCC", "3.3 V", commons.nearest("3.3 V", anchor))
    yield Wire("display", "GND", "ground", commons.nearest("ground", anchor))
    for terminal, pin in pins.items():
        yield Wire("display", terminal, f"GPIO {pin}", HEADER[pin])


def _button(control: ControlPin, commons: _Commons) -> tuple[Wire, Wire]:
    part, position = f"button {control.label}", HEADER[control.pin]
    signal = {"low": "ground", "high": "3.3 V"}[control.active]
    return (
        Wire(part, "one side", f"GPIO {control.pin}", position),
        Wire(part, "other side", signal, commons.nearest(signal, position)),
    )


def _speaker(speaker: Speaker, commons: _Commons) -> tuple[Wire, Wire]:
    position = HEADER[speaker.pin]
    return (
        Wire(speaker.kind, "+", f"GPIO {speaker.pin}", position),
        Wire(speaker.kind, "-", "ground", commons.nearest("ground", position)),
    )
