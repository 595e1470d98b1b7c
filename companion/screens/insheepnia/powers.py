"""The power cards of Insheepnia, which use up a turn, where the box follows the turns."""

from typing import ClassVar

from companion.games.insheepnia_cards import POWERS
from companion.screens.base import View
from companion.screens.insheepnia.kept import KeeperMenu
from companion.screens.insheepnia.milk import milk_or_play
from companion.screens.insheepnia.words import card_title
from companion.screens.menu import Entry
from companion.screens.pictograms import HAND


class Powers(KeeperMenu, frozen=True):
    """Which power card."""

    by: str = ""
    name: ClassVar[str] = "powers"
    pictogram = HAND

    def entries(self, view: View) -> tuple[Entry, ...]:
        return tuple(Entry(card_title(card, view), milk_or_play(view, self.kept, card, self.by)) for card in POWERS)
