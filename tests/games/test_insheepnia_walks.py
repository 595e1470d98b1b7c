"""Insheepnia walked whole: every play, a few hands and picks in every position they can reach, counted."""

from dataclasses import dataclass, field
from functools import cache
from itertools import chain, combinations, product

import pytest

from companion.games.insheepnia_cards import MODIFIERS, POWERS
from tests.games.bedroom import EARPLUGS, EIGHT, table
from tests.games.walk import ABANDON, UNDO, compare, line, walk

FULL = {"1": 22, "2": 20, "3": 16, "black": 4, "other": 42}
HANDS = (
    (8, {}),
    (8, {"2": 4}),
    (9, {"3": 3, "other": 1}),
    (11, FULL),
    (12, {}),
    (10, {"1": 23}),
)
"""No card, asleep in an empty bed, four cards, the whole box; no such bed card, and no such hand."""

PICKS = (line("pick", of=1, count=1), line("pick", of=104, count=2), line("pick", of=1, count=2))


def some(players):
    """Every set of players, in player order."""
    return [*chain.from_iterable(combinations(players, size) for size in range(len(players) + 1))]


def plays(players):
    """Every play: each card by each player into each bed or none, blocked by each set; each clearing too."""
    for card, by, into, blocked_by in product(MODIFIERS, players, (None, *players), some(players)):
        yield line("play", card=card, by=by, blocked_by=blocked_by, **({"into": into} if into else {}))
    for by, clears in product(players, MODIFIERS):
        yield line("play", card=EARPLUGS, by=by, clears=clears)


def announcements(players):
    return [line("announce", by=by, bed=bed, hand=hand) for by, (bed, hand) in product(players, HANDS)]


def powers(players):
    for card, by, blocked_by in product(POWERS, players, some(players)):
        yield line("power", card=card, by=by, blocked_by=blocked_by)


def alphabet(players):
    """Every play, the announcements and picks, and what every game has."""
    return (*plays(players), *announcements(players), *PICKS, UNDO, ABANDON)


@dataclass(frozen=True)
class Walk:
    """How many play, how many moves the walk goes, and with which options."""

    players: int
    depth: int
    options: dict[str, object] = field(default_factory=dict)

    def counts(self):
        players = EIGHT[: self.players]
        turn = (*powers(players), line("draw"))
        lines = (*alphabet(players), *turn) if "turns" in self.options else (*alphabet(players), *turn[-1:])
        return walk(table(self.players, **self.options), lines, self.depth)


QUICK = {
    "2 players": Walk(2, 3),
    "2 players with turns": Walk(2, 3, {"turns": True, "first": "Ben"}),
    "2 players without penalty": Walk(2, 2, {"false_alarm_penalty": False}),
    "3 players": Walk(3, 2),
    "3 players with turns": Walk(3, 2, {"turns": True}),
}
DEEP = {
    "3 players": Walk(3, 3),
    "3 players with turns": Walk(3, 3, {"turns": True}),
}


@cache
def quick(title):
    return QUICK[title].counts()


def test_walks_count_what_the_file_says():
    compare("insheepnia", {title: quick(title) for title in QUICK})


def test_walks_meet_every_result_and_the_ruling():
    assert set(quick("2 players").results) == {"Ann", "Ben", "nobody"}
    assert set(quick("2 players").rulings) == {"hand-empty"}
    assert set(quick("3 players").phases) == {"playing", "done"}


def test_walks_meet_every_refusal_of_the_game():
    shared = {
        "wrong-phase",
        "nothing-to-undo",
        "bad-play",
        "must-be-another",
        "must-be-own",
        "already-in-bed",
    }
    shared |= {"not-in-bed", "none-left", "not-affected", "bad-bed", "bad-hand"}
    assert set(quick("2 players").refusals) == shared | {"turns-off"}
    assert set(quick("2 players with turns").refusals) == shared | {"not-your-turn"}


def test_without_the_penalty_no_walk_meets_the_ruling():
    assert not quick("2 players without penalty").rulings


@pytest.mark.soak
def test_deep_walks_count_what_the_file_says():
    compare("insheepnia-deep", {title: deep.counts() for title, deep in DEEP.items()})
