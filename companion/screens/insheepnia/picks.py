"""Random cards out of a hand of Insheepnia: the size of the hand goes in, a place in the fan comes out."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Self

from msgspec.structs import replace

from companion.games.insheepnia_cards import CARDS, HAND_LIMIT
from companion.games.match import move_line
from companion.screens.base import STAY, Effect, Play, Push, Swap, TableScreen, View, step, table
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.insheepnia.kept import NOTHING, Keeper, Kept
from companion.screens.insheepnia.words import ordinal, outcome
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.match_menu import MatchMenu
from companion.screens.menu import Hint, leads_back, show_controls, show_number

PICKS: Mapping[str, int] = MappingProxyType({"wolf": 1, "nightmare": 1, "duvet-hog": 2})
"""How many random cards each of these powers takes from a hand."""

MOST = max(PICKS.values())
HAND_KEY = ("pick",)
FAN_Y, CARD_HEIGHT, RAISED = 45, 9, 4
WIDEST, NARROWEST = 9, 4


class Pick(Keeper, frozen=True):
    """How many cards the hand holds, and whether one or two are taken."""

    hand: int = HAND_LIMIT
    count: int = 1
    name: ClassVar[str] = "pick"

    @classmethod
    def of(cls, kept: Kept, count: int | None = None) -> Self:
        """The screen as it was left, or for so many cards."""
        hand, latest = kept.get(HAND_KEY, (HAND_LIMIT, 1))
        return cls(kept, hand, count or latest)

    def draw(self, canvas: Canvas, view: View) -> None:
        show_number(canvas, self.hand, y=-4)
        text = view.trn("card in the hand", "cards in the hand", self.hand)
        canvas.wrapped(64, 11, text, Face.BODY, 64, 2)
        cards = view.tr("1 card: Wolf, Nightmare") if self.count == 1 else view.tr("2 cards: Duvet Hog")
        canvas.text(0, 46, cards, Face.SMALL)
        show_controls(canvas, view, self._hints(view))

    def _hints(self, view: View) -> list[Hint]:
        other = view.tr("two cards") if self.count == 1 else view.tr("one card")
        both = [Hint(Control.ROLL, other)] if self.hand > 1 else []
        return [Hint(Control.OK, view.tr("pick")), *both, leads_back()]

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                hand = min(CARDS, max(1, self.hand + {Kind.UP: 1, Kind.DOWN: -1}[intent.kind]))
                return self._with(hand, min(hand, self.count))
            case Kind.ROLL:
                return self._with(self.hand, min(self.hand, MOST + 1 - self.count))
            case Kind.OK:
                return Play(move_line("pick", of=self.hand, count=self.count))
            case Kind.BACK:
                return self.leave(view)
        return STAY

    def _with(self, hand: int, count: int) -> Effect:
        return Swap(replace(self, hand=hand, count=count, kept=self.kept.put(HAND_KEY, (hand, count))))


class Picked(TableScreen, frozen=True):
    """Which card to take from the fan, one after the other; OK leads to the 2nd."""

    after: TableScreen
    at: int = 0
    name: ClassVar[str] = "picked"
    puts_back: ClassVar[bool] = False

    def draw(self, canvas: Canvas, view: View) -> None:
        picks = outcome(table(view))["picks"]
        card, of = picks[self.at]["card"], picks[self.at]["of"]
        canvas.text(0, -1, view.tr("Take the") if not self.at else view.tr("Then take the"), Face.SMALL)
        _draw_place(canvas, view, card, of)
        more = ordinal(self.at + 2, view) if self.at + 1 < len(picks) else view.tr("go on")
        another, menu = Hint(Control.ROLL, view.tr("another")), Hint(Control.BACK, view.tr("menu"))
        show_controls(canvas, view, [Hint(Control.OK, more), another, menu])

    def act(self, intent: Intent, view: View) -> Effect:
        picks = outcome(table(view))["picks"]
        match intent.kind:
            case Kind.OK if self.at + 1 < len(picks):
                return Swap(replace(self, at=self.at + 1))
            case Kind.OK:
                return Swap(self.after)
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, len(picks))))
            case Kind.ROLL:
                return Push(Pick.of(NOTHING, len(picks)))
            case Kind.BACK:
                return Push(MatchMenu())
        return STAY


def _draw_place(canvas: Canvas, view: View, card: int, of: int) -> None:
    """A place in a fan in the largest letters, with the fan below if it is not too wide."""
    place = ordinal(card, view)
    x = canvas.text(0, 0, place, Face.HUGE) + 7
    text = view.tr("from the left of {of}").format(of=of)
    body = canvas.fits(text, Face.BODY, WIDTH - x, 2)
    canvas.wrapped(x, 11, text, Face.BODY if body else Face.SMALL, WIDTH - x, 2 if body else 4)
    width = min(WIDEST, WIDTH // of)
    if width >= NARROWEST:
        _draw_fan(canvas, card, of, width)


def _draw_fan(canvas: Canvas, card: int, of: int, width: int) -> None:
    """Cards side by side, the chosen one filled and raised."""
    for place in range(1, of + 1):
        x, top = (place - 1) * width, FAN_Y - RAISED if place == card else FAN_Y
        canvas.box(x, top, x + width - 2, top + CARD_HEIGHT - 1, fill=place == card)
