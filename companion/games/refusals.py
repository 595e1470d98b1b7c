"""Why a line is not accepted: a code with values, and the English sentence for each.

The sentences are the source of the translations: `companion replay` prints them as they are, screens hand in their
translation. A code with several sentences names them `code.reason`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

LONGEST_VALUE = 40
LARGEST_NUMBER = 10**9


@dataclass(frozen=True, slots=True)
class Refusal:
    """A named refusal: `code` as in the match script contract, `reason` choosing among its sentences."""

    code: str
    reason: str = ""
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


def refuse(code: str, reason: str = "", **values: object) -> Refusal:
    """A refusal with the values that its sentence names."""
    return Refusal(code, reason, values)


SENTENCES: Mapping[str, str] = {
    "bad-line.encoding": "This line is not UTF-8 text; match scripts are.",
    "bad-line.json": "This line is no JSON object; in a match script every line is one.",
    "bad-line.depth": "This line is nested deeper than any line of a match script can be.",
    "bad-line.surrogate": "This line holds half a character (an unpaired surrogate); match scripts are whole text.",
    "bad-line.neither": "This line has neither “do” nor “ask”; a line of a match script has one of them.",
    "bad-line.both": "This line has both “do” and “ask”; a line of a match script has one of them.",
    "bad-line.shape": "This line does not have the form that its command has in a match script: {problem}.",
    "bad-header.json": "The first line must be the header of a match, a JSON object in UTF-8.",
    "bad-header.shape": "The header does not have the form of a match script's: {problem}.",
    "bad-header.game": "No game is called “{name}”; the box knows {games}.",
    "bad-header.count": "{game} is a game for {least} to {most} players, and the header names {count}.",
    "bad-header.name": "“{name}” cannot be a name: 1 to 12 printable characters, no space at either end.",
    "bad-header.twins": "Two players are called “{name}”; names at one table must differ.",
    "bad-header.seed": "The seed must be 64 hex digits (32 bytes).",
    "bad-header.tracker-length": "A wolf tracker has 1 to {most} boxes, not {count}.",
    "bad-header.tracker-box": "A box of the wolf tracker is blank (0) or has a limit from 1 to 6.",
    "bad-header.tracker-end": "The last box of the wolf tracker must have the limit 1, or the wolf might never come.",
    "bad-header.first": "“{name}” cannot begin the match: nobody of that name plays in it.",
    "wrong-phase": "“{command}” is not possible now: it belongs to another part of the game than “{phase}”.",
    "unknown-player": "Nobody called “{name}” plays in this match.",
    "nothing-to-undo": "There is nothing to take back: the match is at its beginning.",
    "bad-face": "A die shows 1 to 6, so {face} cannot have come up.",
    "bad-areas": "An enclosed area holds 0 sheep or more, so {sheep} cannot be.",
    "too-many-sheep": "A sheet has {most} sheep in all, so {sheep} cannot be enclosed.",
    "bad-cells": "An area has 0 cells or more, so {cells} cannot be.",
    "not-tied": "Only the players tied for the most stars compare their largest areas, and {name} is not one of them.",
}


def sentence(refusal: Refusal, translate: Callable[[str], str] = str) -> str:
    """The sentence for the people at the table, in the language of `translate`."""
    key = f"{refusal.code}.{refusal.reason}" if refusal.reason else refusal.code
    shown = {name: _shown(value) for name, value in refusal.values.items()}
    return translate(SENTENCES[key]).format(**shown)


def _shown(value: object) -> str:
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        return "…" if value > 0 else "−…"
    text = str(value)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"
