"""Insheepnia tables for tests, come to with keys only."""

from contextlib import contextmanager

from tests.boxes import box

WIDE = "W" * 11
WIDE_NAMES = tuple(WIDE + last for last in "ABCDEFGH")
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")

NOBODY_ASKED_YET = "ok*3"
"""From “who begins” past symbols and beds to the question of the turns."""


def tokens(text):
    """The tokens of a text such as `ok down*2 ok`."""
    words = (word.partition("*") for word in text.split())
    return [token for token, _, times in words for _ in range(int(times or 1))]


def press(at, text):
    """The last picture after these tokens."""
    return at.take(*tokens(text))


def to_players(names):
    return "ok down ok " + " ".join(f"ok say:{name}" for name in names) + " roll"


@contextmanager
def table(path, names, turns=False, penalty=True):
    """A box at the table of a new match; with turns, the first in order begins."""
    choices = "" if penalty else "down*2 ok up*2"
    with box(path) as at:
        start = f"{'ok' if turns else 'roll'} {choices} ok {'ok' if turns else ''}"
        picture = press(at, f"{to_players(names)} {NOBODY_ASKED_YET} {start}")
        assert picture.screen == "insheepnia"
        yield at


def needs(at):
    """What the beds add, by player."""
    return {name: bed["needs"] for name, bed in at.match.view["beds"].items()}
