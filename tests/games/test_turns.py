"""Who sits next to whom and who begins, for every table and every seat."""

import pytest

from companion.games.rules import Header
from companion.games.turns import (
    TurnOptions,
    check_first,
    clockwise,
    first_turn,
    next_player,
    previous_player,
)

FOUR = ("Ann", "Ben", "Cleo", "Dora")
TABLES = [tuple("ABCDEFGH"[:count]) for count in range(2, 9)]
SEATS = [(players, player) for players in TABLES for player in players]


def header(**options: object) -> Header:
    return Header("schlafmuetze", FOUR, bytes(32), TurnOptions(**options))


@pytest.mark.parametrize(
    ("player", "others"),
    [
        ("Ann", ("Ben", "Cleo", "Dora")),
        ("Ben", ("Cleo", "Dora", "Ann")),
        ("Cleo", ("Dora", "Ann", "Ben")),
        ("Dora", ("Ann", "Ben", "Cleo")),
    ],
)
def test_clockwise_names_the_others_from_the_left(player, others):
    assert clockwise(FOUR, player) == others


@pytest.mark.parametrize(("players", "player"), SEATS)
def test_clockwise_is_walking_to_the_left_until_one_is_back(players, player):
    walked = [player]
    for _ in players:
        walked.append(next_player(players, walked[-1]))
    assert walked[-1] == player
    assert clockwise(players, player) == tuple(walked[1:-1])


@pytest.mark.parametrize(("players", "player"), SEATS)
def test_the_player_before_the_next_one_is_oneself(players, player):
    assert previous_player(players, next_player(players, player)) == player
    assert next_player(players, previous_player(players, player)) == player


def test_the_next_player_sits_one_place_further_in_the_order():
    assert next_player(FOUR, "Ann") == "Ben"
    assert previous_player(FOUR, "Ann") == "Dora"


def test_nobody_is_on_turn_when_the_box_does_not_follow_the_turn():
    assert first_turn(header()) is None
    assert first_turn(header(first="Cleo")) is None


def test_the_first_in_order_begins_unless_another_is_named():
    assert first_turn(header(turns=True)) == "Ann"
    assert first_turn(header(turns=True, first="Cleo")) == "Cleo"


@pytest.mark.parametrize("turns", [True, False])
def test_who_begins_must_play_with_turns_or_without(turns):
    assert check_first(header(turns=turns)) is None
    assert check_first(header(turns=turns, first="Dora")) is None
    refusal = check_first(header(turns=turns, first="dora"))
    assert refusal is not None
    assert (refusal.code, refusal.reason) == ("bad-header", "first")
