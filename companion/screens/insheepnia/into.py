"""Where a modifier card of Insheepnia goes: into whose bed, or, with Earplugs, what they clear."""

from typing import ClassVar

from companion.games.insheepnia_beds import why_not_clear, why_not_into
from companion.games.insheepnia_cards import EARPLUGS
from companion.games.match import move_line
from companion.games.refusals import Refusal
from companion.games.turns import clockwise
from companion.screens.base import Effect, Play, Push, View, table
from companion.screens.canvas import Canvas
from companion.screens.insheepnia.kept import KeeperMenu
from companion.screens.insheepnia.milk import milk_or_play
from companion.screens.insheepnia.words import PICTURES, card_title
from companion.screens.intents import Control
from companion.screens.lettering import Face
from companion.screens.menu import ROW_X, Entry, Hint, leads_back, moves, page_of, show_controls, show_page_marks
from companion.screens.notes import Refused
from companion.screens.pictograms import Pictogram

PLUGS_ROWS, PLUGS_Y, PLUGS_LINE = 4, 8, 12


class CardMenu(KeeperMenu, frozen=True):
    """A list about a card, its picture beside it; what is impossible has a cross, and OK there says why."""

    card: str = ""
    by: str = ""

    def picture(self, view: View) -> Pictogram | None:
        return PICTURES[self.card].large

    def hints(self, view: View) -> tuple[Hint, ...]:
        entries = self.entries(view)
        verb = view.tr("why not?") if _impossible(entries[self.place(entries)]) else self.verb(view)
        return (moves(), Hint(Control.OK, verb), leads_back())

    def verb(self, view: View) -> str:
        """What OK does."""
        return view.tr("choose")


def _entry(label: str, effect: Effect, refusal: Refusal | None) -> Entry:
    return Entry(f"× {label}", Push(Refused(refusal))) if refusal else Entry(label, effect)


def _impossible(entry: Entry) -> bool:
    return isinstance(entry.effect, Push) and isinstance(entry.effect.screen, Refused)


class Into(CardMenu, frozen=True):
    """Into whose bed: the possible ones first, clockwise; the rest after them, to be asked why."""

    name: ClassVar[str] = "into"

    def verb(self, view: View) -> str:
        return view.tr("into this bed")

    def entries(self, view: View) -> tuple[Entry, ...]:
        around = (*clockwise(table(view).header.players, self.by), self.by)
        return tuple(sorted((self._into(player, view) for player in around), key=_impossible))

    def _into(self, player: str, view: View) -> Entry:
        refusal = why_not_into(table(view).state, self.card, self.by, player)
        return _entry(player, milk_or_play(view, self.kept, self.card, self.by, player), refusal)


class Plugs(CardMenu, frozen=True):
    """Earplugs: they stay in the own bed, or clear a card from it. The titles of cards need the whole width.

    A line above the list says that a title stands for the card that goes.
    """

    card: str = EARPLUGS
    name: ClassVar[str] = "earplugs"

    def draw(self, canvas: Canvas, view: View) -> None:
        entries = self.entries(view)
        at = self.place(entries)
        top = page_of(at)
        canvas.text(0, -1, view.tr("Keep them, or clear which card?"), Face.SMALL)
        for row, entry in enumerate(entries[top : top + PLUGS_ROWS]):
            canvas.text(ROW_X, PLUGS_Y + row * PLUGS_LINE, entry.label)
        canvas.arrow(0, PLUGS_Y + 1 + at % PLUGS_ROWS * PLUGS_LINE)
        show_page_marks(canvas, 122, top, len(entries))
        show_controls(canvas, view, self.hints(view))

    def verb(self, view: View) -> str:
        entry = self.entries(view)[self.place(self.entries(view))]
        return view.tr("keep them") if entry.label == view.tr("Keep in bed") else view.tr("clear it")

    def entries(self, view: View) -> tuple[Entry, ...]:
        state = table(view).state
        keep = Play(move_line("play", card=EARPLUGS, by=self.by))
        stay = _entry(view.tr("Keep in bed"), keep, why_not_into(state, EARPLUGS, self.by, self.by))
        clears = (self._clear(card, view) for card in state.beds[self.by])
        return tuple(sorted((stay, *clears), key=_impossible))

    def _clear(self, card: str, view: View) -> Entry:
        play = Play(move_line("play", card=EARPLUGS, by=self.by, clears=card))
        return _entry(card_title(card, view), play, why_not_clear(table(view).state, self.by, card))
