"""What people have to know of the buzzer hub: it is gone, it is back, a press came too late."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

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


@dataclass(frozen=True)
class HubNote(Screen):
    """Tells of the hub; any control goes on, and a seat's button means what it meant below."""

    word: Word
    name: ClassVar[str] = "hub"

    def draw(self, canvas: Canvas, view: View) -> None:
        show_note(canvas, TROUBLE, _sentence(self.word, view))
        show_controls(canvas, view, [Hint(Control.OK, view.tr("go on"))])

    def press(self, intent: Intent, view: View) -> Effect:
        return Pop()


def _sentence(word: Word, view: View) -> str:
    return {
        Word.GONE: view.tr("The buzzer hub is gone. Go on with the buttons of the box."),
        Word.BACK: view.tr("The buzzer hub is back."),
        Word.WAS_OFF: view.tr("The buzzer hub was off and is back. Presses meanwhile do not count."),
        Word.LATE: view.tr("A press of a buzzer came too late and does not count."),
        Word.STRANGE: view.tr("The buzzer hub needs an update: companion hub install"),
    }[word]
