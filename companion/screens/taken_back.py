"""What was taken back, before the table is shown as it is now: the games whose tables need OK for themselves."""

from typing import ClassVar

from companion.screens.base import Effect, Swap, TableScreen, View
from companion.screens.canvas import Canvas
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import PICTURE_X, PICTURE_Y, Hint, show_controls
from companion.screens.pictograms import HOURGLASS


class TakenBack(TableScreen, frozen=True):
    """OK puts the move back; a seat's button means what it means at the table; any other control shows the table."""

    after: TableScreen
    words: str
    name: ClassVar[str] = "taken-back"

    def draw(self, canvas: Canvas, view: View) -> None:
        canvas.picture(PICTURE_X, PICTURE_Y, HOURGLASS)
        canvas.fit(0, 0, view.tr("Taken back"), (Face.TITLE, Face.BODY), PICTURE_X - 2)
        canvas.wrapped(0, 18, self.words, Face.BODY, PICTURE_X - 2, 3)
        show_controls(canvas, view, [Hint(Control.OK, view.tr("puts it back")), Hint(Control.BACK, view.tr("table"))])

    def act(self, intent: Intent, view: View) -> Effect:
        return self.after.act(intent, view) if intent.kind is Kind.SEAT else Swap(self.after)
