"""“What should have happened?”: the questions on the OLED, one screen each, own card first.

BACK leads out to the verdict and keeps every answer; asked again, each question shows the one it has.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.games.schlafmuetze_placing import HIGHEST, LOWEST_DEALT, OWN_DISCARD, below, neighbours
from companion.games.turns import clockwise
from companion.screens.base import STAY, Effect, Pop, Screen, Swap, View, step, table
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import ROW_X, Hint, leads_back, moves, page_of, show_controls, show_number, show_page_marks
from companion.screens.pictograms import PILE
from companion.screens.schlafmuetze import facts
from companion.screens.schlafmuetze.case import Case
from companion.screens.schlafmuetze.finding import Finding

START = 10
"""Where the numbers begin: the middle of 2 to 20."""

NUMBER_MIDDLE, NUMBER_Y = 22, -4
TEXT_X, TEXT_WIDTH = 56, 72
LIST_Y, LIST_LINE = 8, 12
LIST_ROOM = 86


def asking(case: Case, at: int = 0) -> Screen:
    """The screen of the question with the place `at`, or what was found when there is none."""
    asked = facts.questions(case.answers)
    if at == len(asked):
        return Finding(case)
    return _SCREENS[asked[at]](case, at)


class Question(Screen, frozen=True):
    """One question about a case; `at` is its place."""

    case: Case
    at: int

    @property
    def key(self) -> str:
        """Which question it is."""
        return facts.questions(self.case.answers)[self.at]

    @abstractmethod
    def value(self, view: View) -> Any:
        """The answer that OK gives."""

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.OK:
                return self.answered(self.value(view))
            case Kind.BACK:
                return Pop(self.case)
        return self.change(intent, view)

    @abstractmethod
    def change(self, intent: Intent, view: View) -> Effect:
        """What the other controls do."""

    def answered(self, value: Any) -> Effect:
        """The next question, or what was found."""
        return Swap(asking(self._with(value), self.at + 1))

    def kept(self, value: Any) -> Effect:
        """The same question, with a value that is not yet given as an answer but is not lost either."""
        return Swap(replace(self, case=self._with(value)))

    def _with(self, value: Any) -> Case:
        return replace(self.case, answers={**self.case.answers, self.key: value})


class Number(Question, frozen=True):
    """Which card; ROLL says that there was none."""

    name: ClassVar[str] = "which-card"

    def _optional(self) -> bool:
        return self.key == facts.OWN or self.case.answers[facts.OWN] is not None

    def value(self, view: View) -> int:
        return self.case.answers.get(self.key) or START

    def draw(self, canvas: Canvas, view: View) -> None:
        show_number(canvas, self.value(view), NUMBER_MIDDLE, NUMBER_Y)
        canvas.fit(TEXT_X, 0, self.case.against, (Face.BODY, Face.SMALL), TEXT_WIDTH)
        own = self.key == facts.OWN
        text = view.tr("top card of the discard pile") if own else view.tr("card turned over")
        canvas.wrapped(TEXT_X, 15, text, Face.BODY, TEXT_WIDTH, 3)
        none = [Hint(Control.ROLL, view.tr("no card") if own else view.tr("none"))] if self._optional() else []
        show_controls(canvas, view, [Hint(Control.OK, view.tr("enter")), *none, leads_back()])

    def change(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                change = {Kind.UP: 1, Kind.DOWN: -1}[intent.kind]
                return self.kept(min(HIGHEST, max(LOWEST_DEALT, self.value(view) + change)))
            case Kind.ROLL if self._optional():
                return self.answered(None)
        return STAY


class YesNo(Question, frozen=True):
    """OK says yes, ROLL no."""

    name: ClassVar[str] = "yes-or-no"

    def value(self, view: View) -> bool:
        return True

    def draw(self, canvas: Canvas, view: View) -> None:
        if self.key == facts.TURNED:
            canvas.picture(NUMBER_MIDDLE - PILE.width // 2, 10, PILE)
            canvas.fit(TEXT_X, 0, self.case.against, (Face.BODY, Face.SMALL), TEXT_WIDTH)
            canvas.wrapped(TEXT_X, 15, view.tr("turned over a card?"), Face.BODY, TEXT_WIDTH, 3)
        else:
            canvas.text(
                NUMBER_MIDDLE, NUMBER_Y, str(below(self.case.answers[facts.CARD_OF[self.key]])), Face.HUGE, anchor="m"
            )
            canvas.wrapped(TEXT_X, 8, view.tr("on top of a pile in the middle?"), Face.BODY, TEXT_WIDTH, 3)
        show_controls(canvas, view, [Hint(Control.OK, view.tr("yes")), Hint(Control.ROLL, view.tr("no")), leads_back()])

    def change(self, intent: Intent, view: View) -> Effect:
        return self.answered(False) if intent.kind is Kind.ROLL else STAY


Choice = tuple[Any, str]
"""An answer and its text."""


class Choose(Question, frozen=True):
    """One of a list; subclasses give it, its heading and the numbers beside it."""

    @abstractmethod
    def choices(self, view: View) -> tuple[Choice, ...]:
        """What can be chosen."""

    @abstractmethod
    def heading(self, view: View) -> str:
        """The question."""

    @abstractmethod
    def numbers(self) -> tuple[int, ...]:
        """One or two cards, in large digits beside the list."""

    def _at(self, view: View) -> int:
        values = [value for value, _ in self.choices(view)]
        given = self.case.answers.get(self.key)
        return values.index(given) if given in values else 0

    def value(self, view: View) -> Any:
        return self.choices(view)[self._at(view)][0]

    def draw(self, canvas: Canvas, view: View) -> None:
        choices, at = self.choices(view), self._at(view)
        canvas.text(0, -1, self.heading(view), Face.SMALL)
        top = page_of(at)
        for row, (_, label) in enumerate(choices[top : top + 4]):
            canvas.text(ROW_X, LIST_Y + row * LIST_LINE, label, width=LIST_ROOM)
        canvas.arrow(0, LIST_Y + 1 + at % 4 * LIST_LINE)
        show_page_marks(canvas, 93, top, len(choices))
        numbers = self.numbers()
        for place, number in enumerate(numbers):
            canvas.text(WIDTH, (2 if len(numbers) > 1 else 12) + place * 23, str(number), Face.BIG, anchor="r")
        show_controls(canvas, view, [moves(), Hint(Control.OK, view.tr("choose")), leads_back()])

    def change(self, intent: Intent, view: View) -> Effect:
        if intent.kind not in (Kind.UP, Kind.DOWN):
            return STAY
        choices = self.choices(view)
        return self.kept(choices[step(self._at(view), intent, len(choices))][0])

    def others(self, view: View) -> tuple[str, ...]:
        """The other players, clockwise from the left of the player in question."""
        return clockwise(table(view).header.players, self.case.against)


class First(Choose, frozen=True):
    """Who, clockwise, is the first to show a neighbour of the card."""

    name: ClassVar[str] = "who-first"

    def choices(self, view: View) -> tuple[Choice, ...]:
        return ((None, view.tr("nobody")), *((player, player) for player in self.others(view)))

    def heading(self, view: View) -> str:
        return view.tr("Who is the first to show")

    def numbers(self) -> tuple[int, ...]:
        return neighbours(self.case.answers[facts.CARD_OF[self.key]])


class Where(Choose, frozen=True):
    """Where the card went."""

    name: ClassVar[str] = "where-to"

    def choices(self, view: View) -> tuple[Choice, ...]:
        own = () if facts.moved_own(self.case.answers) else ((OWN_DISCARD, view.tr("own pile")),)
        piles = tuple((facts.pile_of(player), player) for player in self.others(view))
        return (*own, *self._middle(view), *piles)

    def _middle(self, view: View) -> tuple[Choice, ...]:
        if not facts.moved_fits_middle(self.case.answers):
            return ((facts.NOT_FITTING, view.tr("middle")),)
        top = below(facts.moved(self.case.answers))
        return (
            (facts.FITTING, view.tr("middle, on {top}").format(top=top)),
            (facts.NOT_FITTING, view.tr("middle, other")),
        )

    def heading(self, view: View) -> str:
        return view.tr("Where did the card go?")

    def numbers(self) -> tuple[int, ...]:
        return (facts.moved(self.case.answers),)


_SCREENS: Mapping[str, Callable[[Case, int], Question]] = MappingProxyType(
    {
        facts.OWN: Number,
        facts.OWN_MIDDLE: YesNo,
        facts.OWN_NEIGHBOUR: First,
        facts.TURNED: YesNo,
        facts.DRAWN: Number,
        facts.DRAWN_MIDDLE: YesNo,
        facts.DRAWN_NEIGHBOUR: First,
        facts.PLACED: Where,
    }
)
