"""The hub's side of PROTOCOL.md: presses in, packets out, and the other way round; every press until acknowledged.

Knows no pin, no port and no clock. All times are wrapping microseconds (ticks.py); `turn` must be called often.
Plain Python, the same under MicroPython and CPython.
"""

from lamps import ALL_OFF, known
from ticks import SECOND, add, diff
from wire import Lines, pack, unpack

VERSION = 1
REPEAT = 50000
"""Microseconds between two sendings of the same buzz, while the box is heard."""

LATE = 2 * SECOND
SILENT = 3 * SECOND
ROOM = 64
"""Buzzes that can wait for their acknowledgement; of more, only the number is kept."""


class Waiting:
    """A buzz that the box has not acknowledged."""

    def __init__(self, number: int, seat: int, ticks: int) -> None:
        self.number = number
        self.seat = seat
        self.ticks = ticks
        self.late = False
        self.again_at = ticks
        self.due = True


class Buzzer:
    """One power-on of the hub; `boot` is its random id, 8 hex digits, `uid` the Pico's own."""

    def __init__(self, uid: str, boot: str, seats: int, now: int) -> None:
        self._uid = uid
        self._boot = boot
        self._seats = seats
        self._lines = Lines()
        self._waiting: list[Waiting] = []
        self._next = 1
        self._missed = 0
        self._heard = now
        self._greet_at = now
        self._greet = True
        self._nonce: str | None = None
        self._armed = False
        self.lamps = ALL_OFF
        self.searching = True
        self.maintenance = False

    def press(self, seat: int, ticks: int) -> None:
        """A seat's button went down. Call in the order of time."""
        if not self._armed:
            return
        if len(self._waiting) == ROOM:
            self._missed += 1
            return
        self._waiting.append(Waiting(self._next, seat, ticks))
        self._next += 1

    def take(self, data: bytes, now: int) -> None:
        """What came from the box, in any pieces; what is no packet is ignored."""
        for line in self._lines.feed(data):
            fields = unpack(line)
            if fields and self._obey(fields):
                self._heard = now
                self.searching = False

    def turn(self, now: int) -> None:
        """See what has become due or late, and whether the box is still there, before the clock wraps."""
        if not self.searching and diff(now, self._heard) >= SILENT:
            self.searching = True
            self._greet_at = now
        self._greet = self._greet or (self.searching and diff(now, self._greet_at) >= 0)
        for buzz in self._waiting:
            buzz.late = buzz.late or diff(now, buzz.ticks) > LATE
            buzz.due = buzz.due or diff(now, buzz.again_at) >= 0

    def packet(self, now: int) -> bytes | None:
        """The next packet to send now, if there is one."""
        if self._nonce is not None or self._greet:
            return self._hello(now)
        for buzz in self._waiting:
            if buzz.due:
                buzz.due = False
                buzz.again_at = add(now, SECOND if self.searching else REPEAT)
                kind = "late" if buzz.late else "buzz"
                return pack(kind, self._boot, buzz.number, buzz.seat, buzz.ticks)
        return None

    def _hello(self, now: int) -> bytes:
        nonce, self._nonce = self._nonce or "-", None
        self._greet = False
        self._greet_at = add(now, SECOND)
        first = self._waiting[0].number if self._waiting else self._next
        return pack("hello", VERSION, self._uid, self._boot, self._seats, first, self._missed, now, nonce)

    def _obey(self, fields: list[str]) -> bool:
        kind, count = fields[0], len(fields)
        if kind == "show" and count == 4:
            return self._show(fields[1], fields[2], fields[3])
        if kind == "ack" and count == 3 and fields[1] == self._boot:
            return self._acknowledge(fields[2])
        if kind == "maintenance" and count == 2 and fields[1] == self._boot:
            self.maintenance = True
            return True
        return False

    def _show(self, nonce: str, armed: str, lamps: str) -> bool:
        if len(nonce) != 8 or armed not in ("0", "1") or not known(lamps):
            return False
        self._nonce, self._armed, self.lamps = nonce, armed == "1", lamps
        return True

    def _acknowledge(self, number: str) -> bool:
        if not number.isdigit() or len(number) > 9:
            return False
        last = int(number)
        if last >= self._next:
            return False
        while self._waiting and self._waiting[0].number <= last:
            self._waiting.pop(0)
        return True
