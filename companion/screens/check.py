"""“Check this match”: the commitment, the seed once the match is over, and a QR code of each."""

from typing import ClassVar

from msgspec.structs import replace

from companion.games.chance import commitment
from companion.games.match import Match
from companion.games.rules import DONE
from companion.screens.base import STAY, Effect, Pop, Screen, Swap, View, step
from companion.screens.canvas import Canvas
from companion.screens.frames import HEIGHT
from companion.screens.intents import Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import leads_back, moves, show_controls, show_line

SHORT = 8
"""Digits of the commitment on the first and the last screen of a match."""

HEX_LINE = 16
QR_SCALE = 2
TEXT_X = HEIGHT + 4


def short_commitment(match: Match) -> str:
    """The first digits of the commitment, to be noted by whoever wants to check the match."""
    return commitment(match.header.seed)[:SHORT]


class Check(Screen, frozen=True):
    """Pages: the commitment and its QR code; once the match is over, the seed and its QR code."""

    match: Match
    at: int = 0
    name: ClassVar[str] = "check"

    def _pages(self, view: View) -> tuple[tuple[str, str], ...]:
        promise = (view.tr("Check code"), commitment(self.match.header.seed))
        if self.match.state.phase != DONE:
            return (promise,)
        return (promise, (view.tr("Seed"), self.match.header.seed.hex()))

    def draw(self, canvas: Canvas, view: View) -> None:
        pages = self._pages(view)
        heading, digits = pages[self.at // 2]
        if self.at % 2:
            self._draw_code(canvas, view, heading, digits)
        else:
            self._draw_digits(canvas, view, heading, digits)

    def _draw_digits(self, canvas: Canvas, view: View, heading: str, digits: str) -> None:
        canvas.text(0, 0, heading, Face.SMALL)
        for row in range(4):
            canvas.text(16, 7 + 12 * row, digits[row * HEX_LINE : (row + 1) * HEX_LINE])
        show_controls(canvas, view, [moves(view.tr("more")), leads_back()])

    def _draw_code(self, canvas: Canvas, view: View, heading: str, digits: str) -> None:
        draw_code(canvas, digits)
        canvas.wrapped(TEXT_X, 2, heading, Face.SMALL, 128 - TEXT_X, 2)
        canvas.wrapped(TEXT_X, 22, view.tr("SHA-256 of the seed is the check code."), Face.SMALL, 128 - TEXT_X, 3)
        show_line(canvas, view, 47, moves(view.tr("more")), TEXT_X)
        show_line(canvas, view, 55, leads_back(), TEXT_X)

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, 2 * len(self._pages(view)))))
            case Kind.BACK:
                return Pop()
        return STAY


def draw_code(canvas: Canvas, digits: str) -> None:
    """A QR code at the left, as high as the panel, dark on a lit ground as readers expect it.

    64 hex digits in capitals are alphanumeric for a QR code: version 3, 29 modules, two pixels each.
    """
    import segno  # noqa: PLC0415  it brings urllib, http and ssl: not before the first picture

    modules = segno.make(digits.upper(), error="l", boost_error=False, micro=False).matrix
    margin = (HEIGHT - QR_SCALE * len(modules)) // 2
    canvas.box(0, 0, HEIGHT - 1, HEIGHT - 1, fill=True)
    for y, row in enumerate(modules):
        for x, dark in enumerate(row):
            if dark:
                left, top = margin + QR_SCALE * x, margin + QR_SCALE * y
                canvas.invert((left, top, left + QR_SCALE - 1, top + QR_SCALE - 1))
