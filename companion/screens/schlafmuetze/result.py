"""Schlafmütze's result: who won, who was the sleepyhead how often, and the next match with the same people."""

from typing import ClassVar

from companion.games.match import Match
from companion.screens.again import again
from companion.screens.base import STAY, Effect, GoHome, Swap, TableScreen, View, step, table
from companion.screens.canvas import Canvas
from companion.screens.check import short_commitment
from companion.screens.frames import WIDTH
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import PICTURE_X, Hint, show_controls
from companion.screens.pictograms import NIGHTCAP, TROPHY
from companion.screens.schlafmuetze.rows import draw_penalties, page_count


class Winner(TableScreen, frozen=True):
    """Who won; below, page by page, everybody's penalties; ROLL plays again with the same people."""

    page: int = 0
    name: ClassVar[str] = "result"
    puts_back: ClassVar[bool] = False

    def draw(self, canvas: Canvas, view: View) -> None:
        match = table(view)
        if self.page:
            draw_penalties(canvas, view, self.page - 1)
        else:
            _draw_winner(canvas, view, match)
            canvas.text(0, 48, view.tr("Check code {code}").format(code=short_commitment(match)), Face.SMALL)
        more = Hint(Control.OK, view.tr("more") if self.page else view.tr("penalties"))
        show_controls(canvas, view, [Hint(Control.ROLL, view.tr("again")), more, Hint(Control.BACK, view.tr("home"))])

    def act(self, intent: Intent, view: View) -> Effect:
        match = table(view)
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(Winner(step(self.page, intent, 1 + page_count(match.header.players))))
            case Kind.OK:
                return Swap(Winner((self.page + 1) % (1 + page_count(match.header.players))))
            case Kind.ROLL:
                return again(view)
            case Kind.BACK:
                return GoHome()
        return STAY


def _draw_winner(canvas: Canvas, view: View, match: Match) -> None:
    winners = match.state.winners
    if not winners:
        canvas.picture(PICTURE_X, 0, NIGHTCAP)
        canvas.wrapped(0, 2, view.tr("Ended without a result"), Face.TITLE, PICTURE_X - 4, 2)
        return
    canvas.picture(PICTURE_X, 22, TROPHY)
    canvas.fit(0, -5, winners[0], (Face.BIG, Face.TITLE, Face.WIDE), WIDTH)
    canvas.wrapped(0, 24, view.tr("wins: the last card is gone"), Face.BODY, PICTURE_X - 4, 2)
