"""Every refusal has a sentence, every sentence a refusal, and each fills in whatever the values are."""

import ast
from pathlib import Path
from string import Formatter

import pytest

import companion.games
from companion.games.match import Match, header_line, start
from companion.games.refusals import LONGEST_VALUE, SENTENCES, Refusal, refuse, sentence
from tests.games.walk import begin, line

SOURCES = sorted(Path(companion.games.__file__).parent.glob("*.py"))
ODD_VALUES = (
    0, -1, 10**5000, -(10**5000), True, "", "W" * 10_000, "{name}", "{", "}", "{0}", "\n", "%s",
)  # fmt: skip


def texts(node):
    """The texts that an argument can be: a literal, or one of two."""
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    assert isinstance(node, ast.Constant), f"line {node.lineno}: a code is written out, or a test cannot find it"
    assert isinstance(node.value, str)
    return {node.value}


def calls(name):
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield path.name, node


def refused():
    """Each (key in SENTENCES, names of the values) that the rules refuse with."""
    for _, node in calls("refuse"):
        reasons = texts(node.args[1]) if len(node.args) > 1 else {""}
        for code in texts(node.args[0]):
            for reason in reasons:
                yield f"{code}.{reason}" if reason else code, {value.arg for value in node.keywords}


def fields(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_rules_refuse_with_exactly_the_codes_that_have_a_sentence():
    assert {key for key, _ in refused()} == set(SENTENCES)


def test_each_refusal_brings_exactly_the_values_that_its_sentence_names():
    for key, values in refused():
        assert values == fields(SENTENCES[key]), key


def test_refusals_are_made_in_one_way_only():
    assert {name for name, _ in calls("Refusal")} == {"refusals.py"}


@pytest.mark.parametrize("key", SENTENCES)
def test_a_sentence_fills_in_whatever_its_values_are(key):
    code, _, reason = key.partition(".")
    places = [name for _, name, _, _ in Formatter().parse(SENTENCES[key]) if name is not None]
    for value in ODD_VALUES:
        text = sentence(refuse(code, reason, **dict.fromkeys(places, value)))
        assert text.strip()
        assert len(text) <= len(SENTENCES[key]) + LONGEST_VALUE * len(places)


@pytest.mark.parametrize("text", SENTENCES.values(), ids=SENTENCES)
def test_a_sentence_is_one_for_people(text):
    assert text[0].isupper() or text.startswith(("“", "{"))
    assert text.endswith((".", "!", "?", "{problem}."))
    assert text == text.strip()
    assert all(name.isidentifier() for name in fields(text))


def test_a_sentence_is_looked_up_in_the_language_of_the_reader():
    german = {SENTENCES["bad-face"]: "Ein Würfel zeigt 1 bis 6, nicht {face}."}
    assert sentence(refuse("bad-face", face=7), german.__getitem__) == "Ein Würfel zeigt 1 bis 6, nicht 7."


def test_numbers_and_texts_that_nobody_reads_to_the_end_are_shortened():
    assert sentence(refuse("bad-face", face=10**9)) == SENTENCES["bad-face"].format(face="1000000000")
    assert sentence(refuse("bad-face", face=10**9 + 1)) == SENTENCES["bad-face"].format(face="…")
    assert sentence(refuse("bad-face", face=-(10**9) - 1)) == SENTENCES["bad-face"].format(face="−…")
    assert sentence(refuse("unknown-player", name="W" * 60)) == SENTENCES["unknown-player"].format(name="W" * 60)
    assert "W" * 59 + "…" in sentence(refuse("unknown-player", name="W" * 61))


SEED = bytes(32)
WOLF = line("roll", face=6)
TIE = (WOLF, line("score", player="Ann", areas=[1]), line("score", player="Ben", areas=[1]))
HEADERS = {
    "bad-header.json": "[]",
    "bad-header.shape": "{}",
    "bad-header.game": header_line("chess", ("Ann",), SEED, {}),
    "bad-header.count": header_line("13-sheep", (), SEED, {}),
    "bad-header.name": header_line("13-sheep", (" ",), SEED, {}),
    "bad-header.twins": header_line("13-sheep", ("Ann", "Ann"), SEED, {}),
    "bad-header.seed": header_line("13-sheep", ("Ann",), SEED[1:], {}),
    "bad-header.tracker-length": header_line("13-sheep", ("Ann",), SEED, {"tracker": []}),
    "bad-header.tracker-box": header_line("13-sheep", ("Ann",), SEED, {"tracker": [7, 1]}),
    "bad-header.tracker-end": header_line("13-sheep", ("Ann",), SEED, {"tracker": [6]}),
}
MOVES = {
    "bad-line.encoding": ((), b"\xff"),
    "bad-line.json": ((), "roll"),
    "bad-line.depth": ((), '{"do": [[[[]]]]}'),
    "bad-line.surrogate": ((), r'{"do": "\ud800"}'),
    "bad-line.neither": ((), "{}"),
    "bad-line.both": ((), '{"do": "roll", "ask": "placement"}'),
    "bad-line.shape": ((), '{"do": "fly"}'),
    "wrong-phase": ((), line("score", player="Ann", areas=[])),
    "unknown-player": ((WOLF,), line("score", player="Zoe", areas=[])),
    "nothing-to-undo": ((), line("undo")),
    "bad-face": ((), line("roll", face=7)),
    "bad-areas": ((WOLF,), line("score", player="Ann", areas=[1, -1])),
    "too-many-sheep": ((WOLF,), line("score", player="Ann", areas=[7, 7])),
    "bad-cells": (TIE, line("largest", player="Ann", cells=-1)),
    "not-tied": ((*TIE[:2], TIE[2].replace("Ben", "Cleo"), line("score", player="Ben", areas=[])),
                 line("largest", player="Ben", cells=1)),
}  # fmt: skip
"""What meets each sentence of 13 Sheep and of the lines: an opening and the line that is refused after it."""


@pytest.mark.parametrize("key", HEADERS)
def test_a_header_meets_each_of_its_refusals(key):
    assert_meets(start(HEADERS[key]), key)


@pytest.mark.parametrize("key", MOVES)
def test_a_line_meets_each_of_its_refusals(key):
    opening, last = MOVES[key]
    players = ["Ann", "Ben", "Cleo"] if "Cleo" in "".join(opening) else ["Ann", "Ben"]
    match = begin("13-sheep", players, opening, tracker=[1])
    assert isinstance(match, Match)
    assert_meets(match.read(last), key)


def assert_meets(outcome, key):
    assert isinstance(outcome, Refusal)
    assert f"{outcome.code}.{outcome.reason}".rstrip(".") == key
    assert sentence(outcome).strip()
