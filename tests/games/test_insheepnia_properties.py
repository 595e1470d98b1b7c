"""What holds after any moves of Insheepnia, against a second account of the beds kept in this file."""

import json
from dataclasses import dataclass, replace
from itertools import pairwise, product

from hypothesis import assume, given
from hypothesis import strategies as st

from companion.games.insheepnia_beds import affected, most_blocks, possible_beds, why_not_clear, why_not_into
from companion.games.insheepnia_cards import HAND, MODIFIERS, POWERS
from companion.games.match import Accepted
from tests.games.bedroom import DOG, EARPLUGS, EIGHT, beds_for, clearable, table
from tests.games.walk import ABANDON, UNDO, accepted, line, position

COPIES = {"double-espresso": 3, "insomnia": 2, "neighbours-dog": 1, "hot-water-bottle": 2, "earplugs": 3}
ADDS = {"double-espresso": 1, "insomnia": 2, "hot-water-bottle": -1}
OPTIONS = st.fixed_dictionaries({"turns": st.booleans(), "false_alarm_penalty": st.booleans()})
HANDS = st.fixed_dictionaries({}, optional={kind: st.integers(0, HAND[kind].copies) for kind in HAND})


@dataclass(frozen=True)
class Account:
    """The cards that lie, one after the other, and those who do not hear the dog that lies."""

    laid: tuple[tuple[str, str], ...] = ()
    deaf: frozenset[str] = frozenset()

    def after(self, card, by, into=None, clears=None, blocked_by=()):
        if clears:
            left = tuple(lying for lying in self.laid if lying != (clears, by))
            return Account(left, frozenset() if clears == DOG else self.deaf)
        if card == DOG:
            return Account((*self.laid, (DOG, by)), frozenset(blocked_by))
        return self if blocked_by else replace(self, laid=(*self.laid, (card, into or by)))

    def needs(self, player):
        return sum(self._adds(card, owner, player) for card, owner in self.laid)

    def _adds(self, card, owner, player):
        if owner == player:
            return ADDS.get(card, 0)
        return card == DOG and player not in self.deaf and (EARPLUGS, player) not in self.laid


@st.composite
def scripts(draw):
    """A table and lines for it: mostly moves that can be made, in any order."""
    players = draw(st.integers(2, 8))
    by = st.sampled_from(EIGHT[:players])
    blocks = st.lists(by, max_size=5)
    values = {
        "play": st.fixed_dictionaries(
            {"card": st.sampled_from([*MODIFIERS]), "by": by},
            optional={"into": by, "clears": st.sampled_from([*MODIFIERS]), "blocked_by": blocks},
        ),
        "announce": st.fixed_dictionaries({"by": by, "bed": st.integers(7, 12), "hand": HANDS}),
        "pick": st.fixed_dictionaries({"of": st.integers(0, 105), "count": st.integers(0, 8)}),
        "draw": st.just({}),
        "power": st.fixed_dictionaries({"card": st.sampled_from([*POWERS]), "by": by}, optional={"blocked_by": blocks}),
    }
    kinds = st.sampled_from(["play"] * 6 + ["undo"] + [*values])
    moves = st.tuples(kinds, st.fixed_dictionaries(values))
    lines = [line(do, **every.get(do, {})) for do, every in draw(st.lists(moves, max_size=25))]
    return table(players, **draw(OPTIONS)), lines


@st.composite
def tables(draw):
    """A table after plays and announcements that nothing hinders."""
    players = draw(st.integers(2, 8))
    match = table(players)
    for _ in range(draw(st.integers(0, 12))):
        match = accepted(match, draw(st.sampled_from(possible(match)))).match
    return match


def possible(match):
    """What nothing hinders: every play, without Warm Milk and with as much as may be used; every bed card."""
    players, state = match.header.players, match.state
    found = [line("play", card=EARPLUGS, by=by, clears=card) for by in players for card in clearable(match, by)]
    for by in players:
        found += [line("announce", by=by, bed=bed, hand={}) for bed in possible_beds(state, by)]
    for card, by in product(MODIFIERS, players):
        for into in beds_for(match, card, by):
            most = most_blocks(players, card, by, into)
            blocks = affected(players, card, by, into)[:most]
            found.append(line("play", card=card, by=by, into=into))
            found.append(line("play", card=card, by=by, into=into, blocked_by=blocks))
    return found


def assert_sound(match, account):
    state, view = match.state, match.view
    every = [card for cards in state.beds.values() for card in cards]
    assert all(len(set(cards)) == len(cards) for cards in state.beds.values())
    assert all(every.count(card) <= copies for card, copies in COPIES.items())
    assert DOG in every or not state.dog_blocked_by
    for player, bed in view["beds"].items():
        assert bed["cards"] == tuple(card for card, owner in account.laid if owner == player)
        assert bed["needs"] == account.needs(player)
    assert view["dog_blocked_by"] == tuple(player for player in match.header.players if player in account.deaf)
    assert all([*state.shown.values()].count(bed) <= 2 for bed in state.shown.values())
    assert state.turn is None or state.turn in match.header.players


@given(scripts())
def test_beds_needs_and_the_dog_are_what_a_second_account_says(script):
    match, lines = script
    accounts = [Account()]
    for move in lines:
        outcome = match.read(move)
        if not isinstance(outcome, Accepted):
            continue
        entry = json.loads(move)
        if entry.pop("do") == "undo":
            accounts.pop()
        else:
            accounts.append(accounts[-1].after(**entry) if '"play"' in move else accounts[-1])
        match = outcome.match
        assert_sound(match, accounts[-1])


@given(scripts())
def test_undo_restores_everything_and_the_same_move_gives_the_same_random_cards(script):
    match, lines = script
    for move in [*lines, ABANDON]:
        outcome = match.read(move)
        if not isinstance(outcome, Accepted) or move == UNDO:
            continue
        back = accepted(outcome.match, UNDO).match
        assert position(back) == position(match)
        again = accepted(back, move)
        assert again.extra == outcome.extra
        assert position(again.match) == position(outcome.match)
        match = outcome.match


@given(st.integers(2, 8), HANDS, OPTIONS, st.data())
def test_takes_count_down_by_one_from_the_size_of_the_hand(players, hand, options, data):
    by = data.draw(st.sampled_from(EIGHT[:players]))
    match = table(players, **options | {"first": by})
    outcome = accepted(match, line("announce", by=by, bed=9, hand=hand))
    assume(not outcome.extra["asleep"])
    takes, size = outcome.extra["takes"], sum(hand.values())
    takers = players - 1 if options["false_alarm_penalty"] else 0
    assert [take["of"] for take in takes] == list(range(size, 0, -1))[:takers]
    assert all(1 <= take["card"] <= take["of"] for take in takes)
    assert outcome.match.index == len(takes)
    assert ("ruling" in outcome.extra) == (len(takes) < takers)
    seats = [match.header.players.index(name) for name in [by, *(take["player"] for take in takes)]]
    assert all((right - left) % players == 1 for left, right in pairwise(seats))


@given(tables())
def test_what_nothing_hinders_is_accepted_and_nothing_else_is(match):
    players, state = match.header.players, match.state
    for card, by, into in product(MODIFIERS, players, players):
        may = isinstance(match.read(line("play", card=card, by=by, into=into)), Accepted)
        assert may == (why_not_into(state, card, by, into) is None)
    for by, card in product(players, MODIFIERS):
        may = isinstance(match.read(line("play", card=EARPLUGS, by=by, clears=card)), Accepted)
        assert may == (why_not_clear(state, by, card) is None)
    for by, bed in product(players, range(7, 13)):
        may = isinstance(match.read(line("announce", by=by, bed=bed, hand={})), Accepted)
        assert may == (bed in possible_beds(state, by))
