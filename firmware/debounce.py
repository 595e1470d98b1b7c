"""Eager debounce of one button: the first edge acts, the line is ignored for a while, then its level counts again.

Knows no pin: levels and times are arguments. Plain Python, the same under MicroPython and CPython.
"""

from ticks import add, diff

LOCK_OUT = 20000
"""Microseconds for which a line is ignored after it acted."""


class Debounce:
    """One button. Call `sample` at least every 8 minutes, or time wraps past it."""

    def __init__(self, down: bool = False) -> None:
        self._down = down
        self._until: int | None = None

    def edge(self, ticks: int) -> int | None:
        """The line changed; the time of a press, if this was one."""
        if self._until is not None:
            return None
        return self._change(ticks)

    def sample(self, down: bool, now: int) -> int | None:
        """Look at the line when a lock-out is over; the time of a press, if one began in it."""
        if self._until is None or diff(now, self._until) < 0:
            return None
        ended, self._until = self._until, None
        return None if down == self._down else self._change(ended)

    def _change(self, ticks: int) -> int | None:
        self._down = not self._down
        self._until = add(ticks, LOCK_OUT)
        return ticks if self._down else None
