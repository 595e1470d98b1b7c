"""The beds of Insheepnia: what lies in them, what it adds, what may still go there, and who may block it.

The rules of a play live here as functions that name the obstacle or None, so that a screen can offer what is
possible and say why the rest is not. No move is known here, and no chance.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.games.insheepnia_cards import (
    BED_NUMBERS,
    BEDS_OF_EACH,
    DOG,
    EARPLUGS,
    MODIFIERS,
    WARM_MILK,
    Bed,
    Reach,
    reach,
    title,
)
from companion.games.refusals import Refusal, Term, refuse
from companion.games.rules import State
from companion.games.turns import clockwise

Players = tuple[str, ...]


class InsheepniaState(State, frozen=True):
    """`beds` holds each player's cards in the order laid, `shown` the bed numbers revealed so far.

    The lying dog does not count for `dog_blocked_by`. `turn` is None when the box does not follow it;
    `skipped` is the player whom a Snore made the turn pass over, until it passes on.
    """

    beds: Mapping[str, tuple[str, ...]]
    dog_blocked_by: Players = ()
    shown: Mapping[str, int] = {}
    turn: str | None = None
    skipped: str | None = None


def hears_dog(state: InsheepniaState, player: str) -> bool:
    """Whether a dog in another bed counts for `player`: no Earplugs in the own bed, and not blocked."""
    elsewhere = any(DOG in cards for owner, cards in state.beds.items() if owner != player)
    return elsewhere and player not in state.dog_blocked_by and EARPLUGS not in state.beds[player]


def additions(state: InsheepniaState, player: str) -> tuple[tuple[str, int], ...]:
    """The cards that change the player's number, and by how much: those in bed as laid, then a dog heard."""
    own = tuple((card, MODIFIERS[card].adds) for card in state.beds[player] if MODIFIERS[card].adds)
    return (*own, (DOG, MODIFIERS[DOG].adds_elsewhere)) if hears_dog(state, player) else own


def needs(state: InsheepniaState, player: str) -> int:
    """What the beds add to the player's secret number; may be negative."""
    return sum(added for _, added in additions(state, player))


def copies_left(state: InsheepniaState, card: str) -> int:
    """How many copies of a modifier lie in no bed."""
    return MODIFIERS[card].copies - sum(cards.count(card) for cards in state.beds.values())


def why_not_into(state: InsheepniaState, card: str, by: str, into: str) -> Refusal | None:
    """Why `by` cannot lay this modifier into that bed; None if nothing hinders it."""
    whose = MODIFIERS[card].bed
    if whose is Bed.ANOTHERS and into == by:
        return refuse("must-be-another", card=title(card))
    if whose is Bed.OWN and into != by:
        return refuse("must-be-own", card=title(card), name=by, into=into)
    if card in state.beds[into]:
        return refuse("already-in-bed", card=title(card), name=into)
    return _why_none_left(state, card)


def why_not_clear(state: InsheepniaState, by: str, card: str) -> Refusal | None:
    """Why `by` cannot clear this card with Earplugs; None if nothing hinders it."""
    if card not in state.beds[by]:
        return refuse("not-in-bed", card=title(card), name=by)
    return _why_none_left(state, EARPLUGS)


def affected(players: Players, card: str, by: str, into: str | None = None) -> Players:
    """Those who may block a modifier (into the bed of `into`) or a power of `by`; clockwise from the left."""
    others = clockwise(players, by)
    return {
        Reach.NOBODY: (),
        Reach.OWNER: tuple(name for name in others if name == into),
        Reach.ONE: others,
        Reach.NEXT: others[:1],
        Reach.OTHERS: others,
        Reach.EVERYBODY: (*others, by),
    }[reach(card)]


def most_blocks(players: Players, card: str, by: str, into: str | None = None) -> int:
    """How many players can block this play at most: one each, as far as the Warm Milk of the box goes."""
    many = len(affected(players, card, by, into))
    return min(many, 1 if reach(card) is Reach.ONE else WARM_MILK.copies)


def why_not_block(players: Players, card: str, by: str, blocked_by: Players, into: str | None = None) -> Refusal | None:
    """Why these players cannot block this play with one Warm Milk each; None if nothing hinders it."""
    may_block = affected(players, card, by, into)
    for place, name in enumerate(blocked_by):
        if name in blocked_by[:place]:
            return refuse("not-affected", "twice", name=name)
        if name not in may_block:
            return refuse("not-affected", "card", card=title(card), name=name)
    if reach(card) is Reach.ONE and len(blocked_by) > 1:
        return refuse("not-affected", "one", card=title(card))
    if len(blocked_by) > WARM_MILK.copies:
        milk, copies, count = Term(WARM_MILK.title), WARM_MILK.copies, len(blocked_by)
        return refuse("none-left", "warm-milk", card=milk, copies=copies, count=count)
    return None


def why_not_bed(state: InsheepniaState, by: str, bed: int) -> Refusal | None:
    """Why `by` cannot reveal a bed card with this number; None if nothing hinders it."""
    if bed not in BED_NUMBERS:
        return refuse("bad-bed", "number", bed=bed, least=BED_NUMBERS[0], most=BED_NUMBERS[-1])
    if state.shown.get(by, bed) != bed:
        return refuse("bad-bed", "shown", bed=bed, name=by, shown=state.shown[by])
    others = [number for player, number in state.shown.items() if player != by]
    if others.count(bed) >= BEDS_OF_EACH:
        return refuse("bad-bed", "taken", bed=bed, copies=BEDS_OF_EACH)
    return None


def possible_beds(state: InsheepniaState, by: str) -> tuple[int, ...]:
    """The numbers that the bed card of `by` can still have, as far as bed cards were revealed."""
    return tuple(bed for bed in BED_NUMBERS if why_not_bed(state, by, bed) is None)


def lay(state: InsheepniaState, card: str, into: str, blocked_by: Players) -> InsheepniaState:
    """The state after a modifier was played into a bed; blocked, all but the dog go to the discard pile."""
    if blocked_by and card != DOG:
        return state
    laid = replace(state, beds={**state.beds, into: (*state.beds[into], card)})
    if card != DOG:
        return laid
    return replace(laid, dog_blocked_by=tuple(player for player in state.beds if player in blocked_by))


def clear(state: InsheepniaState, by: str, card: str) -> InsheepniaState:
    """The state after Earplugs cleared a card of `by`; both go to the discard pile."""
    left = tuple(other for other in state.beds[by] if other != card)
    blocked = () if card == DOG else state.dog_blocked_by
    return replace(state, beds={**state.beds, by: left}, dog_blocked_by=blocked)


def _why_none_left(state: InsheepniaState, card: str) -> Refusal | None:
    if copies_left(state, card) > 0:
        return None
    return refuse("none-left", "card", card=title(card), copies=MODIFIERS[card].copies)
