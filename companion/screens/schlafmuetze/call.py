"""“Sleepyhead!”: the word, who called in which order, and what becomes of the call."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.games.match import move_line
from companion.screens.base import (
    STAY,
    UNDO_LINE,
    Effect,
    Play,
    Pop,
    Push,
    Screen,
    Swap,
    TableScreen,
    View,
    step,
    table,
)
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.match_menu import last_move
from companion.screens.menu import PICTURE_X, ROW_HEIGHT, ROW_X, Hint, leads_back, moves, show_controls
from companion.screens.pictograms import NIGHTCAP
from companion.screens.schlafmuetze.case import Case
from companion.screens.schlafmuetze.question import asking
from companion.screens.schlafmuetze.table import Dismissed, Interruption, Table
from companion.screens.schlafmuetze.uphold import NoPile, Steps
from companion.screens.schlafmuetze.words import in_one_line

WORD_Y, WORD_LEADING = -6, 25
CALLERS_Y = 45
ROWS_Y = 16


class Call(Interruption, frozen=True):
    """The big word. BACK takes the call back and nothing is counted; other seats' presses join it, in order.

    `left` is what the call interrupted.
    """

    case: Case
    left: TableScreen | None = None
    name: ClassVar[str] = "sleepyhead"
    puts_back: ClassVar[bool] = False

    def lamps(self, view: View) -> str:
        return self.case.lamps(view)

    def taking_over(self, before: Screen, view: View) -> Screen:
        return replace(self, left=before) if isinstance(before, (Table, Steps, Dismissed)) else self

    def returns_to(self, view: View) -> TableScreen:
        if self.left:
            return self.left
        after: Mapping[str, TableScreen] = {"uphold": Steps(), "dismiss": Dismissed()}
        return after.get(last_move(table(view)).get("do", ""), Table())

    def draw(self, canvas: Canvas, view: View) -> None:
        canvas.over_lines(0, WORD_Y, view.tr("Sleepy\u00adhead!"), Face.BIG, WORD_LEADING)
        canvas.picture(PICTURE_X, 0, NIGHTCAP)
        callers = in_one_line(canvas, self.case.callers, table(view).header.players, self.case.together)
        canvas.text(0, CALLERS_Y, callers)
        hints = [Hint(Control.OK, view.tr("settle it")), Hint(Control.BACK, view.tr("take it back"))]
        show_controls(canvas, view, hints)

    def act(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.OK | Kind.ROLL:
                return Push(Verdict(self.case))
            case Kind.BACK:
                return Play(UNDO_LINE)
            case Kind.SEAT:
                return Swap(replace(self, case=self.case.heard(intent, view)))
        return STAY

    def receive(self, answer: Any, view: View) -> Effect:
        return Swap(replace(self, case=answer)) if isinstance(answer, Case) else STAY


class Verdict(Screen, frozen=True):
    """On whom the call is, and what becomes of it; ROLL goes to the player before."""

    case: Case
    at: int = 0
    name: ClassVar[str] = "verdict"

    def lamps(self, view: View) -> str:
        return self.case.lamps(view)

    def draw(self, canvas: Canvas, view: View) -> None:
        question = view.tr("{name}?").format(name=self.case.against)
        whole = canvas.width_of(question, Face.WIDE) <= WIDTH
        canvas.fit(0, -2, question if whole else self.case.against, (Face.TITLE, Face.WIDE), WIDTH)
        labels = (view.tr("Call stands"), view.tr("Call was wrong"), view.tr("Ask the box"))
        for place, label in enumerate(labels):
            canvas.text(ROW_X, ROWS_Y + place * ROW_HEIGHT, label, width=84)
        canvas.arrow(0, ROWS_Y + 1 + self.at * ROW_HEIGHT)
        canvas.picture(PICTURE_X, ROWS_Y, NIGHTCAP)
        several = len(table(view).header.players) > 2
        another = [Hint(Control.ROLL, view.tr("another"))] if several else []
        choose = Hint(Control.OK, "" if several else view.tr("choose"))
        show_controls(canvas, view, [moves(), choose, *another, leads_back()])

    def press(self, intent: Intent, view: View) -> Effect:
        match = table(view)
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, 3)))
            case Kind.OK:
                return self._chosen(view)
            case Kind.ROLL:
                return Swap(replace(self, case=self.case.against_another(match)))
            case Kind.SEAT:
                return Swap(replace(self, case=self.case.heard(intent, view)))
            case Kind.BACK:
                return Pop(self.case)
        return STAY

    def _chosen(self, view: View) -> Effect:
        effects: tuple[Effect, ...] = (
            Push(NoPile(self.case)),
            self.case.settled(table(view), move_line("dismiss")),
            Push(asking(self.case)),
        )
        return effects[self.at]

    def receive(self, answer: Any, view: View) -> Effect:
        return Swap(replace(self, case=answer)) if isinstance(answer, Case) else STAY
