"""Insheepnia's modifier cards: where each may go, what it adds, who blocks it, and why a play is refused."""

import pytest

from companion.games.insheepnia_beds import additions, affected, copies_left, most_blocks
from companion.games.insheepnia_cards import MODIFIERS
from tests.games.bedroom import (
    ALL_EARPLUGS,
    ALL_ESPRESSO,
    BOTTLE,
    DOG,
    EARPLUGS,
    EIGHT,
    ESPRESSO,
    INSOMNIA,
    after,
    beds_for,
    cards,
    clearable,
    code,
    needs_of,
    play,
    table,
)

# Where a card goes and what it does


@pytest.mark.parametrize(("card", "adds"), [(ESPRESSO, 1), (INSOMNIA, 2), (BOTTLE, -1)])
def test_a_card_in_a_bed_changes_what_this_bed_alone_needs(card, adds):
    found = after(table(3), play(card, "Ann", "Ben"))
    assert cards(found, "Ben") == (card,)
    assert needs_of(found) == {"Ann": 0, "Ben": adds, "Cleo": 0}


def test_cards_lie_in_the_order_they_were_laid_and_add_up():
    found = after(table(2), *(play(card, "Ann", "Ben") for card in (BOTTLE, INSOMNIA, ESPRESSO)))
    assert cards(found, "Ben") == (BOTTLE, INSOMNIA, ESPRESSO)
    assert additions(found.state, "Ben") == ((BOTTLE, -1), (INSOMNIA, 2), (ESPRESSO, 1))
    assert needs_of(found)["Ben"] == 2


def test_a_hot_water_bottle_may_go_into_any_bed():
    found = after(table(2), play(BOTTLE, "Ann", "Ann"), play(BOTTLE, "Ann", "Ben"))
    assert needs_of(found) == {"Ann": -1, "Ben": -1}


@pytest.mark.parametrize("card", [DOG, EARPLUGS])
@pytest.mark.parametrize("into", [None, "Ann"])
def test_dog_and_earplugs_go_into_the_own_bed_named_or_not(card, into):
    assert cards(after(table(2), play(card, "Ann", into)), "Ann") == (card,)


def test_a_dog_counts_in_every_other_bed_and_not_in_its_own():
    found = after(table(4), play(DOG, "Cleo"))
    assert needs_of(found) == {"Ann": 1, "Ben": 1, "Cleo": 0, "Dora": 1}
    assert additions(found.state, "Ann") == ((DOG, 1),)
    assert additions(found.state, "Cleo") == ()


@pytest.mark.parametrize(
    "moves", [(play(EARPLUGS, "Ann"), play(DOG, "Ben")), (play(DOG, "Ben"), play(EARPLUGS, "Ann"))]
)
def test_earplugs_in_the_own_bed_shut_out_the_dog_before_it_or_after_it(moves):
    assert needs_of(after(table(3), *moves)) == {"Ann": 0, "Ben": 0, "Cleo": 1}


def test_earplugs_shut_out_nothing_but_the_dog():
    found = after(table(2), play(EARPLUGS, "Ann"), play(INSOMNIA, "Ben", "Ann"), play(DOG, "Ben"))
    assert needs_of(found)["Ann"] == 2


def test_clearing_the_earplugs_lets_the_dog_in_again():
    found = after(table(2), play(DOG, "Ben"), play(EARPLUGS, "Ann"), play(EARPLUGS, "Ann", clears=EARPLUGS))
    assert cards(found, "Ann") == ()
    assert needs_of(found)["Ann"] == 1


def test_clearing_earplugs_does_not_wake_a_dog_that_was_blocked():
    moves = (play(DOG, "Ben", blocked_by=["Ann"]), play(EARPLUGS, "Ann"))
    found = after(table(2), *moves, play(EARPLUGS, "Ann", clears=EARPLUGS))
    assert needs_of(found)["Ann"] == 0
    assert found.state.dog_blocked_by == ("Ann",)


@pytest.mark.parametrize("card", [ESPRESSO, INSOMNIA, BOTTLE, DOG, EARPLUGS])
def test_earplugs_clear_any_card_of_the_own_bed_and_both_are_discarded(card):
    laid = after(table(2), play(card, "Ben" if card in {ESPRESSO, INSOMNIA} else "Ann", "Ann"))
    found = after(laid, play(EARPLUGS, "Ann", clears=card))
    assert cards(found, "Ann") == ()
    assert copies_left(found.state, card) == MODIFIERS[card].copies
    assert copies_left(found.state, EARPLUGS) == 3


def test_earplugs_that_lie_do_not_hinder_others_from_clearing():
    found = after(table(2), play(EARPLUGS, "Ann"), play(INSOMNIA, "Ben", "Ann"))
    assert clearable(found, "Ann") == (EARPLUGS, INSOMNIA)
    assert cards(after(found, play(EARPLUGS, "Ann", clears=INSOMNIA)), "Ann") == (EARPLUGS,)


def test_clearing_another_card_leaves_the_dog_and_those_who_blocked_it():
    moves = (play(DOG, "Ann", blocked_by=["Cleo"]), play(BOTTLE, "Ann", "Ann"))
    found = after(table(3), *moves, play(EARPLUGS, "Ann", clears=BOTTLE))
    assert found.state.dog_blocked_by == ("Cleo",)
    assert needs_of(found) == {"Ann": 0, "Ben": 1, "Cleo": 0}


def test_a_dog_that_comes_again_counts_for_those_who_blocked_it_before():
    moves = (play(DOG, "Ann", blocked_by=["Ben"]), play(EARPLUGS, "Ann", clears=DOG), play(DOG, "Ann"))
    found = after(table(2), *moves)
    assert found.state.dog_blocked_by == ()
    assert needs_of(found)["Ben"] == 1


# Warm Milk


@pytest.mark.parametrize("card", [ESPRESSO, INSOMNIA, BOTTLE])
def test_a_blocked_card_changes_no_bed_and_may_be_played_again(card):
    found = after(table(2), play(card, "Ann", "Ben", blocked_by=["Ben"]))
    assert found.state == table(2).state
    assert copies_left(found.state, card) == MODIFIERS[card].copies


def test_a_dog_lies_down_even_if_everybody_else_blocks_it():
    found = after(table(5), play(DOG, "Ann", blocked_by=["Dora", "Ben", "Emil", "Cleo"]))
    assert cards(found, "Ann") == (DOG,)
    assert found.state.dog_blocked_by == ("Ben", "Cleo", "Dora", "Emil")
    assert set(needs_of(found).values()) == {0}


def test_those_with_earplugs_may_block_the_dog_too():
    found = after(table(3), play(EARPLUGS, "Ben"), play(DOG, "Ann", blocked_by=["Ben"]))
    assert found.state.dog_blocked_by == ("Ben",)


@pytest.mark.parametrize(
    ("card", "by", "into", "expected"),
    [
        (ESPRESSO, "Ben", "Ann", ("Ann",)),
        (INSOMNIA, "Ben", "Cleo", ("Cleo",)),
        (BOTTLE, "Ben", "Ann", ("Ann",)),
        (BOTTLE, "Ben", "Ben", ()),
        (DOG, "Ben", "Ben", ("Cleo", "Dora", "Ann")),
        (EARPLUGS, "Ben", "Ben", ()),
        ("wolf", "Ben", None, ("Cleo", "Dora", "Ann")),
        ("shear", "Ben", None, ()),
        ("lullaby", "Ben", None, ()),
        ("snore", "Ben", None, ("Cleo",)),
        ("snore", "Dora", None, ("Ann",)),
        ("night-owl", "Ben", None, ("Cleo", "Dora", "Ann")),
        ("sleepwalker", "Ben", None, ("Cleo", "Dora", "Ann")),
        ("nightmare", "Ben", None, ("Cleo", "Dora", "Ann", "Ben")),
        ("fire-alarm", "Ben", None, ("Cleo", "Dora", "Ann")),
        ("duvet-hog", "Ben", None, ("Cleo", "Dora", "Ann")),
        ("midnight-snack", "Ben", None, ()),
    ],
)
def test_each_card_affects_those_whom_the_rulebook_names(card, by, into, expected):
    assert affected(EIGHT[:4], card, by, into) == expected
    one = {"wolf", "night-owl", "sleepwalker", "duvet-hog"}
    assert most_blocks(EIGHT[:4], card, by, into) == (1 if card in one else len(expected))


def test_no_more_than_four_block_for_the_box_has_four_warm_milk():
    assert most_blocks(EIGHT, DOG, "Ann") == 4
    assert most_blocks(EIGHT, "nightmare", "Ann") == 4
    assert most_blocks(EIGHT[:3], "nightmare", "Ann") == 3


# What is refused

PLAYS = [
    ((), play("wolf", "Ann"), "unknown-card.modifier"),
    ((), play("warm-milk", "Ann"), "unknown-card.modifier"),
    ((), play("Insomnia", "Ann", "Ben"), "unknown-card.modifier"),
    ((), play(ESPRESSO, "Ann"), "bad-play.into"),
    ((), play(INSOMNIA, "Ann"), "bad-play.into"),
    ((), play(BOTTLE, "Ann"), "bad-play.into"),
    ((), play(BOTTLE, "Ann", "Ann", clears=BOTTLE), "bad-play.clears"),
    ((), play(DOG, "Ann", clears=DOG), "bad-play.clears"),
    ((), play(EARPLUGS, "Ann", "Ann", clears=EARPLUGS), "bad-play.both"),
    ((), play(ESPRESSO, "Ann", "Ann"), "must-be-another"),
    ((), play(INSOMNIA, "Ann", "Ann"), "must-be-another"),
    ((), play(DOG, "Ann", "Ben"), "must-be-own"),
    ((), play(EARPLUGS, "Ann", "Ben"), "must-be-own"),
    ((play(INSOMNIA, "Ann", "Ben"),), play(INSOMNIA, "Cleo", "Ben"), "already-in-bed"),
    ((play(BOTTLE, "Ann", "Ann"),), play(BOTTLE, "Ann", "Ann"), "already-in-bed"),
    ((play(EARPLUGS, "Ann"),), play(EARPLUGS, "Ann"), "already-in-bed"),
    ((play(DOG, "Ann"),), play(DOG, "Ann"), "already-in-bed"),
    ((), play(EARPLUGS, "Ann", clears=INSOMNIA), "not-in-bed"),
    ((), play(EARPLUGS, "Ann", clears="coffee"), "not-in-bed"),
    ((play(INSOMNIA, "Ann", "Ben"),), play(EARPLUGS, "Ann", clears=INSOMNIA), "not-in-bed"),
    (ALL_ESPRESSO, play(ESPRESSO, "Ann", "Emil"), "none-left.card"),
    (ALL_ESPRESSO, play(ESPRESSO, "Ann", "Emil", blocked_by=["Emil"]), "none-left.card"),
    ((play(DOG, "Ann"),), play(DOG, "Ben"), "none-left.card"),
    (ALL_EARPLUGS, play(EARPLUGS, "Dora"), "none-left.card"),
    (ALL_EARPLUGS, play(EARPLUGS, "Ann", clears=EARPLUGS), "none-left.card"),
    ((), play(ESPRESSO, "Ann", "Ben", blocked_by=["Cleo"]), "not-affected.card"),
    ((), play(ESPRESSO, "Ann", "Ben", blocked_by=["Ann"]), "not-affected.card"),
    ((), play(ESPRESSO, "Ann", "Ben", blocked_by=["Ben", "Ben"]), "not-affected.twice"),
    ((), play(BOTTLE, "Ann", "Ann", blocked_by=["Ann"]), "not-affected.card"),
    ((), play(BOTTLE, "Ann", "Ann", blocked_by=["Ben"]), "not-affected.card"),
    ((), play(EARPLUGS, "Ann", blocked_by=["Ben"]), "not-affected.card"),
    (
        (play(EARPLUGS, "Ann"),),
        play(EARPLUGS, "Ann", clears=EARPLUGS, blocked_by=["Ben"]),
        "not-affected.card",
    ),
    ((), play(DOG, "Ann", blocked_by=["Ann"]), "not-affected.card"),
    ((), play(DOG, "Ann", blocked_by=EIGHT[1:6]), "none-left.warm-milk"),
]


@pytest.mark.parametrize(("moves", "move", "expected"), PLAYS)
def test_a_play_against_the_rules_is_refused_by_name_and_changes_nothing(moves, move, expected):
    before = table(6, *moves)
    view = before.view
    assert code(before, move) == expected
    assert before.view == view


def test_nothing_hinders_a_card_in_the_beds_it_may_go_into():
    found = after(table(3), play(BOTTLE, "Ann", "Ben"))
    assert beds_for(found, ESPRESSO, "Ann") == ("Ben", "Cleo")
    assert beds_for(found, BOTTLE, "Ann") == ("Ann", "Cleo")
    assert beds_for(found, DOG, "Cleo") == ("Cleo",)
    assert beds_for(after(found, play(DOG, "Ann")), DOG, "Cleo") == ()


def test_nothing_can_be_cleared_while_all_earplugs_lie_in_beds():
    assert clearable(table(4, *ALL_EARPLUGS), "Ann") == ()
    assert clearable(table(4, *ALL_EARPLUGS[:2]), "Ann") == (EARPLUGS,)
