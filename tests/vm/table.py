"""What the tests of the real box share: how it is installed and set up, a match in play, and times to tell."""

from pathlib import Path
from typing import NamedTuple

from tests.vm import guide
from tests.vm.box import KHZ, Box, Saved
from tests.vm.qemu import Image
from tests.vm.twin import Twin
from tests.vm.virtual_pi import VirtualPi

# From a journal without people to a game of 13 Sheep between A and B.
SET_UP = ("ok", "ok", "ok", "ok", "roll", "ok", "down", "ok", "roll", "roll", "ok")


class Installation(NamedTuple):
    """A Pi on which the box was installed and that was switched off and on, and what was printed, by command."""

    saved: Saved
    told: dict[str, str]


def installed(image: Image, cargo: Path, folder: Path) -> Installation:
    """Follow the build guide up to the installation, with the cargo in place of a network; switch off and on."""
    with VirtualPi(image) as pi:
        pi.load(cargo)
        pi.boot()
        pi.put(guide.BOOT, guide.FRESH)
        commands = guide.to_run()
        told = {command: guide.follow(pi, command) for command in commands[: commands.index(guide.INSTALL) + 1]}
        pi.power_off()
        pi.boot(cold=True)
        pi.i2c_speed(KHZ)
        Box(pi).listens()
        return Installation(Saved(*pi.save(folder)), told)


class Table(NamedTuple):
    """A box in the middle of a match and its twin, showing the same."""

    box: Box
    twin: Twin

    def play(self, *tokens: str) -> None:
        """Press on both, and see the same after each press."""
        for token in tokens:
            self.box.tap(token)
            self.box.shows(self.twin.take(token))


TOLD: list[str] = []


def tell(line: str) -> None:
    """Have a line printed at the end: a time to know, not to hold anybody to."""
    TOLD.append(line)
