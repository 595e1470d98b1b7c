"""What the journal keeps of matches, as plain values: the journal writes and reads them, screens show them."""

from collections.abc import Mapping

from msgspec import Struct


class Result(Struct, frozen=True):
    """How a match ended: `points` per player (None without a number), `faces` as (kind, face 1 to 6)."""

    winners: tuple[str, ...]
    points: Mapping[str, int | None]
    abandoned: bool
    faces: tuple[tuple[str, int], ...]


class Record(Struct, frozen=True):
    """One match as it lies in the journal: header and accepted lines as text, `started` in seconds since 1970.

    `status` is "open", "aside" or "done"; `players` are today's names, in the order of the seats.
    """

    id: int
    game: str
    header: str
    lines: tuple[str, ...]
    started: float
    status: str
    players: tuple[str, ...]


class Past(Struct, frozen=True):
    """One finished match in the history, with the players' names of today."""

    id: int
    game: str
    started: float
    players: tuple[str, ...]
    winners: tuple[str, ...]
    points: Mapping[str, int | None]
    abandoned: bool


class Standing(Struct, frozen=True):
    """One person's record in one game; `best` is the highest number of points, None where a game has none."""

    name: str
    played: int
    won: int
    best: int | None
