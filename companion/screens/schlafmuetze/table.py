"""Schlafmütze's table: who was the sleepyhead how often, who is on turn, and what was taken back."""

from abc import abstractmethod
from typing import ClassVar

from msgspec.structs import replace

from companion.games.match import move_line
from companion.screens.base import STAY, Effect, Play, Push, Screen, Swap, TableScreen, View, table
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lamps import Lamp
from companion.screens.lettering import Face
from companion.screens.match_menu import MatchMenu, last_move
from companion.screens.menu import Entry, Hint, Menu, leads_back, moves, show_controls
from companion.screens.pictograms import CROSS, NIGHTCAP, TROPHY
from companion.screens.schlafmuetze.case import NEXT_LINE, call_by, seat_call, seat_press, table_lamps
from companion.screens.schlafmuetze.help import Rules
from companion.screens.schlafmuetze.rows import draw_penalties, page_count, page_with
from companion.screens.schlafmuetze.words import stray_call
from companion.screens.seats import lamps_of
from companion.screens.taken_back import TakenBack

COUNT_MIDDLE = 15


class Interruption(TableScreen, frozen=True):
    """A screen that comes between, until the move that brought it is taken back."""

    @abstractmethod
    def returns_to(self, view: View) -> TableScreen:
        """The screen that was shown before, or the one of the last move where that is not known any more."""


class MoveTakenBack(TakenBack, frozen=True):
    """What was taken back; a stray call is not told, what it interrupted goes on."""

    def taking_over(self, before: Screen, view: View) -> Screen:
        return before.returns_to(view) if isinstance(before, Interruption) and stray_call(table(view)) else self


class Table(TableScreen, frozen=True):
    """The penalties of all, by pages; a seat's button calls “Sleepyhead!” at once."""

    page: int | None = None
    name: ClassVar[str] = "schlafmuetze"
    puts_back: ClassVar[bool] = False

    def lamps(self, view: View) -> str:
        return table_lamps(view)

    def _page(self, view: View) -> int:
        match = table(view)
        return page_with(match.header.players, match.state.turn) if self.page is None else self.page

    def draw(self, canvas: Canvas, view: View) -> None:
        draw_penalties(canvas, view, self._page(view))
        roll = Hint(Control.ROLL, view.tr("won") if table(view).state.turn is None else view.tr("next turn"))
        call, menu = Hint(Control.OK, view.tr("call")), Hint(Control.BACK, view.tr("menu"))
        show_controls(canvas, view, [call, roll, menu])

    def act(self, intent: Intent, view: View) -> Effect:
        match = table(view)
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                change = {Kind.UP: -1, Kind.DOWN: 1}[intent.kind]
                return Swap(replace(self, page=(self._page(view) + change) % page_count(match.header.players)))
            case Kind.OK:
                return Push(WhoCalls())
            case Kind.ROLL:
                return Push(WhoWon.of(view)) if match.state.turn is None else Play(NEXT_LINE)
            case Kind.BACK:
                return Push(SleepyMenu())
        return seat_press(intent, view) or STAY


class SleepyMenu(MatchMenu, frozen=True):
    """What can be done with the match, and what only Schlafmütze has."""

    def lamps(self, view: View) -> str:
        return table_lamps(view)

    def entries(self, view: View) -> tuple[Entry, ...]:
        go_on, *others = super().entries(view)
        won = Entry(view.tr("Last card gone"), Push(WhoWon.of(view)))
        return (go_on, won, Entry(view.tr("Rules"), Push(Rules())), *others)

    def press(self, intent: Intent, view: View) -> Effect:
        return seat_press(intent, view) or super().press(intent, view)


class WhoCalls(Menu, frozen=True):
    """Whose call it is, where there are no seat buttons; a seat's button calls here, also that of who is on turn."""

    name: ClassVar[str] = "who-calls"
    pictogram = NIGHTCAP

    def lamps(self, view: View) -> str:
        return lamps_of(view, dict.fromkeys(table(view).header.players, Lamp.ON))

    def entries(self, view: View) -> tuple[Entry, ...]:
        match = table(view)
        return tuple(Entry(player, call_by(player, match)) for player in match.header.players)

    def hints(self, view: View) -> tuple[Hint, ...]:
        return (moves(), Hint(Control.OK, view.tr("calls")), leads_back())

    def press(self, intent: Intent, view: View) -> Effect:
        return seat_call(intent, view) or super().press(intent, view)


class WhoWon(Menu, frozen=True):
    """Who got rid of the last card."""

    name: ClassVar[str] = "who-won"
    pictogram = TROPHY

    def lamps(self, view: View) -> str:
        return table_lamps(view)

    @classmethod
    def of(cls, view: View) -> "WhoWon":
        """The list with the marker at the player on turn."""
        match = table(view)
        return cls(match.header.players.index(match.state.turn) if match.state.turn else 0)

    def entries(self, view: View) -> tuple[Entry, ...]:
        return tuple(Entry(player, Play(move_line("won", by=player))) for player in table(view).header.players)

    def hints(self, view: View) -> tuple[Hint, ...]:
        return (moves(), Hint(Control.OK, view.tr("has won")), leads_back())

    def press(self, intent: Intent, view: View) -> Effect:
        return seat_press(intent, view) or super().press(intent, view)


class Dismissed(TableScreen, frozen=True):
    """A call was wrong: whose, and how many of theirs were."""

    name: ClassVar[str] = "dismissed"
    puts_back: ClassVar[bool] = False

    def lamps(self, view: View) -> str:
        return table_lamps(view)

    def draw(self, canvas: Canvas, view: View) -> None:
        match = table(view)
        caller = last_move(match.previous)["by"] if match.previous else ""
        count = match.state.dismissed[caller]
        canvas.fit(0, -2, caller, (Face.TITLE, Face.WIDE), WIDTH)
        canvas.fit(COUNT_MIDDLE, 10, str(count), (Face.HUGE, Face.BIG, Face.WIDE), 2 * COUNT_MIDDLE, anchor="m")
        text = view.trn("call was wrong", "calls were wrong", count)
        canvas.wrapped(36, 17, text, Face.BODY, 60, 2)
        canvas.text(36, 43, view.tr("no penalty (ruling)"), Face.SMALL)
        canvas.picture(100, 19, CROSS)
        hints = [Hint(Control.OK, view.tr("go on")), Hint(Control.BACK, view.tr("undo"), held=True)]
        show_controls(canvas, view, hints)

    def act(self, intent: Intent, view: View) -> Effect:
        if intent.kind is Kind.BACK:
            return Push(SleepyMenu())
        return seat_press(intent, view) or Swap(Table())
