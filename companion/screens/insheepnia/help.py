"""Help at Insheepnia's table: the topics."""

from typing import ClassVar

from companion.screens.base import Push, View
from companion.screens.help_pages import HelpPage
from companion.screens.insheepnia.help_texts import TOPICS
from companion.screens.menu import Entry, Menu
from companion.screens.pictograms import BOOK


class Help(Menu, frozen=True):
    """The topics."""

    name: ClassVar[str] = "help"
    pictogram = BOOK

    def entries(self, view: View) -> tuple[Entry, ...]:
        return tuple(Entry(view.tr(topic.title), Push(HelpPage(topic))) for topic in TOPICS)
