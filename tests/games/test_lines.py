"""What is a line and what is none: every form of a bad line, and the odd ones that are good."""

import pytest

from companion.games.lines import is_blank
from companion.games.match import Match
from companion.games.refusals import Refusal, sentence
from tests.games.walk import accepted, begin, line

ROLLED = line("roll", face=2)
HUGE = "9" * 5000

NO_OBJECT = {
    "text": "roll",
    "a string": '"roll"',
    "a number": "4",
    "null": "null",
    "a list": '[{"do": "roll"}]',
    "cut short": '{"do": "roll"',
    "two objects": '{"do": "roll"} {"do": "roll"}',
    "a comma too many": '{"do": "roll",}',
    "single quotes": "{'do': 'roll'}",
    "a comment": '{"do": "roll"} // again',
    "a form feed": '\f{"do": "roll"}',
    "a no-break space": '\N{NO-BREAK SPACE}{"do": "roll"}',
    "a byte order mark": '\N{ZERO WIDTH NO-BREAK SPACE}{"do": "roll"}',
    "a line separator": '{"do": "roll"}\N{LINE SEPARATOR}',
    "a null character": '\0{"do": "roll"}',
    "nothing": "",
}
NO_COMMAND = {
    "neither do nor ask": "{}",
    "both do and ask": '{"do": "roll", "ask": "placement"}',
    "a command of no game": '{"do": "fly"}',
    "a command in capitals": '{"do": "Roll"}',
    "a command of another game": '{"do": "draw"}',
    "a question of another game": '{"ask": "placement", "card": 9, "source": "draw"}',
    "a command that is null": '{"do": null}',
    "a command that is a number": '{"do": 1}',
    "a command that is a list": '{"do": ["roll"]}',
    "a move asked": '{"ask": "roll"}',
    "a key in capitals": '{"DO": "roll"}',
    "a key too many": '{"do": "roll", "colour": "red"}',
    "a key too many in undo": '{"do": "undo", "times": 2}',
    "a key too many in abandon": '{"do": "abandon", "winners": []}',
    "a key that is empty": '{"do": "roll", "": 1}',
    "a missing player": '{"do": "score", "areas": []}',
    "missing areas": '{"do": "score", "player": "Ann"}',
    "missing cells": '{"do": "largest", "player": "Ann"}',
    "a player that is null": '{"do": "score", "player": null, "areas": []}',
    "a player that is a number": '{"do": "score", "player": 1, "areas": []}',
    "a player that is a list": '{"do": "score", "player": ["Ann"], "areas": []}',
    "areas that are null": '{"do": "score", "player": "Ann", "areas": null}',
    "areas that are a number": '{"do": "score", "player": "Ann", "areas": 3}',
    "areas that are a text": '{"do": "score", "player": "Ann", "areas": "12"}',
    "areas that are an object": '{"do": "score", "player": "Ann", "areas": {"0": 1}}',
    "an area that is null": '{"do": "score", "player": "Ann", "areas": [1, null]}',
    "an area that is true": '{"do": "score", "player": "Ann", "areas": [true]}',
    "an area with a fraction": '{"do": "score", "player": "Ann", "areas": [1.0]}',
    "an area that is a list": '{"do": "score", "player": "Ann", "areas": [[1]]}',
    "areas nested four deep": '{"do": "score", "player": "Ann", "areas": [[[1]]]}',
}
NO_NUMBER = (
    "1.0", "1e0", "1E0", "10e-1", "true", "false", "null", "NaN", "Infinity", "-Infinity", '"1"', "[1]", "{}",
    "01", "+1", "1.", ".5", "-", "--1", "0x1", "1_0", "\N{ARABIC-INDIC DIGIT THREE}",
    "1" + "0" * 400 + ".0", "1e999", HUGE + ".0", HUGE + "e1",
)  # fmt: skip
NOT_UTF_8 = {
    "a stray continuation byte": b'{"do": "roll"\x80}',
    "Latin-1": '{"do": "score", "player": "Zoë", "areas": []}'.encode("latin-1"),
    "UTF-16": '{"do": "roll"}'.encode("utf-16"),
    "an overlong slash": b'{"do": "\xc0\xaf"}',
    "a surrogate in UTF-8": b'{"do": "\xed\xa0\x80"}',
    "a pair of surrogates in UTF-8": b'{"do": "\xed\xa0\xbd\xed\xb8\x80"}',
    "beyond Unicode": b'{"do": "\xf4\x90\x80\x80"}',
    "a character cut short": b'{"do": "roll"}\xe2\x80',
    "a byte order mark": b'\xef\xbb\xbf{"do": "roll"}',
}
LONE = {
    "high": r"\ud800",
    "low": r"\udc00",
    "in capitals": r"\uDBFF",
    "two high": r"\ud83d\ud83d",
    "low before high": r"\ude00\ud83d",
    "a high one before a pair": r"\ud83d\ud83d\ude00",
    "a low one after a pair": r"\ud83d\ude00\ude00",
    "torn apart": r"\ud83d \ude00",
    "after a backslash": r"\\\ud800",
}


def refusal(outcome: object) -> str:
    assert isinstance(outcome, Refusal), outcome
    assert sentence(outcome).strip()
    return outcome.code


def assert_bad(entry: str | bytes) -> None:
    match = begin("13-sheep", ["Ann", "Ben"], tracker=[1])
    for form in {entry, entry.encode("utf-8", "surrogatepass") if isinstance(entry, str) else entry}:
        for spaced in (form, form + (b"\r" if isinstance(form, bytes) else "\r")):
            assert refusal(match.read(spaced)) == "bad-line"
    accepted(match, ROLLED)


@pytest.mark.parametrize("entry", NO_OBJECT.values(), ids=NO_OBJECT)
def test_a_line_that_is_no_object_is_bad(entry):
    assert_bad(entry)


@pytest.mark.parametrize("entry", NO_COMMAND.values(), ids=NO_COMMAND)
def test_an_object_that_is_no_command_of_this_game_is_bad(entry):
    assert_bad(entry)


@pytest.mark.parametrize("number", NO_NUMBER, ids=lambda number: number[:12])
def test_what_is_no_whole_number_is_bad(number):
    assert_bad(f'{{"do": "roll", "face": {number}}}')
    assert_bad(f'{{"do": "score", "player": "Ann", "areas": [{number}]}}')
    assert_bad(f'{{"do": "largest", "player": "Ann", "cells": {number}}}')


@pytest.mark.parametrize("entry", NOT_UTF_8.values(), ids=NOT_UTF_8)
def test_a_line_that_is_not_utf_8_is_bad(entry):
    assert_bad(entry)


@pytest.mark.parametrize("half", LONE.values(), ids=LONE)
def test_half_a_character_is_bad_wherever_it_stands(half):
    assert_bad(f'{{"do": "score", "player": "{half}", "areas": []}}')
    assert_bad(f'{{"do": "roll", "{half}": 1}}')
    assert_bad(f'{{"do": "{half}", "do": "roll"}}')


def test_half_a_character_as_it_is_is_bad():
    assert_bad('{"do": "score", "player": "\ud800", "areas": []}')
    assert_bad('{"do": "score", "player": "\ud83d\\ude00", "areas": []}')


def test_a_whole_pair_of_surrogates_is_one_character():
    match = begin("13-sheep", ["\N{GRINNING FACE}"], [ROLLED], tracker=[1])
    for name in (r"\ud83d\ude00", r"\uD83D\uDE00", "\N{GRINNING FACE}"):
        entry = f'{{"do": "score", "player": "{name}", "areas": [1]}}'
        assert accepted(match, entry).match.view["scores"] == {"\N{GRINNING FACE}": 1}


def test_a_backslash_before_ud800_is_no_surrogate():
    match = begin("13-sheep", [r"\ud800"], [ROLLED], tracker=[1])
    assert accepted(match, r'{"do": "score", "player": "\\ud800", "areas": []}').match.view["scores"]


@pytest.mark.parametrize("code_point", [*range(0x20), 0x7F, 0x85, 0x2028])
def test_control_characters_as_they_are_are_bad_where_json_says_so(code_point):
    match = begin("13-sheep", ["Ann"], [ROLLED], tracker=[1])
    outcome = match.read(f'{{"do": "score", "player": "A{chr(code_point)}", "areas": []}}')
    assert refusal(outcome) == ("bad-line" if code_point < 0x20 else "unknown-player")
    escaped = match.read(f'{{"do": "score", "player": "A\\u{code_point:04x}", "areas": []}}')
    assert refusal(escaped) == "unknown-player"


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"do":[', '{"do":"roll","face":['])
@pytest.mark.parametrize("closed", [True, False])
def test_nesting_without_end_is_bad_and_not_a_crash(opening, closed):
    match = begin("13-sheep", ["Ann"])
    closing = "".join({"[": "]", "{": "}"}[mark] for mark in reversed(opening) if mark in "[{")
    assert refusal(match.read(opening * 100_000 + "1" + closing * 100_000 * closed)) == "bad-line"


@pytest.mark.parametrize("text", ['"]]]]]]"', r'"\"]]]]]"', r'"\\"', '"[[[[[["', r'"\"[[[[["'])
def test_brackets_in_a_text_are_no_nesting_and_hide_none(text):
    match = begin("13-sheep", ["Ann"], [ROLLED], tracker=[1])
    assert refusal(match.read(f'{{"do": "score", "player": {text}, "areas": []}}')) == "unknown-player"
    assert_bad(f'{{"do": "roll", "face": {text}, "areas": {"[" * 10_000}}}')
    assert_bad(f"{{{text}: {'[' * 100_000}")


def test_more_closing_brackets_than_opening_ones_hide_no_nesting():
    assert_bad("]" * 10_000 + "[" * 20_000)
    assert_bad('{"do":"roll"}' + "}" * 10_000 + '{"a":' * 20_000)


@pytest.mark.parametrize("number", ["-0", "0", HUGE, "1" + "0" * 5000, "0" + "", "-" + HUGE])
def test_a_whole_number_may_be_of_any_length(number):
    match = begin("13-sheep", ["Ann", "Ben"], tracker=[1])
    assert refusal(match.read(f'{{"do": "roll", "face": {number}}}')) == "bad-face"


def test_the_largest_area_may_be_of_any_length():
    openings = [ROLLED, line("score", player="Ann", areas=[]), line("score", player="Ben", areas=[])]
    match = begin("13-sheep", ["Ann", "Ben"], openings, tracker=[1])
    match = accepted(match, f'{{"do": "largest", "player": "Ann", "cells": {HUGE}0}}').match
    match = accepted(match, f'{{"do": "largest", "player": "Ben", "cells": {HUGE}1}}').match
    assert match.view["winners"] == ("Ben",)


def test_minus_zero_sheep_are_none():
    match = begin("13-sheep", ["Ann"], [ROLLED], tracker=[1])
    assert accepted(match, '{"do": "score", "player": "Ann", "areas": [-0]}').extra == {"stars": 0}


@pytest.mark.parametrize(
    ("entry", "face"),
    [
        ('{"do": "roll", "face": "x", "face": 4}', 4),
        ('{"do": "roll", "face": 2, "face": 4}', 4),
        ('{"do": "fly", "face": 4, "do": "roll"}', 4),
        ('{"do": "fly", "face": [[]], "do": "roll", "face": 1}', 1),
    ],
)
def test_of_a_key_that_occurs_twice_the_last_one_counts(entry, face):
    assert accepted(begin("13-sheep", ["Ann"]), entry).extra["face"] == face


@pytest.mark.parametrize(
    "entry",
    [
        '{"do": "roll", "face": 4, "face": "x"}',
        '{"do": "roll", "face": 4, "face": 4.0}',
        '{"do": "roll", "do": "fly"}',
        '{"do": "roll", "face": NaN, "face": 4}',
    ],
)
def test_an_earlier_value_does_not_save_a_bad_last_one(entry):
    assert_bad(entry)


@pytest.mark.parametrize("space", [" ", "\t", "\r", " \t\r \r\t"])
def test_space_tab_and_cr_around_an_object_are_ignored(space):
    match = begin("13-sheep", ["Ann"])
    for entry in (space + ROLLED, ROLLED + space, space + ROLLED + space, f"{ROLLED}{space}\n"):
        after = accepted(match, entry).match
        assert after.state.rolls == (2,)
        assert after.line == ROLLED
        assert accepted(match, entry.encode()).match.line == ROLLED


def test_a_line_is_kept_as_it_was_written():
    spaced = '{ "do":\t"roll" ,"face":  2 }'
    match = accepted(begin("13-sheep", ["Ann"]), spaced).match
    assert isinstance(match, Match)
    assert match.lines() == (spaced,)


@pytest.mark.parametrize("text", ["", "\n", " ", "\t", "\r", "\r\n", " \t \r\n"])
def test_a_line_of_space_tab_and_cr_is_blank(text):
    assert is_blank(text)
    assert is_blank(text.encode())


@pytest.mark.parametrize("text", ["\f", "\v", "\0", "\N{NO-BREAK SPACE}", "\ufeff", "x", "{}"])
def test_a_line_of_anything_else_is_not_blank(text):
    assert not is_blank(text)
    assert not is_blank(text.encode())
