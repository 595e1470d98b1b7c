"""“What should have happened?” on the screens: only what decides is asked, the verdict is right, presses are few."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.schlafmuetze_placing import MIDDLE, OWN_DISCARD, placement, verdict
from companion.games.turns import clockwise
from companion.screens.schlafmuetze import facts
from tests.screens.bedtime import press, tokens
from tests.screens.sleepy import ASK, NAMES, WIDE_NAMES, moves, state, table

FOUR = NAMES[:4]
AGAINST = "Ben"
OTHERS = clockwise(FOUR, AGAINST)
MOST_PRESSES = 25

card = st.integers(2, 20)
top = st.none() | card


@st.composite
def positions(draw):
    """A placing: own top card, card turned over, middle, the others' tops, and where a card went."""
    own = draw(top)
    drawn = draw(card if own is None else top)
    middle = tuple(draw(st.lists(st.integers(1, 20), min_size=5, max_size=5)))
    others = tuple((name, draw(top)) for name in OTHERS)
    piles = [*MIDDLE, *OTHERS, *([] if drawn is None else [OWN_DISCARD])]
    return own, drawn, middle, others, draw(st.sampled_from(piles))


def answers_of(own, drawn, middle, others, placed):
    """What people at the table would answer, question by question, until none is open."""
    answers = {}
    while (question := facts.questions(answers)[-1]) not in answers:
        answers[question] = _answer(question, answers, (own, drawn, middle, others, placed))
    return answers


def _answer(question, answers, position):
    own, drawn, middle, others, placed = position
    if question in (facts.OWN, facts.DRAWN):
        return {facts.OWN: own, facts.DRAWN: drawn}[question]
    if question == facts.TURNED:
        return drawn is not None
    if question == facts.PLACED:
        return _pile(placed, middle, facts.moved(answers))
    due = placement(answers[facts.CARD_OF[question]], "draw", middle, others)
    if question in (facts.OWN_MIDDLE, facts.DRAWN_MIDDLE):
        return due.rule == "middle"
    return due.place[0] if due.rule == "clockwise" else None


def _pile(placed, middle, moved):
    if placed in MIDDLE:
        fits = middle[MIDDLE.index(placed)] == moved - 1
        return facts.FITTING if fits else facts.NOT_FITTING
    return placed if placed == OWN_DISCARD else facts.pile_of(placed)


@given(positions())
def test_the_questions_come_to_the_verdict_that_all_open_piles_give(position):
    found, whole = facts.judged(answers_of(*position)), verdict(*position)
    assert (found.kind, found.placement.rule, found.own) == (whole.kind, whole.placement.rule, whole.own)
    due = whole.placement.place
    if whole.placement.rule == "clockwise":
        assert facts.owner_of(found.placement.place[0], FOUR) == due[0]


@pytest.mark.parametrize("name", [OWN_DISCARD, *MIDDLE])
def test_a_player_who_is_called_like_a_pile_is_none(name):
    answers = {facts.OWN: None, facts.DRAWN: 10, facts.DRAWN_MIDDLE: False, facts.DRAWN_NEIGHBOUR: None}
    assert facts.judged({**answers, facts.PLACED: facts.pile_of(name)}).kind == "wrong-pile"
    assert len(facts.FITTING) > 12 < len(facts.NOT_FITTING)


@given(positions())
def test_nothing_is_asked_that_is_known(position):
    own, drawn, middle, others, _ = position
    asked = facts.questions(answers_of(*position))
    fits = own is not None and placement(own, "discard", middle, others).away
    assert len(asked) == len(set(asked)) <= 7
    assert (facts.DRAWN in asked) == (not fits)
    assert (facts.PLACED in asked) == (not fits or drawn is None)
    assert (facts.OWN_MIDDLE in asked) == (own is not None)


def _presses(question, value, place):
    """The presses that answer a question from where its screen begins."""
    if question in (facts.OWN, facts.DRAWN):
        return ("roll",) if value is None else ("up" if value > 10 else "down",) * abs(value - 10) + ("ok",)
    if question in (facts.OWN_MIDDLE, facts.DRAWN_MIDDLE, facts.TURNED):
        return ("ok",) if value else ("roll",)
    return ("down",) * place + ("ok",)


def presses(answers):
    """All presses from the first question to what was found."""
    pressed = []
    for question in facts.questions(answers):
        pressed += _presses(question, answers[question], _place(question, answers))
    return pressed


def _place(question, answers):
    """How far down the list the answer stands, for the questions that are lists."""
    if question in (facts.OWN_NEIGHBOUR, facts.DRAWN_NEIGHBOUR):
        return (None, *OTHERS).index(answers[question])
    if question != facts.PLACED:
        return 0
    own = () if facts.moved_own(answers) else (OWN_DISCARD,)
    middle = (facts.FITTING, facts.NOT_FITTING) if facts.moved_fits_middle(answers) else (facts.NOT_FITTING,)
    return (*own, *middle, *map(facts.pile_of, OTHERS)).index(answers[facts.PLACED])


NEAR = st.integers(8, 12)


@st.composite
def near_positions(draw):
    """Positions whose two cards are near the numbers that the screens begin with."""
    own = draw(st.none() | NEAR)
    drawn = draw(NEAR if own is None else st.none() | NEAR)
    _, _, middle, others, placed = draw(positions())
    return own, drawn, middle, others, MIDDLE[0] if placed == OWN_DISCARD and drawn is None else placed


@given(near_positions())
def test_from_the_call_to_the_verdict_four_players_need_25_presses_at_most(position):
    to_the_question, to_the_verdict = len(tokens(f"seat:3 {ASK}")), 1
    assert to_the_question + len(presses(answers_of(*position))) + to_the_verdict <= MOST_PRESSES


def test_the_longest_way_near_the_start_is_pressed(tmp_path):
    position = (12, 8, (1, 1, 1, 1, 1), (("Clara", None), ("Dora", None), ("Anna", 9)), "Anna")
    way = [*tokens(f"seat:3 {ASK}"), *presses(answers_of(*position))]
    with table(tmp_path, FOUR) as at:
        assert at.take(*way).words[:2] == ("No mistake!", "The 8 belongs to Anna.")
        assert at.take("ok").screen == "dismissed"
        assert len(way) + 1 == 23


@pytest.mark.parametrize(
    ("position", "words", "move"),
    [
        ((10, 5, (9, 1, 1, 1, 1), (), OWN_DISCARD), ("Mistake!", "The 10 belongs in the middle, on 9."), "uphold"),
        ((10, None, (1,) * 5, (("Dora", 11),), "Clara"), ("Mistake!", "The 10 belongs to Dora."), "uphold"),
        ((10, None, (1,) * 5, (), "Clara"), ("Mistake!", "The 10 had to stay."), "uphold"),
        ((10, 12, (1,) * 5, (), "middle:1"), ("Mistake!", "The 12 belongs on the player’s own pile."), "uphold"),
        ((None, 10, (9, 1, 1, 1, 1), (), "middle:2"), ("Mistake!", "The 10 belongs in the middle, on 9."), "uphold"),
        (
            (None, 10, (9, 1, 1, 1, 1), (), "middle:1"),
            ("No mistake!", "The 10 belongs in the middle, on 9."),
            "dismiss",
        ),
        ((10, None, (1,) * 5, (("Clara", 9),), "Clara"), ("No mistake!", "The 10 belongs to Clara."), "dismiss"),
        ((2, 10, (1, 1, 1, 1, 1), (), OWN_DISCARD), ("Mistake!", "The 2 belongs in the middle, on 1."), "uphold"),
        ((None, 20, (2,) * 5, (("Anna", 19),), OWN_DISCARD), ("Mistake!", "The 20 belongs to Anna."), "uphold"),
    ],
)
def test_it_says_where_the_card_had_to_go_and_proposes_the_verdict(tmp_path, position, words, move):
    own, drawn, middle, shown, placed = position
    others = tuple((name, dict(shown).get(name)) for name in OTHERS)
    with table(tmp_path, FOUR) as at:
        way = presses(answers_of(own, drawn, middle, others, placed))
        assert at.take(*tokens(f"seat:3 {ASK}"), *way).words[:2] == words
        press(at, "ok" if move == "dismiss" else "ok ok")
        assert moves(at) == ["call", move]


def test_the_numbers_end_at_2_and_20(tmp_path):
    with table(tmp_path) as at:
        assert "2" in press(at, f"seat:3 {ASK} down*30").words
        assert "20" in press(at, "up*30").words


def test_without_an_own_card_one_must_have_been_turned_over(tmp_path):
    with table(tmp_path) as at:
        drawn = press(at, f"seat:3 {ASK} roll")
        assert not any(word.startswith("ROLL") for word in drawn.words)
        assert press(at, "roll") == drawn


def test_back_leaves_for_the_verdict_and_every_answer_is_kept(tmp_path):
    with table(tmp_path) as at:
        press(at, f"seat:3 {ASK} up ok roll down ok down*2")
        assert press(at, "back").screen == "verdict"
        assert "11" in press(at, "back*0 ok").words
        assert press(at, "ok roll").screen == "who-first"
        marked = press(at, "wait:0")
        assert press(at, "up down") == marked
        assert press(at, "ok").words[1] == "turned over a card?"


def test_the_answers_are_about_one_player(tmp_path):
    with table(tmp_path) as at:
        press(at, f"seat:3 {ASK} up*3 back roll")
        assert press(at, "ok").words[:3] == ("Anna", "top card of the discard pile", "10")


def test_what_was_found_can_be_overruled(tmp_path):
    with table(tmp_path) as at:
        assert press(at, f"seat:3 {ASK} ok*3").words[0] == "Mistake!"
        press(at, "back up ok")
        assert state(at)["dismissed"]["Clara"] == 1


@pytest.mark.parametrize("names", [WIDE_NAMES, NAMES])
def test_among_eight_every_pile_can_be_named(tmp_path, names):
    with table(tmp_path, names) as at:
        press(at, f"seat:3 {ASK} ok roll")
        assert press(at, "up ok roll").screen == "where-to"
        assert press(at, "up ok").words[:2] == ("No mistake!", f"The 10 belongs to {names[0]}.")
