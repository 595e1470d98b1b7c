"""What the answers about a call came to: a mistake or none, where the card had to go, and by which rule."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from companion.games.match import move_line
from companion.games.schlafmuetze_placing import OWN_DISCARD, Verdict, below
from companion.games.texts import Text
from companion.screens.base import STAY, Effect, Pop, Push, Screen, Swap, View, table
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Hint, leads_back, show_controls
from companion.screens.schlafmuetze import facts
from companion.screens.schlafmuetze.case import Case
from companion.screens.schlafmuetze.uphold import NoPile

RULES: Mapping[str, Text] = MappingProxyType(
    {
        "middle": "The middle comes first.",
        "clockwise": "Middle first, then clockwise.",
        "own-discard": "It fits nowhere else.",
        "stay": "It fits nowhere.",
    }
)
"""Why, by the names of the placing rules."""


class Finding(Screen, frozen=True):
    """The verdict that the rules propose; OK takes it, BACK leaves it to the table."""

    case: Case
    name: ClassVar[str] = "finding"

    def draw(self, canvas: Canvas, view: View) -> None:
        verdict = facts.judged(self.case.answers)
        headline = view.tr("Mistake!") if verdict.kind else view.tr("No mistake!")
        canvas.fit(0, -6, headline, (Face.BIG, Face.TITLE), WIDTH)
        canvas.wrapped(0, 22, self._due(verdict, view), Face.BODY, WIDTH, 2)
        canvas.text(0, 48, view.tr(RULES[verdict.placement.rule]), Face.SMALL)
        take = view.tr("the call stands") if verdict.kind else view.tr("the call was wrong")
        show_controls(canvas, view, [Hint(Control.OK, take), leads_back()])

    def _due(self, verdict: Verdict, view: View) -> str:
        """Where the card that decides had to go."""
        card = self.case.answers[facts.OWN if verdict.own else facts.DRAWN]
        place = verdict.placement.place
        if not place:
            return view.tr("The {card} had to stay.").format(card=card)
        if place[0] == OWN_DISCARD:
            return view.tr("The {card} belongs on the player’s own pile.").format(card=card)
        if place[0] == facts.FITTING:
            return view.tr("The {card} belongs in the middle, on {top}.").format(card=card, top=below(card))
        owner = facts.owner_of(place[0], table(view).header.players)
        return view.tr("The {card} belongs to {name}.").format(card=card, name=owner)

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.OK if facts.judged(self.case.answers).kind:
                return Push(NoPile(self.case))
            case Kind.OK:
                return self.case.settled(table(view), move_line("dismiss"))
            case Kind.BACK:
                return Pop(self.case)
        return STAY

    def receive(self, answer: Any, view: View) -> Effect:
        return Swap(Finding(answer)) if isinstance(answer, Case) else STAY
