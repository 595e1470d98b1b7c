"""13 Sheep's result: who won, everybody's stars, and the next match with the same people."""

from typing import ClassVar

from companion.games.thirteen_sheep import scores
from companion.screens.again import again
from companion.screens.base import STAY, Effect, GoHome, Push, Swap, TableScreen, View, step, table
from companion.screens.canvas import Canvas
from companion.screens.check import Check, short_commitment
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import ROW_X, ROWS, Hint, moves, row_y, show_line, show_table_controls
from companion.screens.pictograms import SHEEP, STAR_SMALL, TICK, TROPHY
from companion.screens.thirteen_sheep.words import undone

WINNERS_WIDTH = 94


def _together(canvas: Canvas, winners: tuple[str, ...], view: View) -> str:
    names = " & ".join(winners)
    if canvas.fits(names, Face.BODY, WINNERS_WIDTH, 2):
        return names
    return view.tr("{name} and {count} more").format(name=winners[0], count=len(winners) - 1)


class Result(TableScreen, frozen=True):
    """Who won; below, page by page, the stars of all; ROLL plays again with the same people."""

    page: int = 0
    name: ClassVar[str] = "result"

    def _ranking(self, view: View) -> list[tuple[str, int]]:
        return sorted(scores(table(view).state).items(), key=lambda score: -score[1])

    def draw(self, canvas: Canvas, view: View) -> None:
        if self.page:
            self._draw_ranking(canvas, view)
        else:
            self._draw_winners(canvas, view)
        hints = [
            Hint(Control.ROLL, view.tr("again")),
            Hint(Control.OK, view.tr("check")),
            Hint(Control.BACK, view.tr("home")),
        ]
        show_table_controls(canvas, view, undone(view), hints)

    def _draw_winners(self, canvas: Canvas, view: View) -> None:
        match = table(view)
        winners = match.state.winners or ()
        canvas.picture(96, -3, TROPHY if winners else SHEEP)
        if not winners:
            canvas.wrapped(0, 2, view.tr("Ended without a result"), Face.TITLE, 92, 2)
        elif len(winners) == 1:
            canvas.fit(0, -6, winners[0], (Face.BIG, Face.WIDE, Face.BODY), 94)
            most = scores(match.state)[winners[0]]
            text = view.trn("wins with {stars} star", "wins with {stars} stars", most).format(stars=most)
            canvas.text(0, 28, text, width=128)
        else:
            canvas.wrapped(0, 0, _together(canvas, winners, view), Face.BODY, WINNERS_WIDTH, 2)
            canvas.text(0, 24, view.tr("win together"), Face.TITLE, width=94)
            canvas.text(128, 40, view.tr("(ruling)"), Face.SMALL, anchor="r")
        if len(self._ranking(view)) > 1:
            show_line(canvas, view, 40, moves(view.tr("all stars")))
        canvas.text(0, 48, view.tr("Check code {code}").format(code=short_commitment(match)), Face.SMALL)

    def _draw_ranking(self, canvas: Canvas, view: View) -> None:
        rows = self._ranking(view)
        top = (self.page - 1) * ROWS
        for place, (player, most) in enumerate(rows[top : top + ROWS]):
            canvas.text(ROW_X + 3, row_y(place), player)
            if player in (table(view).state.winners or ()):
                canvas.picture(0, row_y(place) + 1, TICK)
            canvas.text(104, row_y(place), str(most), anchor="r")
            canvas.picture(108, row_y(place) + 1, STAR_SMALL)

    def act(self, intent: Intent, view: View) -> Effect:
        match = table(view)
        pages = 1 + -(-len(self._ranking(view)) // ROWS) if len(self._ranking(view)) > 1 else 1
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(Result(step(self.page, intent, pages)))
            case Kind.ROLL:
                return again(view)
            case Kind.OK:
                return Push(Check(match))
            case Kind.BACK:
                return GoHome()
        return STAY
