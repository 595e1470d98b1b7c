"""Whatever is read, nothing raises, a refusal changes nothing, and undo gives back what was there.

Lines come from the cases of all games, as they are, mutated, or made up; every game in the registry is played.
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.match import GAMES, Accepted, Match, header_line, start
from companion.games.refusals import SENTENCES, Refusal, sentence
from companion.games.rules import DONE
from tests.games.test_cases import SCRIPTS
from tests.games.walk import ABANDON, UNDO, accepted, position
from tests.soak import counts

CODES = {key.partition(".")[0] for key in SENTENCES}
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Zoë")
KEYS = ("do", "ask", "player", "areas", "cells", "face", "by", "into", "card", "blocked_by", "hand", "bed", "against")
VALUES = (*NAMES, "roll", "score", "largest", "undo", "abandon", "play", "call", "won", 0, 1, 4, 6, 7, 13, 14, -1, True)


def headers_and_lines():
    """Of each game the headers of its cases, and every other line of every case."""
    headers, lines = {name: [] for name in GAMES}, {name: [] for name in GAMES}
    for script in SCRIPTS:
        first, *rest = script.read_bytes().splitlines()
        match = start(first)
        if isinstance(match, Match):
            headers[match.header.game].append(first)
            lines[match.header.game] += rest
    return headers, lines


HEADERS, LINES = headers_and_lines()
ALL_LINES = sorted({line for lines in LINES.values() for line in lines})

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(VALUES),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(), inner, max_size=4),
    max_leaves=10,
)
json_lines = st.dictionaries(st.sampled_from(KEYS), json_values, max_size=5).map(json.dumps).map(str.encode)


@st.composite
def mutated(draw):
    """A real line in which some stretches of bytes are replaced by others."""
    line = bytearray(draw(st.sampled_from(ALL_LINES)))
    for _ in range(draw(st.integers(1, 3))):
        begin = draw(st.integers(0, len(line)))
        end = min(len(line), begin + draw(st.integers(0, 4)))
        pieces = st.binary(max_size=4) | st.sampled_from(
            [b"-", b"1", b"9" * 5000, b"[", b"{}", b'"', b"null", b"\\ud800"]
        )
        line[begin:end] = draw(pieces)
    return bytes(line).replace(b"\n", b" ")


def sheep_moves():
    rolls = st.one_of(st.just({"do": "roll"}), st.builds(lambda f: {"do": "roll", "face": f}, st.integers(0, 7)))
    names = st.sampled_from(NAMES[:3])
    areas = st.lists(st.integers(-1, 14), max_size=3)
    scores = st.builds(lambda p, a: {"do": "score", "player": p, "areas": a}, names, areas)
    sizes = st.builds(lambda p, c: {"do": "largest", "player": p, "cells": c}, names, st.integers(-1, 3))
    return (rolls | scores | sizes).map(json.dumps).map(str.encode)


def any_line(game):
    controls = st.sampled_from([UNDO.encode(), ABANDON.encode()])
    real = st.sampled_from(LINES[game])
    return real | real | sheep_moves() | mutated() | json_lines | st.binary(max_size=60) | controls


@st.composite
def scripts(draw, game):
    header = draw(st.sampled_from(HEADERS[game]))
    return header, draw(st.lists(any_line(game), max_size=40))


def read(match: Match, line: bytes) -> Match:
    """The match after a line, all that holds for every line checked on the way."""
    before, undone = position(match), match.undone
    outcome = match.read(line)
    assert (position(match), match.undone) == (before, undone)
    if isinstance(outcome, Refusal):
        assert outcome.code in CODES
        assert sentence(outcome).strip().encode()
        return match
    assert isinstance(outcome, Accepted)
    after = outcome.match
    text = json.dumps({"state": after.view, **outcome.extra}, ensure_ascii=False)
    assert "\n" not in text
    assert text.encode()
    if after.previous is match:
        assert position(accepted(after, UNDO).match) == before
        assert after.line.encode() == line.strip(b" \t\r")
    elif after is not match:
        assert match.previous is not None
        assert position(after) == position(match.previous)
        assert after.undone == (match.line, *undone)
    return after


def assert_can_be_abandoned(match: Match) -> None:
    outcome = match.read(ABANDON)
    if match.view["phase"] == DONE:
        assert isinstance(outcome, Refusal)
        assert outcome.code == "wrong-phase"
    else:
        ended = accepted(match, ABANDON).match
        assert (ended.view["phase"], ended.view["winners"]) == (DONE, ())
        assert position(accepted(ended, UNDO).match) == position(match)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=counts(100, 2000))
@given(data=st.data())
def test_any_lines_are_read_and_undo_gives_back_what_was_there(game, data):
    header, lines = data.draw(scripts(game))
    match = start(header)
    assert isinstance(match, Match)
    for line in lines:
        match = read(match, line)
        assert_can_be_abandoned(match)
    again = start(header)
    for line in match.lines():
        again = accepted(again, line).match
    assert position(again) == position(match), "the lines that count give the same match"


@given(line=mutated() | json_lines | st.binary(max_size=80) | st.text(max_size=80) | st.sampled_from(ALL_LINES))
def test_any_first_line_starts_a_match_or_is_refused_as_bad_header(line):
    outcome = start(line)
    if isinstance(outcome, Refusal):
        assert outcome.code == "bad-header"
        assert sentence(outcome).strip()


@given(
    game=st.sampled_from((*GAMES, "chess")),
    players=st.lists(st.text(max_size=13) | st.sampled_from(NAMES), max_size=11),
    seed=st.binary(max_size=33) | st.binary(min_size=32, max_size=32),
    options=st.dictionaries(st.sampled_from(["tracker", "turns", "first", "false_alarm_penalty"]), json_values),
)
def test_any_header_starts_a_match_that_says_what_it_said_or_is_refused(game, players, seed, options):
    line = header_line(game, tuple(players), seed, options)
    outcome = start(line)
    if isinstance(outcome, Refusal):
        assert outcome.code == "bad-header"
        assert sentence(outcome).strip().encode()
    else:
        assert (outcome.header.game, list(outcome.header.players)) == (game, players)
        assert outcome.header.seed == seed
        assert outcome.view["phase"] != DONE


def test_the_corpus_has_headers_and_lines_of_every_game():
    for game in GAMES:
        assert len(HEADERS[game]) >= 3
        assert len(LINES[game]) >= 20
