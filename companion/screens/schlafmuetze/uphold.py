"""A call that stands: who has no draw pile, then what everybody does, step by step."""

from typing import ClassVar

from msgspec.structs import replace

from companion.games.match import Match, move_line
from companion.games.schlafmuetze import givers
from companion.games.turns import clockwise, next_player
from companion.screens.base import STAY, Effect, Pop, Push, Screen, Swap, TableScreen, View, step, table
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lamps import Lamp
from companion.screens.lettering import Face
from companion.screens.match_menu import last_move
from companion.screens.menu import (
    PICTURE_X,
    ROW_HEIGHT,
    ROW_X,
    Hint,
    leads_back,
    named,
    show_controls,
    show_page_marks,
)
from companion.screens.pictograms import PILE, TICK
from companion.screens.schlafmuetze.case import Case, seat_press, table_lamps
from companion.screens.schlafmuetze.table import SleepyMenu, Table
from companion.screens.seats import lamps_of, player_at
from companion.screens.short_names import short_among

ROWS = 3
ROWS_Y = 16
TICK_X = 84
NAME_FACES = (Face.BIG, Face.TITLE, Face.WIDE)
HUGE_Y = -8
NAMES_X, NAMES_ROWS, NAMES_LINE, COLUMN_GAP = 36, 4, 10, 4
RULING_Y, GIVE_Y = 32, 40


class NoPile(Screen, frozen=True):
    """Who has no draw pile and gives nothing: nobody with OK at once; ROLL or their seat's button ticks a player."""

    case: Case
    at: int = 0
    name: ClassVar[str] = "no-draw-pile"

    def _others(self, view: View) -> tuple[str, ...]:
        return clockwise(table(view).header.players, self.case.against)

    def lamps(self, view: View) -> str:
        return lamps_of(view, dict.fromkeys(self._others(view), Lamp.ON))

    def draw(self, canvas: Canvas, view: View) -> None:
        others = self._others(view)
        canvas.fit(0, -2, view.tr("No draw pile?"), (Face.TITLE, Face.BODY), WIDTH)
        canvas.picture(PICTURE_X, ROWS_Y, PILE)
        top = self.at // ROWS * ROWS
        for place, player in enumerate(others[top : top + ROWS]):
            canvas.text(ROW_X, ROWS_Y + place * ROW_HEIGHT, player)
            if player in self.case.no_pile:
                canvas.picture(TICK_X, ROWS_Y + 1 + place * ROW_HEIGHT, TICK)
        canvas.arrow(0, ROWS_Y + 1 + self.at % ROWS * ROW_HEIGHT)
        show_page_marks(canvas, 122, top, len(others), ROWS)
        show_controls(canvas, view, self._hints(view, others[self.at]))

    def _hints(self, view: View, marked: str) -> list[Hint]:
        verb = view.tr("has one") if marked in self.case.no_pile else view.tr("has none")
        done = view.tr("done") if self.case.no_pile else view.tr("all give")
        return [Hint(Control.OK, done), Hint(Control.ROLL, verb), leads_back()]

    def press(self, intent: Intent, view: View) -> Effect:
        others = self._others(view)
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, len(others))))
            case Kind.OK:
                return self.case.settled(table(view), self._line())
            case Kind.ROLL:
                return self._toggle(self.at, others)
            case Kind.SEAT if (player := player_at(intent.seat, view)) in others:
                return self._toggle(others.index(player), others)
            case Kind.BACK:
                return Pop(self.case)
        return STAY

    def _line(self) -> str:
        none = {"no_draw_pile": list(self.case.no_pile)} if self.case.no_pile else {}
        return move_line("uphold", **none)

    def _toggle(self, at: int, others: tuple[str, ...]) -> Effect:
        no_pile = {*self.case.no_pile} ^ {others[at]}
        case = replace(self.case, no_pile=tuple(name for name in others if name in no_pile))
        return Swap(replace(self, case=case, at=at))


def _sleepyhead(match: Match) -> str:
    """On whom the call was that has just been upheld."""
    return Case.of(match.previous).against if match.previous else ""


class Steps(TableScreen, frozen=True):
    """What to do now, one OK each: the card goes back, who gives a card, who is next."""

    at: int = 0
    name: ClassVar[str] = "penalty"
    puts_back: ClassVar[bool] = False

    def lamps(self, view: View) -> str:
        return table_lamps(view)

    def draw(self, canvas: Canvas, view: View) -> None:
        match = table(view)
        (_draw_card_back, _draw_givers, _draw_next)[self.at](canvas, view, match)
        back = [Hint(Control.BACK, view.tr("step before"))] if self.at else [Hint(Control.BACK, view.tr("menu"))]
        show_controls(canvas, view, [Hint(Control.OK, view.tr("done")), *back])

    def act(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.OK | Kind.ROLL | Kind.DOWN:
                return Swap(Steps(self.at + 1)) if self.at < 2 else Swap(Table())
            case Kind.BACK | Kind.UP if self.at:
                return Swap(Steps(self.at - 1))
            case Kind.BACK:
                return Push(SleepyMenu())
        return seat_press(intent, view) or STAY


def _draw_card_back(canvas: Canvas, view: View, match: Match) -> None:
    canvas.fit(0, -5, _sleepyhead(match), NAME_FACES, WIDTH)
    canvas.wrapped(0, 28, view.tr("puts the card back on their discard pile."), Face.BODY, WIDTH, 2)


def _draw_givers(canvas: Canvas, view: View, match: Match) -> None:
    no_pile = tuple(last_move(match).get("no_draw_pile", ()))
    gives = givers(match.header.players, _sleepyhead(match), no_pile)
    canvas.text(15, HUGE_Y, str(len(gives)), Face.HUGE, anchor="m")
    if no_pile:
        canvas.text(0, RULING_Y, view.tr("(ruling)"), Face.SMALL)
    if gives:
        _draw_names(canvas, gives, match.header.players)
        text = view.trn("gives the bottom card of the pile", "give the bottom card of their pile", len(gives))
        canvas.text(0, GIVE_Y, text, Face.SMALL)
        _draw_receiver(canvas, view, _sleepyhead(match))
    else:
        canvas.wrapped(NAMES_X, 8, view.tr("Nobody has a card to give."), Face.BODY, WIDTH - NAMES_X, 3)


def _draw_receiver(canvas: Canvas, view: View, name: str) -> None:
    """Whose pile the cards go under."""
    text = named(canvas, view.tr("under the draw pile of {name}"), name, table(view).header.players)
    canvas.text(0, GIVE_Y + Face.SMALL.height, text, Face.SMALL)


def _draw_names(canvas: Canvas, names: tuple[str, ...], players: tuple[str, ...]) -> None:
    """One column, or two for more than four."""
    columns = 1 if len(names) <= NAMES_ROWS else 2
    room = (WIDTH - NAMES_X + COLUMN_GAP) // columns
    shown = short_among(names, players, lambda text: canvas.width_of(text, Face.BODY) <= room - COLUMN_GAP)
    top = (NAMES_ROWS - min(NAMES_ROWS, len(names))) * NAMES_LINE // 2 - 1
    for place, name in enumerate(shown):
        column, row = divmod(place, NAMES_ROWS)
        canvas.text(NAMES_X + column * room, top + row * NAMES_LINE, name)


def _draw_next(canvas: Canvas, view: View, match: Match) -> None:
    canvas.text(0, 0, view.tr("Next is"), Face.BODY)
    canvas.fit(0, 8, next_player(match.header.players, _sleepyhead(match)), (Face.HUGE, *NAME_FACES), WIDTH)
