"""Who sits next to whom, and who begins: for the games in which the box may follow the turn.

Players stand in clockwise order, so the next one is the one to the left. Rules only.
"""

from msgspec import UNSET, UnsetType

from companion.games.refusals import Refusal, refuse
from companion.games.rules import Header, Options


class TurnOptions(Options, frozen=True):
    """`turns`: whether the box follows the turn; `first`: who begins, by default the first in order."""

    turns: bool = False
    first: str | UnsetType = UNSET


def clockwise(players: tuple[str, ...], player: str) -> tuple[str, ...]:
    """The other players, clockwise from the left of `player`."""
    seat = players.index(player)
    return (*players[seat + 1 :], *players[:seat])


def next_player(players: tuple[str, ...], player: str) -> str:
    """The player to the left of `player`, of at least two."""
    return clockwise(players, player)[0]


def previous_player(players: tuple[str, ...], player: str) -> str:
    """The player to the right of `player`, of at least two."""
    return clockwise(players, player)[-1]


def first_turn(header: Header) -> str | None:
    """Who is on turn when a match begins; None when the box does not follow the turn."""
    options: TurnOptions = header.options
    if not options.turns:
        return None
    return header.players[0] if isinstance(options.first, UnsetType) else options.first


def check_first(header: Header) -> Refusal | None:
    """The refusal of a `first` who does not play."""
    first = header.options.first
    if isinstance(first, UnsetType) or first in header.players:
        return None
    return refuse("bad-header", "first", name=first)
