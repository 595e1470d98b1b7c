"""13 Sheep after the wolf: the sheep in each enclosed area of each player."""

from collections.abc import Mapping
from itertools import groupby
from typing import ClassVar

from msgspec.structs import replace

from companion.games.match import move_line
from companion.games.thirteen_sheep import SHEEP, STARS, scores, stars
from companion.screens.base import STAY, Effect, Play, Pop, Screen, Swap, View, table
from companion.screens.canvas import Canvas
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Hint, leads_back, show_controls, show_number
from companion.screens.pictograms import STAR_SMALL
from companion.screens.thirteen_sheep.numbers import NAME_FACES, Draft, NumberList


class Scores(NumberList, frozen=True):
    """Stars per player, entered and corrected until every player has some."""

    name: ClassVar[str] = "scores"

    def players(self, view: View) -> tuple[str, ...]:
        return table(view).header.players

    def numbers(self, view: View) -> Mapping[str, int]:
        return scores(table(view).state)

    def form(self, player: str, view: View) -> Screen:
        entered: tuple[int, ...] = table(view).state.areas.get(player, ())
        left = self.draft(player)
        areas = entered if left is None else left
        return Areas(player, areas[:-1], areas[-1] if areas else 0)


def _sum(areas: tuple[int, ...]) -> str:
    groups = ((len(list(group)), sheep) for sheep, group in groupby(areas))
    return " + ".join(str(sheep) if count == 1 else f"{count}×{sheep}" for count, sheep in groups)


class Areas(Screen, frozen=True):
    """The sheep in each enclosed area of one player: `areas` are entered, `sheep` is the one being entered."""

    player: str
    areas: tuple[int, ...] = ()
    sheep: int = 0
    name: ClassVar[str] = "areas"

    def _all(self) -> tuple[int, ...]:
        return (*self.areas, self.sheep) if self.sheep else self.areas

    def draw(self, canvas: Canvas, view: View) -> None:
        tr = view.tr
        canvas.fit(0, 0, self.player, NAME_FACES, 128)
        show_number(canvas, self.sheep)
        text = tr("sheep in area {number}").format(number=len(self.areas) + 1)
        canvas.text(128, 19, text, Face.SMALL, anchor="r", width=64)
        canvas.text(116, 26, str(stars(self._all())), Face.TITLE, anchor="r")
        canvas.picture(119, 30, STAR_SMALL)
        if any(sheep >= len(STARS) for sheep in self._all()):
            canvas.text(128, 40, tr("ruling: 7 is as 6"), Face.SMALL, anchor="r", width=64)
        if len(self._all()) > 1:
            canvas.text(128, 47, _sum(self._all()), Face.SMALL, anchor="r", width=64)
        show_controls(canvas, view, self._hints(view))

    def _hints(self, view: View) -> list[Hint]:
        if not self._room():
            return [Hint(Control.OK, view.tr("done"), other=Control.ROLL), leads_back()]
        return [Hint(Control.OK, view.tr("next area")), Hint(Control.ROLL, view.tr("done")), leads_back()]

    def _room(self) -> bool:
        return self.sheep > 0 and sum(self._all()) < SHEEP

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.UP:
                return Swap(replace(self, sheep=min(SHEEP - sum(self.areas), self.sheep + 1)))
            case Kind.DOWN if self.sheep or not self.areas:
                return Swap(replace(self, sheep=max(0, self.sheep - 1)))
            case Kind.DOWN:
                return Swap(replace(self, areas=self.areas[:-1], sheep=self.areas[-1]))
            case Kind.OK if self._room():
                return Swap(replace(self, areas=self._all(), sheep=0))
            case Kind.OK | Kind.ROLL:
                return Play(move_line("score", player=self.player, areas=self._all()))
            case Kind.BACK:
                return Pop(Draft(self.player, self._all()))
        return STAY
