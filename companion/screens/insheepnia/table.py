"""Insheepnia's table: every bed, what just happened there for a while, and what was taken back."""

from typing import Any, ClassVar

from msgspec.structs import replace

from companion.games.match import Match, move_line
from companion.screens.base import STAY, Effect, Play, Push, Swap, TableScreen, View, step, table
from companion.screens.canvas import Canvas
from companion.screens.insheepnia.kept import NOTHING, Kept
from companion.screens.insheepnia.picks import PICKS, Pick
from companion.screens.insheepnia.play import Deeds
from companion.screens.insheepnia.rows import draw_beds
from companion.screens.insheepnia.told import draw_told
from companion.screens.insheepnia.words import next_up
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lamps import DARK, Lamp
from companion.screens.match_menu import MatchMenu, last_move
from companion.screens.menu import Hint, show_controls
from companion.screens.seats import lamps_of, player_at

TOLD_FOR = 8.0
"""Seconds for which the table shows what happened, unless a press shows the beds before."""

DRAW_LINE = move_line("draw")


class Beds(TableScreen, frozen=True):
    """Every bed; the marked player is the one who plays. `told_at` is when the last move began to be told."""

    marked: str = ""
    told_at: float | None = None
    kept: Kept = NOTHING
    name: ClassVar[str] = "insheepnia"
    puts_back: ClassVar[bool] = False

    def lamps(self, view: View) -> str:
        """Where turns are followed, the press of the one on turn is expected: it passes the turn on."""
        on_turn = table(view).state.turn
        return lamps_of(view, {on_turn: Lamp.SLOW}) if on_turn else DARK

    def _telling(self, view: View) -> bool:
        return self.told_at is not None and view.now < self.told_at + TOLD_FOR

    def _marked(self, view: View) -> str:
        return self.marked or next_up(table(view))

    def draw(self, canvas: Canvas, view: View) -> None:
        if self._telling(view):
            draw_told(canvas, view)
            return
        draw_beds(canvas, view, self._marked(view))
        roll = view.tr("pick card") if table(view).state.turn is None else view.tr("next turn")
        hints = [Hint(Control.OK, view.tr("play")), Hint(Control.ROLL, roll), Hint(Control.BACK, view.tr("menu"))]
        show_controls(canvas, view, hints)

    def act(self, intent: Intent, view: View) -> Effect:
        if _passes_the_turn(intent, view):
            return Play(DRAW_LINE)
        if self._telling(view):
            return self._told(intent, view)
        players = table(view).header.players
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                place = step(players.index(self._marked(view)), intent, len(players))
                return Swap(replace(self, marked=players[place]))
            case Kind.SEAT:
                return Swap(replace(self, marked=player_at(intent.seat, view) or self.marked))
            case Kind.OK:
                return Push(Deeds(self.kept, self._marked(view)))
            case Kind.ROLL:
                return Push(Pick.of(self.kept)) if table(view).state.turn is None else Play(DRAW_LINE)
            case Kind.BACK:
                return Push(MatchMenu())
        return STAY

    def _told(self, intent: Intent, view: View) -> Effect:
        move = last_move(table(view))
        if intent.kind is Kind.ROLL and move.get("card") in PICKS and not move.get("blocked_by"):
            return Push(Pick.of(self.kept, PICKS[move["card"]]))
        return Swap(replace(self, told_at=None))

    def receive(self, answer: Any, view: View) -> Effect:
        return Swap(replace(self, kept=answer, told_at=None)) if isinstance(answer, Kept) else STAY

    def due(self, view: View) -> float | None:
        return self.told_at + TOLD_FOR if self.told_at is not None and self._telling(view) else None


def _passes_the_turn(intent: Intent, view: View) -> bool:
    """Whether this is the button of the player on turn, who has drawn a card."""
    on_turn = table(view).state.turn
    return intent.kind is Kind.SEAT and on_turn is not None and player_at(intent.seat, view) == on_turn


def tells(match: Match) -> bool:
    """Whether the last move is worth telling: cards are, a card drawn is not."""
    return last_move(match).get("do") in {"play", "power"}
