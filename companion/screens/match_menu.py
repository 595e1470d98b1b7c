"""What can be done with the match on the table, whatever the game; and the words for a move taken back."""

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from companion.games.match import Accepted, Match, move_line
from companion.screens.base import UNDO_LINE, Effect, GoHome, Play, Pop, Push, View, table
from companion.screens.check import Check
from companion.screens.intents import Control
from companion.screens.menu import Entry, Hint, Menu, moves
from companion.screens.notes import Confirm
from companion.screens.pictograms import HOURGLASS

Move = Mapping[str, Any]

Describe = Callable[[View, Mapping[str, Any], Mapping[str, Any]], str]
"""Says a move in a few words, from the move and the extra keys of its outcome."""


class MatchMenu(Menu, frozen=True):
    """BACK at the table opens it; BACK here leads home, where the match waits."""

    name: ClassVar[str] = "match-menu"
    pictogram = HOURGLASS

    def entries(self, view: View) -> tuple[Entry, ...]:
        tr = view.tr
        end = Confirm(tr("End this match without a result?"), tr("end it"), Play(move_line("abandon")))
        return (
            Entry(tr("Go on"), Pop()),
            Entry(tr("Take back"), Play(UNDO_LINE)),
            Entry(tr("Check match"), Push(Check(table(view)))),
            Entry(tr("End match"), Push(end)),
        )

    def hints(self, view: View) -> tuple[Hint, ...]:
        return (moves(), Hint(Control.OK, view.tr("choose")), Hint(Control.BACK, view.tr("home")))

    def leave(self, view: View) -> Effect:
        return GoHome()


def _abandon(view: View, move: Mapping[str, Any], extra: Mapping[str, Any]) -> str:
    return view.tr("end of the match")


def last_move(match: Match) -> Move:
    """The move that led here; empty at the beginning."""
    move: Move = json.loads(match.line) if match.line else {}
    return move


def taken_back(view: View, described: Mapping[str, Describe]) -> str:
    """The last move taken back, in the few words that `described` has for it; "" if there is none."""
    match = table(view)
    if not match.undone:
        return ""
    move = json.loads(match.undone[0])
    outcome = match.read(match.undone[0])
    extra = outcome.extra if isinstance(outcome, Accepted) else {}
    return {**described, "abandon": _abandon}[move["do"]](view, move, extra)
