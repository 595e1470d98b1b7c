"""Where a card must go and what was a mistake, against a second formulation that lays the cards out.

The second formulation knows piles as lists of cards and a box of 100 cards, and asks of every pile whether
the card may lie there; the code compares tops.
"""

import json
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.match import Accepted
from companion.games.refusals import SENTENCES, Refusal, sentence
from companion.games.schlafmuetze_placing import (
    COPIES,
    HIGHEST,
    LOWEST,
    LOWEST_DEALT,
    MIDDLE,
    OWN_DISCARD,
    Placement,
    PlacementQuestion,
    Verdict,
    answer,
    below,
    copies_in_sight,
    decide,
    judge,
    neighbours,
    placement,
    verdict,
)
from tests.games.walk import accepted, begin, line
from tests.soak import counts

START = [1, 1, 1, 1, 1]
TOPS = (None, *range(2, 21))
CARDS = range(1, 21)


# The second formulation


def laid_out(middle):
    return {f"middle:{place}": list(range(1, top + 1)) for place, top in enumerate(middle, 1)}


def fits_the_middle(pile, card):
    return [*pile, card] == list(range(1, len(pile) + 2))


def fits_a_discard_pile(top, card):
    return top is not None and {top, card} in [{low, low + 1} for low in range(1, 20)]


def legal_piles(card, middle, others):
    """The piles, other than one's own, on which the rules let `card` go."""
    in_the_middle = [name for name, pile in laid_out(middle).items() if fits_the_middle(pile, card)]
    clockwise = [name for name, top in others if fits_a_discard_pile(top, card)]
    return in_the_middle or clockwise[:1]


def ruled_by(piles, source):
    if piles:
        return piles, "middle" if piles[0] in MIDDLE else "clockwise"
    return ([OWN_DISCARD], "own-discard") if source == "draw" else ([], "stay")


def correct_moves(own, drawn, middle, others):
    """Every (moved card, pile) that is right: the own card first, then the drawn one."""
    moves = [("own", pile) for pile in legal_piles(own, middle, others)] if own else []
    if moves or drawn is None:
        return moves
    return [("drawn", pile) for pile in legal_piles(drawn, middle, others) or [OWN_DISCARD]]


def judged(own, drawn, middle, others, placed):
    moved = "own" if drawn is None else "drawn"
    correct = correct_moves(own, drawn, middle, others)
    if (moved, placed) in correct:
        return {"mistake": False, "kind": None, "should": []}
    missed = placed == OWN_DISCARD or (moved == "drawn" and correct[0][0] == "own")
    kind = "overlooked" if missed else "wrong-pile"
    return {"mistake": True, "kind": kind, "should": [pile for _, pile in correct]}


def can_lie_open(middle, cards):
    """Whether a box of 100 cards holds all these at once, and what is under the tops of five middle piles."""
    if len(middle) != 5 or not all(1 <= card <= 20 for card in (*middle, *cards)):
        return False
    box = [value for value in range(1, 21) for _ in range(5)]
    for card in (*cards, *(card for pile in laid_out(middle).values() for card in pile)):
        if card not in box:
            return False
        box.remove(card)
    return True


def answered(question):
    """What the contract says to a question in its right form: a refusal's code or the extra keys."""
    middle, others = question["middle"], question["others"]
    names = [name for name, _ in others]
    piles = [*MIDDLE, OWN_DISCARD, *names]
    asked = [question[key] for key in ("card", "own", "drawn") if question.get(key) is not None]
    if not asked or len(piles) != len(set(piles)):
        return "bad-question"
    if question["ask"] == "mistake" and (
        question["placed"] not in piles or (question["drawn"], question["placed"]) == (None, OWN_DISCARD)
    ):
        return "bad-question"
    if not can_lie_open(middle, [*asked, *(top for _, top in others if top is not None)]):
        return "impossible-position"
    if question["ask"] == "mistake":
        return judged(question["own"], question["drawn"], middle, others, question["placed"])
    place, rule = ruled_by(legal_piles(question["card"], middle, others), question["source"])
    return {"place": place, "rule": rule}


# Asking a match


def table(*moves):
    return begin("schlafmuetze", ("Ann", "Ben", "Cleo"), moves)


def placing(card, source="draw", middle=START, others=()):
    return {
        "ask": "placement",
        "card": card,
        "source": source,
        "middle": list(middle),
        "others": list(others),
    }


def mistaking(own, drawn, placed, middle=START, others=()):
    asked = {"ask": "mistake", "own": own, "drawn": drawn}
    return asked | {"middle": list(middle), "others": list(others), "placed": placed}


def ask(question, match=None):
    """The extra keys as they are printed, or the code of the refusal."""
    outcome = (match or table()).read(json.dumps(question))
    if isinstance(outcome, Refusal):
        assert sentence(outcome)
        return outcome.code
    return json.loads(json.dumps(dict(outcome.extra)))


def why(question):
    refusal = table().read(json.dumps(question))
    return f"{refusal.code}.{refusal.reason}"


# The rulebook's examples

SEATED = [["Thoren", 6], ["Andreas", 10]]


def test_example_1_a_card_goes_to_the_middle_on_the_one_below_it():
    assert ask(placing(3, "draw", [1, 2, 1, 1, 1], SEATED)) == {"place": ["middle:2"], "rule": "middle"}


def test_example_2_a_card_that_fits_no_middle_pile_goes_to_a_neighbour_of_its_value():
    to_andreas = {"place": ["Andreas"], "rule": "clockwise"}
    assert ask(placing(9, "draw", [1, 1, 2, 5, 1], SEATED)) == to_andreas


def test_example_3_the_own_discard_pile_is_looked_at_again_after_every_placing():
    after_the_nine = [["Thoren", 6], ["Andreas", 9]]
    to_andreas = {"place": ["Andreas"], "rule": "clockwise"}
    assert ask(placing(10, "discard", [1, 1, 2, 5, 1], after_the_nine)) == to_andreas
    to_oneself = {"place": [OWN_DISCARD], "rule": "own-discard"}
    assert ask(placing(15, "draw", [1, 1, 2, 5, 1], SEATED)) == to_oneself


def test_example_5_who_turns_over_a_card_while_the_own_one_fits_is_the_sleepyhead():
    middle = [4, 1, 2, 3, 1]
    assert ask(placing(5, "discard", middle, SEATED)) == {"place": ["middle:1"], "rule": "middle"}
    overlooked = {"mistake": True, "kind": "overlooked", "should": ["middle:1"]}
    assert ask(mistaking(5, 13, OWN_DISCARD, middle, SEATED)) == overlooked
    assert ask(mistaking(5, 11, "Andreas", middle, SEATED)) == overlooked


# placement, sentence by sentence


def test_every_middle_pile_one_lower_may_be_chosen_in_the_order_of_the_piles():
    assert ask(placing(9, middle=[8, 1, 8, 9, 8])) == {
        "place": ["middle:1", "middle:3", "middle:5"],
        "rule": "middle",
    }


def test_the_middle_only_goes_up_and_the_players_piles_go_both_ways():
    assert ask(placing(9, middle=[9, 10, 7, 1, 1]))["rule"] == "own-discard"
    assert ask(placing(9, others=[["Ben", 10]]))["place"] == ["Ben"]
    assert ask(placing(9, others=[["Ben", 8]]))["place"] == ["Ben"]
    assert ask(placing(9, others=[["Ben", 9], ["Cleo", 7], ["Dora", 11]]))["rule"] == "own-discard"


def test_the_middle_goes_before_the_players_and_the_first_clockwise_before_the_others():
    others = [["Ben", None], ["Cleo", 4], ["Dora", 10], ["Emil", 8]]
    assert ask(placing(9, middle=[1, 8, 1, 1, 1], others=others))["place"] == ["middle:2"]
    assert ask(placing(9, others=others)) == {"place": ["Dora"], "rule": "clockwise"}
    assert ask(placing(9, others=others[::-1])) == {"place": ["Emil"], "rule": "clockwise"}


def test_a_card_that_fits_nowhere_ends_the_turn_or_stays():
    assert ask(placing(9, "draw")) == {"place": ["own-discard"], "rule": "own-discard"}
    assert ask(placing(9, "discard")) == {"place": [], "rule": "stay"}


def test_values_do_not_go_round_from_twenty_to_one():
    assert ask(placing(20, middle=[20, 1, 1, 1, 1], others=[["Ben", 2]]))["rule"] == "own-discard"
    assert ask(placing(3, middle=[20, 1, 1, 1, 1], others=[["Ben", 20]]))["rule"] == "own-discard"


def test_where_a_card_may_lie():
    assert (below(2), below(20)) == (1, 19)
    assert (neighbours(2), neighbours(3), neighbours(20)) == ((3,), (2, 4), (19,))


def test_every_card_on_every_combination_of_tops_goes_where_the_second_formulation_says():
    middles = list(product(counts((1, 9), (1, 5, 9)), repeat=5))
    sources = ("draw", "discard")
    clockwise = {
        (card, tops): legal_piles(card, (), tuple(zip(("Ben", "Cleo"), tops, strict=True)))
        for card in CARDS
        for tops in product(TOPS, repeat=2)
    }
    for card, middle in product(CARDS, middles):
        in_the_middle = legal_piles(card, middle, ())
        for tops in product(TOPS, repeat=2):
            piles = in_the_middle or clockwise[card, tops]
            others = (("Ben", tops[0]), ("Cleo", tops[1]))
            found = [placement(card, source, middle, others) for source in sources]
            assert [(list(one.place), one.rule) for one in found] == [ruled_by(piles, way) for way in sources]


# mistake, sentence by sentence


def test_a_drawn_card_while_the_own_one_fitted_is_overlooked_wherever_it_went():
    middle, others = [4, 6, 1, 1, 1], [["Ben", 8]]
    for placed in (*MIDDLE, OWN_DISCARD, "Ben"):
        found = ask(mistaking(5, 7, placed, middle, others))
        assert found == {"mistake": True, "kind": "overlooked", "should": ["middle:1"]}


def test_an_own_card_that_fitted_at_a_neighbour_was_overlooked_too():
    others = [["Ben", 9], ["Cleo", 6]]
    found = ask(mistaking(5, 13, OWN_DISCARD, START, others))
    assert found == {"mistake": True, "kind": "overlooked", "should": ["Cleo"]}


def test_an_own_card_that_had_to_stay_leaves_the_drawn_one_to_decide():
    right = {"mistake": False, "kind": None, "should": []}
    assert ask(mistaking(12, 2, "middle:4")) == right
    assert ask(mistaking(12, 9, OWN_DISCARD)) == right
    assert ask(mistaking(12, 2, OWN_DISCARD))["kind"] == "overlooked"
    assert ask(mistaking(12, 2, OWN_DISCARD))["should"] == list(MIDDLE)
    wrong = {"mistake": True, "kind": "wrong-pile", "should": ["own-discard"]}
    assert ask(mistaking(12, 9, "middle:4")) == wrong


def test_an_own_card_moved_to_where_it_had_to_go_is_no_mistake():
    others = [["Ben", 9], ["Cleo", 6]]
    assert ask(mistaking(5, None, "Cleo", START, others)) == {"mistake": False, "kind": None, "should": []}
    wrong = {"mistake": True, "kind": "wrong-pile", "should": ["Cleo"]}
    assert ask(mistaking(5, None, "Ben", START, others)) == wrong


def test_an_own_card_that_had_to_stay_was_on_the_wrong_pile_wherever_it_went():
    for placed in (*MIDDLE, "Ben"):
        found = ask(mistaking(5, None, placed, START, [["Ben", 9]]))
        assert found == {"mistake": True, "kind": "wrong-pile", "should": []}


def test_any_of_several_middle_piles_is_right():
    for placed in MIDDLE:
        kind = ask(mistaking(None, 9, placed, [8, 1, 1, 1, 8]))["kind"]
        assert kind == (None if placed in {"middle:1", "middle:5"} else "wrong-pile")


def test_an_empty_discard_pile_of_another_may_not_be_begun():
    wrong = {"mistake": True, "kind": "wrong-pile", "should": ["own-discard"]}
    assert ask(mistaking(None, 9, "Ben", START, [["Ben", None]])) == wrong


def test_every_placing_is_judged_as_the_second_formulation_judges_it():
    middles = list(combinations_with_replacement(counts((1, 5), (1, 4, 5, 6)), 5))
    cards, tops = (None, 2, 5, 6, 7, 20), (None, 4, 6, 19)
    piles = (*MIDDLE, OWN_DISCARD, "Ben", "Cleo")
    for own, drawn, middle, ben, cleo in product(cards, cards, middles, tops, tops):
        if own is None and drawn is None:
            continue
        others = (("Ben", ben), ("Cleo", cleo))
        for placed in piles:
            found = verdict(own, drawn, middle, others, placed)
            wanted = judged(own, drawn, middle, others, placed)
            assert found.kind == wanted["kind"]
            assert list(found.should) == wanted["should"]


# What a screen knows: only what decides


def test_a_placement_follows_from_the_fitting_piles_and_the_first_neighbour():
    assert decide("draw", ("middle:2",), "Ben") == Placement(("middle:2",), "middle")
    assert decide("draw", ("the middle",), None) == Placement(("the middle",), "middle")
    assert decide("discard", (), "Ben") == Placement(("Ben",), "clockwise")
    assert decide("draw", (), None) == Placement((OWN_DISCARD,), "own-discard")
    assert decide("discard", (), None) == Placement((), "stay")


@pytest.mark.parametrize(
    ("rule", "away"), [("middle", True), ("clockwise", True), ("own-discard", False), ("stay", False)]
)
def test_a_card_gets_away_to_the_middle_or_to_another_player(rule, away):
    assert Placement((), rule).away is away


def test_a_verdict_names_the_card_and_the_placement_that_decided():
    own, stays = decide("discard", (), "Ben"), decide("discard", (), None)
    drawn = decide("draw", ("the middle",), None)
    assert judge(own, drawn, "the middle") == Verdict("overlooked", own, own=True)
    assert judge(own, None, "Ben") == Verdict(None, own, own=True)
    assert judge(stays, None, "Ben") == Verdict("wrong-pile", stays, own=True)
    assert judge(stays, drawn, "the middle") == Verdict(None, drawn, own=False)
    assert judge(None, drawn, OWN_DISCARD) == Verdict("overlooked", drawn, own=False)
    assert judge(None, drawn, "Ben") == Verdict("wrong-pile", drawn, own=False)


def test_a_verdict_needs_a_card():
    with pytest.raises(ValueError, match="no card"):
        judge(None, None, "Ben")
    with pytest.raises(ValueError, match="no card"):
        verdict(None, None, (1, 1, 1, 1, 1), (), "Ben")


def test_the_whole_middle_is_needed():
    with pytest.raises(ValueError, match="zip"):
        placement(2, "draw", (1, 1, 1, 1), ())


# Names are free


@pytest.mark.parametrize("name", ["Ann", "Zoe", "", " ", "middle:0", "middle:6", "Middle:1", "own", "ß" * 500])
def test_any_other_name_is_a_pile_of_its_own(name):
    assert ask(placing(9, others=[[name, 8]])) == {"place": [name], "rule": "clockwise"}
    assert ask(mistaking(None, 9, name, others=[[name, 8]]))["mistake"] is False


@pytest.mark.parametrize("name", [*MIDDLE, OWN_DISCARD])
def test_a_name_of_a_middle_pile_or_of_the_own_one_is_none(name):
    assert why(placing(9, others=[[name, 8]])) == "bad-question.twins"
    assert why(mistaking(None, 9, name, others=[[name, 8]])) == "bad-question.twins"


def test_two_piles_of_one_name_are_a_bad_question():
    assert why(placing(9, others=[["Ben", 8], ["Cleo", 8], ["Ben", None]])) == "bad-question.twins"
    assert why(mistaking(None, 9, "Ben", others=[["Ben", None], ["Ben", None]])) == "bad-question.twins"
    assert ask(placing(9, others=[["Ben", 8], ["ben", 8]]))["place"] == ["Ben"]


@pytest.mark.parametrize("count", [0, 1, 2, 9, 200])
def test_others_may_be_fewer_or_more_than_play(count):
    others = [[f"P{seat}", None] for seat in range(count)]
    assert ask(placing(9, others=[*others, ["Last", 8]]))["place"] == ["Last"]
    assert ask(placing(9, others=others))["rule"] == "own-discard"


# Refusals


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (mistaking(None, None, "middle:1"), "no-card"),
        (mistaking(4, None, OWN_DISCARD), "not-moved"),
        (mistaking(4, 7, "middle:6"), "no-pile"),
        (mistaking(4, 7, "middle:0"), "no-pile"),
        (mistaking(4, 7, "Ben", others=[["ben", 6]]), "no-pile"),
        (mistaking(4, None, ""), "no-pile"),
    ],
)
def test_a_bad_question_says_why(question, reason):
    assert why(question) == f"bad-question.{reason}"


TWINS = [["Ben", 8], ["Ben", 8]]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (mistaking(None, None, OWN_DISCARD, others=TWINS), "no-card"),
        (mistaking(None, None, "nowhere", [0]), "no-card"),
        (mistaking(4, None, OWN_DISCARD, others=TWINS), "twins"),
        (mistaking(4, None, "nowhere", others=TWINS), "twins"),
        (mistaking(4, 5, "nowhere", [1] * 4, TWINS), "twins"),
        (mistaking(21, None, OWN_DISCARD), "not-moved"),
        (mistaking(21, None, "nowhere"), "no-pile"),
        (mistaking(4, 1, "nowhere", [1] * 6), "no-pile"),
        (placing(0, others=TWINS), "twins"),
        (placing(9, middle=[9, 9, 9, 9, 9], others=TWINS), "twins"),
        (placing(9, middle=[], others=TWINS), "twins"),
    ],
)
def test_a_bad_question_comes_before_an_impossible_position_and_its_faults_in_order(question, reason):
    assert why(question) == f"bad-question.{reason}"


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (placing(0), "card"),
        (placing(21), "card"),
        (placing(-5), "card"),
        (placing(9, middle=[1, 1, 1, 1, 0]), "card"),
        (placing(9, middle=[1, 1, 1, 1, 21]), "card"),
        (placing(9, others=[["Ben", 0]]), "card"),
        (placing(9, others=[["Ben", 21]]), "card"),
        (mistaking(0, 9, "middle:1"), "card"),
        (mistaking(9, 21, "middle:1"), "card"),
        (placing(9, middle=[1, 1, 1, 1]), "middle"),
        (placing(9, middle=[1] * 6), "middle"),
        (placing(9, middle=[]), "middle"),
        (placing(1), "copies"),
        (placing(9, others=[["Ben", 1]]), "copies"),
        (placing(9, middle=[20] * 5), "copies"),
        (placing(0, middle=[1] * 4), "card"),
        (placing(1, middle=[1] * 6), "middle"),
    ],
)
def test_an_impossible_position_says_why(question, reason):
    assert why(question) == f"impossible-position.{reason}"


@pytest.mark.parametrize("digits", ["9" * 30, "-" + "9" * 30, "9" * 5000])
def test_a_number_of_any_length_is_no_card(digits):
    template = json.dumps(placing(9, middle=[1, 1, 1, 1, 7], others=[["Ben", 8]]))
    for part in ("9", "8", "7"):
        refusal = table().read(template.replace(part, digits))
        assert (refusal.code, refusal.reason) == ("impossible-position", "card")
        assert "…" in sentence(refusal)
        assert len(sentence(refusal)) < 100


def in_sight(question):
    """How often 5 lies open in a question that the box answers or refuses for its copies."""
    tops = [top for _, top in question["others"]]
    asked = [question.get(key) for key in ("card", "own", "drawn")]
    return sum(top >= 5 for top in question["middle"]) + [*tops, *asked].count(5)


FIVES = [["P1", 5], ["P2", 5], ["P3", None], ["P4", 6], ["P5", 4]]


@pytest.mark.parametrize(
    "question",
    [
        question
        for middle in (
            [5, 6, 20, 1, 4],
            [5, 6, 4, 1, 4],
            [5, 4, 4, 4, 4],
            [1, 1, 1, 1, 1],
            [20, 20, 20, 5, 1],
        )
        for others in (FIVES, FIVES[1:], FIVES[2:])
        for question in (
            placing(5, "draw", middle, others),
            placing(5, "discard", middle, others),
            placing(3, "draw", middle, others),
            mistaking(5, 5, "P4", middle, others),
            mistaking(None, 5, "P4", middle, others),
            mistaking(5, None, "P4", middle, others),
            mistaking(3, 2, "P4", middle, others),
        )
    ],
)
def test_five_of_a_value_may_be_in_sight_and_a_sixth_may_not(question):
    refusal = table().read(json.dumps(question))
    too_many_fives = isinstance(refusal, Refusal) and refusal.values.get("card") == 5
    assert too_many_fives == (in_sight(question) > 5)
    if in_sight(question) > 5:
        assert (refusal.code, refusal.reason) == ("impossible-position", "copies")
        assert refusal.values["times"] == in_sight(question)


def test_a_middle_pile_holds_one_card_of_each_value_up_to_its_top():
    assert copies_in_sight((1, 1, 3, 4, 1), (3, 4, 4)) == {1: 5, 2: 2, 3: 3, 4: 3}


def test_the_box_holds_a_hundred_cards_and_the_middle_starts_with_the_ones():
    assert (LOWEST, HIGHEST, COPIES, len(MIDDLE), LOWEST_DEALT) == (1, 20, 5, 5, 2)
    assert ask(placing(LOWEST)) == "impossible-position"
    assert ask(placing(LOWEST_DEALT))["place"] == list(MIDDLE)


def test_positions_are_possible_when_a_box_of_a_hundred_cards_can_lay_them_out():
    values = (1, 2, 3, 19, 20)
    for middle in combinations_with_replacement(values, 5):
        for card, ben, cleo in product(values, (None, 2, 3, 20), (None, 2, 19)):
            tops = [top for top in (ben, cleo) if top is not None]
            outcome = answer(PlacementQuestion(card, "draw", middle, (("Ben", ben), ("Cleo", cleo))))
            assert isinstance(outcome, Refusal) != can_lie_open(middle, [card, *tops])


@pytest.mark.parametrize(
    "key",
    [
        "bad-question.no-card",
        "bad-question.twins",
        "bad-question.not-moved",
        "bad-question.no-pile",
        "impossible-position.card",
        "impossible-position.middle",
        "impossible-position.copies",
    ],
)
def test_every_refusal_of_a_question_has_its_sentence(key):
    assert SENTENCES[key].strip()


# The form of the line


def without(question, key):
    return {name: value for name, value in question.items() if name != key}


RIGHT = (placing(9, others=[["Ben", 8]]), mistaking(4, 9, "Ben", others=[["Ben", 8]]))


@pytest.mark.parametrize("question", [without(right, key) for right in RIGHT for key in right if key != "ask"])
def test_no_key_may_be_left_out(question):
    assert ask(question) == "bad-line"


@pytest.mark.parametrize(
    "question",
    [
        *(right | {key: None} for right in RIGHT for key in right if key not in {"own", "drawn"}),
        *(right | {key: 1.0} for right in RIGHT for key in right),
        *(right | {key: True} for right in RIGHT for key in right),
        *(right | {"source": source} for right in RIGHT[:1] for source in ("table", "Draw", "own-discard", "")),
        *(right | {"others": others} for right in RIGHT for others in ([["Ben"]], [["Ben", 8, 8]], [["Ben", "8"]])),
        *(right | {"others": others} for right in RIGHT for others in ([[None, 8]], [[8, "Ben"]], {"Ben": 8})),
        *(right | {"others": others} for right in RIGHT for others in ([["Ben", 8.0]], [["Ben", True]], [[]])),
        *(right | {"others": others} for right in RIGHT for others in (["Ben"], [["Ben", [8]]], "Ben")),
        *(right | {"middle": middle} for right in RIGHT for middle in ([1, 1, 1, 1, None], 1, [[1]] * 5, ["1"])),
        *(right | {"rule": "middle"} for right in RIGHT),
        *(right | {"player": "Ann"} for right in RIGHT),
        RIGHT[0] | {"placed": "Ben"},
        RIGHT[0] | {"own": None},
        RIGHT[1] | {"card": 9},
        RIGHT[1] | {"source": "draw"},
        RIGHT[0] | {"ask": "mistake"},
        RIGHT[1] | {"ask": "placement"},
        RIGHT[0] | {"ask": "where"},
        RIGHT[0] | {"do": "call"},
    ],
)
def test_a_question_of_another_form_is_a_bad_line(question):
    assert ask(question) == "bad-line"


def test_a_bad_line_comes_before_a_bad_question_and_an_impossible_position():
    assert ask(mistaking(None, None, "nowhere", [0], TWINS) | {"card": 9}) == "bad-line"
    assert ask(placing(99, "table", [0], TWINS)) == "bad-line"


def test_own_and_drawn_and_a_top_must_be_there_and_may_be_null():
    assert ask(mistaking(None, 9, "Ben", others=[["Ben", 8], ["Cleo", None]]))["mistake"] is False
    assert ask(mistaking(9, None, "Ben", others=[["Ben", 8], ["Cleo", None]]))["mistake"] is False


def test_of_a_key_that_occurs_twice_the_last_counts():
    text = json.dumps(RIGHT[0])
    assert table().read(text[:-1] + ', "card": 2}').extra["place"] == MIDDLE


# In every phase, changing nothing


@pytest.mark.parametrize("question", [*RIGHT, placing(0), mistaking(None, None, "Ben")])
@pytest.mark.parametrize(
    "opening",
    [
        (),
        (line("call", by="Ann", against="Ben"),),
        (line("won", by="Ann"),),
        (line("abandon"),),
        (line("call", by="Ann", against="Ben"), line("abandon")),
    ],
)
def test_a_question_works_in_every_phase_and_changes_nothing(opening, question):
    match = table(*opening)
    before = (match.state, match.view, match.lines(), match.undone, match.index)
    outcome = match.read(json.dumps(question))
    assert ask(question, match) == ask(question)
    assert isinstance(outcome, Refusal) or outcome.match is match
    assert (match.state, match.view, match.lines(), match.undone, match.index) == before


def test_undo_passes_over_questions():
    match = table(line("won", by="Ann"))
    asked = accepted(match, json.dumps(RIGHT[0])).match
    assert accepted(asked, line("undo")).match.view == table().view


# Questions at random

CARD = st.one_of(st.integers(2, 9), st.integers(2, 20), st.integers(-1, 22))
TOPMOST = st.none() | CARD
PLAYERS = ("Ben", "Cleo", "Dora", "Emil")
SEATS = st.lists(st.sampled_from([None, *range(2, 10)]), max_size=4).map(
    lambda tops: list(zip(PLAYERS[: len(tops)], tops, strict=True))
)
NAME = st.sampled_from(["Ann", "Zoe", "", "middle:6", "middle:1", "own-discard", *PLAYERS])
SOME_OTHERS = st.one_of(SEATS, SEATS, st.lists(st.tuples(NAME, TOPMOST), max_size=4))
FIVE_TOPS = st.lists(st.integers(1, 8), min_size=5, max_size=5)
SOME_MIDDLE = st.one_of(FIVE_TOPS, FIVE_TOPS, st.lists(CARD, min_size=4, max_size=6))
PLACINGS = st.builds(placing, CARD, st.sampled_from(["draw", "discard"]), SOME_MIDDLE, SOME_OTHERS)
MISTAKINGS = st.builds(
    mistaking,
    TOPMOST,
    TOPMOST,
    st.sampled_from((*MIDDLE, OWN_DISCARD, *PLAYERS[:2])) | NAME,
    SOME_MIDDLE,
    SOME_OTHERS,
)


LOW_MIDDLE = st.lists(st.integers(1, 4), min_size=5, max_size=5)
EARLY = st.one_of(
    st.builds(placing, st.integers(2, 9), st.sampled_from(["draw", "discard"]), LOW_MIDDLE, SEATS),
    st.builds(mistaking, st.none() | st.integers(2, 9), st.integers(2, 9), st.sampled_from(MIDDLE), LOW_MIDDLE, SEATS),
)


@given(EARLY)
def test_early_in_a_game_the_answer_is_that_of_the_second_formulation(question):
    assert ask(question) == answered(question)


@given(PLACINGS | MISTAKINGS)
def test_any_question_is_answered_or_refused_as_the_second_formulation_says(question):
    assert ask(question) == answered(question)


@given(st.integers(1, 20), FIVE_TOPS, SOME_OTHERS)
def test_knowing_what_decides_is_knowing_everything(card, middle, others):
    piles = tuple(pile for pile, top in zip(MIDDLE, middle, strict=True) if top == below(card))
    first = next((name for name, top in others if top in neighbours(card)), None)
    for source in ("draw", "discard"):
        whole = placement(card, source, tuple(middle), tuple(others))
        assert decide(source, piles, first) == whole


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["Ben", "draw", 1, 20]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(st.sampled_from(RIGHT), st.data())
def test_absurd_values_are_refused_with_a_sentence_and_never_an_error(right, data):
    keys = data.draw(st.sets(st.sampled_from([*right, "do", "extra"]), min_size=1))
    match = table()
    outcome = match.read(json.dumps(right | {key: data.draw(JSON) for key in keys}))
    if isinstance(outcome, Refusal):
        assert sentence(outcome)
    else:
        assert isinstance(outcome, Accepted)
        assert outcome.match is match


@given(st.text())
def test_names_may_be_any_text(name):
    outcome = table().read(json.dumps(placing(9, others=[[name, 8]])))
    assert outcome.extra["place"] == (name,)
