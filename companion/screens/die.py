"""The plain die, and how a die tumbles before it shows what was rolled."""

from typing import Any, ClassVar

from msgspec.structs import replace

from companion.screens.base import STAY, Ask, Effect, Pop, Screen, Swap, View
from companion.screens.canvas import Canvas
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Hint, leads_back, show_controls
from companion.screens.pieces import draw_die
from companion.screens.requests import Rolled, RollPlain

TUMBLE = 0.6
TURN = 0.1
"""Seconds that a die tumbles, and that it shows one face meanwhile."""

TURNS = (3, 6, 2, 5, 1, 4)
"""The faces shown while tumbling: the same each time, so they say nothing of the roll."""

SIZE = 48


def tumbling(rolled_at: float | None, now: float) -> bool:
    """Whether a die rolled at this time (None: not just now) still tumbles."""
    return rolled_at is not None and now < rolled_at + TUMBLE


def tumble_face(rolled_at: float, now: float) -> int:
    """What a tumbling die shows."""
    return TURNS[sum(moment <= now for moment in _turns(rolled_at)[:-1])]


def tumble_due(rolled_at: float | None, now: float) -> float | None:
    """When the tumbling die turns next, None when it lies still."""
    if rolled_at is None:
        return None
    return next((moment for moment in _turns(rolled_at) if moment > now), None)


def _turns(rolled_at: float) -> tuple[float, ...]:
    return (*(rolled_at + TURN * turn for turn in range(1, len(TURNS))), rolled_at + TUMBLE)


class PlainDie(Screen, frozen=True):
    """A die for any game: ROLL rolls it."""

    faces: tuple[int, ...] = ()
    rolled_at: float | None = None
    name: ClassVar[str] = "die"

    def draw(self, canvas: Canvas, view: View) -> None:
        tr = view.tr
        if self.rolled_at is not None and tumbling(self.rolled_at, view.now):
            draw_die(canvas, 40, 2, SIZE, tumble_face(self.rolled_at, view.now))
        elif self.faces:
            draw_die(canvas, 40, 2, SIZE, self.faces[-1])
            canvas.text(124, 10, str(self.faces[-1]), Face.BIG, anchor="r")
            for row, face in enumerate(self.faces[-5:-1]):
                canvas.text(8, 4 + 12 * row, str(face))
        else:
            draw_die(canvas, 0, 2, SIZE, 5)
            canvas.wrapped(56, 8, tr("A die for any game"), Face.BODY, 72, 3)
        show_controls(canvas, view, [Hint(Control.ROLL, tr("roll")), leads_back()])

    def press(self, intent: Intent, view: View) -> Effect:
        if intent.kind is Kind.BACK:
            return Pop()
        if tumbling(self.rolled_at, view.now):
            return Swap(replace(self, rolled_at=None))
        return Ask(RollPlain()) if intent.kind is Kind.ROLL else STAY

    def receive(self, answer: Any, view: View) -> Effect:
        if not isinstance(answer, Rolled):
            return STAY
        return Swap(PlainDie((*self.faces, answer.face)[-5:], view.now))

    def due(self, view: View) -> float | None:
        return tumble_due(self.rolled_at, view.now)
