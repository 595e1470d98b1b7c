"""What every match has: an order of checks, undo in every phase, abandon, and a past that is kept."""

import gc
from dataclasses import replace

import pytest

from companion.games.match import Match, move_line
from companion.games.refusals import Refusal
from tests.games.walk import ABANDON, UNDO, accepted, begin, line, position

WOLF = line("roll", face=6)
ANN, BEN = (line("score", player=player, areas=[1]) for player in ("Ann", "Ben"))
SIZES = tuple(line("largest", player=player, cells=3) for player in ("Ann", "Ben"))
WHOLE = (WOLF, ANN, BEN, *SIZES)
"""A whole match with the tracker [1]: one roll, two scores, a tie-break, a shared victory."""


def played(*moves):
    return begin("13-sheep", ["Ann", "Ben"], moves, tracker=(1,))


def code(match, entry):
    outcome = match.read(entry)
    assert isinstance(outcome, Refusal), outcome
    return outcome.code


ORDER = {
    "bad-line before wrong-phase": ((), '{"do": "score", "player": "Zoe", "areas": [true]}', "bad-line"),
    "wrong-phase before unknown-player": ((), line("score", player="Zoe", areas=[-1]), "wrong-phase"),
    "wrong-phase before the move's own": ((WOLF,), line("roll", face=7), "wrong-phase"),
    "unknown-player before the move's own": (
        (WOLF,),
        line("score", player="Zoe", areas=[-1]),
        "unknown-player",
    ),
    "unknown-player before bad-cells": (WHOLE[:3], line("largest", player="Zoe", cells=-1), "unknown-player"),
    "a name is compared exactly": ((WOLF,), line("score", player="ann", areas=[]), "unknown-player"),
    "a name is not trimmed": ((WOLF,), line("score", player="Ann ", areas=[]), "unknown-player"),
    "a name may be empty": ((WOLF,), line("score", player="", areas=[]), "unknown-player"),
}


@pytest.mark.parametrize(("opening", "entry", "expected"), ORDER.values(), ids=ORDER)
def test_a_line_is_checked_in_the_order_of_the_contract(opening, entry, expected):
    assert code(played(*opening), entry) == expected


@pytest.mark.parametrize("moves", range(len(WHOLE) + 1))
def test_moves_of_another_phase_are_refused_in_every_phase(moves):
    match = played(*WHOLE[:moves])
    phase = ("rolling", "scoring", "scoring", "tie-break", "tie-break", "done")[moves]
    assert match.view["phase"] == phase
    for entry, its_phase in ((WOLF, "rolling"), (ANN, "scoring"), (SIZES[0], "tie-break")):
        if its_phase != phase:
            assert code(match, entry) == "wrong-phase"
        else:
            accepted(match, entry)


@pytest.mark.parametrize("moves", range(len(WHOLE) + 1))
def test_a_match_can_be_abandoned_in_every_phase_but_the_last(moves):
    match = played(*WHOLE[:moves])
    if match.view["phase"] == "done":
        assert code(match, ABANDON) == "wrong-phase"
        return
    ended = accepted(match, ABANDON).match
    assert ended.view == {**match.view, "phase": "done", "winners": (), "tied": ()}
    assert ended.index == match.index
    assert code(ended, ABANDON) == "wrong-phase"
    assert position(accepted(ended, UNDO).match) == position(match)


def test_undo_goes_back_move_by_move_to_the_beginning():
    match = played()
    positions = [position(match)]
    for move in WHOLE:
        match = accepted(match, move).match
        positions.append(position(match))
    for before in reversed(positions[:-1]):
        match = accepted(match, UNDO).match
        assert position(match) == before
    assert code(match, UNDO) == "nothing-to-undo"
    assert match.undone == WHOLE


def test_a_roll_taken_back_comes_back_the_same_and_another_comes_after_it():
    match = begin("13-sheep", ["Ann"])
    faces = []
    for move in (line("roll"), UNDO, line("roll"), line("roll"), UNDO, UNDO, line("roll"), line("roll")):
        outcome = accepted(match, move)
        faces.append(outcome.extra.get("face"))
        match = outcome.match
    assert faces == [6, None, 6, 2, None, None, 6, 2]
    assert match.index == 2


def test_undone_moves_are_kept_until_another_move():
    match = played(WOLF, ANN)
    match = accepted(accepted(match, UNDO).match, UNDO).match
    assert match.undone == (WOLF, ANN)
    again = accepted(match, WOLF).match
    assert again.undone == (ANN,), "putting one back leaves the next"
    assert accepted(match, line("roll", face=1)).match.undone == ()
    assert accepted(again, BEN).match.undone == ()
    assert match.undone == (WOLF, ANN), "reading changes no match"


def test_lines_are_the_moves_that_count():
    match = played(WOLF, BEN, ANN)
    match = accepted(accepted(match, UNDO).match, UNDO).match
    match = accepted(match, ANN).match
    assert match.lines() == (WOLF, ANN)
    assert match.previous is not None
    assert match.previous.line == match.lines()[0]


def test_a_refused_line_leaves_the_match_and_what_was_undone():
    match = accepted(played(WOLF, ANN), UNDO).match
    before = position(match)
    assert code(match, WOLF) == "wrong-phase"
    assert (position(match), match.undone, match.line) == (before, (ANN,), WOLF)


def test_a_move_line_is_what_the_match_reads():
    match = begin("13-sheep", ["Zoë"], [move_line("roll", face=6)], tracker=(1,))
    assert move_line("roll", face=6) == '{"do": "roll", "face": 6}'
    assert accepted(match, move_line("score", player="Zoë", areas=[2])).match.view["winners"] == ("Zoë",)


@pytest.mark.soak
def test_a_match_of_very_many_moves_is_read_shown_and_forgotten():
    match = played(WOLF)
    for _ in range(200_000):
        match = replace(match, line=ANN, previous=match)
    match = accepted(match, BEN).match
    assert len(match.lines()) == 200_002
    assert len(repr(match)) < 1000
    del match
    gc.collect()


def test_a_match_compares_by_identity():
    first, second = played(WOLF), played(WOLF)
    assert isinstance(first, Match)
    assert first != second
    assert position(first) == position(second)
