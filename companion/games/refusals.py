"""Why a line is not accepted: a code with values, and the English sentence for each.

The sentences are the source of the translations: `companion replay` prints them as they are, screens hand in their
translation. A code with several sentences names them `code.reason`.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct, field

from companion.games.texts import Text

LONGEST_VALUE = 60
LARGEST_NUMBER = 10**9


class Term(str):
    """A value that is a word of the game and is translated like the sentence it stands in."""

    __slots__ = ()


class Refusal(Struct, frozen=True):
    """A named refusal: `code` as in the match script contract, `reason` choosing among its sentences."""

    code: str
    reason: str = ""
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


def refuse(code: str, reason: str = "", **values: object) -> Refusal:
    """A refusal with the values that its sentence names."""
    return Refusal(code, reason, values)


SENTENCES: Mapping[str, Text] = {
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
    "unknown-card.modifier": "“{card}” is none of the five modifier cards, the ones that lie in beds.",
    "unknown-card.power": "“{card}” is no power card that uses up a turn; Warm Milk, for one, does not.",
    "not-your-turn": "It is not the turn of {name} but of {turn}: turns go clockwise.",
    "bad-play.into": "{card} goes into somebody’s bed, and the move does not say whose.",
    "bad-play.clears": "Only Earplugs clear a card from a bed; {card} cannot.",
    "bad-play.both": "Earplugs stay in a bed or clear a card from it; one card cannot do both.",
    "must-be-another": "{card} goes into another player’s bed, never into one’s own.",
    "must-be-own": "{card} only goes into one’s own bed, so {name} cannot lay it into the bed of {into}.",
    "already-in-bed": "{card} already lies in the bed of {name}; nothing stacks, so no bed holds it twice.",
    "not-in-bed": "{card} does not lie in the bed of {name}; Earplugs only clear a card from one’s own bed.",
    "none-left.card": "No {card} is left to play: the box has {copies}×, all in beds already.",
    "none-left.warm-milk": "The box has {card} {copies}×, so {count} players cannot block with one each.",
    "not-affected.twice": "{name} is named twice, and nobody blocks the same card twice.",
    "not-affected.card": "{card} does not affect {name}; Warm Milk only blocks a card that affects you.",
    "not-affected.one": "{card} affects one player, so no more than one can block it with Warm Milk.",
    "bad-bed.number": "A bed card shows {least} to {most}, so {bed} cannot be.",
    "bad-bed.shown": "{name} has shown bed {shown}, and bed cards never change, so {bed} cannot be.",
    "bad-bed.taken": "Two other players have shown bed {bed}, and the box has each bed card only {copies}×.",
    "bad-hand.kind": "“{kind}” is no kind of card that a hand is counted by; those are {kinds}.",
    "bad-hand.less": "A hand holds 0 cards of a kind or more, so {count} {kind} cannot be.",
    "bad-hand.more": "The box has {most} {kind}, so a hand cannot hold {count}.",
    "bad-hand.of": "A hand to take a card from holds 1 to {most} cards, so {of} cannot be.",
    "bad-hand.count": "From a hand of {of} cards 1 to {of} can be taken, not {count}.",
    "turns-off": "In this match the box does not follow the turns, so it cannot take note of “{command}”.",
    "against-missing": "Say who is meant: the box does not follow the turns here, so it cannot know who erred.",
    "own-mistake": "“Sleepyhead!” is called on somebody else’s mistake, so {name} cannot call it on their own.",
    "not-affected.sleepyhead": "{name} is the sleepyhead; only the others give a penalty card or have none to give.",
    "not-affected.draw-pile": "{name} is named twice among those without a draw pile, and everybody has only one.",
    "bad-question.no-card": "Without a card that was moved or turned over nothing can have been a mistake: name one.",
    "bad-question.twins": "Two piles are called “{name}”; their names must differ, or a card’s place is not clear.",
    "bad-question.not-moved": "The top card of the own discard pile is moved off it or stays; it cannot be put there.",
    "bad-question.no-pile": "No pile is called “{name}”: a card goes to the middle or on an open discard pile.",
    "impossible-position.card": "The cards show {lowest} to {highest}, so there is no {card}.",
    "impossible-position.middle": "The five 1s start {piles} piles in the middle, so {count} cannot be.",
    "impossible-position.copies": (
        "The game has each value {copies}×, so {times} cards of value {card} cannot be in sight; "
        "a middle pile holds all values up to its top."
    ),
}


def sentence(refusal: Refusal, translate: Callable[[str], str] = str) -> str:
    """The sentence for the people at the table, in the language of `translate`."""
    key = f"{refusal.code}.{refusal.reason}" if refusal.reason else refusal.code
    shown = {name: _shown(value, translate) for name, value in refusal.values.items()}
    return translate(SENTENCES[key]).format(**shown)


def _shown(value: object, translate: Callable[[str], str]) -> str:
    if isinstance(value, Term):
        return translate(value)
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        return "…" if value > 0 else "−…"
    text = str(value)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"
