"""A simulated cable between the box's conversation and the hub's firmware, with one time for both: steps of 10 ms.

Bytes may be lost, doubled, changed and cut on the way, the port may be closed, the box's program may end, the hub may
lose its power. Who presses what is kept beside, to be compared with what was counted.
"""

from dataclasses import dataclass, field
from random import Random

from buzzer import Buzzer
from ticks import PERIOD

from companion.link.conversation import CameLate, Conversation, Event, Pressed, Seen

STEP = 0.01
NOBODY = Seen()
KEPT = 4096
"""Bytes that wait in a closed port."""
UID = "e66164084373532b"


@dataclass
class Cable:
    """`noise` is how likely any byte comes to harm, 0 to 1."""

    chance: Random
    noise: float = 0.0
    now: float = 1000.0
    offset: int = PERIOD - 3_000_000
    boots: int = 0
    boot: int = 0
    closed: bool = False
    kept: bytes = b""
    seen: Seen = NOBODY
    pressed: list[tuple[int, int]] = field(default_factory=list)
    counted: list[tuple[int, int]] = field(default_factory=list)
    calls: list[tuple[int, float]] = field(default_factory=list)
    at: dict[int, float] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.power()
        self.open()

    @property
    def micros(self) -> int:
        return (round(self.now * 1_000_000) + self.offset) % PERIOD

    def power(self) -> None:
        """The hub starts; what it held is gone."""
        self.boots += 1
        self.boot = self.boots
        self.hub = Buzzer(UID, f"{self.boot:08x}", 8, self.micros)
        self.pressed, self.counted = [], []

    def open(self) -> None:
        """The box opens the port, in whatever program."""
        self.box = Conversation(self.seen, self.chance.getrandbits(64), self.now)
        self.box.show(armed=True, lamps="1" * 8, now=self.now)
        self.closed = False
        kept, self.kept = self.kept, b""
        self._note(self.box.receive(kept, self.now))

    def close(self) -> None:
        self.closed = True

    def press(self, seat: int) -> bool:
        """A button goes down; whether that is a press that has to be counted."""
        before = self.hub._next
        self.hub.press(seat, self.micros)
        if self.hub._next == before:
            return False
        self.pressed.append((before, seat))
        self.at[len(self.pressed)] = self.now
        return True

    def step(self) -> None:
        """10 ms pass."""
        self.now += STEP
        if not self.closed:
            if self.now >= self.box.due():
                self._note(self.box.turn(self.now))
            self.hub.take(self.harmed(self.box.outgoing()), self.micros)
        self.hub.turn(self.micros)
        said = b"".join(iter(lambda: self.hub.packet(self.micros), None))
        if self.closed:
            self.kept = (self.kept + said)[:KEPT]
        else:
            self._note(self.box.receive(self.harmed(said), self.now))
            self.hub.take(self.harmed(self.box.outgoing()), self.micros)

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            self.step()

    def harmed(self, data: bytes) -> bytes:
        """What arrives of it."""
        if not self.noise or not data:
            return data
        return b"".join(self._harmed(data[at : at + 1]) for at in range(len(data)))

    def _harmed(self, byte: bytes) -> bytes:
        if self.chance.random() >= self.noise:
            return byte
        return self.chance.choice((b"", byte * 2, self.chance.randbytes(1), b"\n"))

    def _note(self, events: list[Event]) -> None:
        self.events += events
        for event in events:
            if isinstance(event, Pressed | CameLate):
                self.counted.append((len(self.counted) + 1, event.seat))
            if isinstance(event, Pressed):
                self.calls.append((event.seat, self.now - self.at[len(self.counted)]))
        self.seen = self.box.seen
