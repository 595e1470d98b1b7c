"""Lists of players with a number each, as they are entered one by one after a game."""

import json
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from companion.screens.base import STAY, Effect, Push, Screen, Swap, TableScreen, View, step, table
from companion.screens.canvas import Canvas
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.match_menu import MatchMenu
from companion.screens.menu import (
    BANNER_TOP,
    PICTURE_X,
    PICTURE_Y,
    ROWS,
    Hint,
    moves,
    page_of,
    row_y,
    show_page_marks,
    show_table_controls,
)
from companion.screens.pictograms import STAR, Pictogram
from companion.screens.thirteen_sheep.words import undone

NAME_X, NUMBER_X = 7, 93
FEWER_ROWS = 3
NAME_FACES = (Face.TITLE, Face.WIDE)


class Draft(Struct, frozen=True):
    """What was entered for a player as far as it was when the form was left."""

    player: str
    value: Any


class NumberList(TableScreen, frozen=True):
    """Players with a number each, to be entered one by one."""

    at: int = 0
    pictogram: ClassVar[Pictogram] = STAR
    drafts: tuple[Draft, ...] = ()

    @classmethod
    def first(cls, view: View) -> Self:
        """The list with the marker at the first player without a number."""
        empty = cls()
        entered = empty.numbers(view)
        missing = [place for place, player in enumerate(empty.players(view)) if player not in entered]
        return cls(at=missing[0] if missing else 0)

    @abstractmethod
    def players(self, view: View) -> tuple[str, ...]:
        """Who is listed."""

    @abstractmethod
    def numbers(self, view: View) -> Mapping[str, int]:
        """The numbers as far as entered."""

    @abstractmethod
    def form(self, player: str, view: View) -> Screen:
        """Where a player's number is entered."""

    def remark(self, view: View) -> str:
        """What is asked, where the list alone does not say it."""
        return ""

    def draw(self, canvas: Canvas, view: View) -> None:
        players, numbers = self.players(view), self.numbers(view)
        rows = FEWER_ROWS if table(view).undone or self.remark(view) else ROWS
        top = page_of(self.at, rows)
        for place, player in enumerate(players[top : top + rows], top):
            canvas.text(NAME_X, row_y(place, rows), player)
            canvas.text(NUMBER_X, row_y(place, rows), str(numbers.get(player, "–")), anchor="r")
        canvas.arrow(0, row_y(self.at, rows) + 2)
        show_page_marks(canvas, 122, top, len(players), rows)
        canvas.picture(PICTURE_X, PICTURE_Y, self.pictogram)
        canvas.text(0, BANNER_TOP, "" if table(view).undone else self.remark(view), Face.SMALL)
        enter = Hint(Control.ROLL, view.tr("enter")) if table(view).undone else Hint(Control.OK, view.tr("enter"))
        leave = Hint(Control.BACK, view.tr("menu"))
        hints = [enter, leave] if table(view).undone else [moves(), enter, leave]
        show_table_controls(canvas, view, undone(view), hints)

    def act(self, intent: Intent, view: View) -> Effect:
        players = self.players(view)
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, len(players))))
            case Kind.OK:
                return Push(self.form(players[self.at], view))
            case Kind.ROLL if table(view).undone:
                return Push(self.form(players[self.at], view))
            case Kind.BACK:
                return Push(MatchMenu())
        return STAY

    def receive(self, answer: Any, view: View) -> Effect:
        if not isinstance(answer, Draft):
            return STAY
        others = tuple(draft for draft in self.drafts if draft.player != answer.player)
        return Swap(replace(self, drafts=(*others, answer)))

    def draft(self, player: str) -> Any:
        """What was left half entered for a player; None if nothing was."""
        return next((draft.value for draft in self.drafts if draft.player == player), None)

    def taking_over(self, before: Screen, view: View) -> Screen:
        if not isinstance(before, type(self)):
            return self
        entered = json.loads(table(view).line or "{}").get("player")
        return replace(self, drafts=tuple(draft for draft in before.drafts if draft.player != entered))
