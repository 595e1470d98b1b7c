"""Hands of Insheepnia as people count them for the box, and random cards out of a fan.

A hand is a number of cards for each kind in `HAND`; a kind left out is 0. No player and no
bed is known here.
"""

from collections.abc import Mapping

from companion.games.chance import Chance
from companion.games.insheepnia_cards import CARDS, HAND
from companion.games.refusals import Refusal, Term, refuse


def why_not_hand(hand: Mapping[str, int]) -> Refusal | None:
    """Why nobody can hold this hand, counted by kind; None if it is possible."""
    for kind, count in hand.items():
        if kind not in HAND:
            return refuse("bad-hand", "kind", kind=kind, kinds=", ".join(HAND))
        known = HAND[kind]
        if count < 0:
            return refuse("bad-hand", "less", kind=Term(known.title), count=count)
        if count > known.copies:
            return refuse("bad-hand", "more", kind=Term(known.title), most=known.copies, count=count)
    return None


def counted(hand: Mapping[str, int]) -> int:
    """The sheep of a hand that was counted by kind; black ones count against it."""
    return sum(HAND[kind].sheep * count for kind, count in hand.items())


def why_not_pick(of: int, count: int) -> Refusal | None:
    """Why `count` cards cannot be picked from a hand of `of`; None if they can."""
    if not 1 <= of <= CARDS:
        return refuse("bad-hand", "of", of=of, most=CARDS)
    if not 1 <= count <= of:
        return refuse("bad-hand", "count", of=of, count=count)
    return None


def pick(chance: Chance, of: int, count: int) -> list[dict[str, int]]:
    """Random cards out of a fan of `of` (0 to 104), one by one: `card` counts from the left of those held."""
    return [{"card": chance.draw(held), "of": held} for held in range(of, of - count, -1)]
