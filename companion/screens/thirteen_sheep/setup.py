"""Before a match of 13 Sheep: where seats have buttons, whether ROLL waits for all, and whose button is where."""

from typing import ClassVar

from companion.games import thirteen_sheep
from companion.screens.base import Ask, Effect, Push, View
from companion.screens.intents import Control
from companion.screens.menu import Entry, Hint, Menu, leads_back, moves
from companion.screens.pictograms import SHEEP
from companion.screens.requests import StartMatch
from companion.screens.seats import Seats
from companion.screens.thirteen_sheep.fences import WAIT, YES, wait_entry


class Choices(Menu, frozen=True):
    """The last look before the start: OK on the choice changes it, and the box remembers."""

    players: tuple[str, ...] = ()
    name: ClassVar[str] = "choices"
    pictogram = SHEEP

    def entries(self, view: View) -> tuple[Entry, ...]:
        start = StartMatch(thirteen_sheep.NAME, self.players)
        return (
            Entry(view.tr("Start"), Ask(start)),
            wait_entry(view),
            Entry(view.tr("Buttons"), Push(Seats(start))),
        )

    def hints(self, view: View) -> tuple[Hint, ...]:
        wait = view.tr("do not wait") if view.settings[WAIT] == YES else view.tr("wait for all")
        verbs = (view.tr("start"), wait, view.tr("press yours"))
        return (moves(), Hint(Control.OK, verbs[self.at]), leads_back())


def set_up(players: tuple[str, ...], first: str | None, view: View) -> Effect:
    """From the players to the choices, or to the start where there are none."""
    return Push(Choices(players=players)) if view.buttons else Ask(StartMatch(thirteen_sheep.NAME, players))
