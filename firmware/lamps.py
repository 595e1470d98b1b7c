"""How lamps shine: off, on, slow, fast as the box wants it, or a light that runs from seat to seat while it searches.

Knows no pin; time is an argument. Plain Python, the same under MicroPython and CPython.
"""

STEP = 125000
"""Microseconds of one step of a lamp; a running light rests two of them on each seat."""

OFF, ON, SLOW, FAST = "-", "1", "s", "f"
ALL_OFF = OFF * 8

_LIT = {OFF: "00000000", ON: "11111111", SLOW: "11110000", FAST: "10101010"}
"""Each lamp's eight steps, which make a second."""


def known(lamps: str) -> bool:
    """Whether each of eight seats has one of the four ways to shine."""
    return len(lamps) == 8 and all(lamp in _LIT for lamp in lamps)


def lit(lamps: str, line: int, ticks: int) -> bool:
    """Whether the lamp of the line shines at this moment."""
    return _LIT[lamps[line]][ticks // STEP % 8] == "1"


def searching(line: int, count: int, ticks: int) -> bool:
    """The same while the hub looks for its box."""
    return ticks // (2 * STEP) % count == line
