"""Schlafmütze (AMIGO 05913, 2015): "Sleepyhead!", who pays how many penalty cards, and whose turn it is.

The cards themselves stay on the table: the box hears calls and verdicts, and answers questions about what
lies open (`schlafmuetze_placing`). Players stand in clockwise order. Rules only.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, replace

from companion.games.chance import Chance
from companion.games.refusals import Refusal, refuse
from companion.games.rules import DONE, Game, Header, Move, State, Step
from companion.games.schlafmuetze_placing import MistakeQuestion, PlacementQuestion, answer
from companion.games.turns import TurnOptions, check_first, clockwise, first_turn, next_player

NAME = "schlafmuetze"
PLAYING, DISPUTE = "playing", "dispute"
DEALT = 95
"""100 cards, 1 to 20 five times, without the five 1s that start the middle."""


class Penalties(Struct, frozen=True):
    """How many `times` a player was the sleepyhead, and the penalty cards `taken` and `given`."""

    times: int = 0
    taken: int = 0
    given: int = 0


class Dispute(Struct, frozen=True):
    """A call that is not yet settled: who called, against whom."""

    by: str
    against: str


class SleepyState(State, frozen=True):
    """`turn` is None when the box does not follow it; `open_call` waits for its verdict."""

    penalties: Mapping[str, Penalties]
    dismissed: Mapping[str, int]
    turn: str | None = None
    open_call: Dispute | None = None


class Call(Move, frozen=True, tag="call"):
    """Calls "Sleepyhead!"; with turns, `against` is the player on turn unless named."""

    phases: ClassVar[frozenset[str]] = frozenset({PLAYING})
    by: str
    against: str | UnsetType = UNSET

    def names(self) -> tuple[str, ...]:
        return (self.by,) if isinstance(self.against, UnsetType) else (self.by, self.against)


class Uphold(Move, frozen=True, tag="uphold"):
    """The call stands; those in `no_draw_pile` have no card to give."""

    phases: ClassVar[frozenset[str]] = frozenset({DISPUTE})
    no_draw_pile: tuple[str, ...] = ()

    def names(self) -> tuple[str, ...]:
        return self.no_draw_pile


class Dismiss(Move, frozen=True, tag="dismiss"):
    """The call was wrong."""

    phases: ClassVar[frozenset[str]] = frozenset({DISPUTE})


class Next(Move, frozen=True, tag="next"):
    """The turn passes to the left."""

    phases: ClassVar[frozenset[str]] = frozenset({PLAYING})


class Won(Move, frozen=True, tag="won"):
    """A player got rid of the last card."""

    phases: ClassVar[frozenset[str]] = frozenset({PLAYING})
    by: str

    def names(self) -> tuple[str, ...]:
        return (self.by,)


def deal(players: tuple[str, ...]) -> dict[str, int]:
    """How many of the 95 cards each player gets; if that does not come out even, the first get one more."""
    each, over = divmod(DEALT, len(players))
    return {player: each + (seat < over) for seat, player in enumerate(players)}


def givers(players: tuple[str, ...], against: str, no_draw_pile: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Who gives a penalty card to `against`, clockwise from the left; who has no draw pile gives nothing."""
    return tuple(player for player in clockwise(players, against) if player not in no_draw_pile)


def dispute(state: SleepyState) -> Dispute | None:
    """The call that waits for its verdict; None outside the phase `dispute`."""
    return state.open_call if state.phase == DISPUTE else None


def _start(header: Header) -> SleepyState:
    return SleepyState(
        phase=PLAYING,
        winners=None,
        penalties=dict.fromkeys(header.players, Penalties()),
        dismissed=dict.fromkeys(header.players, 0),
        turn=first_turn(header),
    )


def _call(header: Header, state: SleepyState, move: Call, chance: Chance) -> Step | Refusal:
    against = state.turn if isinstance(move.against, UnsetType) else move.against
    if against is None:
        return refuse("against-missing")
    if against == move.by:
        return refuse("own-mistake", name=move.by)
    return Step(replace(state, phase=DISPUTE, open_call=Dispute(move.by, against)))


def _settled(state: SleepyState) -> Dispute:
    if state.open_call is None:
        raise AssertionError("a dispute without a call")
    return state.open_call


def _uphold(header: Header, state: SleepyState, move: Uphold, chance: Chance) -> Step | Refusal:
    sleepyhead = _settled(state).against
    if sleepyhead in move.no_draw_pile:
        return refuse("not-affected", "sleepyhead", name=sleepyhead)
    twins = [name for seat, name in enumerate(move.no_draw_pile) if name in move.no_draw_pile[:seat]]
    if twins:
        return refuse("not-affected", "draw-pile", name=twins[0])
    gives = givers(header.players, sleepyhead, move.no_draw_pile)
    upheld = replace(
        state,
        phase=PLAYING,
        open_call=None,
        penalties=_penalise(state.penalties, sleepyhead, gives),
        turn=None if state.turn is None else next_player(header.players, sleepyhead),
    )
    extra: dict[str, object] = {"gives": gives}
    if move.no_draw_pile:
        extra["ruling"] = "no-draw-pile"
    return Step(upheld, extra)


def _penalise(before: Mapping[str, Penalties], sleepyhead: str, gives: tuple[str, ...]) -> Mapping[str, Penalties]:
    own = before[sleepyhead]
    changed = {player: replace(before[player], given=before[player].given + 1) for player in gives}
    changed[sleepyhead] = replace(own, times=own.times + 1, taken=own.taken + len(gives))
    return {**before, **changed}


def _dismiss(header: Header, state: SleepyState, move: Dismiss, chance: Chance) -> Step | Refusal:
    caller = _settled(state).by
    dismissed = {**state.dismissed, caller: state.dismissed[caller] + 1}
    return Step(replace(state, phase=PLAYING, open_call=None, dismissed=dismissed), {"ruling": "false-call"})


def _next(header: Header, state: SleepyState, move: Next, chance: Chance) -> Step | Refusal:
    if state.turn is None:
        return refuse("turns-off", command="next")
    return Step(replace(state, turn=next_player(header.players, state.turn)))


def _won(header: Header, state: SleepyState, move: Won, chance: Chance) -> Step | Refusal:
    return Step(replace(state, phase=DONE, winners=(move.by,)))


_PLAY: Mapping[type[Move], Callable[[Header, SleepyState, Any, Chance], Step | Refusal]] = {
    Call: _call,
    Uphold: _uphold,
    Dismiss: _dismiss,
    Next: _next,
    Won: _won,
}


def _play(header: Header, state: SleepyState, move: Move, chance: Chance) -> Step | Refusal:
    return _PLAY[type(move)](header, state, move, chance)


def _answer(
    header: Header, state: SleepyState, question: PlacementQuestion | MistakeQuestion
) -> Mapping[str, object] | Refusal:
    return answer(question)


def _view(header: Header, state: SleepyState) -> dict[str, object]:
    call = dispute(state)
    return {
        "phase": state.phase,
        "winners": state.winners,
        "deal": deal(header.players),
        "penalties": {player: asdict(tally) for player, tally in state.penalties.items()},
        "dismissed": dict(state.dismissed),
        "turn": state.turn,
        "dispute": call and asdict(call),
    }


GAME = Game(
    name=NAME,
    least=2,
    most=8,
    options=TurnOptions,
    moves=(Call, Uphold, Dismiss, Next, Won),
    check=check_first,
    start=_start,
    play=_play,
    view=_view,
    questions=(PlacementQuestion, MistakeQuestion),
    answer=_answer,
)
