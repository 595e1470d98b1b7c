"""13 Sheep: how long a game is, when the wolf comes, what sheep count, and who wins."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from companion.games.refusals import Refusal
from tests.games.walk import accepted, begin, line

FACES = range(1, 7)
WOLF = line("roll", face=6)
LENGTHS = {7: Fraction(1, 6), 8: Fraction(5, 18), 9: Fraction(5, 18), 10: Fraction(5, 18)}
"""How many rolls a game with the rulebook's tracker has, worked out by hand from its limits 6, 5, 4, 1."""


def code(match, entry):
    outcome = match.read(entry)
    assert isinstance(outcome, Refusal), outcome
    return outcome.code


def played(players, *moves, tracker=(1,)):
    return begin("13-sheep", players, moves, tracker=tracker)


def score(player, *areas):
    return line("score", player=player, areas=areas)


def largest(player, cells):
    return line("largest", player=player, cells=cells)


def lengths(match, chance=Fraction(1)):
    """How likely each number of rolls is from here on: every face of every roll is played."""
    if match.view["phase"] != "rolling":
        return Counter({match.view["crossed"]: chance})
    total = Counter()
    for face in FACES:
        total.update(lengths(accepted(match, line("roll", face=face)).match, chance / 6))
    return total


@pytest.mark.parametrize("blanks", [(face,) * 6 for face in FACES] + [(1, 2, 3, 4, 5, 6)])
def test_a_game_lasts_7_to_10_rolls_as_likely_as_the_limits_say(blanks):
    opening = [line("roll", face=face) for face in blanks]
    assert lengths(begin("13-sheep", ["Ann"], opening)) == LENGTHS


def test_the_first_six_rolls_bring_no_wolf_whatever_they_are_and_change_nothing_after_them():
    """Every face of every roll from the start; of games with equally many boxes crossed off one goes on."""
    level, over = {0: (begin("13-sheep", ["Ann"]), Fraction(1))}, Counter()
    for rolls in range(1, 11):
        ((match, chance),) = level.values()
        level = {}
        for face in FACES:
            after = accepted(match, line("roll", face=face)).match
            if after.view["phase"] == "scoring":
                over[rolls] += chance / 6
            else:
                level[rolls] = (after, level.get(rolls, (after, Fraction(0)))[1] + chance / 6)
    assert over == LENGTHS
    assert level == {}


@pytest.mark.parametrize(("limit", "face"), [*product(range(7), FACES)])
def test_the_wolf_comes_when_the_face_is_the_limit_or_higher(limit, face):
    outcome = accepted(begin("13-sheep", ["Ann"], tracker=(limit, 1)), line("roll", face=face))
    wolf = limit != 0 and face >= limit
    assert outcome.extra == {"face": face, "fence": not wolf}
    assert outcome.match.view["phase"] == ("scoring" if wolf else "rolling")
    assert outcome.match.view["next"] == (None if wolf else 1)


@pytest.mark.parametrize("limits", [(0,) * 19, (6,) * 19])
def test_a_tracker_of_twenty_boxes_is_rolled_to_its_end(limits):
    match = begin("13-sheep", ["Ann"], [line("roll", face=1)] * 19, tracker=(*limits, 1))
    assert (match.view["phase"], match.view["next"]) == ("rolling", 1)
    assert accepted(match, line("roll", face=1)).match.view["phase"] == "scoring"


def test_the_box_rolls_the_numbers_of_its_seed_and_a_real_die_uses_none():
    match = begin("13-sheep", ["Ann"])
    moves = [line("roll"), line("roll", face=1), line("roll"), line("roll", face=6), line("roll")]
    for move in moves:
        match = accepted(match, move).match
    assert match.view["rolls"] == (6, 1, 2, 6, 2)
    assert match.index == 3
    assert match.game.faces(match.state) == (("box", 6), ("real", 1), ("box", 2), ("real", 6), ("box", 2))


@pytest.mark.parametrize("face", [-1, 0, 7, 10**30, -(10**30)])
def test_a_face_that_no_die_has_is_refused(face):
    assert code(begin("13-sheep", ["Ann"]), line("roll", face=face)) == "bad-face"


@pytest.mark.parametrize(("sheep", "stars"), [*enumerate((0, 1, 3, 5, 8, 12) + (16,) * 8)])
def test_stars_for_each_number_of_sheep_in_an_area(sheep, stars):
    outcome = accepted(played(["Ann"], WOLF), score("Ann", sheep))
    assert outcome.extra == ({"stars": stars, "ruling": "over-six"} if sheep > 6 else {"stars": stars})
    assert outcome.match.game.points(outcome.match.header, outcome.match.state) == {"Ann": stars}


def test_stars_of_several_areas_add_up():
    outcome = accepted(played(["Ann"], WOLF), score("Ann", 1, 2, 3, 0, 7))
    assert outcome.extra == {"stars": 1 + 3 + 5 + 0 + 16, "ruling": "over-six"}


@pytest.mark.parametrize("areas", [(14,), (13, 1), (1,) * 14, (7, 7), (10**40,)])
def test_more_than_thirteen_sheep_are_refused(areas):
    assert code(played(["Ann"], WOLF), score("Ann", *areas)) == "too-many-sheep"


@pytest.mark.parametrize("areas", [(13,), (1,) * 13, (0,) * 1000, ()])
def test_thirteen_sheep_are_not_too_many(areas):
    assert accepted(played(["Ann"], WOLF), score("Ann", *areas)).match.view["phase"] == "done"


@pytest.mark.parametrize("areas", [(-1,), (5, -1), (14, -1), (-1, 10**40), (-(10**40),)])
def test_sheep_below_zero_are_refused_before_too_many(areas):
    assert code(played(["Ann"], WOLF), score("Ann", *areas)) == "bad-areas"


def test_entering_a_player_again_replaces_the_score():
    match = played(["Ann", "Ben"], WOLF, score("Ann", 6), score("Ann", 1))
    assert match.view["scores"] == {"Ann": 1}
    assert accepted(match, score("Ben", 2)).match.view["winners"] == ("Ben",)


def test_nobody_is_tied_before_the_last_score():
    match = played(["Ann", "Ben", "Cleo"], WOLF, score("Ben", 1), score("Ann", 1))
    assert (match.view["phase"], match.view["tied"]) == ("scoring", ())
    tied = accepted(match, score("Cleo", 0)).match
    assert (tied.view["phase"], tied.view["tied"]) == ("tie-break", ("Ann", "Ben"))


def test_one_player_with_no_sheep_wins():
    assert played(["Ann"], WOLF, score("Ann")).view["winners"] == ("Ann",)


def test_after_the_last_score_only_undo_corrects_one():
    match = played(["Ann", "Ben"], WOLF, score("Ann", 1), score("Ben", 1))
    assert code(match, score("Ann", 2)) == "wrong-phase"
    corrected = accepted(accepted(match, line("undo")).match, score("Ann", 2)).match
    assert accepted(corrected, score("Ben", 1)).match.view["winners"] == ("Ann",)


TIE = (WOLF, score("Ann", 1), score("Ben", 1), score("Cleo"), score("Dora", 1))
FOUR = ["Ann", "Ben", "Cleo", "Dora"]


def test_the_largest_area_of_the_tied_players_wins():
    match = played(FOUR, *TIE, largest("Dora", 5), largest("Ann", 0), largest("Ben", 6))
    assert (match.view["phase"], match.view["winners"], match.view["tied"]) == ("done", ("Ben",), ())


def test_a_size_entered_again_replaces_the_first():
    match = played(FOUR, *TIE, largest("Dora", 50), largest("Dora", 5), largest("Ann", 6), largest("Ben", 1))
    assert match.view["winners"] == ("Ann",)


def test_players_of_equal_areas_win_together_in_player_order():
    match = played(FOUR, *TIE, largest("Dora", 10**30), largest("Ben", 0))
    outcome = accepted(match, largest("Ann", 10**30))
    assert outcome.extra == {"ruling": "shared-victory"}
    assert outcome.match.view["winners"] == ("Ann", "Dora")


def test_areas_of_no_cells_are_equal_too_and_only_the_tied_win():
    match = played(FOUR, *TIE, largest("Dora", 0), largest("Ben", 0), largest("Ann", 0))
    assert match.view["winners"] == ("Ann", "Ben", "Dora")


def test_an_area_below_zero_is_refused_before_a_player_who_is_not_tied():
    match = played(FOUR, *TIE)
    assert code(match, largest("Cleo", -1)) == "bad-cells"
    assert code(match, largest("Cleo", 1)) == "not-tied"
    assert code(match, largest("Ann", -(10**30))) == "bad-cells"


def test_points_are_the_stars_and_none_without_a_score():
    match = played(["Ann", "Ben"], WOLF, score("Ben", 2))
    assert match.game.points(match.header, match.state) == {"Ann": None, "Ben": 3}
