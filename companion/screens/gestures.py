"""Edges of inputs become intents: debounce, press, release, repeat and long press.

Debounce is eager: the first edge acts, the line is ignored for the lock-out, then its level counts again.
UP, DOWN, OK, ROLL and seats act on press, BACK on release. A long press swallows its click, and OK or ROLL
have one only while the screen shown says so. What each line does is a table; time comes in as an argument, in
seconds of any steady clock. This module knows no pins, no loop and no screen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from msgspec import Struct

from companion.screens.intents import SEATS, Control, Intent, Kind, Line

STEPS_OF_A_HOLD = 5
"""Steps that UP and DOWN take when a driver knows only "held": the press and four repeats."""

NO_HOLDS: frozenset[Control] = frozenset()


class Edge(Struct, frozen=True):
    """One timestamped change of one line; `time` in seconds."""

    line: Line
    pressed: bool
    time: float


class Manner(Struct, frozen=True):
    """What a line does: at the press (and again while held), at the release, or instead when held long."""

    press: Intent | None = None
    repeats: bool = False
    release: Intent | None = None
    long: Intent | None = None

    def click(self) -> list[Intent]:
        """Give what a short press means."""
        return [intent for intent in (self.press, self.release) if intent]

    def hold(self) -> list[Intent]:
        """Give what a long press means."""
        if self.long:
            return [self.long]
        return self.click() * (STEPS_OF_A_HOLD if self.repeats else 1)


SILENT = Manner()

MANNERS: Mapping[Line, Manner] = MappingProxyType(
    {
        Control.UP: Manner(press=Intent(Kind.UP), repeats=True),
        Control.DOWN: Manner(press=Intent(Kind.DOWN), repeats=True),
        Control.OK: Manner(press=Intent(Kind.OK)),
        Control.ROLL: Manner(press=Intent(Kind.ROLL)),
        Control.BACK: Manner(release=Intent(Kind.BACK), long=Intent(Kind.UNDO)),
        **{seat: Manner(press=Intent(Kind.SEAT, seat)) for seat in SEATS},
    }
)

MANNERS_WITH_HOLD: Mapping[Line, Manner] = MappingProxyType(
    {
        Control.OK: Manner(release=Intent(Kind.OK), long=Intent(Kind.OK_HELD)),
        Control.ROLL: Manner(release=Intent(Kind.ROLL), long=Intent(Kind.ROLL_HELD)),
    }
)


def manner(line: Line, holds: frozenset[Control]) -> Manner:
    """Say what `line` does under a screen that has a long press on the controls in `holds`.

    KeyError for a line that does not exist.
    """
    return MANNERS_WITH_HOLD.get(line, MANNERS[line]) if line in holds else MANNERS[line]


@dataclass(slots=True)
class _Input:
    """One line: the level acted upon, the level last seen, the lock-out, and the press that is going on."""

    pressed: bool = False
    seen: bool = False
    locked_until: float = float("-inf")
    manner: Manner = SILENT
    alarm: float | None = None

    def due(self) -> float | None:
        """Say when this line acts by itself: end of a lock-out that hid a change, long press, repeat."""
        unlocks = self.locked_until if self.seen != self.pressed else None
        return min((time for time in (unlocks, self.alarm) if time is not None), default=None)


class Gestures:
    """Makes intents of edges. All times in seconds; a change of `long_press` counts from the next press on.

    ValueError unless `debounce` is 0 or more and shorter than the other times.
    """

    def __init__(
        self,
        long_press: float = 0.6,
        repeat_after: float = 0.4,
        repeat_every: float = 0.1,
        debounce: float = 0.02,
    ) -> None:
        if not 0 <= debounce < min(long_press, repeat_after, repeat_every):
            raise ValueError("the debounce must be at least 0 and shorter than a long press and the repeats")
        self.long_press = long_press
        self._repeat_after = repeat_after
        self._repeat_every = repeat_every
        self._debounce = debounce
        self._inputs = {line: _Input() for line in MANNERS}

    def edge(self, edge: Edge, holds: frozenset[Control] = NO_HOLDS) -> list[Intent]:
        """Take one change of a line, after what was due before it. KeyError for a line that is none."""
        line = self._inputs[edge.line]
        intents = self.advance(edge.time, holds)
        line.seen = edge.pressed
        if line.seen != line.pressed and edge.time >= line.locked_until:
            intents += self._change(edge.line, edge.time, holds)
        return intents

    def advance(self, now: float, holds: frozenset[Control] = NO_HOLDS) -> list[Intent]:
        """Let time pass until `now`; gives what fell due, in the order of time."""
        intents: list[Intent] = []
        while (soonest := self._soonest()) and soonest[0] <= now:
            intents += self._fire(soonest[1], soonest[0], holds)
        return intents

    def due(self) -> float | None:
        """Say the next moment at which something happens without an edge; None when nothing will."""
        soonest = self._soonest()
        return soonest[0] if soonest else None

    def swallow(self, line: Line) -> None:
        """Let the press of `line` that is going on give nothing more: no repeat, no long press, no click."""
        self._inputs[line].manner = SILENT
        self._inputs[line].alarm = None

    @staticmethod
    def click(line: Line, holds: frozenset[Control] = NO_HOLDS) -> list[Intent]:
        """Give what a short press means, for a driver that knows no release. Takes no time."""
        return manner(line, holds).click()

    @staticmethod
    def hold(line: Line, holds: frozenset[Control] = NO_HOLDS) -> list[Intent]:
        """Give what a long press means, for a driver that knows no release. Takes no time."""
        return manner(line, holds).hold()

    def _soonest(self) -> tuple[float, Line] | None:
        dues = ((due, line) for line, known in self._inputs.items() if (due := known.due()) is not None)
        return min(dues, key=lambda pair: pair[0], default=None)

    def _fire(self, line: Line, time: float, holds: frozenset[Control]) -> list[Intent]:
        known = self._inputs[line]
        if known.seen != known.pressed:
            return self._change(line, time, holds)
        if known.manner.repeats:
            known.alarm = time + self._repeat_every
            return known.manner.click()
        intents = known.manner.hold()
        self.swallow(line)
        return intents

    def _change(self, line: Line, time: float, holds: frozenset[Control]) -> list[Intent]:
        known = self._inputs[line]
        known.pressed = known.seen
        known.locked_until = time + self._debounce
        return self._press(line, time, holds) if known.pressed else self._release(line)

    def _press(self, line: Line, time: float, holds: frozenset[Control]) -> list[Intent]:
        known = self._inputs[line]
        known.manner = manner(line, holds)
        if known.manner.repeats:
            known.alarm = time + self._repeat_after
        elif known.manner.long:
            known.alarm = time + self.long_press
        return [known.manner.press] if known.manner.press else []

    def _release(self, line: Line) -> list[Intent]:
        release = self._inputs[line].manner.release
        self.swallow(line)
        return [release] if release else []
