"""From a press to the call on the screen: the hub's program in MicroPython on a pty, the real driver, the whole box.

It begins when the pin's edge is handed to the fake pins, and ends when the picture with the big word is handed to the
display's bus. Just before each press a line as long as its buzz goes to another MicroPython on another pty, which does
nothing but give lines back, and comes back: that is the bare round trip, with no driver and no loop on either side.
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
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from companion.devices.fake_buses import FakeWire
from companion.devices.fake_oled import FakeDisplay
from companion.link.packets import Buzz, pack
from tests.bench.rows import Row
from tests.firmware.pico import MICROPYTHON
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


def presses(count: int = PRESSES) -> Iterator[Row]:
    """Milliseconds of a press, the median of so many, with the journal in memory and on the disk; none elsewhere."""
    if not MICROPYTHON.exists():
        return
    places = {"in memory": MEMORY if MEMORY.is_dir() else None, "on the disk": None}
    for name, place in places.items():
        with TemporaryDirectory(dir=place) as folder:
            calls, bare = (round(1000 * median(times), 3) for times in zip(*_press(Path(folder), count), strict=True))
        goal = MOST * bare if name == "in memory" else None
        yield Row(f"press to call, ms, journal {name} (floor: the bare round trip)", calls, None, bare, goal)


def _press(folder: Path, count: int) -> list[tuple[float, float]]:
    """Play: seat 2 calls, and the call is taken back, again and again. Seconds of each call and its round trip."""
    table, times = Table(folder), []
    table.lay("schlafmuetze", {"turns": True})
    table.wire = stopwatch = Stopwatch(FakeDisplay(table.board.display.chip))

    async def script() -> None:
        table.plug()
        await table.tap("ok")
        await table.shines(2, 3, 4)
        for _ in range(count):
            bare = echo.round_trip()
            stopwatch.start()
            table.pico.move(2, down=True)
            await asyncio.sleep(SETTLED)
            await table.until(lambda: stopwatch.took is not None)
            times.append((stopwatch.took, bare))
            assert table.moves()[-1]["do"] == "call"
            table.pico.move(2, down=False)
            await asyncio.sleep(TAP)
            await table.tap("back")

    with closing(Echo()) as echo:
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


class Echo:
    """A MicroPython that gives lines back."""

    def __init__(self) -> None:
        self._far, self._near = pty.openpty()
        tty.setraw(self._near)
        self._process = subprocess.Popen([MICROPYTHON, "-c", ECHO], stdin=self._far, stdout=self._far)
        self.round_trip()

    def round_trip(self) -> float:
        """Seconds from the first byte of a line out to the last byte in."""
        begun, back = time.perf_counter(), 0
        os.write(self._near, LINE)
        while back < len(LINE):
            select.select([self._near], [], [])
            back += len(os.read(self._near, len(LINE)))
        return time.perf_counter() - begun

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._near)
        os.close(self._far)
