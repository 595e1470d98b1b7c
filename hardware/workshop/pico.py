"""The buzzer hub's wires: seat buttons on a Pico, lamps behind a ULN2803A, and the current that all of it draws.

Which GP number a seat has is in `firmware/board.py`; here is where that pin and the driver's pins are.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from hardware.workshop.sources import Seat

HEADER: Mapping[int, int] = MappingProxyType(
    {
        0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19,
        15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
    }
)  # fmt: skip
"""The pin of each GP number on the edge of a Raspberry Pi Pico (its data sheet, pinout)."""

GROUNDS = (3, 8, 13, 18, 23, 28, 38)
VBUS, GROUND = 40, 38
"""The Pico's pins for USB's 5 V and for the ground beside it."""

DRIVER_GROUND, DRIVER_COMMON = 9, 10
"""The pins of a ULN2803A for ground and for the common cathode of its diodes (its data sheet, pin functions: 1 to 8
are the inputs, 18 to 11 the outputs that belong to them)."""

PICO_MA, LAMP_MA = 50, 20
"""Milliamperes: a Pico with its program (half of it is usual), a 5 V lamp with its resistor (Adafruit's take 10)."""

ASKED_MA, BUDGET_MA = 250, 500
"""Milliamperes: what MicroPython asks the port for (USBD_MAX_POWER_MA), and what a USB 2.0 port gives."""

PICO, DRIVER, GROUND_RAIL, SUPPLY_RAIL = "Pico", "ULN2803A", "ground rail", "5 V rail"
COLOURS = ("brown", "white", "orange", "yellow", "green", "blue", "violet", "grey")


class Link(NamedTuple):
    """One wire of the hub, from a terminal of a part to a terminal of another; a rail has no pin."""

    part: str
    terminal: str
    to: str
    signal: str
    pin: int | None
    colour: str


def links(seats: Sequence[Seat]) -> tuple[Link, ...]:
    """Every wire of a hub, first the rails and the driver, then seat by seat."""
    return (*_common(), *(link for line, seat in enumerate(seats) for link in _seat(line, seat)))


def driver_pins(line: int) -> tuple[int, int]:
    """The driver's input and output for a line from 0 to 7: they face each other."""
    return 1 + line, 18 - line


def current(seats: int) -> int:
    """Milliamperes that a hub draws from USB with the lamps of all `seats` lit."""
    return PICO_MA + seats * LAMP_MA


def _common() -> Iterator[Link]:
    yield Link(SUPPLY_RAIL, "", PICO, "VBUS", VBUS, "red")
    yield Link(GROUND_RAIL, "", PICO, "ground", GROUND, "black")
    yield Link(GROUND_RAIL, "", DRIVER, "GND", DRIVER_GROUND, "black")
    yield Link(SUPPLY_RAIL, "", DRIVER, "COM", DRIVER_COMMON, "red")


def _seat(line: int, seat: Seat) -> Iterator[Link]:
    name, colour = f"seat {seat.number}", COLOURS[line]
    entry, out = driver_pins(line)
    yield Link(name, "switch", PICO, f"GP{seat.button}", HEADER[seat.button], colour)
    yield Link(name, "switch, other side", GROUND_RAIL, "ground", None, "black")
    yield Link(f"{PICO} GP{seat.lamp}", f"{HEADER[seat.lamp]}", DRIVER, f"IN {line + 1}", entry, colour)
    yield Link(name, "lamp −", DRIVER, f"OUT {line + 1}", out, colour)
    yield Link(name, "lamp +", SUPPLY_RAIL, "5 V", None, "red")
