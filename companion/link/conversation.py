"""The box's side of firmware/PROTOCOL.md: what comes from an open port becomes events, and what has to be said.

One Conversation lasts from the opening of a port to its closing; only `Seen` outlives it. Time and chance are
arguments; `now` is in seconds of a steady clock. Knows no port, and no screen.
"""

from collections import deque

from msgspec import Struct
from msgspec.structs import replace

from companion.link.counter import Counter
from companion.link.lines import Lines
from companion.link.packets import DARK, Ack, Buzz, Foreign, Hello, Late, Maintenance, Packet, Show, pack, unpack

KEEP_ALIVE = 1.0
AGAIN = 0.2
"""Seconds after which an unanswered Show is sent again, while the hub is heard."""

SILENT = 3.0
"""Seconds without a packet after which the hub is gone."""

STALL = 2.0
"""Seconds without a turn after which what the port holds may be old."""

TOGETHER = 2000
"""Microseconds; two buzzes that are less apart have no first."""

_NONCES = 8


class Seen(Struct, frozen=True):
    """What was taken last: of which hub, in which of its power-ons, the buzz's number, and how many found no room."""

    uid: str = ""
    boot: str = ""
    number: int = 0
    missed: int = 0


class Here(Struct, frozen=True):
    """The hub answers, with so many buttons; `restarted` if it is the one seen last and lost its power since."""

    uid: str
    boot: str
    restarted: bool
    seats: int


class Gone(Struct, frozen=True):
    """The hub does not answer any more."""


class Stranger(Struct, frozen=True):
    """A hub answers in another version of the protocol."""

    uid: str
    version: int


class Pressed(Struct, frozen=True):
    """A press that counts. `micros` is the hub's time without wraps; `together`: with the press before."""

    seat: int
    micros: int
    together: bool


class CameLate(Struct, frozen=True):
    """A press that counts no more: it waited too long."""

    seat: int


class Missed(Struct, frozen=True):
    """So many presses more found no room on the hub."""

    count: int


Event = Here | Gone | Stranger | Pressed | CameLate | Missed


class Conversation:
    """`chance` is a random number; no two openings of a port have the same of its lowest 32 bits, but by accident."""

    def __init__(self, seen: Seen, chance: int, now: float) -> None:
        self.seen = seen
        self._nonce = chance & 0xFFFFFFFF
        self._lines = Lines()
        self._nonces: deque[str] = deque(maxlen=_NONCES)
        self._hub: Hello | None = None
        self._counter: Counter | None = None
        self._latest: int | None = None
        self._fresh = False
        self._strange: Foreign | None = None
        self._wanted = self._said = (False, DARK)
        self._maintenance = False
        self._turned = self._heard = self._show_at = now
        self._out: list[bytes] = []

    @property
    def here(self) -> bool:
        """Whether the hub answers."""
        return self._hub is not None

    def show(self, armed: bool, lamps: str, now: float) -> None:
        """What the hub is to do from now on; `lamps` as in Show."""
        if self._wanted != (armed, lamps):
            self._wanted = (armed, lamps)
            self._show_at = now

    def maintain(self, now: float) -> None:
        """Have the hub start for maintenance as soon as it answers."""
        self._maintenance = True
        self._show_at = now

    def receive(self, data: bytes, now: float) -> list[Event]:
        """What `data` means."""
        self._notice_a_stall(now)
        events: list[Event] = []
        for line in self._lines.feed(data):
            packet = unpack(line)
            if packet is not None:
                events += self._take(packet, now)
        return events

    def due(self) -> float:
        """When the next turn is."""
        return min(self._show_at, self._heard + SILENT) if self.here else self._show_at

    def turn(self, now: float) -> list[Event]:
        """Do what is due."""
        self._notice_a_stall(now)
        gone = self.here and now >= self._heard + SILENT
        if gone:
            self._hub, self._fresh = None, False
        if now >= self._show_at:
            self._say_what_to_do(now)
        return [Gone()] if gone else []

    def outgoing(self) -> bytes:
        """What is to be sent, once."""
        data = b"".join(self._out)
        self._out.clear()
        return data

    def _notice_a_stall(self, now: float) -> None:
        if now - self._turned > STALL:
            self._nonces.clear()
            self._fresh = False
            self._show_at = now
            self._heard = max(self._heard, now - AGAIN)
        self._turned = now

    def _say_what_to_do(self, now: float) -> None:
        self._nonce = (self._nonce + 1) & 0xFFFFFFFF
        self._nonces.append(f"{self._nonce:08x}")
        self._out.append(pack(Show(self._nonces[-1], *self._wanted)))
        if self._maintenance and (hub := self._hub or self._strange):
            self._out.append(pack(Maintenance(hub.boot)))
        self._said = self._wanted
        self._show_at = now + (AGAIN if self.here else KEEP_ALIVE)

    def _take(self, packet: Packet, now: float) -> list[Event]:
        if isinstance(packet, Hello):
            return self._greet(packet, now)
        if isinstance(packet, Foreign):
            return self._wonder(packet)
        if isinstance(packet, Buzz) and self._fresh and self._hub and packet.boot == self._hub.boot:
            return self._count(packet, now)
        return []

    def _greet(self, hello: Hello, now: float) -> list[Event]:
        if self._fresh and self._hub and hello.boot != self._hub.boot:
            self._fresh = False
            self._show_at = now
        if hello.nonce not in self._nonces:
            return []
        if hello.nonce == self._nonces[-1] and self._said == self._wanted:
            self._show_at = now + KEEP_ALIVE
        events = [] if self._same(hello) else self._meet(hello, now)
        self._hub, self._fresh, self._heard, self._strange = hello, True, now, None
        return [*events, *self._catch_up(hello, now)]

    def _wonder(self, hello: Foreign) -> list[Event]:
        known, self._strange = self._strange, hello
        return [] if known and known.version == hello.version else [Stranger(hello.uid, hello.version)]

    def _same(self, hello: Hello) -> bool:
        return self._hub is not None and (hello.uid, hello.boot) == (self._hub.uid, self._hub.boot)

    def _meet(self, hello: Hello, now: float) -> list[Event]:
        """A hub answers for the first time since the port was opened, or since it started anew."""
        restarted = self.seen.uid == hello.uid and self.seen.boot != hello.boot
        if (self.seen.uid, self.seen.boot) != (hello.uid, hello.boot):
            self.seen = Seen(hello.uid, hello.boot)
        self._counter = Counter(hello.micros, now)
        self._latest = None
        return [Here(hello.uid, hello.boot, restarted, hello.seats)]

    def _catch_up(self, hello: Hello, now: float) -> list[Event]:
        """What the hub says of its time, and of buzzes that it has no more."""
        if self._counter:
            self._counter.set(hello.micros, now)
        more = hello.missed - self.seen.missed
        number = max(self.seen.number, hello.first - 1)
        self.seen = replace(self.seen, number=number, missed=max(self.seen.missed, hello.missed))
        return [Missed(more)] if more > 0 else []

    def _count(self, buzz: Buzz, now: float) -> list[Event]:
        self._heard = now
        expected = self.seen.number + 1
        new = buzz.number == expected
        if new:
            self.seen = replace(self.seen, number=expected)
        self._out.append(pack(Ack(buzz.boot, self.seen.number)))
        return [self._press(buzz, now)] if new else []

    def _press(self, buzz: Buzz, now: float) -> Event:
        if isinstance(buzz, Late) or self._counter is None:
            return CameLate(buzz.seat)
        micros = self._counter.at(buzz.micros, now)
        together = self._latest is not None and abs(micros - self._latest) < TOGETHER
        self._latest = micros
        return Pressed(buzz.seat, micros, together)
