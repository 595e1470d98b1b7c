"""Help of any game as topics of pages: a title, a few words, a pictogram, and whether it is a ruling."""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.games.texts import Text
from companion.screens.base import STAY, Effect, Pop, Screen, Swap, View, step
from companion.screens.canvas import Canvas
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Hint, leads_back, moves, show_controls
from companion.screens.pictograms import Pictogram

PICTURE_X = 96
TEXT_WIDTH = PICTURE_X - 4


class Page(Struct, frozen=True):
    """A short answer under its title."""

    title: Text
    text: Text
    picture: Pictogram
    ruling: bool = False


class Topic(Struct, frozen=True):
    """Pages that belong together."""

    title: Text
    pages: tuple[Page, ...]


class HelpPage(Screen, frozen=True):
    """A page of a topic; UP and DOWN go through them, OK goes on and leads back after the last."""

    topic: Topic
    at: int = 0
    name: ClassVar[str] = "help-page"

    def _page(self) -> Page:
        return self.topic.pages[self.at]

    def draw(self, canvas: Canvas, view: View) -> None:
        page = self._page()
        canvas.picture(PICTURE_X, 16, page.picture)
        canvas.fit(0, -2, view.tr(page.title), (Face.TITLE, Face.BODY), 128)
        text = view.tr(page.text)
        if canvas.fits(text, Face.BODY, TEXT_WIDTH, 2 if page.ruling else 3):
            canvas.wrapped(0, 16, text, Face.BODY, TEXT_WIDTH, 3)
        else:
            canvas.wrapped(0, 17, text, Face.SMALL, TEXT_WIDTH, 4)
        if page.ruling:
            canvas.text(0, 47, view.tr("(ruling)"), Face.SMALL)
        number = f"{self.at + 1}/{len(self.topic.pages)}"
        canvas.text(128, 48, number, Face.SMALL, anchor="r")
        last = self.at + 1 == len(self.topic.pages)
        show_controls(
            canvas, view, [moves(), Hint(Control.OK, view.tr("done") if last else view.tr("more")), leads_back()]
        )

    def press(self, intent: Intent, view: View) -> Effect:
        pages = len(self.topic.pages)
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, pages)))
            case Kind.OK:
                return Swap(replace(self, at=self.at + 1)) if self.at + 1 < pages else Pop()
            case Kind.BACK:
                return Pop()
        return STAY
