"""`companion hub test`: the lamps of the hub light up one after the other, and each press is a line with its time.

Lines, not a picture, so that it works through a pipe, too. Ends with q, Ctrl-C or a signal, and puts the lamps out.
"""

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import FrameType

from companion.devices.hub import Port
from companion.devices.hub_trouble import HubTrouble
from companion.devices.signals import Signals
from companion.devices.terminal import keys_at_once
from companion.hub.bench import Bench
from companion.hub.install import GREETING, OPENING
from companion.hub.talk import Talk
from companion.link.conversation import CameLate, Event, Gone, Here, Missed, Pressed
from companion.link.packets import DARK, OFF, ON, VERSION

STEP = 0.5
"""Seconds for which each lamp is lit before the first press."""

QUIT = b"q"


def run(bench: Bench, named: Path | None) -> None:
    """Show presses until the end is asked for. Raises HubTrouble."""
    found = bench.find(named)
    if bench.loan.hold():
        bench.say("The box that runs here has let go of the hub.")
    found, port = bench.open(found, OPENING)
    with closing(port), suppress(KeyboardInterrupt), _signals_end():
        _show(bench, port, found.path)


def _show(bench: Bench, port: Port, path: Path) -> None:
    talk = Talk(port, bench.clock)
    talk.show(armed=True, lamps=_only(1))
    hub = talk.meet(GREETING)
    if not isinstance(hub, Here):
        says = "does not greet" if hub is None else f"speaks version {hub.version} of the protocol, not {VERSION}"
        raise HubTrouble(f"The hub at {path} {says}: put the firmware on it with `companion hub install`.")
    bench.say(f"The hub {hub.uid}: protocol version {VERSION}, {hub.seats} seats.")
    bench.say("Each lamp lights up in turn, then that of the last press. The end: q or Ctrl-C.")
    try:
        typed = () if sys.stdin is None else (sys.stdin.fileno(),)
        with keys_at_once(*typed):
            Trial(bench, talk, hub.seats).go_on(Keys(typed))
    finally:
        with suppress(HubTrouble):
            talk.show(armed=False, lamps=DARK)


class Trial:
    """Presses as lines, and the lamps that go with them."""

    def __init__(self, bench: Bench, talk: Talk, seats: int) -> None:
        self._bench = bench
        self._talk = talk
        self._seats = seats
        self._last: Pressed | None = None

    def go_on(self, keys: "Keys") -> None:
        """Until the keys ask for the end. Raises HubTrouble."""
        begin = self._bench.clock()
        while True:
            steps = int((self._bench.clock() - begin) / STEP)
            self._talk.show(armed=True, lamps=_only(self._last.seat if self._last else steps % self._seats + 1))
            for event in self._talk.listen(begin + (steps + 1) * STEP, keys.descriptors):
                self._tell(event)
            if keys.quit():
                return

    def _tell(self, event: Event) -> None:
        if isinstance(event, Pressed):
            self._bench.say(line(event, self._last))
            self._last = event
        elif isinstance(event, CameLate):
            self._bench.say(f"seat {event.seat}  too late: it waited longer than 2 s")
        elif isinstance(event, Missed):
            self._bench.say(f"{event.count} presses found no room on the hub")
        elif isinstance(event, Gone):
            raise HubTrouble("The hub does not answer any more: pull its cable, plug it in, and run this again.")


class Keys:
    """What is typed or comes through a pipe; nothing more after its end."""

    def __init__(self, descriptors: tuple[int, ...]) -> None:
        self.descriptors = descriptors

    def quit(self) -> bool:
        """Whether the end is asked for."""
        ready, _, _ = select.select(self.descriptors, [], [], 0)
        typed = [os.read(descriptor, 64) for descriptor in ready]
        if b"" in typed:
            self.descriptors = ()
        return any(QUIT in text.lower() for text in typed)


def line(press: Pressed, last: Pressed | None) -> str:
    """A press, with the hub's time, and that since the press before."""
    gap = f"  {press.micros - last.micros:+} us" if last else ""
    return f"seat {press.seat}  at {press.micros} us{gap}{'  together' if press.together else ''}"


def _only(seat: int) -> str:
    return DARK[: seat - 1] + ON + OFF * (len(DARK) - seat)


@contextmanager
def _signals_end() -> Iterator[None]:
    """A signal that would end the program ends the trial."""
    signals = Signals()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signals.handle(number, _interrupt)
    try:
        yield
    finally:
        signals.restore()


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
