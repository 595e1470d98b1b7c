"""Schlafmütze's moves in a few words, the move that led here, and several people in one line.

No screen is known here.
"""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.games.match import Match
from companion.screens.base import View
from companion.screens.canvas import Canvas
from companion.screens.lettering import Face
from companion.screens.match_menu import Describe, taken_back
from companion.screens.short_names import short_names

Move = Mapping[str, Any]
COMMA = ", "


def last_move(match: Match) -> Move:
    """The move that led here; empty at the beginning."""
    move: Move = json.loads(match.line) if match.line else {}
    return move


def _call(view: View, move: Move, extra: Move) -> str:
    return view.tr("call of {name}").format(name=move["by"])


def _uphold(view: View, move: Move, extra: Move) -> str:
    return view.tr("The call stands.")


def _dismiss(view: View, move: Move, extra: Move) -> str:
    return view.tr("The call was wrong.")


def _next(view: View, move: Move, extra: Move) -> str:
    return view.tr("next turn")


def _won(view: View, move: Move, extra: Move) -> str:
    return view.tr("{name} has won.").format(name=move["by"])


DESCRIBED: Mapping[str, Describe] = MappingProxyType(
    {"call": _call, "uphold": _uphold, "dismiss": _dismiss, "next": _next, "won": _won}
)


def undone(view: View) -> str:
    """The last move taken back, in a few words; "" if there is none."""
    return taken_back(view, DESCRIBED)


def in_one_line(canvas: Canvas, names: tuple[str, ...], width: int) -> str:
    """The names with commas; they are shortened only if the line would be wider than `width` pixels."""
    whole = COMMA.join(names)
    if canvas.width_of(whole, Face.BODY) <= width:
        return whole
    room = (width - canvas.width_of(f"{COMMA}.", Face.BODY) * (len(names) - 1)) // len(names)
    return COMMA.join(short_names(names, lambda _, text: canvas.width_of(text, Face.BODY) <= room))
