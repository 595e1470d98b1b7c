"""A box at a table of Schlafmütze for tests, come to with keys only, and what the match says."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.boxes import Box, box
from tests.screens.bedtime import press

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil", "Fay", "Gil", "Hanna")
WIDE_NAMES = tuple(f"{'W' * 11}{letter}" for letter in "ABCDEFGH")

ASK = "ok up ok"
"""From the big word to the first question."""

UPHOLD = "ok*3"
DISMISS = "ok down ok"


def to_choices(names: tuple[str, ...]) -> str:
    """From the first home past the cards to the choices of the table."""
    return "ok down*2 ok " + " ".join(f"ok say:{name}" for name in names) + " roll ok*3"


@contextmanager
def table(folder: Path, names: tuple[str, ...] = NAMES[:4], turns: bool = False) -> Iterator[Box]:
    """A match that has just begun; with turns, the first player begins."""
    with box(folder / "journal.db") as at:
        picture = press(at, f"{to_choices(names)} {'down ok up ok ok' if turns else 'ok'}")
        assert picture.screen == "schlafmuetze"
        yield at


def state(at: Box) -> dict:
    """The state as match scripts show it."""
    return at.match.view


def call(place: int) -> str:
    """From the table: the call of the player at this place, from 0, who has no seat button."""
    return f"ok down*{place} ok" if place else "ok*2"


def moves(at: Box) -> list[str]:
    """What was done and stands, by name."""
    return [line.split('"do":')[1].split('"')[1] for line in at.match.lines()]
