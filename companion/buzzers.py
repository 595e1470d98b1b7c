"""The buzzer hub in the hands of the loop: found, opened, spoken with, lost, and found again as soon as it is back.

The hub's seats become presses and the lamps show whose press is expected; people are told once when the hub goes and
once when it is back. Knows the ports of the driver and of the watch, not the libraries behind them.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from companion.bulletin import Bulletin
from companion.devices.hub_trouble import HubTrouble
from companion.devices.ports import Found
from companion.link.conversation import CameLate, Conversation, Event, Gone, Here, Missed, Pressed, Seen, Stranger
from companion.screens.hub_notes import Word
from companion.screens.intents import Intent, Kind
from companion.screens.lamps import DARK

HUB = "the buzzer hub"
LENT = "The buzzer hub is lent to `companion hub`, which updates or tests it."
RETURNED = "`companion hub` has given the buzzer hub back."
RETRIES = (0.1, 0.2, 0.4, 0.8, 1.6, 5.0)
"""Seconds between attempts to open a port that is there; the last one again and again."""


class Port(Protocol):
    """The port of devices.hub.Port, which tells what each method does."""

    def fileno(self) -> int: ...

    def read(self) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class Watch(Protocol):
    """The port of devices.watch.Watch."""

    def fileno(self) -> int: ...

    def changed(self) -> bool: ...

    def close(self) -> None: ...


class Memory(Protocol):
    """The port of devices.hub_memory.Memory."""

    def read(self) -> Seen: ...

    def keep(self, seen: Seen) -> None: ...


class Table(Protocol):
    """Who is told of presses, of how many seats have a button, and of what people have to know.

    After `show` it gives turns as `due` wants them.
    """

    def buzz(self, intents: Sequence[Intent]) -> None: ...

    def buttons(self, count: int) -> None: ...

    def tell(self, word: Word) -> None: ...

    def show(self) -> None: ...


class Buzzers:
    """`seek` gives the hubs that are plugged in, `connect` opens one's port, `chance` gives random numbers."""

    def __init__(
        self,
        seek: Callable[[], Sequence[Found]],
        connect: Callable[[Path], Port],
        memory: Memory,
        table: Table,
        bulletin: Bulletin,
        chance: Callable[[], int],
    ) -> None:
        self._seek = seek
        self._connect = connect
        self._memory = memory
        self._table = table
        self._bulletin = bulletin
        self._chance = chance
        self._turns: asyncio.AbstractEventLoop | None = None
        self._watch: Watch | None = None
        self._port: Port | None = None
        self._talk: Conversation | None = None
        self._again_at: float | None = None
        self._attempts = 0
        self._wanted = (False, DARK)
        self._met = False
        self._lent = self._returned = False

    def attach(self, turns: asyncio.AbstractEventLoop, watch: Watch) -> None:
        """Look for the hub now and whenever the watch sees a change."""
        self._turns, self._watch = turns, watch
        turns.add_reader(watch.fileno(), self._changed)
        self._look(turns.time())

    def show(self, armed: bool, lamps: str, now: float) -> None:
        """Whether presses count, and how the lamps shine, from now on."""
        self._wanted = (armed, lamps)
        if self._talk:
            self._talk.show(armed, lamps, now)
            self._speak(now)

    def due(self) -> float | None:
        """When `turn` has something to do."""
        return self._talk.due() if self._talk else self._again_at

    def turn(self, now: float) -> None:
        """Keep the talk going, or try the port again."""
        if self._talk:
            if now >= self._talk.due():
                self._act(self._talk.turn(now))
                self._speak(now)
        elif self._again_at is not None and now >= self._again_at:
            self._look(now)

    def lend(self) -> None:
        """Let go of the port, until `take_back`."""
        self._lent = True
        self._hang_up()
        self._again_at = None
        self._bulletin.say(LENT)
        self._table.buttons(0)
        self._table.tell(Word.LENT)

    def take_back(self) -> None:
        """Look for the hub again; what has happened to it meanwhile is no news."""
        self._lent, self._returned = False, True
        self._bulletin.say(RETURNED)
        self._look_anew()

    def close(self) -> None:
        """Clear the seats, put the lamps out, and give everything back."""
        if self._turns and self._watch:
            now = self._turns.time()
            self.show(armed=False, lamps=DARK, now=now)
            self._hang_up()
            self._turns.remove_reader(self._watch.fileno())
            self._watch.close()
            self._turns = self._watch = None

    def _changed(self) -> None:
        if self._watch and self._watch.changed() and self._port is None:
            self._look_anew()

    def _look_anew(self) -> None:
        if self._turns:
            self._attempts = 0
            self._look(self._turns.time())
            self._table.show()

    def _look(self, now: float) -> None:
        """Open the hub that was there last, or else any."""
        seen = self._memory.read()
        found = sorted(self._seek(), key=lambda hub: hub.serial != seen.uid)
        self._again_at = None
        if not found or self._turns is None or self._lent:
            return
        try:
            self._port = self._connect(found[0].path)
        except HubTrouble as trouble:
            self._again_at = now + RETRIES[min(self._attempts, len(RETRIES) - 1)]
            self._attempts += 1
            if self._attempts >= len(RETRIES):
                self._bulletin.wrong(HUB, str(trouble))
            return
        self._talk = Conversation(seen, self._chance(), now)
        self._talk.show(*self._wanted, now=now)
        self._turns.add_reader(self._port.fileno(), self._hear)
        self._speak(now)

    def _hear(self) -> None:
        if not (self._port and self._talk and self._turns):
            return
        now = self._turns.time()
        try:
            data = self._port.read()
        except HubTrouble as trouble:
            self._lose(str(trouble), now)
            return
        self._act(self._talk.receive(data, now))
        self._speak(now)

    def _speak(self, now: float) -> None:
        """Say what is to be said, after what has been taken is kept."""
        if self._talk is None or self._port is None:
            return
        if now >= self._talk.due():
            self._act(self._talk.turn(now))
        try:
            if data := self._talk.outgoing():
                self._port.write(data)
        except HubTrouble as trouble:
            self._lose(str(trouble), now)

    def _act(self, events: Sequence[Event]) -> None:
        if self._talk is None:
            return
        self._memory.keep(self._talk.seen)
        presses = [event for event in events if isinstance(event, Pressed)]
        if presses:
            self._table.buzz([Intent(Kind.SEAT, press.seat, press.together) for press in presses])
        for event in events:
            self._report(event)

    def _report(self, event: Event) -> None:
        if isinstance(event, Here):
            self._attempts = 0
            self._bulletin.right(HUB)
            self._table.buttons(event.seats)
            if self._met or self._returned:
                self._table.tell(Word.WAS_OFF if event.restarted and not self._returned else Word.BACK)
            self._met, self._returned = True, False
        elif isinstance(event, Gone):
            self._miss("The buzzer hub does not answer any more: pull its cable and plug it in again.")
        elif isinstance(event, CameLate | Missed):
            self._table.tell(Word.LATE)
        elif isinstance(event, Stranger):
            speaks = f"The buzzer hub speaks version {event.version} of the protocol"
            self._bulletin.wrong(HUB, f"{speaks}: update it with `companion hub install`.")
            self._table.tell(Word.STRANGE)

    def _lose(self, sentence: str, now: float) -> None:
        """The port is of no use any more; a hub that is still there is tried again."""
        known = self._talk is not None and self._talk.here
        self._hang_up()
        self._again_at = now + RETRIES[0]
        self._attempts = 1
        if known:
            self._miss(sentence)

    def _miss(self, sentence: str) -> None:
        self._bulletin.wrong(HUB, sentence)
        self._table.buttons(0)
        self._table.tell(Word.GONE)

    def _hang_up(self) -> None:
        if self._port and self._turns:
            self._turns.remove_reader(self._port.fileno())
            self._port.close()
        self._port = self._talk = None
