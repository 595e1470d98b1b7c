"""Everybody's penalties as rows: how often the sleepyhead, cards taken and given. The arrow is at who is on turn."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.games.match import Match
from companion.games.schlafmuetze import Penalties
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.lettering import Face
from companion.screens.menu import ROW_X, show_page_marks
from companion.screens.pictograms import NIGHTCAP_SMALL

PAGE = 4
"""Players that share the panel."""

NAME_ROOM = 72
TIMES_X = 111
MARKS_X = 82


@dataclass(frozen=True, slots=True)
class Look:
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


def draw_penalties(canvas: Canvas, match: Match, page: int) -> None:
    """A page of the players."""
    players, state = match.header.players, match.state
    look = LOOKS[min(PAGE, len(players))]
    face = next(
        (face for face in look.names if all(canvas.width_of(name, face) <= NAME_ROOM for name in players)),
        look.names[-1],
    )
    for place, player in enumerate(players[page * PAGE : (page + 1) * PAGE]):
        top = place * look.height
        canvas.text(ROW_X, _text_y(top, look.height, face), player, face)
        _draw_tally(canvas, top, look, state.penalties[player])
        if player == state.turn:
            canvas.arrow(0, top + (look.height - 9) // 2)
    show_page_marks(canvas, MARKS_X, page * PAGE, len(players), PAGE)


def _draw_tally(canvas: Canvas, top: int, look: Look, tally: Penalties) -> None:
    times = str(tally.times)
    canvas.text(TIMES_X, _text_y(top, look.height, look.number), times, look.number, anchor="r")
    if tally.times:
        left = TIMES_X - canvas.width_of(times, look.number) - NIGHTCAP_SMALL.width - 2
        canvas.picture(left, top + (look.height - NIGHTCAP_SMALL.height) // 2, NIGHTCAP_SMALL)
    if tally.taken:
        canvas.text(WIDTH, top + look.height // 2 - 8, f"+{tally.taken}", Face.SMALL, anchor="r")
    if tally.given:
        canvas.text(WIDTH, top + look.height // 2 - 1, f"−{tally.given}", Face.SMALL, anchor="r")


def _text_y(top: int, height: int, face: Face) -> int:
    """The top of a line cell whose capitals stand in the middle of a row."""
    return top + (height - face.capital) // 2 - (face.ascent - face.capital)
