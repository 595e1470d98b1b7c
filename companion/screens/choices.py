"""The last look before a match, where the box may follow the turns: choices it remembers, who begins, and the start."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.screens.base import Ask, Effect, Push, Swap, View
from companion.screens.intents import Control
from companion.screens.menu import Entry, Hint, Menu, leads_back, moves
from companion.screens.pictograms import PEOPLE
from companion.screens.requests import SetSetting, StartMatch
from companion.screens.seats import Seats

YES, NO = "true", "false"
"""What a choice of the two is in the settings."""


def choice(key: str, label: str, view: View) -> Entry:
    """The line of a choice between yes and no: OK changes it, and the box remembers."""
    on = view.settings[key] == YES
    return Entry(label, Ask(SetSetting(key, NO if on else YES)), view.tr("yes") if on else view.tr("no"))


def start_of(game: str, players: tuple[str, ...], first: str | None, view: View, keys: Mapping[str, str]) -> StartMatch:
    """The match to be started: `keys` are the settings of its options, `first` who begins where that is known."""
    options: dict[str, object] = {option: view.settings[key] == YES for option, key in keys.items()}
    return StartMatch(game, players, options | ({"first": first} if first else {}))


def begin(start: StartMatch) -> Effect:
    """Starts the match; before it asks who begins, where that matters and is not known."""
    return Push(Beginner(start=start)) if _asks(start) else Ask(start)


def ask_for_buttons(start: StartMatch) -> Effect:
    """The same, with “press your button” before the start."""
    return Push(Beginner(start=start, buttons=True) if _asks(start) else Seats(start))


def _asks(start: StartMatch) -> bool:
    return bool(start.options["turns"]) and "first" not in start.options


class Beginner(Menu, frozen=True, kw_only=True):
    """Where the box follows the turns and chance did not pick: who begins."""

    start: StartMatch
    buttons: bool = False
    name: ClassVar[str] = "beginner"
    pictogram = PEOPLE

    def entries(self, view: View) -> tuple[Entry, ...]:
        return tuple(Entry(name, self._begin(name)) for name in self.start.players)

    def _begin(self, name: str) -> Effect:
        start = replace(self.start, options={**self.start.options, "first": name})
        return Swap(Seats(start)) if self.buttons else Ask(start)

    def hints(self, view: View) -> tuple[Hint, ...]:
        return (moves(), Hint(Control.OK, view.tr("begins")), leads_back())
