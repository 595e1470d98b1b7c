"""Screens that say one thing: a refusal, a message, a question with a careful answer, trouble with the disk."""

from typing import ClassVar

from companion.games.refusals import Refusal, sentence
from companion.screens.base import STAY, Effect, Pop, Retry, Screen, View
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Hint, show_controls
from companion.screens.pictograms import QUESTION, TROUBLE, Pictogram

TEXT_X = 36
SHAPES = ((TEXT_X, Face.BODY, 4), (0, Face.BODY, 4), (TEXT_X, Face.SMALL, 6), (0, Face.SMALL, 6))
"""Where the text of a note begins, its letters, and the lines it may have: the first in which it fits whole."""


def show_note(canvas: Canvas, pictogram: Pictogram, text: str) -> None:
    """A pictogram at the left and the text beside it; a long text takes smaller letters or the pictogram's place."""
    fitting = (shape for shape in SHAPES if canvas.fits(text, shape[1], WIDTH - shape[0], shape[2]))
    x, face, lines = next(fitting, SHAPES[-1])
    if x:
        canvas.picture(0, 10, pictogram)
    canvas.wrapped(x, 2, text, face, WIDTH - x, lines)


class Refused(Screen, frozen=True):
    """Why a move is not allowed; any control goes on."""

    refusal: Refusal
    name: ClassVar[str] = "refused"

    def draw(self, canvas: Canvas, view: View) -> None:
        show_note(canvas, QUESTION, sentence(self.refusal, view.tr))
        show_controls(canvas, view, [Hint(Control.OK, view.tr("go on"))])

    def press(self, intent: Intent, view: View) -> Effect:
        return Pop()


class Message(Screen, frozen=True):
    """Something to know; any control goes on."""

    text: str
    pictogram: Pictogram = TROUBLE
    name: ClassVar[str] = "message"

    def draw(self, canvas: Canvas, view: View) -> None:
        show_note(canvas, self.pictogram, self.text)
        show_controls(canvas, view, [Hint(Control.OK, view.tr("go on"))])

    def press(self, intent: Intent, view: View) -> Effect:
        return Pop()


class Confirm(Screen, frozen=True):
    """A question whose yes cannot be taken back: only a long press of OK says it."""

    text: str
    yes: str
    effect: Effect
    pictogram: Pictogram = TROUBLE
    name: ClassVar[str] = "confirm"

    def holds(self, view: View) -> frozenset[Control]:
        return frozenset({Control.OK})

    def draw(self, canvas: Canvas, view: View) -> None:
        show_note(canvas, self.pictogram, self.text)
        show_controls(canvas, view, [Hint(Control.OK, self.yes, held=True), Hint(Control.BACK, view.tr("leave"))])

    def press(self, intent: Intent, view: View) -> Effect:
        return {Kind.OK_HELD: self.effect, Kind.BACK: Pop()}.get(intent.kind, STAY)


class Trouble(Screen, frozen=True):
    """The disk refused; nothing was changed. OK or ROLL tries the same again, BACK leaves it."""

    text: str
    again: Effect
    name: ClassVar[str] = "trouble"

    def draw(self, canvas: Canvas, view: View) -> None:
        show_note(canvas, TROUBLE, view.tr(self.text))
        show_controls(canvas, view, [Hint(Control.OK, view.tr("try again")), Hint(Control.BACK, view.tr("leave"))])

    def press(self, intent: Intent, view: View) -> Effect:
        retry = intent.kind in (Kind.OK, Kind.ROLL)
        return Retry(self.again) if retry else Pop() if intent.kind is Kind.BACK else STAY
