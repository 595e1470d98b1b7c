"""The buzzer hub on a Raspberry Pi Pico: pins, port, watchdog, and the one loop. The only file that touches `machine`.

What happens is decided in the files beside it. Ctrl-C cannot stop the loop; PROTOCOL.md tells how a hub is updated.
"""

import micropython

micropython.kbd_intr(-1)  # from here on, no byte on the wire stops the hub

import os
import select
import sys
import time

import lamps
from board import SEATS
from buzzer import Buzzer
from debounce import Debounce
from edges import Edges
from machine import WDT, Pin, disable_irq, enable_irq, idle, reset, unique_id
from ticks import diff
from wire import LONGEST

FLAG = "maintenance"
"""A file whose presence asks for a start without watchdog and with Ctrl-C; that start removes it."""

WATCHDOG = 2000
"""Milliseconds after which a hub that hangs starts anew."""

AT_ONCE = LONGEST + 1
"""Bytes read or written in one turn: a whole packet."""


def ticks() -> int:
    """Now, in microseconds that wrap at ticks.PERIOD: on a Pico by themselves, and there 2^30 would be allocated."""
    return time.ticks_us()  # pyright: ignore[reportReturnType] (an integer, whatever the stubs say)


class Port:
    """The bytes to and from the box. Never waits: reads what is there and writes what there is room for."""

    def __init__(self) -> None:
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._inward = select.poll()
        self._inward.register(self._in, select.POLLIN)
        self._outward = select.poll()
        self._outward.register(self._out, select.POLLOUT)
        self._left = b""

    def read(self) -> bytes:
        """What is there, byte by byte: a read of more would wait for more."""
        data = b""
        while len(data) < AT_ONCE and _ready(self._inward, select.POLLIN):
            byte = self._in.read(1)
            if not byte:
                break
            data += byte
        return data

    @property
    def free(self) -> bool:
        """Whether the last packet is written."""
        return not self._left

    def write(self, packet: bytes = b"") -> None:
        """Write a packet, or what is left of one, as far as there is room."""
        self._left += packet
        sent = 0
        while sent < min(len(self._left), AT_ONCE) and _ready(self._outward, select.POLLOUT):
            sent += self._out.write(self._left[sent : sent + 1]) or 0
        self._left = self._left[sent:]


def _ready(poller: select.poll, event: int) -> bool:
    for _, events in poller.ipoll(0):
        return bool(events & event)
    return False


class Hub:
    """Everything between the pins and the port."""

    def __init__(self) -> None:
        self._buttons = [Pin(button, Pin.IN, Pin.PULL_UP) for _, button, _ in SEATS]
        self._lamps = [Pin(lamp, Pin.OUT, value=0) for _, _, lamp in SEATS]
        self._shown = [0] * len(SEATS)
        self._edges = Edges(len(SEATS), ticks, disable_irq, enable_irq)
        self._lines = [Debounce(not pin.value()) for pin in self._buttons]
        self._buzzer = Buzzer(_hex(unique_id()), _hex(os.urandom(4)), len(SEATS), ticks())
        self._port = Port()

    def asks_for_maintenance(self) -> bool:
        """Whether this start is to be one for maintenance: by the packet before it, or by seat 1 held down."""
        if FLAG in os.listdir():
            os.remove(FLAG)
            return True
        return not self._buttons[0].value()

    def run(self) -> None:
        """Never returns."""
        both = Pin.IRQ_FALLING | Pin.IRQ_RISING
        for line, pin in enumerate(self._buttons):
            pin.irq(self._edges.handler(line), both, hard=True)
        watchdog = WDT(timeout=WATCHDOG)
        while True:
            watchdog.feed()
            self._turn()
            idle()  # until an interrupt comes, of a pin or of USB, or a millisecond has passed

    def _turn(self) -> None:
        self._press()
        data = self._port.read()
        now = ticks()
        if data:
            self._buzzer.take(data, now)
        self._buzzer.turn(now)
        if self._buzzer.maintenance:
            _restart()
        packet = self._buzzer.packet(now) if self._port.free else None
        self._port.write(packet or b"")
        self._shine(now)

    def _press(self) -> None:
        """Presses of one turn, in the order of time: an edge, or a button found down when its line counts again."""
        presses = [(self._lines[line].edge(at), line) for line, at in self._edges.take()]
        now = ticks()
        for line, pin in enumerate(self._buttons):
            presses.append((self._lines[line].sample(not pin.value(), now), line))
        found = [(diff(at, now), line, at) for at, line in presses if at is not None]
        for _, line, at in sorted(found):
            self._buzzer.press(SEATS[line][0], at)

    def _shine(self, now: int) -> None:
        buzzer, count = self._buzzer, len(SEATS)
        for line, pin in enumerate(self._lamps):
            seat = SEATS[line][0] - 1
            lit = lamps.searching(line, count, now) if buzzer.searching else lamps.lit(buzzer.lamps, seat, now)
            if lit != self._shown[line]:
                self._shown[line] = lit
                pin.value(lit)


def _hex(data: bytes) -> str:
    return "".join(["%02x" % byte for byte in data])


def _restart() -> None:
    with open(FLAG, "w"):
        pass
    reset()


def main() -> None:
    """Run the hub, or leave it to who wants to update it."""
    hub = Hub()
    if hub.asks_for_maintenance():
        micropython.kbd_intr(3)
        return
    hub.run()


main()
