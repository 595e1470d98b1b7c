"""What the box shows when there is no session to draw: the journal does not open, or the box is being switched off."""

from companion.screens.base import View
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.intents import Control
from companion.screens.lettering import Face
from companion.screens.menu import Hint, show_controls
from companion.screens.notes import show_note
from companion.screens.pictograms import MOON, TROUBLE


def no_journal(canvas: Canvas, view: View, sentence: str) -> None:
    """Why nothing can be kept; the box tries again by itself and at a press."""
    show_note(canvas, TROUBLE, view.tr(sentence))
    show_controls(canvas, view, [Hint(Control.OK, view.tr("try again"))])


def goodbye(canvas: Canvas, view: View) -> None:
    """The last picture before the panel goes dark."""
    canvas.picture((WIDTH - 32) // 2, 4, MOON)
    canvas.fit(WIDTH // 2, 42, view.tr("Good night!"), (Face.TITLE, Face.BODY), WIDTH, anchor="m")
