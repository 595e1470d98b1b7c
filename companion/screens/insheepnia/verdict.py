"""What an announcement in Insheepnia came to: a false alarm and who takes which card, or sweet dreams."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.games.match import Match
from companion.screens.again import again
from companion.screens.base import STAY, Effect, GoHome, Push, Swap, TableScreen, View, step, table
from companion.screens.canvas import Canvas
from companion.screens.check import Check, short_commitment
from companion.screens.frames import WIDTH
from companion.screens.insheepnia.table import Beds
from companion.screens.insheepnia.words import ordinal, outcome
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.match_menu import MatchMenu, last_move
from companion.screens.menu import Hint, show_controls
from companion.screens.pictograms import EYE, SHEEP, ZZZ
from companion.screens.short_names import short_among

TAKES = 4
"""Lines of a page."""

TAKES_Y, TAKES_LINE = 8, 12
PICTURE_X, ZZZ_X = 96, 112


class FalseAlarm(TableScreen, frozen=True):
    """Counted and needed, then page by page who takes which card from the fan."""

    page: int = 0
    name: ClassVar[str] = "false-alarm"
    puts_back: ClassVar[bool] = False

    def draw(self, canvas: Canvas, view: View) -> None:
        extra = outcome(table(view))
        if self.page:
            _draw_takes(canvas, view, extra, self.page - 1)
        else:
            _draw_alarm(canvas, view, extra)
        more = self.page + 1 < _pages(extra)
        verb = view.tr("go on") if not more else view.tr("more") if self.page else view.tr("who takes")
        show_controls(canvas, view, [Hint(Control.OK, verb), Hint(Control.BACK, view.tr("undo"), held=True)])

    def act(self, intent: Intent, view: View) -> Effect:
        pages = _pages(outcome(table(view)))
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, page=step(self.page, intent, pages)))
            case Kind.OK if self.page + 1 < pages:
                return Swap(replace(self, page=self.page + 1))
            case Kind.OK | Kind.ROLL:
                return Swap(Beds())
            case Kind.BACK:
                return Push(MatchMenu())
        return STAY


def _pages(extra: Mapping[str, Any]) -> int:
    return 1 + -(-len(extra["takes"]) // TAKES)


def _draw_alarm(canvas: Canvas, view: View, extra: Mapping[str, Any]) -> None:
    canvas.fit(0, -2, view.tr("False alarm!"), (Face.TITLE, Face.BODY), PICTURE_X - 2)
    canvas.picture(PICTURE_X, 0, EYE)
    for x, number, text in ((0, extra["counted"], view.tr("counted")), (48, extra["needed"], view.tr("needed"))):
        canvas.text(x, 11, str(number).replace("-", "−"), Face.BIG)
        canvas.text(x, 39, text, Face.SMALL, width=44)
    canvas.text(0, 47, _ruling(view, extra), Face.SMALL)


def _ruling(view: View, extra: Mapping[str, Any]) -> str:
    if extra.get("ruling") != "hand-empty":
        return ""
    if not extra["takes"]:
        return view.tr("No card to take (ruling)")
    return view.tr("Until the hand is empty (ruling)")


def _draw_takes(canvas: Canvas, view: View, extra: Mapping[str, Any], page: int) -> None:
    takes = extra["takes"][page * TAKES : (page + 1) * TAKES]
    places = [view.tr("{place} of {of}").format(place=ordinal(take["card"], view), of=take["of"]) for take in takes]
    room = WIDTH - max(canvas.width_of(place, Face.BODY) for place in places) - 6
    takers = [take["player"] for take in takes]
    shown = short_among(takers, table(view).header.players, lambda text: canvas.width_of(text, Face.BODY) <= room)
    canvas.text(WIDTH, -1, view.tr("card from the left"), Face.SMALL, anchor="r")
    for row, (name, place) in enumerate(zip(shown, places, strict=True)):
        canvas.text(0, TAKES_Y + row * TAKES_LINE, name)
        canvas.text(WIDTH, TAKES_Y + row * TAKES_LINE, place, anchor="r")


class Dreams(TableScreen, frozen=True):
    """The end: who sleeps, or that the match has no result; ROLL plays again with the same people."""

    name: ClassVar[str] = "result"
    puts_back: ClassVar[bool] = False

    def draw(self, canvas: Canvas, view: View) -> None:
        match = table(view)
        if match.state.winners:
            _draw_dreams(canvas, view, match)
        else:
            canvas.picture(PICTURE_X, 0, SHEEP)
            canvas.wrapped(0, 2, view.tr("Ended without a result"), Face.TITLE, PICTURE_X - 4, 2)
        canvas.text(0, 48, view.tr("Check code {code}").format(code=short_commitment(match)), Face.SMALL)
        hints = [Hint(Control.ROLL, view.tr("again")), Hint(Control.OK, view.tr("check"))]
        show_controls(canvas, view, [*hints, Hint(Control.BACK, view.tr("home"))])

    def act(self, intent: Intent, view: View) -> Effect:
        match = table(view)
        if intent.kind is Kind.ROLL:
            return again(view)
        return {Kind.OK: Push(Check(match)), Kind.BACK: GoHome()}.get(intent.kind, STAY)


def _draw_dreams(canvas: Canvas, view: View, match: Match) -> None:
    extra = outcome(match)
    canvas.fit(0, -2, view.tr("Sweet dreams,"), (Face.TITLE, Face.BODY), ZZZ_X - 4)
    canvas.picture(ZZZ_X, 1, ZZZ)
    name = view.tr("{name}!").format(name=last_move(match)["by"])
    canvas.fit(0, 8, name, (Face.BIG, Face.TITLE, Face.BODY), WIDTH)
    text = view.trn("{count} sheep, as needed", "{count} sheep, as needed", extra["counted"])
    canvas.text(0, 41, text.format(count=extra["counted"]), Face.SMALL)
