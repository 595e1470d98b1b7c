"""The box in the virtual Pi, installed as the README says: its buttons pressed with fingers, its panel looked at."""

import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from companion import boards, data
from tests.boxes import records
from tests.vm.bus import Panels
from tests.vm.qemu import Image
from tests.vm.twin import Rows
from tests.vm.virtual_pi import VirtualPi, until

BOARD = boards.read(data.boards()["hand-wired"])
CONTROLS = BOARD.controls.by_name()
JOURNAL = "/var/lib/companion/journal.db"
KHZ = 400  # as the installation asks for
CLOSING, OPENING = (400, 300, 900, 150), (250, 600)  # microseconds between the bounces of a contact
TAP, HOLD = 80_000, 1_000_000
DEBOUNCE, LONG = 20_000, 600_000
LATEST = 30.0  # seconds after which nobody would wait for a picture any more
STARTED = 120.0  # the same for a service that has to start first, on a machine that has other work, too


class Stalled(Exception):
    """This machine was so busy that a contact bounced longer than contacts do: what it meant is anyone's guess."""


class Saved(NamedTuple):
    """A machine to go on from, with what its panels show."""

    image: Image
    panels: Panels

    def pi(self) -> VirtualPi:
        return VirtualPi(self.image, self.panels)


class Box:
    """The box on a machine that is switched on, with a panel that has this chip."""

    def __init__(self, pi: VirtualPi, chip: str = BOARD.display.chip) -> None:
        self.pi = pi
        self.chip = chip

    def listens(self, consumer: str = "companion") -> None:
        """Wait until the box has taken its pins, which it does after the first picture, under this name."""
        taken = f"gpioinfo gpiochip0 | grep -c '\"{consumer}\"'"
        until(lambda: self.pi.sh(taken)[1] == f"{len(CONTROLS)}\n", "the box listens to its buttons")

    def press(self, token: str) -> None:
        """Press a control as a finger does: the contact bounces when it closes and when it opens."""
        name, _, held = token.partition(":")
        pin = CONTROLS[name].pin
        hold = HOLD if held else TAP
        toggles = self.pi.bounce(pin, *CLOSING, hold, *OPENING)
        closing, opening = toggles[: len(CLOSING) + 1], toggles[len(CLOSING) + 1 :]
        too_long = not held and opening[0][1] > LONG * 0.9
        if too_long or any(bounces[-1][1] - bounces[0][0] > DEBOUNCE * 0.9 for bounces in (closing, opening)):
            raise Stalled(f"{token} bounced at {toggles} us")

    def tap(self, token: str) -> None:
        """Press a control with a contact that does not bounce."""
        name, _, held = token.partition(":")
        self.pi.tap(CONTROLS[name].pin, (HOLD if held else TAP) / 1000)

    def rows(self) -> Rows:
        return self.pi.oled(self.chip)

    def film(self) -> list[tuple[int, Rows]]:
        """What was shown since the last look, picture by picture, with the machine's time in nanoseconds."""
        return self.pi.film(self.chip)

    def shows(self, rows: Rows, seconds: float = LATEST) -> float:
        """Wait until the panel shows this; the seconds it took. AssertionError when it never does."""
        start = time.monotonic()
        while (seen := self.rows()) != rows:
            if time.monotonic() - start > seconds:
                raise AssertionError(f"The panel shows\n{small(seen)}\nand not\n{small(rows)}")
            time.sleep(0.02)
        return time.monotonic() - start

    def journal(self) -> bytes:
        """A copy of the journal."""
        self.pi.check(f"sqlite3 {JOURNAL} '.backup /run/copy.db'")
        return self.pi.get("/run/copy.db")

    def journal_of_a_match(self) -> bytes:
        """A copy of the journal, once a match was begun."""
        until(lambda: self.pi.sh(f"sqlite3 {JOURNAL} 'select id from matches' | grep -q 1")[0] == 0, "a match begins")
        return self.journal()

    def journal_lines(self) -> tuple[str, ...]:
        """The accepted lines of the latest match, as the box's journal has them."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "journal.db")
            path.write_bytes(self.journal())
            return records(path)[-1].lines

    def log(self) -> str:
        return self.pi.check("journalctl -u companion --no-pager -o cat")

    def pid(self) -> int:
        return int(self.pi.check("systemctl show companion -P MainPID"))


def small(rows: Rows) -> str:
    """A picture in half its height."""
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(" ▀▄█"[(u == "#") + 2 * (d == "#")] for u, d in zip(*pair, strict=True)) for pair in pairs)
