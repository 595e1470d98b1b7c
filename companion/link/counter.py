"""The hub's microseconds without their wrap: a counter of 30 bits that comes round every 17.9 minutes.

What is unwrapped is told by the box's own time, which is good for that to some minutes over any pause.
"""

PERIOD = 1 << 30
SECOND = 1_000_000


class Counter:
    """Unwraps what the hub says now; `now` is the box's steady clock, in seconds."""

    def __init__(self, micros: int, now: float) -> None:
        self._micros = micros
        self._now = now

    def at(self, micros: int, now: float) -> int:
        """`micros`, read by the hub at about `now`, counted on without wraps."""
        expected = self._micros + round((now - self._now) * SECOND)
        half = PERIOD // 2
        return expected + (micros - expected + half) % PERIOD - half

    def set(self, micros: int, now: float) -> None:
        """The hub's clock and ours run apart a little: begin anew from here."""
        self._micros, self._now = self.at(micros, now), now
