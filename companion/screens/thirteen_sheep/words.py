"""13 Sheep's moves in a few words, for the line that says what was taken back; {name} stays to be filled in."""

from collections.abc import Mapping
from typing import Any

from companion.screens.base import View
from companion.screens.match_menu import Describe, taken_back


def _roll(view: View, move: Mapping[str, Any], extra: Mapping[str, Any]) -> str:
    return view.tr("roll of {face}").format(face=extra["face"])


def _score(view: View, move: Mapping[str, Any], extra: Mapping[str, Any]) -> str:
    return view.tr("sheep of {name}")


def _largest(view: View, move: Mapping[str, Any], extra: Mapping[str, Any]) -> str:
    return view.tr("area of {name}")


DESCRIBED: Mapping[str, Describe] = {"roll": _roll, "score": _score, "largest": _largest}


def undone(view: View) -> str:
    """The last move taken back, in a few words with {name} for its player; "" if there is none."""
    return taken_back(view, DESCRIBED)
