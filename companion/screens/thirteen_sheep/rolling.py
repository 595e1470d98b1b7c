"""13 Sheep at the table while the die is rolled: the face, its fence, who still draws it, the tracker, the wolf."""

import json
from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.games.match import Match, move_line
from companion.games.thirteen_sheep import BOX, SIDES, SheepState
from companion.screens.base import STAY, Effect, Play, Pop, Push, Screen, Swap, TableScreen, View, table
from companion.screens.canvas import Canvas
from companion.screens.check import short_commitment
from companion.screens.die import SIZE, tumble_due, tumble_face, tumbling
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lamps import Lamp
from companion.screens.lettering import Face
from companion.screens.match_menu import MatchMenu
from companion.screens.menu import Hint, leads_back, moves, show_controls, show_table_controls
from companion.screens.pictograms import SHEEP, WOLF
from companion.screens.pieces import draw_die, draw_fence, draw_tracker
from companion.screens.seats import lamps_of, player_at
from companion.screens.thirteen_sheep.fences import NOBODY_ASKED, Fences, SheepMenu, draw_in_lines, draw_list
from companion.screens.thirteen_sheep.scores import Scores
from companion.screens.thirteen_sheep.words import undone

TRACKER = (107, 0, 127, 54)
FENCE_X, FENCE_SIZE = 54, 46
WAITING_SIZE, NAMES_WIDTH = 38, 104
"""Pixels: of die and fence above the names of those who still draw, and of the line for the names."""

LAST_ROLLS = 12
ROLL_LINE = move_line("roll")


class Rolling(TableScreen, frozen=True):
    """The last roll and what it means; `rolled_at` while its die still tumbles.

    `told`: ROLL was pressed before all had drawn their fences, and a list says who has not.
    """

    rolled_at: float | None = None
    fences: Fences = NOBODY_ASKED
    told: bool = False
    name: ClassVar[str] = "13-sheep"

    def holds(self, view: View) -> frozenset[Control]:
        return frozenset({Control.ROLL}) if self.fences.missing(view) else frozenset()

    def lamps(self, view: View) -> str:
        """Whoever still draws is to press, and can take it back later."""
        return lamps_of(view, dict.fromkeys(self.fences.missing(view), Lamp.ON))

    def draw(self, canvas: Canvas, view: View) -> None:
        match, missing = table(view), self.fences.missing(view)
        state: SheepState = match.state
        if self.told and missing:
            draw_list(canvas, view, missing)
            return
        if self.rolled_at is not None and tumbling(self.rolled_at, view.now):
            draw_die(canvas, 0, 0, SIZE, tumble_face(self.rolled_at, view.now))
            _draw_tracker(canvas, match, state.rolls[:-1])
        elif missing:
            draw_die(canvas, 0, 0, WAITING_SIZE, state.rolls[-1])
            draw_fence(canvas, FENCE_X, 0, WAITING_SIZE, state.rolls[-1])
            draw_in_lines(canvas, view, missing, NAMES_WIDTH)
            _draw_tracker(canvas, match, state.rolls)
        elif state.rolls:
            draw_die(canvas, 0, 0, SIZE, state.rolls[-1])
            draw_fence(canvas, FENCE_X, 0, FENCE_SIZE, state.rolls[-1])
            canvas.text(0, 48, "" if match.undone else _history(state.rolls), Face.SMALL, width=100)
            _draw_tracker(canvas, match, state.rolls)
        else:
            _draw_beginning(canvas, view, match)
        show_table_controls(canvas, view, undone(view), self._hints(view), TRACKER[0])

    def _hints(self, view: View) -> list[Hint]:
        if "face" in json.loads(table(view).undone[0] if table(view).undone else "{}"):
            return [moves(view.tr("own die"))]
        return [
            Hint(Control.ROLL, view.tr("who?") if self.fences.missing(view) else view.tr("roll")),
            Hint(Control.OK, view.tr("own die")),
            Hint(Control.BACK, view.tr("menu")),
        ]

    def act(self, intent: Intent, view: View) -> Effect:
        still = Swap(replace(self, rolled_at=None)) if tumbling(self.rolled_at, view.now) else STAY
        missing = self.fences.missing(view)
        if intent.kind is Kind.SEAT:
            return self._pressed(player_at(intent.seat, view), view) or still
        if self.told and missing and intent.kind not in (Kind.ROLL, Kind.ROLL_HELD):
            return Swap(replace(self, told=False))
        match intent.kind:
            case Kind.ROLL if still is not STAY:
                return still
            case Kind.ROLL if missing:
                return Swap(replace(self, told=True))
            case Kind.ROLL | Kind.ROLL_HELD:
                return Play(ROLL_LINE)
            case Kind.OK:
                return Push(OwnDie())
            case Kind.UP | Kind.DOWN if still is STAY and table(view).undone:
                return Push(OwnDie())
            case Kind.BACK:
                return Push(SheepMenu())
        return still

    def _pressed(self, player: str | None, view: View) -> Effect | None:
        """What the button of a player does; None where it does nothing."""
        if player not in self.fences.asked(view):
            return None
        fences = self.fences.pressed(player)
        return Swap(replace(self, fences=fences, told=self.told and bool(fences.missing(view))))

    def covered(self) -> Screen:
        return replace(self, rolled_at=None)

    def due(self, view: View) -> float | None:
        return tumble_due(self.rolled_at, view.now)


def _draw_beginning(canvas: Canvas, view: View, match: Match) -> None:
    canvas.picture(0, 0, SHEEP)
    canvas.text(38, 6, view.tr("13 Sheep"), Face.TITLE, width=66)
    canvas.text(38, 23, view.tr("Check code"), Face.SMALL, width=66)
    canvas.text(0, 32, short_commitment(match), Face.WIDE)
    _draw_tracker(canvas, match, ())


def _draw_tracker(canvas: Canvas, match: Match, rolls: Sequence[int], over: bool = False) -> None:
    draw_tracker(canvas, TRACKER, match.header.options.tracker, len(rolls), over)


def _history(rolls: Sequence[int]) -> str:
    shown = " ".join(str(face) for face in rolls[-LAST_ROLLS:])
    return shown if len(rolls) <= LAST_ROLLS else f"… {shown}"


class OwnDie(Screen, frozen=True):
    """Enters the roll of a real die."""

    face: int = 3
    name: ClassVar[str] = "own-die"

    def draw(self, canvas: Canvas, view: View) -> None:
        draw_die(canvas, 0, 2, SIZE, self.face)
        canvas.wrapped(56, 2, view.tr("What did your own die show?"), Face.BODY, 72, 3)
        show_controls(canvas, view, [moves(view.tr("turn")), Hint(Control.OK, view.tr("enter")), leads_back()])

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                change = {Kind.UP: 1, Kind.DOWN: -1}[intent.kind]
                return Swap(OwnDie(min(SIDES, max(1, self.face + change))))
            case Kind.OK:
                return Play(move_line("roll", face=self.face))
            case Kind.BACK:
                return Pop()
        return STAY


class Wolf(TableScreen, frozen=True):
    """The wolf has come: which roll met which limit."""

    rolled_at: float | None = None
    name: ClassVar[str] = "wolf"

    def draw(self, canvas: Canvas, view: View) -> None:
        match = table(view)
        rolls = match.state.rolls
        if self.rolled_at is not None and tumbling(self.rolled_at, view.now):
            draw_die(canvas, 0, 0, SIZE, tumble_face(self.rolled_at, view.now))
            _draw_tracker(canvas, match, rolls[:-1])
            show_controls(canvas, view, [Hint(Control.ROLL, view.tr("stop the die"))])
            return
        face, limit = rolls[-1], match.header.options.tracker[len(rolls) - 1]
        canvas.fit(0, -2, view.tr("The wolf!"), (Face.BIG, Face.TITLE), 94)
        canvas.picture(96, 0, WOLF)
        text = view.tr("{face} meets the limit {limit}.").format(face=face, limit=limit)
        canvas.text(0, 32, text)
        if not match.undone:
            canvas.text(0, 43, view.tr("No fence is drawn."))
        count = Hint(Control.ROLL if match.undone else Control.OK, view.tr("count the sheep"))
        hints = [count, Hint(Control.BACK, view.tr("undo"), held=True)]
        show_table_controls(canvas, view, undone(view), hints)

    def act(self, intent: Intent, view: View) -> Effect:
        if intent.kind is Kind.BACK:
            return Push(MatchMenu())
        if tumbling(self.rolled_at, view.now):
            return Swap(Wolf())
        counts = Kind.ROLL if table(view).undone else Kind.OK
        return Swap(Scores.first(view)) if intent.kind is counts else STAY

    def covered(self) -> Screen:
        return Wolf()

    def due(self, view: View) -> float | None:
        return tumble_due(self.rolled_at, view.now)


def rolled_now(match: Match, now: float) -> float | None:
    """When the die that was just rolled began to tumble: now, if it was the box's."""
    return now if match.state.kinds[-1] == BOX else None
