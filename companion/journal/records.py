"""What the journal takes and gives, as frozen values, and what it refuses, by name and with a sentence.

Knows neither the file nor the rules of any game.
"""

from collections.abc import Mapping
from dataclasses import dataclass

REFUSALS = {
    "name-taken": "There is somebody of this name already: choose another name.",
    "unknown-person": "There is nobody of this name.",
    "unfinished": "This person is in a match that is not finished: end or finish that match first.",
    "unknown-match": "There is no such match.",
    "other-open": "Another match is open: put it aside or end it first.",
    "not-open": "This match is not open: resume it first.",
    "not-aside": "This match is not put aside.",
    "backup-exists": "There is a file of this name already: choose another name for the backup.",
}


class JournalRefusal(ValueError):
    """What was asked does not fit what the journal holds; nothing changed. `code`: a key of `REFUSALS`."""

    def __init__(self, code: str) -> None:
        super().__init__(REFUSALS[code])
        self.code = code
        self.sentence = REFUSALS[code]


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. Names are those of its header; `faces`: rolls that count, ("box"|"real", 1-6)."""

    winners: tuple[str, ...]
    points: Mapping[str, int | None]
    abandoned: bool
    faces: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A match and its lines, oldest first. `status`: "open", "aside" or "done"; `players`: today's names."""

    id: int
    game: str
    header: str
    lines: tuple[str, ...]
    started: float
    status: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Past:
    """A finished match. All names are today's, in the order of the seats."""

    id: int
    game: str
    started: float
    players: tuple[str, ...]
    winners: tuple[str, ...]
    points: Mapping[str, int | None]
    abandoned: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """What one person did in one game, abandoned matches apart. `best`: the most points, if it has points."""

    name: str
    played: int
    won: int
    best: int | None
