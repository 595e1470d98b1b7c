"""The power is cut at random moments of play: after the boot the box has the match, with every move that was shown."""

import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from threading import Lock, Thread

from tests.vm.box import KHZ, Box, Saved
from tests.vm.channel import VmTrouble
from tests.vm.table import tell
from tests.vm.twin import Rows, Twin

CUTS, MACHINES = 30, 2
LONGEST = 2.5  # seconds from the last press to the cut, at most
Lines = tuple[str, ...]


class Life:
    """One power-on: play, and then darkness at a random moment."""

    def __init__(self, box: Box, twin: Twin, chance: random.Random) -> None:
        self._box, self._twin, self._chance = box, twin, chance
        self.shown: Lines = twin.lines()
        self.pressed: Lines = self.shown

    def live(self) -> None:
        """Play up to two moves in peace; cut the power in the third."""
        for _ in range(self._chance.randrange(3)):
            token = self._next()
            self._box.tap(token)
            self._box.shows(self._twin.take(token))
            self.shown = self._twin.lines()
        self._cut_in(self._next())

    def _next(self) -> str:
        """Never so many rolls that the wolf could come."""
        rolls = sum(1 if "roll" in line else -1 for line in self._twin.lines())
        return "back:hold" if rolls > 3 or (rolls > 0 and self._chance.random() < 0.3) else "roll"

    def _cut_in(self, token: str) -> None:
        finger = Thread(target=self._tap, args=(token,))
        rows = self._twin.take(token)
        self.pressed = self._twin.lines()
        end = time.monotonic() + self._chance.uniform(0, LONGEST)
        finger.start()
        while True:
            seen = self._box.rows() == rows
            if time.monotonic() > end:
                break
        self._box.pi.power_cut()
        finger.join()
        if seen:
            self.shown = self.pressed

    def _tap(self, token: str) -> None:
        with suppress(VmTrouble):  # the machine went off under the finger
            self._box.tap(token)


def revived(box: Box, life: Life) -> tuple[Lines, Rows]:
    """Boot after a cut and go on with the match, which must be there with what was shown."""
    box.pi.boot(cold=True)
    box.pi.i2c_speed(KHZ)
    lines = box.journal_lines()
    assert lines in {life.shown, life.pressed}
    with Twin(box.journal()) as twin:
        box.shows(twin.take())
        box.listens()
        box.tap("ok")
        rows = twin.take("ok")
        box.shows(rows)
    return lines, rows


def lives(saved: Saved, journal: bytes, numbers: Iterator[int], lock: Lock) -> list[tuple[Life, Lines]]:
    """One machine that lives, dies and boots again until all cuts are made; each life with what was left of it."""
    ended = []
    with saved.pi() as pi:
        pi.boot()
        box = Box(pi)
        while True:
            with lock:
                number = next(numbers)
            if number >= CUTS:
                return ended
            with Twin(journal) as twin:
                box.shows(twin.take("ok"))
                life = Life(box, twin, random.Random(number))
                life.live()
            lines, _ = revived(box, life)
            journal = box.journal()
            ended.append((life, lines))


def test_a_power_cut_at_any_moment_loses_no_move_that_was_shown(match: tuple[Saved, bytes]) -> None:
    start, numbers, lock = time.monotonic(), count(), Lock()
    with ThreadPoolExecutor(MACHINES) as pool:
        running = [pool.submit(lives, *match, numbers, lock) for _ in range(MACHINES)]
        ended = [life for future in running for life in future.result()]
    assert len(ended) == CUTS
    shown = sum(life.shown == life.pressed for life, _ in ended)
    unseen = sum(life.shown != life.pressed and lines == life.pressed for life, lines in ended)
    tell(f"{CUTS} power cuts in {time.monotonic() - start:.0f} s: the last move had been shown in {shown}, was kept in")
    tell(f"{unseen} though not yet shown, and had not counted yet in {CUTS - shown - unseen}")
