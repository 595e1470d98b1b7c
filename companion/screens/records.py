"""What was played: the history, the standings of each game, and what the dice showed."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.games.fairness import Verdict, verdict
from companion.games.match import Match
from companion.games.records import Past, Standing
from companion.games.texts import Text
from companion.screens.base import STAY, Ask, Effect, Pop, Push, Screen, Swap, View, step
from companion.screens.canvas import CONTROLS_TOP, Canvas
from companion.screens.check import Check
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Entry, Hint, Menu, leads_back, moves, show_controls
from companion.screens.notes import Confirm, Message
from companion.screens.pictograms import BOOK, TROPHY
from companion.screens.requests import (
    CountFaces,
    DeleteMatch,
    Done,
    Faces,
    ListHistory,
    ListStandings,
    Page,
    Resume,
    ShowMatch,
    Unreadable,
)
from companion.screens.titles import TITLES, title


def offer_to_delete(match: Unreadable, view: View) -> Effect:
    """Asks whether a match that nobody can take up is to be deleted; a yes pops DeleteMatch."""
    text = view.tr("The box cannot read this match. Delete it for good?")
    return Push(Confirm(text, view.tr("delete"), Pop(DeleteMatch(match.id))))


class Records(Menu, frozen=True):
    """Which record."""

    name: ClassVar[str] = "records"
    pictogram = BOOK

    def entries(self, view: View) -> tuple[Entry, ...]:
        return (
            Entry(view.tr("Matches"), Ask(ListHistory(0))),
            Entry(view.tr("Standings"), Push(StandingsOf())),
            Entry(view.tr("Dice"), Ask(CountFaces())),
        )

    def receive(self, answer: Any, view: View) -> Effect:
        match answer:
            case Page(size=0):
                return Push(Message(view.tr("No match has been finished yet."), BOOK))
            case Page():
                return Push(History(answer.at, answer))
            case Faces():
                return Push(Dice(answer))
        return STAY


NOTHING = Page(0, 0, 0, ())


class History(Menu, frozen=True):
    """The finished matches, the newest first, fetched a page at a time; `at` counts from the newest of all."""

    page: Page = NOTHING
    name: ClassVar[str] = "history"

    def hints(self, view: View) -> tuple[Hint, ...]:
        past, _ = self.page.rows[self.place(self.page.rows)]
        return (moves(), Hint(Control.OK, title(past.game, view)), leads_back())

    def entries(self, view: View) -> tuple[Entry, ...]:
        return tuple(Entry(f"{day[5:]} {_names(past)}", Push(PastMatch(past, day))) for past, day in self.page.rows)

    def place(self, entries: Any) -> int:
        return min(self.at - self.page.offset, len(entries) - 1)

    def press(self, intent: Intent, view: View) -> Effect:
        if intent.kind not in (Kind.UP, Kind.DOWN):
            return super().press(intent, view)
        at = step(self.at, intent, self.page.size)
        on_page = 0 <= at - self.page.offset < len(self.page.rows)
        return Swap(replace(self, at=at)) if on_page else Ask(ListHistory(at))

    def receive(self, answer: Any, view: View) -> Effect:
        match answer:
            case Done():
                return Ask(ListHistory(max(0, min(self.at, self.page.size - 2))))
            case Page(size=0):
                return Pop()
            case Page():
                return Swap(replace(self, page=answer, at=answer.at))
        return STAY


def _names(past: Past) -> str:
    return ", ".join(past.winners) or "–"


def _winners(past: Past, view: View) -> str:
    return ", ".join(past.winners) if past.winners else view.tr("no result")


class PastMatch(Screen, frozen=True):
    """One finished match: who won, and the way to check it or to take its last move back."""

    past: Past
    day: str
    name: ClassVar[str] = "past"

    def draw(self, canvas: Canvas, view: View) -> None:
        canvas.text(0, 0, title(self.past.game, view))
        canvas.text(128, 0, self.day, anchor="r")
        if len(self.past.winners) > 1:
            canvas.wrapped(0, 14, _winners(self.past, view), Face.BODY, 128, 2)
        else:
            canvas.picture(96, 13, TROPHY if self.past.winners else BOOK)
            canvas.fit(0, 11, _winners(self.past, view), (Face.BIG, Face.TITLE, Face.BODY), 94)
        canvas.wrapped(0, 39, _points(self.past), Face.SMALL, 128, 2)
        show_controls(
            canvas,
            view,
            [
                Hint(Control.OK, view.tr("check")),
                Hint(Control.ROLL, view.tr("correct")),
                leads_back(),
            ],
        )

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.OK:
                return Ask(ShowMatch(self.past.id))
            case Kind.ROLL:
                return Ask(Resume(self.past.id, undo=True))
            case Kind.BACK:
                return Pop()
        return STAY

    def receive(self, answer: Any, view: View) -> Effect:
        match answer:
            case Match():
                return Push(Check(answer))
            case Unreadable():
                return offer_to_delete(answer, view)
            case DeleteMatch():
                return Ask(answer)
            case Done():
                return Pop(answer)
        return STAY


def _points(past: Past) -> str:
    return " · ".join(name if past.points.get(name) is None else f"{name} {past.points[name]}" for name in past.players)


class StandingsOf(Menu, frozen=True):
    """Whose standings: one game each."""

    name: ClassVar[str] = "standings-of"
    pictogram = TROPHY

    def entries(self, view: View) -> tuple[Entry, ...]:
        return tuple(Entry(title(game, view), Ask(ListStandings(game))) for game in TITLES)

    def receive(self, answer: Any, view: View) -> Effect:
        if not isinstance(answer, tuple):
            return STAY
        if not answer:
            return Push(Message(view.tr("No match has been finished yet."), TROPHY))
        return Push(Standings(standings=answer))


class Standings(Menu, frozen=True):
    """Matches won of matches played, the best first."""

    standings: tuple[Standing, ...] = ()
    name: ClassVar[str] = "standings"

    def entries(self, view: View) -> tuple[Entry, ...]:
        return tuple(Entry(standing.name, STAY, f"{standing.won}/{standing.played}") for standing in self.standings)

    def draw(self, canvas: Canvas, view: View) -> None:
        super().draw(canvas, view)
        canvas.text(64, CONTROLS_TOP, view.tr("won of played"), Face.SMALL, anchor="m")

    def hints(self, view: View) -> tuple[Hint, ...]:
        return (moves(), leads_back())


KINDS = ("box", "real", "plain")
HEADINGS: Mapping[str, Text] = MappingProxyType(
    {"box": "The box's die in matches", "real": "Your own die", "plain": "The plain die"}
)
VERDICTS: Mapping[Verdict, Text] = MappingProxyType(
    {
        Verdict.FEW: "too few rolls to tell",
        Verdict.PLAUSIBLE: "plausible for a fair die",
        Verdict.UNUSUAL: "unusual: 1 fair die in 20",
        Verdict.DOUBTFUL: "doubtful: 1 fair die in 1000",
    }
)
BAR_TOP, BAR_FOOT, BAR_STEP, BAR_WIDTH = 10, 37, 21, 15


class Dice(Screen, frozen=True):
    """How often each face came up, as bars, and whether that is plausible."""

    faces: Faces
    at: int = 0
    name: ClassVar[str] = "dice"

    def draw(self, canvas: Canvas, view: View) -> None:
        kind = KINDS[self.at]
        counts: tuple[int, ...] = getattr(self.faces, kind)
        canvas.text(0, 0, view.tr(HEADINGS[kind]), Face.SMALL, width=92)
        rolls = sum(counts)
        canvas.text(
            128, 0, view.trn("{count} roll", "{count} rolls", rolls).format(count=rolls), Face.SMALL, anchor="r"
        )
        for place, count in enumerate(counts):
            self._bar(canvas, 2 + place * BAR_STEP, count, max(*counts, 1), place + 1)
        canvas.text(0, 48, view.tr(VERDICTS[verdict(counts)]), Face.SMALL, width=128)
        show_controls(canvas, view, [moves(view.tr("other die")), leads_back()])

    def _bar(self, canvas: Canvas, x: int, count: int, most: int, face: int) -> None:
        height = (BAR_FOOT - BAR_TOP) * count // most
        canvas.box(x, BAR_FOOT - height, x + BAR_WIDTH, BAR_FOOT, fill=True)
        canvas.text(x + BAR_WIDTH // 2 + 1, BAR_FOOT, str(face), anchor="m")

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, len(KINDS))))
            case Kind.BACK:
                return Pop()
        return STAY
