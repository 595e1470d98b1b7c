"""From a press to the call on the screen: the hub's program in MicroPython on a pty, the real driver, the whole box.

It begins when the pin's edge is handed to the fake pins, and ends when the picture with the big word is handed to the
display's bus. Just before each press the same program on another pty, with no box behind it, is asked with a `show` and
answers with a `hello`: that is the bare round trip, with no driver, no loop and no rules on this side of the cable. A
MicroPython that does nothing but give a line as long as a buzz back is the floor.
"""

import asyncio
import os
import pty
import select
import subprocess
import time
import tty
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from companion.devices.fake_buses import FakeWire
from companion.devices.fake_oled import FakeDisplay
from companion.link.packets import DARK, Buzz, Show, pack
from tests.bench.rows import Row
from tests.firmware.pico import MICROPYTHON, Pico
from tests.pi import TAP
from tests.test_hub_and_box import Table

PRESSES = 50
MOST = 3
"""Bare round trips that a press may take."""

MEMORY = Path("/dev/shm")
LINE = pack(Buzz("5eed0001", 17, 2, 1073500000))
ECHO = """
import sys
while True:
    sys.stdout.buffer.write(sys.stdin.buffer.readline())
"""
SETTLED = 0.1
"""Seconds after which a press has been dealt with."""


@dataclass(frozen=True)
class Times:
    """Seconds of one call, and of what it is compared with."""

    call: float
    hub: float
    echo: float


def presses(number: int = PRESSES) -> Iterator[Row]:
    """Milliseconds, the median of so many presses, with the journal in memory and on the disk; none elsewhere."""
    if not MICROPYTHON.exists():
        return
    places = {"in memory": MEMORY if MEMORY.is_dir() else None, "on the disk": None}
    for name, place in places.items():
        with TemporaryDirectory(dir=place) as folder:
            times = _press(Path(folder), number)
        call, hub, echo = (_middle(times, figure) for figure in ("call", "hub", "echo"))
        goal = MOST * hub if name == "in memory" else None
        yield Row(f"press to call, ms, journal {name} (floor: a line there and back)", call, None, echo, goal)
        yield Row("the hub's own bare round trip beside it, ms", hub, None, echo)


def _middle(times: list[Times], figure: str) -> float:
    return round(1000 * median(getattr(time, figure) for time in times), 3)


def _press(folder: Path, number: int) -> list[Times]:
    """Play: seat 2 calls, and the call is taken back, again and again."""
    table, times = Table(folder), []
    table.lay("schlafmuetze", {"turns": True})
    table.wire = stopwatch = Stopwatch(FakeDisplay(table.board.display.chip))

    async def script() -> None:
        table.plug()
        await table.tap("ok")
        await table.shines(2, 3, 4)
        for _ in range(number):
            bare, given_back = hub.round_trip(), echo.round_trip()
            stopwatch.start()
            table.pico.move(2, down=True)
            await asyncio.sleep(SETTLED)
            await table.until(lambda: stopwatch.took is not None)
            times.append(Times(stopwatch.took, bare, given_back))
            assert table.moves()[-1]["do"] == "call"
            table.pico.move(2, down=False)
            await asyncio.sleep(TAP)
            await table.tap("back")

    with closing(Hub(folder)) as hub, closing(Echo()) as echo:
        try:
            table.play(script)
        finally:
            table.pico.close()
    return times


@dataclass
class Stopwatch(FakeWire):
    """A display's bus; `took` is how many seconds after `start` something was handed to it first."""

    took: float | None = None
    _begun: float = 0.0

    def start(self) -> None:
        self.took, self._begun = None, time.perf_counter()

    def send(self, messages) -> None:
        if self.took is None:
            self.took = time.perf_counter() - self._begun
        super().send(messages)


class Hub:
    """The hub's program without a box."""

    def __init__(self, folder: Path) -> None:
        place = folder / "alone"
        place.mkdir()
        self._pico = Pico(place)
        self._nonces = (f"{number:08x}" for number in count(1))
        self.round_trip()

    def round_trip(self) -> float:
        """Seconds from the first byte of a question out to the last byte of its answer in."""
        self._ask()  # after whatever it has said by itself
        return self._ask()

    def _ask(self) -> float:
        nonce = next(self._nonces)
        return _round_trip(self._pico.cable, pack(Show(nonce, armed=True, lamps=DARK)), f" {nonce}*".encode())

    def close(self) -> None:
        self._pico.close()


class Echo:
    """A MicroPython that gives lines back."""

    def __init__(self) -> None:
        self._far, self._near = pty.openpty()
        tty.setraw(self._near)
        self._process = subprocess.Popen([MICROPYTHON, "-c", ECHO], stdin=self._far, stdout=self._far)
        self.round_trip()

    def round_trip(self) -> float:
        """Seconds from the first byte of a line out to the last byte of it in."""
        return _round_trip(self._near, LINE, LINE)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._near)
        os.close(self._far)


def _round_trip(cable: int, line: bytes, answer: bytes) -> float:
    """Seconds until a line with the answer has come back whole."""
    begun, back = time.perf_counter(), b""
    os.write(cable, line)
    while not (back.endswith(b"\n") and answer in back):
        select.select([cable], [], [])
        back += os.read(cable, 4096)
    return time.perf_counter() - begun
