"""Which screen belongs to the match on the table: after a move, and when the match is taken up again."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from companion.games import thirteen_sheep
from companion.games.match import Match
from companion.games.rules import DONE
from companion.screens.base import Screen, View, table
from companion.screens.sheep import Rolling, Wolf, rolled_now
from companion.screens.sheep_result import Result
from companion.screens.sheep_scores import Scores
from companion.screens.sheep_ties import Ties

Extra = Mapping[str, Any]


def _rolling(match: Match, extra: Extra, view: View) -> Screen:
    return Rolling(rolled_now(match, view.now) if "face" in extra else None)


def _scoring(match: Match, extra: Extra, view: View) -> Screen:
    if "face" in extra:
        return Wolf(rolled_now(match, view.now))
    return Scores.first(view) if match.state.areas else Wolf()


SHEEP_TABLES: Mapping[str, Callable[[Match, Extra, View], Screen]] = MappingProxyType(
    {
        thirteen_sheep.ROLLING: _rolling,
        thirteen_sheep.SCORING: _scoring,
        thirteen_sheep.TIE_BREAK: lambda match, extra, view: Ties.first(view),
        DONE: lambda match, extra, view: Result(),
    }
)

TABLES = MappingProxyType({thirteen_sheep.NAME: SHEEP_TABLES})


def table_screen(view: View, extra: Extra = MappingProxyType({})) -> Screen:
    """The screen of the match on the table; `extra` are the extra keys of the move just accepted, if there was one."""
    match = table(view)
    return TABLES[match.header.game][match.state.phase](match, extra, view)
