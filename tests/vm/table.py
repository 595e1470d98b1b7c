"""What the tests of the real box share: how it is installed and set up, a match in play, and times to tell."""

from typing import NamedTuple

from tests.vm.box import Box, Saved
from tests.vm.twin import Twin

INSTALL = "sudo make install WHEELS=$HOME/wheels"
# From a journal without people to a game of 13 Sheep between A and B.
SET_UP = ("ok", "ok", "ok", "ok", "roll", "ok", "down", "ok", "roll", "roll", "ok")


class Installation(NamedTuple):
    """A Pi on which the box was installed and that was switched off and on, and what the installation printed."""

    saved: Saved
    text: str


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
