"""A call that waits for its verdict, as far as it is known: who called, on whom, and what was answered about it.

What is not yet a move of the match lives here, and goes up and down with the screens that open and close.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.match import Match, move_line
from companion.games.schlafmuetze import PLAYING, dispute
from companion.games.turns import previous_player
from companion.screens.base import UNDO_LINE, Play, View, table
from companion.screens.intents import Intent, Kind
from companion.screens.seats import player_at

NO_ANSWERS: Mapping[str, Any] = MappingProxyType({})


class Case(Struct, frozen=True):
    """`also` are those who called after the first, in order; `no_pile` those who have no card to give."""

    by: str
    against: str
    also: tuple[str, ...] = ()
    no_pile: tuple[str, ...] = ()
    answers: Mapping[str, Any] = field(default_factory=lambda: NO_ANSWERS)

    @classmethod
    def of(cls, match: Match) -> "Case":
        """The call on the table."""
        call = dispute(match.state)
        if call is None:
            raise AssertionError("no call waits for its verdict")
        return cls(call.by, call.against)

    @property
    def callers(self) -> tuple[str, ...]:
        """Who called, in order."""
        return (self.by, *self.also)

    def heard(self, intent: Intent, view: View) -> "Case":
        """The case after another press of a seat's button."""
        player = player_at(intent.seat, view)
        if player is None or player in self.callers:
            return self
        return replace(self, also=(*self.also, player))

    def against_another(self, match: Match) -> "Case":
        """The case against the player before: the mistake is often the card that ended the turn."""
        others = tuple(player for player in match.header.players if player != self.by)
        if len(others) == 1:
            return self
        return replace(self, against=previous_player(others, self.against), no_pile=(), answers=NO_ANSWERS)

    def settled(self, match: Match, line: str) -> Play:
        """The verdict `line`; before it, the call is made again if it is against somebody else now."""
        if Case.of(match).against == self.against:
            return Play(line)
        return Play(UNDO_LINE, (move_line("call", by=self.by, against=self.against), line))


def call_by(player: str, match: Match) -> Play:
    """The call of a player on the one on turn; else on the one before the caller, who has just been watched."""
    turn = match.state.turn
    against = turn if turn not in (None, player) else previous_player(match.header.players, player)
    return Play(move_line("call", by=player, against=against))


def seat_call(intent: Intent, view: View) -> Play | None:
    """The call that a seat's button makes while the game is played; None for anything else."""
    match = table(view)
    if intent.kind is not Kind.SEAT or match.state.phase != PLAYING:
        return None
    player = player_at(intent.seat, view)
    return call_by(player, match) if player else None
