"""What is asked between “who begins” and the start of a match, game by game."""

from collections.abc import Callable, Mapping

from companion.games import insheepnia, schlafmuetze, thirteen_sheep
from companion.screens.base import Effect, View
from companion.screens.insheepnia import setup as insheepnia_setup
from companion.screens.schlafmuetze import setup as schlafmuetze_setup
from companion.screens.thirteen_sheep import setup as sheep_setup

SetUp = Callable[[tuple[str, ...], str | None, View], Effect]
"""From the players in clockwise order and the one who begins, as far as known, to the next screen or the start."""


SETUPS: Mapping[str, SetUp] = {
    thirteen_sheep.NAME: sheep_setup.set_up,
    insheepnia.NAME: insheepnia_setup.set_up,
    schlafmuetze.NAME: schlafmuetze_setup.set_up,
}
