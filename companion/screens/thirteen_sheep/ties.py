"""13 Sheep's tie-break: the largest enclosed area of each tied player."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.games.match import move_line
from companion.games.thirteen_sheep import tied
from companion.screens.base import STAY, Effect, Play, Pop, Screen, Swap, View, table
from companion.screens.canvas import Canvas
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Hint, leads_back, show_controls, show_number
from companion.screens.pictograms import TROPHY
from companion.screens.thirteen_sheep.numbers import NAME_FACES, Draft, NumberList

GRID_CELLS = 56
"""The sheet is a grid of 7×8 cells: no area is larger."""

FIRST_CELLS = 4


class Ties(NumberList, frozen=True):
    """The tied players' largest areas."""

    name: ClassVar[str] = "tie-break"
    pictogram = TROPHY

    def players(self, view: View) -> tuple[str, ...]:
        match = table(view)
        return tied(match.header, match.state)

    def numbers(self, view: View) -> Mapping[str, int]:
        cells: Mapping[str, int] = table(view).state.cells
        return cells

    def remark(self, view: View) -> str:
        return view.tr("A tie: who has the largest area?")

    def form(self, player: str, view: View) -> Screen:
        left = self.draft(player)
        return Cells(player, self.numbers(view).get(player, FIRST_CELLS) if left is None else left)


class Cells(Screen, frozen=True):
    """The size of one player's largest enclosed area, in cells of the grid."""

    player: str
    cells: int
    name: ClassVar[str] = "cells"

    def draw(self, canvas: Canvas, view: View) -> None:
        canvas.fit(0, 0, self.player, NAME_FACES, 128)
        show_number(canvas, self.cells)
        canvas.wrapped(68, 24, view.tr("cells in the largest area"), Face.SMALL, 60, 3)
        show_controls(canvas, view, [Hint(Control.OK, view.tr("enter")), leads_back()])

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                change = {Kind.UP: 1, Kind.DOWN: -1}[intent.kind]
                return Swap(replace(self, cells=min(GRID_CELLS, max(0, self.cells + change))))
            case Kind.OK:
                return Play(move_line("largest", player=self.player, cells=self.cells))
            case Kind.BACK:
                return Pop(Draft(self.player, self.cells))
        return STAY
