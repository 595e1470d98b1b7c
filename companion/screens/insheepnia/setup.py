"""Before a match of Insheepnia: which symbols come out, how the beds are dealt, and the choices of the table."""

from typing import Any, ClassVar

from msgspec.structs import replace

from companion.games import insheepnia
from companion.games.insheepnia_cards import take_out
from companion.screens.base import STAY, Ask, Effect, Pop, Push, Screen, Swap, View
from companion.screens.canvas import Canvas
from companion.screens.choices import NO, YES, ask_for_buttons, begin, choice, start_of
from companion.screens.frames import WIDTH
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Entry, Hint, Menu, leads_back, moves, show_controls
from companion.screens.pictograms import BED, CLOUD, HAND, HOURGLASS, MOON, STAR
from companion.screens.requests import SetSetting

TURNS, PENALTY = "insheepnia.turns", "insheepnia.penalty"
NOT_ASKED = ""
DEFAULTS = {TURNS: NOT_ASKED, PENALTY: YES}
"""The choices as text by key, as long as nobody has made any."""

OPTIONS = {"turns": TURNS, "false_alarm_penalty": PENALTY}
"""The options of the match, by which choice they follow."""

SYMBOLS = {"cloud": CLOUD, "star": STAR, "moon": MOON}
SYMBOL_STEP, SYMBOL_SIZE, SYMBOL_Y = 44, 32, 17
PICTURE_X = 96


class Prepare(Screen, frozen=True):
    """Two pages: the symbols that come out, then the bed cards."""

    players: tuple[str, ...]
    first: str | None
    dealt: bool = False
    name: ClassVar[str] = "prepare"

    def draw(self, canvas: Canvas, view: View) -> None:
        if self.dealt:
            _draw_dealing(canvas, view)
        else:
            _draw_symbols(canvas, view, take_out(len(self.players)))
        show_controls(canvas, view, [Hint(Control.OK, view.tr("done")), leads_back()])

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.OK if not self.dealt:
                return Swap(replace(self, dealt=True))
            case Kind.OK if view.settings[TURNS] == NOT_ASKED:
                return Push(FollowTurns(self.players, self.first))
            case Kind.OK:
                return Push(Choices(players=self.players, first=self.first))
            case Kind.BACK:
                return Pop()
        return STAY


def _draw_symbols(canvas: Canvas, view: View, symbols: tuple[str, ...]) -> None:
    if not symbols:
        canvas.picture(PICTURE_X, 10, HAND)
        canvas.wrapped(0, 2, view.tr("All cards stay in."), Face.TITLE, PICTURE_X - 4, 3)
        return
    canvas.text(0, 0, view.tr("Take out all cards of"))
    left = (WIDTH - SYMBOL_STEP * (len(symbols) - 1) - SYMBOL_SIZE) // 2
    for place, symbol in enumerate(symbols):
        canvas.picture(left + place * SYMBOL_STEP, SYMBOL_Y, SYMBOLS[symbol])


def _draw_dealing(canvas: Canvas, view: View) -> None:
    canvas.picture(PICTURE_X, 8, BED)
    canvas.fit(0, 0, view.tr("A bed each"), (Face.TITLE, Face.BODY), PICTURE_X - 4)
    canvas.wrapped(0, 18, view.tr("Secret! Spare beds go back unseen."), Face.BODY, PICTURE_X - 4, 3)


class FollowTurns(Screen, frozen=True):
    """Asked once, then remembered: whether the box follows the turns."""

    players: tuple[str, ...]
    first: str | None
    name: ClassVar[str] = "follow-turns"

    def draw(self, canvas: Canvas, view: View) -> None:
        canvas.fit(0, 0, view.tr("Follow the turns?"), (Face.TITLE, Face.BODY), WIDTH)
        text = view.tr("Then each turn is one press or one card.")
        canvas.wrapped(0, 18, text, Face.BODY, PICTURE_X - 2, 3)
        canvas.picture(PICTURE_X, 18, HOURGLASS)
        hints = [Hint(Control.OK, view.tr("yes")), Hint(Control.ROLL, view.tr("no, cards only")), leads_back()]
        show_controls(canvas, view, hints)

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.OK:
                return Ask(SetSetting(TURNS, YES))
            case Kind.ROLL:
                return Ask(SetSetting(TURNS, NO))
            case Kind.BACK:
                return Pop()
        return STAY

    def receive(self, answer: Any, view: View) -> Effect:
        return Swap(Choices(players=self.players, first=self.first))


class Choices(Menu, frozen=True):
    """The last look before the start: OK on a choice changes it, and the box remembers."""

    players: tuple[str, ...] = ()
    first: str | None = None
    name: ClassVar[str] = "choices"
    pictogram = MOON

    def entries(self, view: View) -> tuple[Entry, ...]:
        start = start_of(insheepnia.NAME, self.players, self.first, view, OPTIONS)
        return (
            Entry(view.tr("Start"), begin(start)),
            choice(TURNS, view.tr("Turns"), view),
            choice(PENALTY, view.tr("Penalty"), view),
            Entry(view.tr("Buttons"), ask_for_buttons(start)),
        )

    def hints(self, view: View) -> tuple[Hint, ...]:
        tr = view.tr
        turns = tr("do not follow") if view.settings[TURNS] == YES else tr("follow the turns")
        penalty = tr("off, for kids") if view.settings[PENALTY] == YES else tr("cards are taken")
        verbs = (tr("start"), turns, penalty, tr("press yours"))
        return (moves(), Hint(Control.OK, verbs[self.at]), leads_back())


def set_up(players: tuple[str, ...], first: str | None, view: View) -> Effect:
    """From the players and the one who begins, as far as known, to the first page."""
    return Push(Prepare(players, first))
