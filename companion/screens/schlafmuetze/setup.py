"""Before a match of Schlafmütze: the five 1s, who gets how many cards, and the choices of the table."""

from typing import ClassVar

from msgspec.structs import replace

from companion.games import schlafmuetze
from companion.games.schlafmuetze import deal
from companion.screens.base import STAY, Effect, Pop, Push, Screen, Swap, View
from companion.screens.canvas import Canvas
from companion.screens.choices import NO, YES, ask_for_buttons, begin, choice, start_of
from companion.screens.frames import WIDTH
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Entry, Hint, Menu, leads_back, moves, show_controls
from companion.screens.pictograms import NIGHTCAP
from companion.screens.schlafmuetze.words import in_one_line

TURNS = "schlafmuetze.turns"
DEFAULTS = {TURNS: NO}
"""The remembered choice, as text by key."""

OPTIONS = {"turns": TURNS}
"""The option of the match, by which choice it follows."""

CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 21, 32, 26
TEXT_X = 52


class Prepare(Screen, frozen=True):
    """Two pages: the five 1s in the middle, then who gets how many cards."""

    players: tuple[str, ...]
    first: str | None
    dealing: bool = False
    name: ClassVar[str] = "prepare"

    def draw(self, canvas: Canvas, view: View) -> None:
        if self.dealing:
            _draw_deal(canvas, view, deal(self.players))
        else:
            _draw_ones(canvas, view)
        show_controls(canvas, view, [Hint(Control.OK, view.tr("done")), leads_back()])

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.OK if self.dealing:
                return Push(Choices(players=self.players, first=self.first))
            case Kind.OK:
                return Swap(replace(self, dealing=True))
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, dealing=not self.dealing))
            case Kind.BACK:
                return Pop()
        return STAY


def _draw_ones(canvas: Canvas, view: View) -> None:
    for place in range(5):
        x = 1 + place * CARD_STEP
        canvas.box(x, 0, x + CARD_WIDTH - 1, CARD_HEIGHT - 1, radius=3)
        canvas.text(x + CARD_WIDTH // 2 + 1, 0, "1", Face.BIG, anchor="m")
    canvas.text(WIDTH // 2, 38, view.tr("in the middle"), Face.TITLE, anchor="m")


def _draw_deal(canvas: Canvas, view: View, cards: dict[str, int]) -> None:
    most, least = max(cards.values()), min(cards.values())
    fewer = tuple(name for name, count in cards.items() if count < most)
    y = -9 if fewer else 2
    canvas.text(0, y, str(most), Face.HUGE)
    canvas.wrapped(TEXT_X, y + 13, view.tr("cards for each"), Face.BODY, WIDTH - TEXT_X, 2)
    if fewer:
        text = view.trn("but only {count} card for", "but only {count} cards for", least).format(count=least)
        canvas.text(0, 34, text, Face.SMALL)
        canvas.text(0, 42, in_one_line(canvas, fewer, tuple(cards)))


class Choices(Menu, frozen=True):
    """The last look before the start: OK on a choice changes it, and the box remembers."""

    players: tuple[str, ...] = ()
    first: str | None = None
    name: ClassVar[str] = "choices"
    pictogram = NIGHTCAP

    def entries(self, view: View) -> tuple[Entry, ...]:
        start = start_of(schlafmuetze.NAME, self.players, self.first, view, OPTIONS)
        return (
            Entry(view.tr("Start"), begin(start)),
            choice(TURNS, view.tr("Turns"), view),
            Entry(view.tr("Buttons"), ask_for_buttons(start)),
        )

    def hints(self, view: View) -> tuple[Hint, ...]:
        turns = view.tr("do not follow") if view.settings[TURNS] == YES else view.tr("follow the turns")
        verbs = (view.tr("start"), turns, view.tr("press yours"))
        return (moves(), Hint(Control.OK, verbs[self.at]), leads_back())


def set_up(players: tuple[str, ...], first: str | None, view: View) -> Effect:
    """From the players and the one who begins, as far as known, to the first page."""
    return Push(Prepare(players, first))
