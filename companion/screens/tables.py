"""Which screen belongs to the match on the table: after a move, and when the match is taken up again."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from companion.games import insheepnia, schlafmuetze, thirteen_sheep
from companion.games.match import Match
from companion.games.rules import DONE
from companion.screens.base import Screen, View, table
from companion.screens.insheepnia import words as insheepnia_words
from companion.screens.insheepnia.picks import Picked
from companion.screens.insheepnia.table import Beds, tells
from companion.screens.insheepnia.verdict import Dreams, FalseAlarm
from companion.screens.match_menu import last_move
from companion.screens.schlafmuetze import words as schlafmuetze_words
from companion.screens.schlafmuetze.call import Call
from companion.screens.schlafmuetze.case import Case
from companion.screens.schlafmuetze.result import Winner
from companion.screens.schlafmuetze.table import Dismissed, MoveTakenBack, Table
from companion.screens.schlafmuetze.uphold import Steps
from companion.screens.taken_back import TakenBack
from companion.screens.thirteen_sheep.fences import Fences
from companion.screens.thirteen_sheep.result import Result
from companion.screens.thirteen_sheep.rolling import Rolling, Wolf, rolled_now
from companion.screens.thirteen_sheep.scores import Scores
from companion.screens.thirteen_sheep.ties import Ties

Extra = Mapping[str, Any]
TAKEN_UP: Extra = MappingProxyType({})
"""In place of the extra keys of a move when a match is taken up again, or a move is put back: nothing just happened."""


def _rolling(match: Match, extra: Extra, view: View) -> Screen:
    return Rolling(rolled_now(match, view.now), fences=Fences()) if "face" in extra else Rolling()


def _scoring(match: Match, extra: Extra, view: View) -> Screen:
    if "face" in extra:
        return Wolf(rolled_now(match, view.now))
    return Scores.first(view) if match.state.areas or match.undone else Wolf()


SHEEP_TABLES: Mapping[str, Callable[[Match, Extra, View], Screen]] = MappingProxyType(
    {
        thirteen_sheep.ROLLING: _rolling,
        thirteen_sheep.SCORING: _scoring,
        thirteen_sheep.TIE_BREAK: lambda match, extra, view: Ties.first(view),
        DONE: lambda match, extra, view: Result(),
    }
)


def _beds(match: Match, extra: Extra, view: View) -> Screen:
    if match.undone:
        return TakenBack(Beds(), insheepnia_words.undone(view))
    screens = {"announce": FalseAlarm(), "pick": Picked(Beds())}
    told_at = view.now if tells(match) and extra is not TAKEN_UP else None
    return screens.get(last_move(match).get("do", ""), Beds(told_at=told_at))


INSHEEPNIA_TABLES: Mapping[str, Callable[[Match, Extra, View], Screen]] = MappingProxyType(
    {insheepnia.PLAYING: _beds, DONE: lambda match, extra, view: Dreams()}
)


def _penalties(match: Match, extra: Extra, view: View) -> Screen:
    if match.undone:
        return MoveTakenBack(Table(), schlafmuetze_words.undone(view))
    screens = {"uphold": Steps(), "dismiss": Dismissed()}
    return screens.get(last_move(match).get("do", ""), Table())


def _dispute(match: Match, extra: Extra, view: View) -> Screen:
    call = Call(Case.of(match))
    return TakenBack(call, schlafmuetze_words.undone(view)) if match.undone else call


SCHLAFMUETZE_TABLES: Mapping[str, Callable[[Match, Extra, View], Screen]] = MappingProxyType(
    {
        schlafmuetze.PLAYING: _penalties,
        schlafmuetze.DISPUTE: _dispute,
        DONE: lambda match, extra, view: Winner(),
    }
)

TABLES = MappingProxyType(
    {
        thirteen_sheep.NAME: SHEEP_TABLES,
        insheepnia.NAME: INSHEEPNIA_TABLES,
        schlafmuetze.NAME: SCHLAFMUETZE_TABLES,
    }
)


def table_screen(view: View, extra: Extra = TAKEN_UP) -> Screen:
    """The screen of the match on the table; `extra` are the extra keys of the move just accepted."""
    match = table(view)
    return TABLES[match.header.game][match.state.phase](match, extra, view)
