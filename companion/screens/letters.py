"""Typing a name with UP, DOWN and OK: a wheel of letters, from the alphabet of the language of the box."""

from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.games.match import LONGEST_NAME, is_name
from companion.screens.base import STAY, Ask, Effect, Pop, Push, Screen, Swap, View, step
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.intents import DELETE, Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Hint, moves, show_controls, show_line
from companion.screens.notes import Message
from companion.screens.pictograms import PEOPLE
from companion.screens.requests import Added, AddPerson, Done, RenamePerson

SIGNS = " -’0123456789"
LARGEST_DELETE = 18
NEIGHBOURS = ((-2, 14), (-1, 34), (1, 94), (2, 114))
"""The signs beside the marked one: how far along the wheel, and where their middle is."""


class Draft(Struct, frozen=True):
    """A name that was left half typed."""

    text: str


def wheel(view: View) -> str:
    """The letters to choose from, in the order of the wheel; the last is the delete sign."""
    return view.tr("abcdefghijklmnopqrstuvwxyz") + SIGNS + DELETE


class Letters(Screen, frozen=True):
    """Types the name of somebody new, or another for the person `own`; pops Added, Done, or a Draft at BACK.

    `typed`: the text was last changed on a keyboard, where OK is the Enter that ends it.
    """

    heading: str
    text: str = ""
    at: int = 0
    own: str = ""
    typed: bool = False
    name: ClassVar[str] = "name"
    typing: ClassVar[bool] = True

    def draw(self, canvas: Canvas, view: View) -> None:
        signs = wheel(view)
        self._draw_text(canvas)
        self._draw_sign(canvas, 64, 13, signs[self.at], Face.HUGE)
        show_line(canvas, view, 48, moves())
        for distance, x in NEIGHBOURS:
            self._draw_sign(canvas, x, 29, signs[(self.at + distance) % len(signs)], Face.TITLE)
        verb = view.tr("delete") if signs[self.at] == DELETE else view.tr("letter")
        wheel_hints = [Hint(Control.OK, verb), Hint(Control.ROLL, view.tr("done"))]
        hints = [Hint(Control.OK, view.tr("done"))] if self.typed else wheel_hints
        show_controls(canvas, view, [*hints, Hint(Control.BACK, view.tr("leave"))])

    def _draw_text(self, canvas: Canvas) -> None:
        if self.text:
            taken = canvas.text(0, 0, self.text.replace(" ", "\u00a0"), Face.WIDE)
        else:
            taken = 0
            canvas.text(WIDTH, 3, self.heading, anchor="r", width=110)
        if len(self.text) < LONGEST_NAME:
            canvas.box(min(taken + 1, WIDTH - 8), 15, min(taken + 8, WIDTH - 1), 16, fill=True)

    def _draw_sign(self, canvas: Canvas, x: int, y: int, sign: str, face: Face) -> None:
        if sign == DELETE:
            size = min(face.capital, LARGEST_DELETE)
            draw_delete(canvas, x, y + face.ascent - (face.capital + size) // 2, size)
        elif sign == " ":
            bottom = y + face.ascent - face.capital // 3
            half = face.capital // 2
            canvas.line(((x - half, bottom - 3), (x - half, bottom), (x + half, bottom), (x + half, bottom - 3)))
        else:
            canvas.text(x, y, self._cased(sign), face, anchor="m")

    def _cased(self, sign: str) -> str:
        begins = not self.text or self.text[-1] in " -"
        return sign.upper() if begins and len(sign.upper()) == 1 else sign

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, len(wheel(view))), typed=False))
            case Kind.OK if self.typed:
                return self.type(self.text.strip(), view)
            case Kind.OK:
                return self._choose(wheel(view)[self.at], view)
            case Kind.ROLL:
                return self.type(self.text.strip(), view)
            case Kind.BACK:
                return Pop(Draft(self.text))
        return STAY

    def _choose(self, sign: str, view: View) -> Effect:
        if sign == DELETE:
            return Swap(replace(self, text=self.text[:-1]))
        if len(self.text) >= LONGEST_NAME or (sign == " " and not self.text):
            return STAY
        return Swap(replace(self, text=self.text + self._cased(sign)))

    def enter(self, sign: str, view: View) -> Effect | None:
        if sign == " " and not self.typed:
            return None
        if sign == DELETE:
            return Swap(replace(self, text=self.text[:-1], typed=True))
        if len(self.text) >= LONGEST_NAME or (sign == " " and not self.text):
            return STAY
        return Swap(replace(self, text=self.text + sign, typed=True))

    def type(self, text: str, view: View) -> Effect:
        if not is_name(text):
            return Push(Message(view.tr("A name has 1 to 12 letters.")))
        if text == self.own:
            return Pop()
        if text in view.people:
            return Push(Message(view.tr("{name} is on the list already.").format(name=text), PEOPLE))
        return Ask(RenamePerson(self.own, text) if self.own else AddPerson(text))

    def receive(self, answer: Any, view: View) -> Effect:
        return Pop(answer) if isinstance(answer, Added | Done) else STAY


def draw_delete(canvas: Canvas, x: int, y: int, size: int) -> None:
    """The delete sign, an arrow-shaped box with a cross, `size` pixels high, its middle at `x`."""
    left, right, middle, bottom = x - size * 3 // 4, x + size * 3 // 4, y + size // 2, y + size
    canvas.line(
        ((left, middle), (left + size // 2, y), (right, y), (right, bottom), (left + size // 2, bottom), (left, middle))
    )
    third, centre = size // 4, x + size // 5
    canvas.line(((centre - third, middle - third), (centre + third, middle + third)))
    canvas.line(((centre - third, middle + third), (centre + third, middle - third)))
