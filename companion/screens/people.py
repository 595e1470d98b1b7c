"""The roster: new names, other names, and deleting a person with all their matches."""

from typing import Any, ClassVar

from msgspec.structs import replace

from companion.screens.base import STAY, Ask, Effect, Pop, Push, Swap, View
from companion.screens.canvas import Canvas
from companion.screens.lettering import Face
from companion.screens.letters import Draft, Letters
from companion.screens.menu import Entry, Menu, show_controls
from companion.screens.notes import Confirm, Message
from companion.screens.pictograms import PENCIL, PEOPLE
from companion.screens.requests import (
    Added,
    CountMatches,
    DeletePerson,
    Done,
    Matches,
)


def _deletion(name: str, matches: int, view: View) -> str:
    if not matches:
        return view.tr("Delete {name} for good?").format(name=name)
    text = view.trn("Delete {name} and {count} match for good?", "Delete {name} and {count} matches for good?", matches)
    return text.format(name=name, count=matches)


class People(Menu, frozen=True):
    """Everybody the box knows."""

    draft: str = ""
    name: ClassVar[str] = "people"
    pictogram = PEOPLE

    def entries(self, view: View) -> tuple[Entry, ...]:
        known = [Entry(name, Push(Person(person=name))) for name in view.people]
        return (*known, Entry(view.tr("New name …"), Push(Letters(view.tr("New name"), self.draft))))

    def receive(self, answer: Any, view: View) -> Effect:
        match answer:
            case Draft(text):
                return Swap(replace(self, draft=text))
            case Added():
                return Swap(replace(self, draft="", at=view.people.index(answer.name)))
        return STAY


class Person(Menu, frozen=True):
    """What can be done with one person."""

    person: str = ""
    draft: str = ""
    name: ClassVar[str] = "person"
    pictogram = PENCIL

    def entries(self, view: View) -> tuple[Entry, ...]:
        return (
            Entry(view.tr("Rename"), Push(Letters(view.tr("New name"), self.draft or self.person, own=self.person))),
            Entry(view.tr("Delete"), Ask(CountMatches(self.person))),
        )

    def draw(self, canvas: Canvas, view: View) -> None:
        canvas.fit(0, 0, self.person, (Face.BIG, Face.WIDE), 128)
        for place, entry in enumerate(self.entries(view)):
            canvas.text(9, 30 + 13 * place, entry.label)
        canvas.arrow(0, 32 + 13 * self.at)
        show_controls(canvas, view, self.hints(view))

    def receive(self, answer: Any, view: View) -> Effect:
        match answer:
            case Draft(text):
                return Swap(replace(self, draft=text if text != self.person else ""))
            case Matches(_, unfinished) if unfinished:
                text = view.tr("{name} plays in a match that is not over. End it first.")
                return Push(Message(text.format(name=self.person), PEOPLE))
            case Matches(finished, _):
                text = _deletion(self.person, finished, view)
                return Push(Confirm(text, view.tr("delete"), Pop(DeletePerson(self.person))))
            case DeletePerson():
                return Ask(answer)
            case Done():
                return Pop()
        return STAY
