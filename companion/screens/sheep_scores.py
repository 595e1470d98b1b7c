"""13 Sheep after the wolf: the sheep of each player, the tie-break, the result."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from msgspec import to_builtins

from companion.games.match import move_line
from companion.games.thirteen_sheep import SHEEP, SheepState, scores, stars, tied
from companion.screens.base import (
    STAY,
    Ask,
    Effect,
    GoHome,
    Play,
    Pop,
    Push,
    Screen,
    Swap,
    TableScreen,
    View,
    step,
    table,
)
from companion.screens.canvas import Canvas
from companion.screens.check import Check, short_commitment
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.match_menu import MatchMenu, taken_back
from companion.screens.menu import (
    ROW_X,
    ROWS,
    Hint,
    moves,
    page_of,
    row_y,
    show_controls,
    show_page_marks,
    show_table_controls,
)
from companion.screens.pictograms import SHEEP as SHEEP_PICTURE
from companion.screens.pictograms import STAR_SMALL, TROPHY
from companion.screens.requests import StartMatch

NUMBER_X = 126
GRID_CELLS = 56
"""The sheet is a grid of 7×8 cells: no area is larger."""

NAME_FACES = (Face.TITLE, Face.WIDE)


@dataclass(frozen=True, slots=True)
class AreasDraft:
    """A player's areas as far as entered when the form was left."""

    player: str
    areas: tuple[int, ...]


@dataclass(frozen=True)
class NumberList(TableScreen):
    """Players with a number each, to be entered one by one; the marked one's number is big."""

    at: int = 0
    drafts: tuple[tuple[str, Any], ...] = ()

    def players(self, view: View) -> tuple[str, ...]:
        """Who is listed."""
        return table(view).header.players

    def numbers(self, view: View) -> Mapping[str, int]:
        """The numbers as far as entered."""
        return {}

    def form(self, player: str, view: View) -> Screen:
        """Where a player's number is entered."""
        raise AssertionError(player)

    def verb(self, view: View) -> str:
        """What OK does."""
        return view.tr("enter")

    def draw(self, canvas: Canvas, view: View) -> None:
        players, numbers = self.players(view), self.numbers(view)
        top = page_of(self.at)
        for place, player in enumerate(players[top : top + ROWS], top):
            canvas.text(ROW_X, row_y(place), player)
            canvas.text(ROW_X + 88, row_y(place), str(numbers.get(player, "–")), anchor="r")
        canvas.arrow(0, row_y(self.at) + 2)
        show_page_marks(canvas, 98, top, len(players))
        canvas.text(NUMBER_X, 6, str(numbers.get(players[self.at], "?")), Face.BIG, anchor="r")
        hints = [moves(), Hint(Control.OK, self.verb(view)), Hint(Control.BACK, view.tr("menu"))]
        show_table_controls(canvas, view, taken_back(view), hints)

    def act(self, intent: Intent, view: View) -> Effect:
        players = self.players(view)
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, len(players))))
            case Kind.OK:
                return Push(self.form(players[self.at], view))
            case Kind.BACK:
                return Push(MatchMenu())
        return STAY


@dataclass(frozen=True)
class Scores(NumberList):
    """Stars per player, entered and corrected until every player has some."""

    name: ClassVar[str] = "scores"

    @classmethod
    def first(cls, view: View) -> "Scores":
        """The list with the marker at the first player without stars."""
        match = table(view)
        entered = scores(match.state)
        missing = [place for place, player in enumerate(match.header.players) if player not in entered]
        return cls(at=missing[0] if missing else 0)

    def numbers(self, view: View) -> Mapping[str, int]:
        return scores(table(view).state)

    def draw(self, canvas: Canvas, view: View) -> None:
        super().draw(canvas, view)
        canvas.picture(116, 42, STAR_SMALL)

    def form(self, player: str, view: View) -> Screen:
        state: SheepState = table(view).state
        areas = dict(self.drafts).get(player, state.areas.get(player, ()))
        return Areas(player, areas[:-1], areas[-1] if areas else 0)

    def receive(self, answer: Any, view: View) -> Effect:
        if not isinstance(answer, AreasDraft):
            return STAY
        others = tuple(draft for draft in self.drafts if draft[0] != answer.player)
        return Swap(replace(self, drafts=(*others, (answer.player, answer.areas))))


@dataclass(frozen=True)
class Areas(Screen):
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
        canvas.text(34, 15, str(self.sheep), Face.BIG, anchor="r")
        canvas.text(40, 20, tr("sheep in"), Face.SMALL)
        canvas.text(40, 30, tr("area {number}").format(number=len(self.areas) + 1), width=52)
        canvas.text(NUMBER_X - 12, 22, str(stars(self._all())), Face.TITLE, anchor="r")
        canvas.picture(NUMBER_X - 9, 27, STAR_SMALL)
        canvas.text(0, 47, " + ".join(str(sheep) for sheep in self._all()), Face.SMALL, width=128)
        show_controls(canvas, view, self._hints(view))

    def _hints(self, view: View) -> list[Hint]:
        tr = view.tr
        ready = [Hint(Control.OK, tr("next area")), Hint(Control.ROLL, tr("done"))]
        return [
            moves("±1"),
            *(ready if self.sheep else [Hint(Control.ROLL, tr("done: no more"))]),
            Hint(Control.BACK, tr("leave")),
        ]

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.UP:
                return Swap(replace(self, sheep=min(SHEEP - sum(self.areas), self.sheep + 1)))
            case Kind.DOWN if self.sheep or not self.areas:
                return Swap(replace(self, sheep=max(0, self.sheep - 1)))
            case Kind.DOWN:
                return Swap(replace(self, areas=self.areas[:-1], sheep=self.areas[-1]))
            case Kind.OK if self.sheep and sum(self._all()) < SHEEP:
                return Swap(replace(self, areas=self._all(), sheep=0))
            case Kind.OK | Kind.ROLL:
                return Play(move_line("score", player=self.player, areas=self._all()))
            case Kind.BACK:
                return Pop(AreasDraft(self.player, self._all()))
        return STAY


@dataclass(frozen=True)
class Ties(NumberList):
    """The tied players' largest areas."""

    name: ClassVar[str] = "tie-break"

    @classmethod
    def first(cls, view: View) -> "Ties":
        """The list with the marker at the first tied player without a number."""
        match = table(view)
        missing = [
            place for place, player in enumerate(tied(match.header, match.state)) if player not in match.state.cells
        ]
        return cls(at=missing[0] if missing else 0)

    def players(self, view: View) -> tuple[str, ...]:
        match = table(view)
        return tied(match.header, match.state)

    def numbers(self, view: View) -> Mapping[str, int]:
        cells: Mapping[str, int] = table(view).state.cells
        return cells

    def draw(self, canvas: Canvas, view: View) -> None:
        super().draw(canvas, view)
        canvas.text(127, 42, view.tr("cells"), Face.SMALL, anchor="r", width=30)

    def form(self, player: str, view: View) -> Screen:
        return Cells(player, dict(self.drafts).get(player, self.numbers(view).get(player, 4)))

    def receive(self, answer: Any, view: View) -> Effect:
        if not isinstance(answer, Cells):
            return STAY
        others = tuple(draft for draft in self.drafts if draft[0] != answer.player)
        return Swap(replace(self, drafts=(*others, (answer.player, answer.cells))))


@dataclass(frozen=True)
class Cells(Screen):
    """The size of one player's largest enclosed area, in cells of the grid."""

    player: str
    cells: int
    name: ClassVar[str] = "cells"

    def draw(self, canvas: Canvas, view: View) -> None:
        canvas.fit(0, 0, self.player, NAME_FACES, 128)
        canvas.text(48, 17, str(self.cells), Face.BIG, anchor="r")
        canvas.wrapped(54, 20, view.tr("cells in the largest area"), Face.BODY, 74, 3)
        show_controls(
            canvas,
            view,
            [moves("±1"), Hint(Control.OK, view.tr("enter")), Hint(Control.BACK, view.tr("leave"))],
        )

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                change = {Kind.UP: 1, Kind.DOWN: -1}[intent.kind]
                return Swap(replace(self, cells=min(GRID_CELLS, max(0, self.cells + change))))
            case Kind.OK:
                return Play(move_line("largest", player=self.player, cells=self.cells))
            case Kind.BACK:
                return Pop(self)
        return STAY


@dataclass(frozen=True)
class Result(TableScreen):
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
        if len(self._ranking(view)) > 1:
            hints.insert(2, moves(view.tr("stars")))
        show_table_controls(canvas, view, taken_back(view), hints)

    def _draw_winners(self, canvas: Canvas, view: View) -> None:
        match = table(view)
        winners = match.state.winners or ()
        canvas.picture(96, 0, TROPHY if winners else SHEEP_PICTURE)
        if not winners:
            canvas.wrapped(0, 2, view.tr("Ended without a result"), Face.TITLE, 92, 2)
        elif len(winners) == 1:
            canvas.fit(0, -6, winners[0], (Face.BIG, Face.TITLE, Face.BODY), 94)
            most = scores(match.state)[winners[0]]
            text = view.trn("wins with {stars} star", "wins with {stars} stars", most).format(stars=most)
            canvas.text(0, 30, text, width=128)
        else:
            canvas.wrapped(0, 0, " & ".join(winners), Face.BODY, 94, 2)
            canvas.text(0, 27, view.tr("win together"), Face.TITLE, width=94)
        canvas.text(0, 47, view.tr("Check code {code}").format(code=short_commitment(match)), Face.SMALL)

    def _draw_ranking(self, canvas: Canvas, view: View) -> None:
        rows = self._ranking(view)
        top = (self.page - 1) * ROWS
        for place, (player, most) in enumerate(rows[top : top + ROWS]):
            canvas.text(ROW_X, row_y(place), player)
            canvas.text(104, row_y(place), str(most), anchor="r")
            canvas.picture(108, row_y(place) + 1, STAR_SMALL)

    def act(self, intent: Intent, view: View) -> Effect:
        match = table(view)
        pages = 1 + -(-len(self._ranking(view)) // ROWS) if len(self._ranking(view)) > 1 else 1
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(Result(step(self.page, intent, pages)))
            case Kind.ROLL:
                return Ask(StartMatch(match.header.game, view.group, to_builtins(match.header.options)))
            case Kind.OK:
                return Push(Check(match))
            case Kind.BACK:
                return GoHome()
        return STAY
