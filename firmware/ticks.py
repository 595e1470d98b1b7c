"""Microseconds that wrap at 2^30, as a Pico counts them (17.9 minutes). Differences hold over half a turn.

Knows no clock: main.py reads it. Plain Python, the same under MicroPython and CPython.
"""

PERIOD = 1 << 30
HALF = PERIOD // 2
SECOND = 1000000


def add(ticks: int, micros: int) -> int:
    """The moment `micros` after `ticks`."""
    return (ticks + micros) % PERIOD


def diff(later: int, earlier: int) -> int:
    """Microseconds from `earlier` to `later`, -2^29 to 2^29 - 1."""
    return (later - earlier + HALF) % PERIOD - HALF
