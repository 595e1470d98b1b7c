"""Who plays, in clockwise order, and who begins."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.games.match import GAMES
from companion.games.texts import Text
from companion.screens.base import STAY, Ask, Effect, Pop, Push, Screen, Swap, View, step
from companion.screens.canvas import Canvas
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.letters import Draft, Letters
from companion.screens.menu import Hint, leads_back, moves, page_of, row_y, show_controls, show_page_marks
from companion.screens.notes import Message
from companion.screens.pictograms import PEOPLE
from companion.screens.requests import Added, Picked, PickSeat
from companion.screens.setups import SETUPS
from companion.screens.titles import title

NAME_X = 26
FIRST_RULES: Mapping[str, Text] = {
    "13-sheep": "All draw at the same time.",
    "insheepnia": "Whoever went to bed last last night.",
    "schlafmuetze": "Whoever got up latest today.",
}
"""Who begins, by the rulebook, for each game."""


class Players(Screen, frozen=True):
    """Chooses the players from the roster: the order in which they are chosen is the order around the table."""

    game: str
    chosen: tuple[str, ...] = ()
    at: int = 0
    draft: str = ""
    name: ClassVar[str] = "players"
    stays: ClassVar[bool] = True

    @classmethod
    def of(cls, game: str, view: View) -> "Players":
        """The screen for a game, with the people of the latest match chosen as far as they fit."""
        group = tuple(name for name in view.group if name in view.people)
        return cls(game, group[: GAMES[game].most])

    def known(self, view: View) -> "Players":
        """The screen with those chosen who are still on the roster."""
        return replace(self, chosen=tuple(name for name in self.chosen if name in view.people))

    def draw(self, canvas: Canvas, view: View) -> None:
        rows = (*view.people, view.tr("New name …"))
        at, top = min(self.at, len(rows) - 1), page_of(min(self.at, len(rows) - 1))
        for place, name in enumerate(rows[top : top + 4], top):
            canvas.text(NAME_X, row_y(place), name, width=96)
            if name in self.chosen and place < len(view.people):
                canvas.text(22, row_y(place), str(self.chosen.index(name) + 1), anchor="r")
        canvas.arrow(0, row_y(at) + 2)
        show_page_marks(canvas, 122, top, len(rows))
        self._draw_count(canvas, view)
        show_controls(canvas, view, self._hints(view))

    def _draw_count(self, canvas: Canvas, view: View) -> None:
        canvas.text(126, 4, str(len(self.chosen)), Face.BIG, anchor="r")
        word = view.trn("player", "players", len(self.chosen))
        canvas.text(126, 41, word, Face.SMALL, anchor="r", width=32)

    def _hints(self, view: View) -> list[Hint]:
        verb = view.tr("in") if self._marked(view) not in self.chosen else view.tr("out")
        return [
            moves(),
            Hint(Control.OK, verb if self._marked(view) else view.tr("type")),
            Hint(Control.ROLL, view.tr("go")),
            leads_back(),
        ]

    def _marked(self, view: View) -> str:
        return view.people[self.at] if self.at < len(view.people) else ""

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, len(view.people) + 1)))
            case Kind.OK if self._marked(view):
                return self._toggle(self._marked(view), view)
            case Kind.OK:
                return Push(Letters(view.tr("New name"), self.draft))
            case Kind.ROLL:
                return self._go_on(view)
            case Kind.BACK:
                return Pop(self)
        return STAY

    def _toggle(self, name: str, view: View) -> Effect:
        if name in self.chosen:
            return Swap(replace(self, chosen=tuple(other for other in self.chosen if other != name)))
        if len(self.chosen) == GAMES[self.game].most:
            return Push(
                Message(
                    view.tr("{game} is for {most} at most.").format(
                        game=title(self.game, view), most=GAMES[self.game].most
                    )
                )
            )
        return Swap(replace(self, chosen=(*self.chosen, name)))

    def _go_on(self, view: View) -> Effect:
        least = GAMES[self.game].least
        if len(self.chosen) >= least:
            return Push(Begins(self.game, self.chosen))
        text = view.trn("Choose at least {least} player.", "Choose at least {least} players.", least)
        return Push(Message(text.format(least=least), PEOPLE))

    def receive(self, answer: Any, view: View) -> Effect:
        match answer:
            case Draft(text):
                return Swap(replace(self, draft=text))
            case Added(name):
                room = len(self.chosen) < GAMES[self.game].most
                chosen = (*self.chosen, name) if room else self.chosen
                return Swap(replace(self, chosen=chosen, draft="", at=len(view.people)))
        return STAY


class Begins(Screen, frozen=True):
    """Who begins: what the rulebook says, or a player picked at random. OK starts the match."""

    game: str
    players: tuple[str, ...]
    picked: int | None = None
    name: ClassVar[str] = "begins"

    def draw(self, canvas: Canvas, view: View) -> None:
        tr = view.tr
        if self.picked is None:
            canvas.picture(96, 2, PEOPLE)
            canvas.text(0, 0, tr("Who begins?"), Face.TITLE, width=94)
            canvas.wrapped(0, 18, tr(FIRST_RULES[self.game]), Face.BODY, 94, 3)
        else:
            canvas.text(0, 0, tr("Chance picks"), Face.SMALL)
            canvas.fit(0, 4, self.players[self.picked], (Face.HUGE, Face.BIG, Face.WIDE), 128)
        show_controls(
            canvas,
            view,
            [
                Hint(Control.OK, tr("start")),
                Hint(Control.ROLL, tr("pick one")),
                leads_back(),
            ],
        )

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.OK:
                first = None if self.picked is None else self.players[self.picked]
                return SETUPS[self.game](self.players, first, view)
            case Kind.ROLL:
                return Ask(PickSeat(len(self.players)))
            case Kind.BACK:
                return Pop()
        return STAY

    def receive(self, answer: Any, view: View) -> Effect:
        return Swap(replace(self, picked=answer.place)) if isinstance(answer, Picked) else STAY
