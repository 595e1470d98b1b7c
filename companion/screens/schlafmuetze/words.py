"""Schlafmütze's moves in a few words, the move that led here, and several people in one line.

No screen is known here.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from companion.games.match import Match
from companion.screens.base import View
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.lettering import Face
from companion.screens.match_menu import Describe, Move, taken_back
from companion.screens.short_names import short_among

COMMA, AND = ", ", " & "
LETTER, READABLE = 6, 17
"""Pixels of a letter in the body's face, and of the least that is left of a name."""


def stray_call(match: Match) -> bool:
    """Whether a call, and nothing after it, has been taken back: a stray press, of which nothing is told."""
    return len(match.undone) == 1 and json.loads(match.undone[0])["do"] == "call"


def _call(view: View, move: Move, extra: Move) -> str:
    return view.tr("The call of {name}.").format(name=move["by"])


def _uphold(view: View, move: Move, extra: Move) -> str:
    return view.tr("The verdict that the call stands.")


def _dismiss(view: View, move: Move, extra: Move) -> str:
    return view.tr("The verdict that the call was wrong.")


def _next(view: View, move: Move, extra: Move) -> str:
    return view.tr("The next turn.")


def _won(view: View, move: Move, extra: Move) -> str:
    return view.tr("The win of {name}.").format(name=move["by"])


DESCRIBED: Mapping[str, Describe] = MappingProxyType(
    {"call": _call, "uphold": _uphold, "dismiss": _dismiss, "next": _next, "won": _won}
)


def undone(view: View) -> str:
    """The last move taken back, in a few words; "" if there is none."""
    return taken_back(view, DESCRIBED)


def in_one_line(canvas: Canvas, names: Sequence[str], players: Sequence[str], together: Sequence[str] = ()) -> str:
    """Some of the players with commas, shortened only as far as the panel asks for; “+2” for those left over.

    Those of `together` follow the one before them with an “&”.
    """
    marks = ("", *(AND if name in together else COMMA for name in names[1:]))
    lines = (line for count in range(len(names), 0, -1) for line in _lines(canvas, names, players, marks[:count]))
    return next(line for line in lines if canvas.width_of(line, Face.BODY) <= WIDTH)


def _lines(canvas: Canvas, names: Sequence[str], players: Sequence[str], marks: Sequence[str]) -> Iterator[str]:
    """The first names in a line, one after each mark, more and more shortened while they can still be read."""
    more = f" +{len(names) - len(marks)}" if len(marks) < len(names) else ""
    for room in range(WIDTH, READABLE - 1, -LETTER):
        short = short_among(names, players, partial(_fits, canvas, room))
        yield "".join(mark + name for mark, name in zip(marks, short, strict=False)) + more


def _fits(canvas: Canvas, room: int, name: str) -> bool:
    return canvas.width_of(name, Face.BODY) <= room
