"""Leaving in good order: a backup to a file, and the word that the plug may be pulled."""

from typing import Any, ClassVar

from msgspec.structs import replace

from companion.screens.base import STAY, Ask, Effect, Pop, Screen, Swap, View, playing
from companion.screens.canvas import Canvas
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Hint, leads_back, show_controls
from companion.screens.notes import show_note
from companion.screens.pictograms import CARD, PLUG
from companion.screens.requests import BackedUp, Backup, Done, Settle


class BackupOffer(Screen, frozen=True):
    """Copies everything to a file, then says which."""

    made: BackedUp | None = None
    name: ClassVar[str] = "backup"

    def draw(self, canvas: Canvas, view: View) -> None:
        if self.made:
            canvas.picture(0, 2, CARD)
            canvas.wrapped(38, 2, view.tr("Saved as"), Face.BODY, 90, 1)
            canvas.wrapped(38, 15, self.made.name, Face.BODY, 90, 2)
            canvas.wrapped(0, 40, self.made.folder, Face.SMALL, 128, 2)
            show_controls(canvas, view, [leads_back()])
            return
        show_note(canvas, CARD, view.tr("Copy all matches and people to a file?"))
        show_controls(canvas, view, [Hint(Control.OK, view.tr("copy")), leads_back()])

    def press(self, intent: Intent, view: View) -> Effect:
        if intent.kind is Kind.BACK or (self.made and intent.kind is Kind.OK):
            return Pop()
        return Ask(Backup()) if intent.kind is Kind.OK else STAY

    def receive(self, answer: Any, view: View) -> Effect:
        return Swap(replace(self, made=answer)) if isinstance(answer, BackedUp) else STAY


class Plug(Screen, frozen=True):
    """Before the plug is pulled: everything is brought to rest, then the box says so."""

    settled: bool = False
    name: ClassVar[str] = "plug"

    def draw(self, canvas: Canvas, view: View) -> None:
        tr = view.tr
        if self.settled:
            show_note(canvas, PLUG, tr("You may pull the plug. Everything is kept."))
            show_controls(canvas, view, [Hint(Control.BACK, tr("go on playing"))])
            return
        text = tr("Stop here? The match waits for you.") if playing(view) else tr("Stop for today?")
        show_note(canvas, PLUG, text)
        show_controls(canvas, view, [Hint(Control.OK, tr("stop")), leads_back()])

    def press(self, intent: Intent, view: View) -> Effect:
        if intent.kind is Kind.BACK:
            return Pop(Done())
        return Ask(Settle()) if intent.kind is Kind.OK and not self.settled else STAY

    def receive(self, answer: Any, view: View) -> Effect:
        return Swap(Plug(settled=True)) if isinstance(answer, Done) else STAY
