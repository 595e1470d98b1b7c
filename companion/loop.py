"""The one loop of a box with pins and a panel: edges in, pictures out, and one timer for whatever comes next by itself.

It owns the time and hands it to everybody. Nothing runs between two events: the timer is set for the earliest moment
at which gestures, session or a part want a turn, or not at all. Which drivers there are is not known here.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from companion.glass import Glass
from companion.screens.base import View
from companion.screens.gestures import Edge, Gestures
from companion.screens.hub_notes import Word
from companion.screens.intents import Control, Intent
from companion.screens.rest import BLANK, Rest
from companion.screens.sounds import Sound
from companion.session import Picture


class Box(Protocol):
    """What the loop drives: a Session, or a Standby that waits for one. `now` never runs backwards."""

    @property
    def heard(self) -> Sequence[Sound]: ...

    def view(self, now: float) -> View: ...

    def holds(self, now: float) -> frozenset[Control]: ...

    def press(self, intents: Sequence[Intent], now: float) -> None: ...

    @property
    def armed(self) -> bool: ...

    def lamps(self, now: float) -> str: ...

    def buttons(self, count: int) -> None: ...

    def tell(self, word: Word) -> None: ...

    def picture(self, now: float) -> Picture: ...

    def rest(self, now: float) -> Rest: ...

    def due(self, now: float) -> float | None: ...

    def tick(self, now: float) -> None: ...


class Part(Protocol):
    """What wants a turn now and then: `turn` does what is due, and nothing when nothing is."""

    def due(self) -> float | None: ...

    def turn(self, now: float) -> None: ...


class Speaker(Part, Protocol):
    """The port of devices.speaker.Speaker."""

    enabled: bool

    def play(self, sound: Sound, now: float) -> None: ...


class Hub(Part, Protocol):
    """The port of buzzers.Buzzers."""

    def show(self, armed: bool, lamps: str, now: float) -> None: ...


class Loop:
    """Runs a box until `end`. Everything happens in the turns of `loop`, whose time is CLOCK_MONOTONIC."""

    def __init__(self, loop: asyncio.AbstractEventLoop, box: Box, glass: Glass) -> None:
        self._loop = loop
        self._box = box
        self._glass = glass
        self._gestures = Gestures()
        self._parts: list[Part] = [glass]
        self._watchers: list[Callable[[View], None]] = []
        self._speaker: Speaker | None = None
        self._hub: Hub | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._end = asyncio.Event()
        self._failure: BaseException | None = None
        loop.set_exception_handler(self._fail)

    def add(self, part: Part) -> None:
        """Give a part its turns from now on."""
        self._parts.append(part)
        self._wait()

    def watch(self, watcher: Callable[[View], None]) -> None:
        """Show a watcher what screens see, now and after each change."""
        self._watchers.append(watcher)
        watcher(self._box.view(self._loop.time()))

    def add_speaker(self, speaker: Speaker) -> None:
        """Let it be heard what presses lead to, if the settings want it."""
        self._speaker = speaker
        self.add(speaker)

    def add_hub(self, hub: Hub) -> None:
        """Let the lamps of the seats say whose press is expected."""
        self._hub = hub
        self.add(hub)
        self._light(self._loop.time())

    def buzz(self, intents: Sequence[Intent]) -> None:
        """Seats were pressed. They act on a blank panel, too."""
        self._press(intents, self._loop.time())

    def buttons(self, count: int) -> None:
        """So many seats have a button from now on."""
        self._box.buttons(count)
        self.show()

    def tell(self, word: Word) -> None:
        """There is something to know of the hub."""
        self._box.tell(word)
        self.show()

    def edge(self, edge: Edge) -> None:
        """A line changed. While the panel is blank, the press of a control only wakes; a seat's acts."""
        now = self._loop.time()
        level = self._box.rest(now).level
        intents = self._gestures.edge(edge, self._box.holds(now))
        if edge.pressed and level == BLANK:
            self._gestures.swallow(edge.line)
        if intents or (edge.pressed and level != "on"):
            self._press(intents, now)
        else:
            self._wait()

    def show(self) -> None:
        """Show what the box shows now, as the settings want it."""
        now = self._loop.time()
        view = self._box.view(now)
        self._gestures.long_press = float(view.settings["long_press"])
        if self._speaker:
            self._speaker.enabled = view.settings["sound"] == "true"
        brightness = int(view.settings["brightness"])
        self._glass.show(self._box.picture(now).frame, self._box.rest(now).level, brightness, now)
        for watcher in self._watchers:
            watcher(view)
        self._light(now)
        self._wait()

    def _light(self, now: float) -> None:
        if self._hub:
            self._hub.show(self._box.armed, self._box.lamps(now), now)

    async def run(self) -> None:
        """Returns when the end is asked for; what went wrong in a turn is raised here."""
        await self._end.wait()
        if self._timer:
            self._timer.cancel()
        if self._failure:
            raise self._failure

    def end(self) -> None:
        """Ask for the end."""
        self._end.set()

    def _turn(self) -> None:
        now = self._loop.time()
        intents = self._gestures.advance(now, self._box.holds(now))
        self._box.tick(now)
        for part in self._parts:
            part.turn(now)
        if intents:
            self._press(intents, now)
        else:
            self.show()

    def _press(self, intents: Sequence[Intent], now: float) -> None:
        """Kept, then seen, then heard."""
        self._box.press(intents, now)
        self.show()
        if self._speaker:
            for sound in self._box.heard:
                self._speaker.play(sound, now)
            self._wait()

    def _wait(self) -> None:
        """Set the one timer."""
        if self._timer:
            self._timer.cancel()
        dues = (self._gestures.due(), self._box.due(self._loop.time()), *(part.due() for part in self._parts))
        due = min((moment for moment in dues if moment is not None), default=None)
        self._timer = None if due is None else self._loop.call_at(due, self._turn)

    def _fail(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self._failure = context.get("exception") or RuntimeError(context["message"])
        self.end()
