"""Where a modifier card of Insheepnia goes: into whose bed, or, with Earplugs, what they clear."""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.insheepnia_beds import clearable, targets, why_not_clear, why_not_into
from companion.games.insheepnia_cards import EARPLUGS
from companion.games.match import move_line
from companion.games.turns import clockwise
from companion.screens.base import Play, Push, View, table
from companion.screens.canvas import Canvas
from companion.screens.insheepnia_kept import Keeper
from companion.screens.insheepnia_milk import milk_or_play
from companion.screens.insheepnia_words import PICTURES, card_title
from companion.screens.intents import Control
from companion.screens.menu import (
    LIST_WIDTH,
    PICTURE_X,
    PICTURE_Y,
    Entry,
    Hint,
    Menu,
    draw_entries,
    leads_back,
    moves,
    show_controls,
)
from companion.screens.notes import Refused

IMPOSSIBLE = "×"
"""Stands after what cannot be chosen; OK there says why."""


@dataclass(frozen=True)
class CardMenu(Keeper, Menu):
    """A list about a card, its picture beside it."""

    card: str = ""
    by: str = ""

    def draw(self, canvas: Canvas, view: View) -> None:
        entries = self.entries(view)
        draw_entries(canvas, entries, self.place(entries), LIST_WIDTH)
        canvas.picture(PICTURE_X, PICTURE_Y, PICTURES[self.card].large)
        show_controls(canvas, view, self.hints(view))

    def hints(self, view: View) -> tuple[Hint, ...]:
        entries = self.entries(view)
        impossible = entries[self.place(entries)].value == IMPOSSIBLE
        verb = view.tr("why not?") if impossible else self.verb(view)
        return (moves(), Hint(Control.OK, verb), leads_back())

    def verb(self, view: View) -> str:
        """What OK does."""
        return view.tr("choose")


@dataclass(frozen=True)
class Into(CardMenu):
    """Into whose bed: the possible ones first, clockwise; the rest after them, to be asked why."""

    name: ClassVar[str] = "into"

    def verb(self, view: View) -> str:
        return view.tr("into this bed")

    def entries(self, view: View) -> tuple[Entry, ...]:
        match = table(view)
        around = (*clockwise(match.header.players, self.by), self.by)
        possible = targets(match.state, self.card, self.by)
        ordered = sorted(around, key=lambda player: player not in possible)
        return tuple(self._entry(player, view) for player in ordered)

    def _entry(self, player: str, view: View) -> Entry:
        refusal = why_not_into(table(view).state, self.card, self.by, player)
        if refusal:
            return Entry(player, Push(Refused(refusal)), IMPOSSIBLE)
        return Entry(player, milk_or_play(view, self.kept, self.card, self.by, player))


@dataclass(frozen=True)
class Plugs(CardMenu):
    """Earplugs: they stay in the own bed, or clear a card from it."""

    card: str = EARPLUGS
    name: ClassVar[str] = "earplugs"

    def entries(self, view: View) -> tuple[Entry, ...]:
        state = table(view).state
        refusal = why_not_into(state, EARPLUGS, self.by, self.by)
        keep = Play(move_line("play", card=EARPLUGS, by=self.by))
        stay = Entry(view.tr("Keep in bed"), Push(Refused(refusal)) if refusal else keep, IMPOSSIBLE if refusal else "")
        entries = (stay, *(self._clear(card, view) for card in state.beds[self.by]))
        return tuple(sorted(entries, key=lambda entry: entry.value == IMPOSSIBLE))

    def _clear(self, card: str, view: View) -> Entry:
        state = table(view).state
        refusal = None if card in clearable(state, self.by) else why_not_clear(state, self.by, card)
        if refusal:
            return Entry(card_title(card, view), Push(Refused(refusal)), IMPOSSIBLE)
        return Entry(card_title(card, view), Play(move_line("play", card=EARPLUGS, by=self.by, clears=card)))
