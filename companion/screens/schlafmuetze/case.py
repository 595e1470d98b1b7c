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
from companion.screens.lamps import DARK, Lamp
from companion.screens.seats import lamps_of, player_at

NEXT_LINE = move_line("next")
NO_ANSWERS: Mapping[str, Any] = MappingProxyType({})


class Case(Struct, frozen=True):
    """`also` are those who called after the first, in order; `no_pile` those who have no card to give.

    `together` are those of `also` who called at the same moment as the one before them.
    """

    by: str
    against: str
    also: tuple[str, ...] = ()
    together: tuple[str, ...] = ()
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

    def lamps(self, view: View) -> str:
        """Who has not called may still join."""
        others = (name for name in table(view).header.players if name not in self.callers)
        return lamps_of(view, dict.fromkeys(others, Lamp.ON))

    def heard(self, intent: Intent, view: View) -> "Case":
        """The case after another press of a seat's button."""
        player = player_at(intent.seat, view)
        if player is None or player in self.callers:
            return self
        together = (*self.together, player) if intent.together else self.together
        return replace(self, also=(*self.also, player), together=together)

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
    player = _caller(intent, view)
    return call_by(player, table(view)) if player else None


def seat_press(intent: Intent, view: View) -> Play | None:
    """What a seat's button does at the table: who is on turn passes it on, another calls; None for anything else."""
    player = _caller(intent, view)
    return Play(NEXT_LINE) if player and player == table(view).state.turn else seat_call(intent, view)


def _caller(intent: Intent, view: View) -> str | None:
    playing = intent.kind is Kind.SEAT and table(view).state.phase == PLAYING
    return player_at(intent.seat, view) if playing else None


def table_lamps(view: View) -> str:
    """Everybody may call at any time; the lamp of the player on turn blinks."""
    match = table(view)
    if match.state.phase != PLAYING:
        return DARK
    on_turn = match.state.turn
    return lamps_of(view, {name: Lamp.SLOW if name == on_turn else Lamp.ON for name in match.header.players})
