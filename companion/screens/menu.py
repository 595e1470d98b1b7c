"""The parts that screens share: the line of controls, the list with its marker, and lists that scroll by pages."""

import json
from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.games.match import Match
from companion.screens.base import STAY, Effect, Pop, Screen, Swap, View, step, table
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.pictograms import Pictogram
from companion.screens.short_names import short_among

ROWS = 4
ROW_HEIGHT = 13
ROW_X = 9
PICTURE_X = 96
PICTURE_Y = 10
LIST_WIDTH = 84
"""Pixels for the texts of a list that has a pictogram beside it."""

VALUE_GAP = 6

BANNER_TOP = 48


class Hint(Struct, frozen=True):
    """One control and what it does now; `held` for its long press, `other` for a second one that does the same."""

    control: Control
    verb: str
    held: bool = False
    other: Control | None = None


class Entry(Struct, frozen=True):
    """One line of a menu: its text, what OK leads to, and a value at the right end."""

    label: str
    effect: Effect
    value: str = ""


def moves(verb: str = "") -> Hint:
    """UP and DOWN, and what they do; nothing where a marker shows it."""
    return Hint(Control.UP, verb, other=Control.DOWN)


def leads_back() -> Hint:
    """BACK, where it does what it says."""
    return Hint(Control.BACK, "")


def show_controls(canvas: Canvas, view: View, hints: Sequence[Hint], width: int = WIDTH) -> None:
    """The bottom line: what each control does, with the labels printed on the board."""
    canvas.controls([(_label(view, hint), hint.verb) for hint in hints], width)


def show_line(canvas: Canvas, view: View, y: int, hint: Hint, x: int = 0) -> None:
    """What a control does, elsewhere than in the bottom line."""
    canvas.text(x, y, f"{_label(view, hint)} {hint.verb}".strip(), Face.SMALL)


def _label(view: View, hint: Hint) -> str:
    label = view.labels[hint.control]
    if hint.other:
        return f"{label}/{view.labels[hint.other]}"
    return view.tr("hold {control}").format(control=label) if hint.held else label


def show_table_controls(canvas: Canvas, view: View, what: str, hints: Sequence[Hint], width: int = WIDTH) -> None:
    """The bottom line at the table; after an undo, above it, `width` pixels wide, what was taken back.

    `what` may have a {name}: that of the player of the move, shortened as far as needed and unlike all others.
    """
    if not table(view).undone:
        show_controls(canvas, view, hints)
        return
    text = view.tr("Taken back: {what}").format(what=what)
    canvas.clear_area((0, BANNER_TOP, width - 1, BANNER_TOP + 7))
    canvas.text(0, BANNER_TOP, _with_player(canvas, table(view), text, width), Face.SMALL, width=width)
    others = [hint for hint in hints if hint.control is not Control.OK]
    show_controls(canvas, view, [Hint(Control.OK, view.tr("puts it back")), *others[:1]])


def _with_player(canvas: Canvas, match: Match, text: str, width: int) -> str:
    player = json.loads(match.undone[0]).get("player")
    return text if player is None else named(canvas, text, player, match.header.players, width)


def named(canvas: Canvas, text: str, player: str, players: Sequence[str], width: int = WIDTH) -> str:
    """A small text with a player as {name}, shortened only as far as needed and unlike all others."""
    (name,) = short_among([player], players, lambda name: canvas.width_of(text.format(name=name), Face.SMALL) <= width)
    return text.format(name=name)


def show_number(canvas: Canvas, number: int, middle: int = 26, y: int = 11) -> None:
    """A number in the biggest digits it fits in, and beside it the triangles that say UP and DOWN change it."""
    face = canvas.fit(middle, y, str(number), (Face.HUGE, Face.BIG), 2 * middle, anchor="m")
    show_steps(canvas, middle + canvas.width_of(str(number), face) // 2 + 6, y + 13, y + 34)


def show_steps(canvas: Canvas, x: int, top: int, bottom: int) -> None:
    """Triangles above and below a number that UP and DOWN change; `x` is their middle."""
    for row in range(3):
        canvas.line(((x - row, top + row), (x + row, top + row)))
        canvas.line(((x - row, bottom - row), (x + row, bottom - row)))


def page_of(at: int, rows: int = ROWS) -> int:
    """The first place of the page that shows the place `at`: the list stands still while the marker moves."""
    return at // rows * rows


def show_page_marks(canvas: Canvas, x: int, top: int, count: int, rows: int = ROWS) -> None:
    """Small triangles at `x` where the list goes on above or below the page that begins at `top`."""
    if top > 0:
        for row in range(3):
            canvas.line(((x + 2 - row, 1 + row), (x + 2 + row, 1 + row)))
    if top + rows < count:
        for row in range(3):
            canvas.line(((x + 2 - row, 52 - row), (x + 2 + row, 52 - row)))


def row_y(place: int, rows: int = ROWS) -> int:
    """The top of the line cell of a place of the list, in pixels."""
    return 1 + place % rows * ROW_HEIGHT


def text_y(top: int, height: int, face: Face) -> int:
    """The top of a line cell whose capitals stand in the middle of a row."""
    return top + (height - face.capital) // 2 - (face.ascent - face.capital)


class Menu(Screen, frozen=True):
    """A list with a marker: UP and DOWN move it, OK chooses, BACK leads out."""

    at: int = 0
    pictogram: ClassVar[Pictogram | None] = None

    @abstractmethod
    def entries(self, view: View) -> tuple[Entry, ...]:
        """The lines of the menu, at least one."""

    def picture(self, view: View) -> Pictogram | None:
        """The pictogram beside the list."""
        return self.pictogram

    def hints(self, view: View) -> tuple[Hint, ...]:
        """What the controls do."""
        return (moves(), Hint(Control.OK, view.tr("choose")), leads_back())

    def place(self, entries: Sequence[Entry]) -> int:
        """The marked place; a list that has become shorter marks its last line."""
        return min(self.at, len(entries) - 1)

    def draw(self, canvas: Canvas, view: View) -> None:
        entries = self.entries(view)
        at = self.place(entries)
        pictogram = self.picture(view)
        draw_entries(canvas, entries, at, LIST_WIDTH if pictogram else WIDTH - ROW_X - 6)
        if pictogram:
            canvas.picture(PICTURE_X, PICTURE_Y, pictogram)
        show_controls(canvas, view, self.hints(view))

    def press(self, intent: Intent, view: View) -> Effect:
        entries = self.entries(view)
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return self.moved(step(self.place(entries), intent, len(entries)))
            case Kind.OK:
                return entries[self.place(entries)].effect
            case Kind.BACK:
                return self.leave(view)
        return STAY

    def moved(self, at: int) -> Effect:
        """The same menu with the marker elsewhere."""
        return Swap(replace(self, at=at))

    def leave(self, view: View) -> Effect:
        """What BACK leads to."""
        return Pop()


def draw_entries(canvas: Canvas, entries: Sequence[Entry], at: int, width: int) -> None:
    """The page of the list that holds the place `at`, the marker before it; texts up to `width` pixels.

    A value is in small letters where its line is too narrow for both.
    """
    top = page_of(at)
    for place, entry in enumerate(entries[top : top + ROWS], top):
        wide = canvas.width_of(entry.value, Face.BODY) + VALUE_GAP + canvas.width_of(entry.label, Face.BODY) > width
        face, y = (Face.SMALL, row_y(place) + 1) if wide else (Face.BODY, row_y(place))
        value = canvas.text(ROW_X + width, y, entry.value, face, anchor="r")
        canvas.text(ROW_X, row_y(place), entry.label, width=width - (value + VALUE_GAP if entry.value else 0))
    canvas.arrow(0, row_y(at) + 2)
    show_page_marks(canvas, ROW_X + width + (1 if width > LIST_WIDTH else -3), top, len(entries))
