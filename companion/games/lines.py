"""One line of a match script: bytes or text in, a JSON object out, or the refusal that names what is wrong.

Stricter than JSON readers are: no lone surrogates, no NaN, no nesting deeper than a line can need; more
patient in one thing: a whole number may be of any length.
"""

import json
import re
from decimal import Decimal

from companion.games.refusals import Refusal, refuse

BLANK = " \t\r"
DEEPEST = 3
SAFE_DIGITS = 640
"""Longer numbers Python may refuse to read from text (its limit cannot be set lower); Decimal never does."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?')
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)")


def read_object(line: bytes | str) -> dict[str, object] | Refusal:
    """The JSON object that `line` holds; of a key that occurs twice, the last value."""
    try:
        text = line if isinstance(line, str) else line.decode()
    except UnicodeDecodeError:
        return refuse("bad-line", "encoding")
    text = text.strip(BLANK)
    if _depth(text) > DEEPEST:
        return refuse("bad-line", "depth")
    try:
        value = _DECODER.decode(text)
    except ValueError:
        return refuse("bad-line", "json")
    if not isinstance(value, dict):
        return refuse("bad-line", "json")
    if _has_lone_surrogate(text):
        return refuse("bad-line", "surrogate")
    return value


def is_blank(line: bytes | str) -> bool:
    """Whether a line holds nothing but space, tab and CR (and its LF), and is to be skipped."""
    return not (line.strip(BLANK + "\n") if isinstance(line, str) else line.strip(BLANK.encode() + b"\n"))


def _whole(digits: str) -> int:
    return int(digits) if len(digits) <= SAFE_DIGITS else int(Decimal(digits))


def _no_number(name: str) -> object:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_int=_whole, parse_constant=_no_number)


def _depth(text: str) -> int:
    depth = deepest = 0
    for mark in re.findall(r"[\[\]{}]", _STRING.sub("", text)):
        depth += 1 if mark in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _has_lone_surrogate(text: str) -> bool:
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        return True
    return any(match.group(1) for match in _ESCAPE.finditer(text))
