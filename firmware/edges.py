"""What pin interrupts leave behind: a bit and the time of the first edge, for each line. Nothing else happens in one.

No allocation in what `handler` gives: small integers into places that exist. Plain Python, the same under MicroPython
and CPython.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # never true where it runs: MicroPython has no such module, and forgets annotations
    from collections.abc import Callable


class Edges:
    """`ticks` reads the clock; `lock` holds interrupts off and gives what `unlock` takes."""

    def __init__(
        self, count: int, ticks: "Callable[[], int]", lock: "Callable[[], int]", unlock: "Callable[[int], object]"
    ) -> None:
        self._bits = 0
        self._times = [0] * count
        self._taken = [0] * count
        self._ticks = ticks
        self._lock = lock
        self._unlock = unlock

    def handler(self, line: int) -> "Callable[[object], None]":
        """The interrupt handler of a line."""
        bit = 1 << line
        times = self._times
        ticks = self._ticks

        def on_edge(_pin: object) -> None:
            if not self._bits & bit:
                times[line] = ticks()
                self._bits |= bit

        return on_edge

    def take(self) -> list[tuple[int, int]]:
        """The lines that changed since the last call, each with the time of its first edge."""
        if not self._bits:
            return []
        state = self._lock()
        bits, self._bits = self._bits, 0
        for line, time in enumerate(self._times):
            self._taken[line] = time
        self._unlock(state)
        return [(line, time) for line, time in enumerate(self._taken) if bits >> line & 1]
