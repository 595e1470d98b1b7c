"""A GPIO chip of which everything is known: a stand-in for the package `gpiod`, for tests of the pins.

It has the names of `gpiod` that pins.py uses and obeys the kernel's rules: a line belongs to one request, only an
output is set, an input follows the contact that pulls it and else its pull resistor, edges wait in the order of
time behind a descriptor that is readable. Reading edges where none wait is refused, as it would block for ever.
"""

import errno
import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from types import SimpleNamespace

LINES = 54


class Direction(Enum):
    """What a line is."""

    AS_IS = auto()
    INPUT = auto()
    OUTPUT = auto()


class Bias(Enum):
    """The pull resistor."""

    AS_IS = auto()
    DISABLED = auto()
    PULL_UP = auto()
    PULL_DOWN = auto()


class Edge(Enum):
    """Which changes are events."""

    NONE = auto()
    RISING = auto()
    FALLING = auto()
    BOTH = auto()


class Clock(Enum):
    """What stamps the events."""

    MONOTONIC = auto()
    REALTIME = auto()


class Value(Enum):
    """A level."""

    INACTIVE = 0
    ACTIVE = 1


class EventType(Enum):
    """An edge."""

    RISING_EDGE = auto()
    FALLING_EDGE = auto()


@dataclass(frozen=True)
class LineSettings:
    """What a request asks of its line."""

    direction: Direction = Direction.AS_IS
    edge_detection: Edge = Edge.NONE
    bias: Bias = Bias.AS_IS
    event_clock: Clock = Clock.MONOTONIC
    output_value: Value = Value.INACTIVE


@dataclass(frozen=True)
class EdgeEvent:
    """One edge of one line."""

    event_type: EventType
    timestamp_ns: int
    line_offset: int


@dataclass(slots=True)
class _Line:
    """What the chip knows of a line; `contact` is the level that something outside pulls it to, None for nothing."""

    consumer: str = ""
    settings: LineSettings = field(default_factory=LineSettings)
    contact: int | None = None
    output: int = 0
    request: "LineRequest | None" = None

    def level(self) -> int:
        if self.settings.direction is Direction.OUTPUT:
            return self.output
        return int(self.settings.bias is Bias.PULL_UP) if self.contact is None else self.contact


_EVENTS = {
    Edge.NONE: (),
    Edge.RISING: (EventType.RISING_EDGE,),
    Edge.FALLING: (EventType.FALLING_EDGE,),
    Edge.BOTH: (EventType.RISING_EDGE, EventType.FALLING_EDGE),
}


class FakeChip:
    """The machine's side of the chip: what a hand does to its lines. `clock` gives nanoseconds."""

    def __init__(self, clock: Callable[[], int], label: str = "pinctrl-bcm2711") -> None:
        self.label = label
        self.clock = clock
        self.lines = [_Line() for _ in range(LINES)]

    def contact(self, offset: int, level: int | None) -> None:
        """Pulls a line to 0 or 1 as a button does, or lets go of it (None)."""
        line = self.lines[offset]
        before = line.level()
        line.contact = level
        self._note(offset, before)

    def level(self, offset: int) -> int:
        """What a meter at the pin shows."""
        return self.lines[offset].level()

    def apply(self, offset: int, settings: LineSettings) -> None:
        """What the kernel does when a line is requested or reconfigured; a change by it is no event."""
        line = self.lines[offset]
        line.settings = settings
        if settings.direction is Direction.OUTPUT:
            line.output = settings.output_value.value

    def _note(self, offset: int, before: int) -> None:
        line = self.lines[offset]
        now = line.level()
        kind = EventType.RISING_EDGE if now else EventType.FALLING_EDGE
        if line.request and now != before and kind in _EVENTS[line.settings.edge_detection]:
            line.request.happened(EdgeEvent(kind, self.clock(), offset))


class LineRequest:
    """A line that somebody has."""

    def __init__(self, chip: FakeChip, offset: int, settings: LineSettings, room: int) -> None:
        self._chip = chip
        self._offset = offset
        self._events: deque[EdgeEvent] = deque(maxlen=room)
        self._fd: int | None = os.eventfd(0, os.EFD_NONBLOCK)
        chip.apply(offset, settings)
        chip.lines[offset].request = self

    @property
    def fd(self) -> int:
        if self._fd is None:
            raise RuntimeError("the line has been released")
        return self._fd

    def happened(self, event: EdgeEvent) -> None:
        self._events.append(event)
        os.eventfd_write(self.fd, 1)

    def read_edge_events(self, max_events: int | None = None) -> list[EdgeEvent]:
        if not self._events:
            raise RuntimeError("no edge waits: the real one would block here for ever")
        os.eventfd_read(self.fd)
        events = list(self._events)
        self._events.clear()
        return events

    def get_value(self, line: int) -> Value:
        return Value(self._own(line).level())

    def set_value(self, line: int, value: Value) -> None:
        own = self._own(line)
        if own.settings.direction is not Direction.OUTPUT:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        own.output = value.value

    def reconfigure_lines(self, config: Mapping[int, LineSettings]) -> None:
        for offset, settings in config.items():
            self._own(offset)
            self._chip.apply(offset, settings)

    def release(self) -> None:
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
            contact = self._chip.lines[self._offset].contact
            self._chip.lines[self._offset] = _Line(contact=contact)

    def _own(self, offset: int) -> _Line:
        if self._fd is None or offset != self._offset:
            raise RuntimeError(f"line {offset} is not requested here")
        return self._chip.lines[offset]


class Chip:
    """A program's side of the chip."""

    def __init__(self, chip: FakeChip) -> None:
        self._chip: FakeChip | None = chip

    def __bool__(self) -> bool:
        return self._chip is not None

    def close(self) -> None:
        self._chip = None

    def get_info(self) -> SimpleNamespace:
        return SimpleNamespace(label=self._open().label, num_lines=LINES)

    def get_line_info(self, line: int) -> SimpleNamespace:
        return SimpleNamespace(offset=line, consumer=self._open().lines[line].consumer or None)

    def request_lines(
        self, config: Mapping[int, LineSettings], consumer: str = "?", event_buffer_size: int | None = None
    ) -> LineRequest:
        ((offset, settings),) = config.items()
        line = self._open().lines[offset]
        if line.consumer:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        line.consumer = consumer
        return LineRequest(self._open(), offset, settings, event_buffer_size or 16)

    def _open(self) -> FakeChip:
        if self._chip is None:
            raise RuntimeError("the chip is closed")
        return self._chip


class FakeGpiod:
    """The package `gpiod` on a machine with these chips, by path; those in `denied` may not be opened."""

    LineSettings = LineSettings
    EdgeEvent = SimpleNamespace(Type=EventType)
    line = SimpleNamespace(Direction=Direction, Bias=Bias, Edge=Edge, Clock=Clock, Value=Value)

    def __init__(self, chips: Mapping[str, FakeChip], denied: Iterable[str] = ()) -> None:
        self._chips = chips
        self._denied = frozenset(denied)
        self.opened: list[Chip] = []

    def Chip(self, path: str) -> Chip:  # noqa: N802  # as gpiod calls it
        if path in self._denied:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        self.opened.append(Chip(self._chips[path]))
        return self.opened[-1]
