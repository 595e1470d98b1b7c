"""What pin interrupts leave behind: a bit and the time of the first edge, for each line. Nothing else happens in one.

No allocation in what `handler` gives, since the heap is locked in a hard interrupt: small integers into places that
exist. A method and no closure, because MicroPython calls a closure over several names with arguments from the heap.
Plain Python, the same under MicroPython and CPython.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # never true where it runs: MicroPython has no such module, and forgets annotations
    from collections.abc import Callable


class Edges:
    """`ticks` reads the clock and allocates nothing; `lock` holds interrupts off and gives what `unlock` takes."""

    def __init__(
        self, count: int, ticks: "Callable[[], int]", lock: "Callable[[], int]", unlock: "Callable[[int], object]"
    ) -> None:
        self.bits = 0
        self.times = [0] * count
        self.ticks = ticks
        self._taken = [0] * count
        self._lock = lock
        self._unlock = unlock

    def handler(self, line: int) -> "Callable[[object], None]":
        """The interrupt handler of a line."""
        return Line(self, line).on_edge

    def take(self) -> list[tuple[int, int]]:
        """The lines that changed since the last call, each with the time of its first edge."""
        if not self.bits:
            return []
        state = self._lock()
        bits = self.bits
        self.bits = 0
        for line in range(len(self.times)):  # no garbage is collected now, as it might be for an iterator
            self._taken[line] = self.times[line]
        self._unlock(state)
        return [(line, time) for line, time in enumerate(self._taken) if bits >> line & 1]


class Line:
    """One line's part of the edges."""

    def __init__(self, edges: Edges, line: int) -> None:
        self._edges = edges
        self._line = line
        self._bit = 1 << line

    def on_edge(self, _pin: object) -> None:
        """The interrupt."""
        edges = self._edges
        if not edges.bits & self._bit:
            edges.times[self._line] = edges.ticks()
            edges.bits |= self._bit
