"""Insheepnia (Casa Tea Games): modifier cards in beds, announcements, random cards, and the turn if wanted.

The moves and what they do, step by step. What lies where and may go where is in `insheepnia_beds`, hands are
in `insheepnia_hands`, cards in `insheepnia_cards`. The box sees no card: people tell it what they play.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.games.chance import Chance
from companion.games.insheepnia_beds import (
    InsheepniaState,
    clear,
    lay,
    needs,
    why_not_bed,
    why_not_block,
    why_not_clear,
    why_not_into,
)
from companion.games.insheepnia_cards import EARPLUGS, MODIFIERS, POWERS, SNORE, Bed, take_out, title
from companion.games.insheepnia_hands import counted, pick, why_not_hand, why_not_pick
from companion.games.refusals import Refusal, refuse
from companion.games.rules import DONE, Game, Header, Move, Step
from companion.games.turns import TurnOptions, check_first, clockwise, first_turn, next_player

NAME = "insheepnia"
PLAYING = "playing"
LEAST_SHEEP = 1
"""Whatever the beds take off, nobody falls asleep with fewer sheep."""


class InsheepniaOptions(TurnOptions, frozen=True):
    """`false_alarm_penalty`: whether the others take cards at a false alarm; off for younger children."""

    false_alarm_penalty: bool = True


class Playing(Move, frozen=True):
    """A move of the phase `playing`."""

    phases: ClassVar[frozenset[str]] = frozenset({PLAYING})


class Play(Playing, frozen=True, tag="play"):
    """Plays a modifier card into the bed of `into` (Neighbour's Dog and Earplugs: the own one, if left out).

    `clears` is the card of the own bed that Earplugs take away; `blocked_by` block it with Warm Milk.
    """

    card: str
    by: str
    into: str | UnsetType = UNSET
    clears: str | UnsetType = UNSET
    blocked_by: tuple[str, ...] = ()

    def names(self) -> tuple[str, ...]:
        into = () if isinstance(self.into, UnsetType) else (self.into,)
        return (self.by, *into, *self.blocked_by)

    @property
    def bed(self) -> str:
        """Whose bed the card goes to."""
        return self.by if isinstance(self.into, UnsetType) else self.into


class Announce(Playing, frozen=True, tag="announce"):
    """Reveals the `bed` card (8 to 11) and the `hand`, counted by kind; a kind left out is 0."""

    by: str
    bed: int
    hand: dict[str, int]

    def names(self) -> tuple[str, ...]:
        return (self.by,)


class Pick(Playing, frozen=True, tag="pick"):
    """Picks `count` random cards from a hand of `of` (1 to 104), for Wolf, Duvet Hog and Nightmare."""

    of: int
    count: int


class Draw(Playing, frozen=True, tag="draw"):
    """The player on turn draws a card."""


class Power(Playing, frozen=True, tag="power"):
    """Plays a power card that uses up the turn; `blocked_by` are those who block it with Warm Milk."""

    card: str
    by: str
    blocked_by: tuple[str, ...] = ()

    def names(self) -> tuple[str, ...]:
        return (self.by, *self.blocked_by)


def why_not_turn(state: InsheepniaState, by: str) -> Refusal | None:
    """Why `by` cannot move now; None without turns."""
    if state.turn in {None, by}:
        return None
    return refuse("not-your-turn", name=by, turn=state.turn)


def needed(state: InsheepniaState, player: str, bed: int) -> int:
    """The sheep that put a player with this bed card to sleep; 1 or more."""
    return max(LEAST_SHEEP, bed + needs(state, player))


def takers(header: Header, by: str) -> tuple[str, ...]:
    """Who takes a card at a false alarm of `by` while there is one: clockwise (ruling takers-clockwise)."""
    return clockwise(header.players, by) if header.options.false_alarm_penalty else ()


def _start(header: Header) -> InsheepniaState:
    return InsheepniaState(PLAYING, None, beds=dict.fromkeys(header.players, ()), turn=first_turn(header))


def _pass_turn(header: Header, state: InsheepniaState, *, skip: bool = False) -> InsheepniaState:
    if state.turn is None:
        return state
    left = next_player(header.players, state.turn)
    if not skip:
        return replace(state, turn=left, skipped=None)
    return replace(state, turn=next_player(header.players, left), skipped=left)


def _play_modifier(header: Header, state: InsheepniaState, move: Play, chance: Chance) -> Step | Refusal:
    refusal = (
        _why_not_modifier(move.card)
        or why_not_turn(state, move.by)
        or _why_not_said(move)
        or _why_not_there(state, move)
        or why_not_block(header.players, move.card, move.by, move.blocked_by, move.bed)
    )
    return refusal or Step(_pass_turn(header, _put(state, move)))


def _why_not_modifier(card: str) -> Refusal | None:
    return None if card in MODIFIERS else refuse("unknown-card", "modifier", card=card)


def _why_not_said(move: Play) -> Refusal | None:
    if move.into is UNSET and MODIFIERS[move.card].bed is not Bed.OWN:
        return refuse("bad-play", "into", card=title(move.card))
    if move.clears is not UNSET and move.card != EARPLUGS:
        return refuse("bad-play", "clears", card=title(move.card))
    if move.clears is not UNSET and move.into is not UNSET:
        return refuse("bad-play", "both")
    return None


def _why_not_there(state: InsheepniaState, move: Play) -> Refusal | None:
    if isinstance(move.clears, UnsetType):
        return why_not_into(state, move.card, move.by, move.bed)
    return why_not_clear(state, move.by, move.clears)


def _put(state: InsheepniaState, move: Play) -> InsheepniaState:
    if isinstance(move.clears, UnsetType):
        return lay(state, move.card, move.bed, move.blocked_by)
    return clear(state, move.by, move.clears)


def _announce(header: Header, state: InsheepniaState, move: Announce, chance: Chance) -> Step | Refusal:
    refusal = why_not_turn(state, move.by) or why_not_bed(state, move.by, move.bed) or why_not_hand(move.hand)
    if refusal:
        return refusal
    goal, sheep = needed(state, move.by, move.bed), counted(move.hand)
    extra: dict[str, object] = {"needed": goal, "counted": sheep, "asleep": goal == sheep}
    revealed = replace(state, shown={**state.shown, move.by: move.bed})
    if goal == sheep:
        return Step(replace(revealed, phase=DONE, winners=(move.by,)), extra)
    return Step(_pass_turn(header, revealed), extra | _false_alarm(header, move, chance))


def _false_alarm(header: Header, move: Announce, chance: Chance) -> dict[str, object]:
    everybody, cards = takers(header, move.by), sum(move.hand.values())
    able = everybody[:cards]
    picks = pick(chance, cards, len(able))
    takes = [{"player": name, **card} for name, card in zip(able, picks, strict=True)]
    return {"takes": takes} | ({"ruling": "hand-empty"} if able != everybody else {})


def _pick(header: Header, state: InsheepniaState, move: Pick, chance: Chance) -> Step | Refusal:
    return why_not_pick(move.of, move.count) or Step(state, {"picks": pick(chance, move.of, move.count)})


def _why_not_followed(state: InsheepniaState, command: str) -> Refusal | None:
    return refuse("turns-off", command=command) if state.turn is None else None


def _draw(header: Header, state: InsheepniaState, move: Draw, chance: Chance) -> Step | Refusal:
    return _why_not_followed(state, "draw") or Step(_pass_turn(header, state))


def _power(header: Header, state: InsheepniaState, move: Power, chance: Chance) -> Step | Refusal:
    refusal = (
        _why_not_followed(state, "power")
        or _why_not_power(move.card)
        or why_not_turn(state, move.by)
        or why_not_block(header.players, move.card, move.by, move.blocked_by)
    )
    skip = move.card == SNORE and not move.blocked_by
    return refusal or Step(_pass_turn(header, state, skip=skip))


def _why_not_power(card: str) -> Refusal | None:
    return None if card in POWERS else refuse("unknown-card", "power", card=card)


_PLAY: Mapping[type[Move], Callable[[Header, InsheepniaState, Any, Chance], Step | Refusal]] = {
    Play: _play_modifier,
    Announce: _announce,
    Pick: _pick,
    Draw: _draw,
    Power: _power,
}


def _play(header: Header, state: InsheepniaState, move: Move, chance: Chance) -> Step | Refusal:
    return _PLAY[type(move)](header, state, move, chance)


def _view(header: Header, state: InsheepniaState) -> dict[str, object]:
    beds = {name: {"cards": cards, "needs": needs(state, name)} for name, cards in state.beds.items()}
    return {
        "phase": state.phase,
        "winners": state.winners,
        "beds": beds,
        "dog_blocked_by": state.dog_blocked_by,
        "shown": state.shown,
        "turn": state.turn,
        "take_out": take_out(len(header.players)),
    }


GAME = Game(
    name=NAME,
    least=2,
    most=8,
    options=InsheepniaOptions,
    moves=(Play, Announce, Pick, Draw, Power),
    check=check_first,
    start=_start,
    play=_play,
    view=_view,
)
