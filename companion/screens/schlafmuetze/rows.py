"""Everybody's penalties as rows: how often the sleepyhead, cards taken and given. The arrow is at who is on turn."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from companion.games.schlafmuetze import Penalties
from companion.screens.base import View, table
from companion.screens.canvas import Canvas
from companion.screens.check import short_commitment
from companion.screens.frames import WIDTH
from companion.screens.intents import Control
from companion.screens.lettering import Face
from companion.screens.menu import ROW_X, text_y
from companion.screens.pictograms import NIGHTCAP_SMALL

PAGE = 4
"""Players that share the panel."""

BELOW_Y = 48


class Columns(Struct, frozen=True):
    """The right ends of the numbers: times, cards taken, cards given; the room that is left for names."""

    times: int
    taken: int
    given: int
    names: int


ROOMY, NARROW = Columns(84, 106, 128, 50), Columns(111, 128, 128, 72)
"""Side by side where all names and numbers are short; else taken and given stand one above the other, in small."""

ROOMY_CARDS = 99


class Look(Struct, frozen=True):
    """How a row looks: its height in pixels, the faces for the names, the largest first, and for the number."""

    height: int
    names: tuple[Face, ...]
    number: Face


LOOKS: Mapping[int, Look] = MappingProxyType(
    {
        2: Look(28, (Face.TITLE, Face.BODY), Face.BIG),
        3: Look(18, (Face.TITLE, Face.BODY), Face.TITLE),
        4: Look(14, (Face.BODY,), Face.TITLE),
    }
)
"""By the number of rows."""


def page_count(players: tuple[str, ...]) -> int:
    """How many pages the players take."""
    return -(-len(players) // PAGE)


def page_with(players: tuple[str, ...], player: str | None) -> int:
    """The page that shows a player; the first for nobody."""
    return players.index(player) // PAGE if player else 0


def draw_penalties(canvas: Canvas, view: View, page: int) -> None:
    """A page of the players; below, the check code as long as there is no move, and which page it is of several."""
    match = table(view)
    players, state = match.header.players, match.state
    look = _look(len(players), whole=bool(match.line))
    cards = max(max(tally.taken, tally.given) for tally in state.penalties.values())
    columns = ROOMY if cards <= ROOMY_CARDS and _fit(canvas, players, Face.BODY, ROOMY) else NARROW
    face = next((face for face in look.names if _fit(canvas, players, face, columns)), look.names[-1])
    for place, player in enumerate(players[page * PAGE : (page + 1) * PAGE]):
        top = place * look.height
        canvas.text(ROW_X, text_y(top, look.height, face), player, face)
        _draw_times(canvas, top, look, columns, state.penalties[player].times)
        _draw_cards(canvas, top, look, columns, state.penalties[player])
        if player == state.turn:
            canvas.arrow(0, top + (look.height - 9) // 2)
    _draw_below(canvas, view, page)


def _look(count: int, whole: bool) -> Look:
    """How the rows look: over the whole panel, or with a line free below them."""
    look = LOOKS[min(PAGE, count)]
    return look if whole and count <= PAGE else replace(look, height=BELOW_Y // min(PAGE, count))


def _draw_below(canvas: Canvas, view: View, page: int) -> None:
    match = table(view)
    if not match.line:
        canvas.text(0, BELOW_Y, view.tr("Check code {code}").format(code=short_commitment(match)), Face.SMALL)
    if (pages := page_count(match.header.players)) > 1:
        text = f"{view.labels[Control.UP]}/{view.labels[Control.DOWN]} {page + 1}/{pages}"
        canvas.text(WIDTH, BELOW_Y, text, Face.SMALL, anchor="r")


def _fit(canvas: Canvas, players: tuple[str, ...], face: Face, columns: Columns) -> bool:
    return all(canvas.width_of(player, face) <= columns.names for player in players)


def _draw_times(canvas: Canvas, top: int, look: Look, columns: Columns, times: int) -> None:
    """The number, in smaller digits where the cap before it would come too near to a name."""
    faces = (look.number, Face.TITLE, Face.BODY, Face.SMALL)
    cap = NIGHTCAP_SMALL.width + 2
    room = columns.times - ROW_X - columns.names - cap
    face = canvas.fit(columns.times, text_y(top, look.height, look.number), str(times), faces, room, anchor="r")
    if times:
        left = columns.times - canvas.width_of(str(times), face) - cap
        canvas.picture(left, top + (look.height - NIGHTCAP_SMALL.height) // 2, NIGHTCAP_SMALL)


def _draw_cards(canvas: Canvas, top: int, look: Look, columns: Columns, tally: Penalties) -> None:
    taken, given = f"+{tally.taken}" if tally.taken else "", f"−{tally.given}" if tally.given else ""
    if columns is ROOMY:
        y = text_y(top, look.height, Face.BODY)
        canvas.text(columns.taken, y, taken, anchor="r")
        canvas.text(columns.given, y, given, anchor="r")
    else:
        y = top + look.height // 2 - Face.SMALL.height
        canvas.text(columns.taken, y, taken, Face.SMALL, anchor="r")
        canvas.text(columns.given, y + min(Face.SMALL.ascent, look.height // 2), given, Face.SMALL, anchor="r")
