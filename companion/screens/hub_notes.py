"""What people have to know of the buzzer hub: it is gone, it is back, it is lent, a press came too late."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import ClassVar

from companion.games.texts import Text
from companion.screens.base import Effect, Pop, Screen, View
from companion.screens.canvas import Canvas
from companion.screens.intents import Control, Intent
from companion.screens.menu import Hint, show_controls
from companion.screens.notes import show_note
from companion.screens.pictograms import TROUBLE


class Word(StrEnum):
    """What there is to know of the hub."""

    GONE = "gone"
    BACK = "back"
    WAS_OFF = "was off"
    LATE = "late"
    STRANGE = "strange"
    LENT = "lent"


SENTENCES: Mapping[Word, str] = MappingProxyType(
    {
        Word.GONE: Text("The buzzer hub is gone. Go on with the buttons of the box."),
        Word.BACK: Text("The buzzer hub is back."),
        Word.WAS_OFF: Text("The buzzer hub was off. Presses meanwhile do not count."),
        Word.LATE: Text("A press of a buzzer came too late and does not count."),
        Word.STRANGE: Text("The buzzer hub needs an update: companion hub install"),
        Word.LENT: Text("The buzzer hub is being updated or tested."),
    }
)


class HubNote(Screen, frozen=True):
    """Tells of the hub; any control goes on, and a seat's button means what it meant below."""

    word: Word
    name: ClassVar[str] = "hub"

    def draw(self, canvas: Canvas, view: View) -> None:
        show_note(canvas, TROUBLE, view.tr(SENTENCES[self.word]))
        show_controls(canvas, view, [Hint(Control.OK, view.tr("go on"))])

    def press(self, intent: Intent, view: View) -> Effect:
        return Pop()
