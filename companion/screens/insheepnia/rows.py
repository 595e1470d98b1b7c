"""All beds of an Insheepnia table at a glance: names, the cards that lie there, what they add.

Up to five players have a row each; six to eight share two columns below a line with the marked one in full.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from companion.games.insheepnia_beds import InsheepniaState, needs
from companion.games.match import Match
from companion.screens.base import View, table
from companion.screens.canvas import Canvas
from companion.screens.check import short_commitment
from companion.screens.frames import WIDTH
from companion.screens.insheepnia.words import ASLEEP, PICTURES, signed
from companion.screens.lettering import ELLIPSIS, Face
from companion.screens.menu import ROW_X, text_y
from companion.screens.pictograms import Pictogram
from companion.screens.short_names import short_names

GAP = 3
SMALL, TINY = 9, 7
MOST_TINY = 4
COLUMN, COLUMN_WIDTH = 66, 62
FIRST_ROW, LAST_ROW = 12, 56
CODE_Y = 48
"""The line of the check code, below the beds of a match without a move."""


class Rows(Struct, frozen=True):
    """How the rows look: their height in pixels, the faces for the names, the roomiest first, and the numbers."""

    height: int
    names: tuple[Face, ...]
    number: Face
    number_width: int


ROWS: Mapping[int, Rows] = MappingProxyType(
    {
        2: Rows(27, (Face.TITLE, Face.BODY), Face.BIG, 26),
        3: Rows(18, (Face.TITLE, Face.BODY), Face.TITLE, 13),
        4: Rows(14, (Face.BODY,), Face.TITLE, 13),
        5: Rows(11, (Face.BODY,), Face.TITLE, 13),
    }
)
"""By the number of players."""


def draw_beds(canvas: Canvas, view: View, marked: str) -> None:
    """The beds of the match on the table, the marker at one player; the check code as long as there is no move."""
    match = table(view)
    bottom = LAST_ROW if match.line else CODE_Y
    if len(match.header.players) in ROWS:
        _draw_rows(canvas, match, marked, bottom)
    else:
        _draw_columns(canvas, match, marked, bottom)
    if not match.line:
        canvas.text(0, CODE_Y, view.tr("Check code {code}").format(code=short_commitment(match)), Face.SMALL)


def _rows(count: int, bottom: int) -> Rows:
    """The rows for so many players, low enough to end at `bottom`."""
    rows, height = ROWS[count], bottom // count
    if height >= rows.height:
        return rows
    return replace(rows, height=height, number=rows.number if height > rows.number.capital else Face.BODY)


def _draw_rows(canvas: Canvas, match: Match, marked: str, bottom: int) -> None:
    players, state = match.header.players, match.state
    rows = _rows(len(players), bottom)
    most = max(len(_pictures(state, player, SMALL)) for player in players)
    pictures = WIDTH - rows.number_width - GAP - most * (SMALL + 1)
    under = len(players) == 2
    room = WIDTH - rows.number_width - GAP - ROW_X if under else pictures - GAP - ROW_X
    face = next((face for face in rows.names if _all_fit(canvas, players, face, room)), rows.names[-1])
    names = short_names(players, lambda place, text: canvas.width_of(text, face) <= room)
    for place, player in enumerate(players):
        top = place * rows.height
        shown = _pictures(state, player, SMALL)
        height = rows.height - SMALL - 2 if under and shown else rows.height
        canvas.text(ROW_X, text_y(top, height, face), names[place], face)
        _draw_pictures(canvas, ROW_X if under else pictures, top + (16 if under else (rows.height - SMALL) // 2), shown)
        number = signed(needs(state, player))
        canvas.text(WIDTH, text_y(top, rows.height, rows.number), number, rows.number, anchor="r")
        _draw_mark(canvas, 0, top + (height - SMALL) // 2, player == marked, player == state.turn)


def _draw_columns(canvas: Canvas, match: Match, marked: str, bottom: int) -> None:
    players, state = match.header.players, match.state
    _draw_marked(canvas, state, marked)
    rows = (len(players) + 1) // 2
    height = (bottom - FIRST_ROW) // rows
    rooms = [COLUMN_WIDTH - ROW_X - 12 - _tiny_width(canvas, _pictures(state, player, TINY)) for player in players]
    names = short_names(players, lambda place, text: canvas.width_of(text, Face.BODY) <= rooms[place])
    for place, player in enumerate(players):
        left, top = place // rows * COLUMN, FIRST_ROW + place % rows * height
        y = text_y(top, height, Face.BODY)
        canvas.text(left + ROW_X - 2, y, names[place])
        canvas.text(left + COLUMN_WIDTH, y, signed(needs(state, player)), anchor="r")
        _draw_tiny(canvas, left + COLUMN_WIDTH - 12, top + (height - TINY) // 2, _pictures(state, player, TINY))
        _draw_mark(canvas, left, top + (height - SMALL) // 2, player == marked, player == state.turn)


def _draw_marked(canvas: Canvas, state: InsheepniaState, player: str) -> None:
    """The name and what lies in the bed, in the smallest pictures where the others would not leave it room."""
    name, count = canvas.text(0, -1, player), len(_pictures(state, player, SMALL))
    size = SMALL if name + GAP + count * (SMALL + 1) <= WIDTH else TINY
    _draw_pictures(canvas, WIDTH - count * (size + 1) + 1, (SMALL - size) // 2, _pictures(state, player, size))
    canvas.pixels([(x, FIRST_ROW - 2) for x in range(0, WIDTH, 2)])


def _draw_pictures(canvas: Canvas, x: int, y: int, pictures: Sequence[Pictogram]) -> None:
    for place, picture in enumerate(pictures):
        canvas.picture(x + place * (picture.width + 1), y, picture)


def _tiny_width(canvas: Canvas, pictures: Sequence[Pictogram]) -> int:
    if len(pictures) <= MOST_TINY:
        return len(pictures) * (TINY + 1)
    return (MOST_TINY - 1) * (TINY + 1) + canvas.width_of(ELLIPSIS, Face.BODY) + 1


def _draw_tiny(canvas: Canvas, right: int, y: int, pictures: Sequence[Pictogram]) -> None:
    left = right - _tiny_width(canvas, pictures)
    fitting = pictures if len(pictures) <= MOST_TINY else pictures[: MOST_TINY - 1]
    _draw_pictures(canvas, left, y, fitting)
    if len(fitting) < len(pictures):
        canvas.text(right - 1, y - 2, ELLIPSIS, anchor="r")


def _draw_mark(canvas: Canvas, x: int, y: int, marked: bool, on_turn: bool) -> None:
    if marked:
        canvas.arrow(x, y)
    elif on_turn:
        canvas.box(x + 1, y + 3, x + 3, y + 5, fill=True)


def _pictures(state: InsheepniaState, player: str, size: int) -> tuple[Pictogram, ...]:
    """What lies in a bed, a sleeper before the cards."""
    asleep = (ASLEEP,) if state.skipped == player else ()
    both = (*asleep, *(PICTURES[card] for card in state.beds[player]))
    return tuple(each.small if size == SMALL else each.tiny for each in both)


def _all_fit(canvas: Canvas, names: Sequence[str], face: Face, room: int) -> bool:
    return all(canvas.width_of(name, face) <= room for name in names)
