"""What every game gives to the match: its moves and questions as types, its state, and how a move is played.

A game is a value; `match.py` holds the registry. Rules see header, state, move and chance, and nothing else.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from msgspec import Struct, field

from companion.games.chance import Chance
from companion.games.refusals import Refusal

DONE = "done"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The choices of a match that its header may leave out; one subclass per game."""


class State(Struct, frozen=True):
    """What the moves so far have led to; one subclass per game."""

    phase: str
    winners: tuple[str, ...] | None


class Move(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """What a player does to a match. `phases` names the phases it belongs to; empty means every phase."""

    phases: ClassVar[frozenset[str]] = frozenset()

    def names(self) -> tuple[str, ...]:
        """Every name in the move that must be a player's."""
        return ()


class Question(Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask"):
    """What a player asks the referee; it changes nothing."""


class Header(Struct, frozen=True):
    """The first line of a match script: who plays what, with which options, and the 32 bytes of its chance."""

    game: str
    players: tuple[str, ...]
    seed: bytes
    options: Any


class Step(Struct, frozen=True):
    """What an accepted move led to: the new state and the extra keys of its output."""

    state: State
    extra: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


def no_points(header: Header, state: State) -> dict[str, int | None]:
    """The points of a game that counts none."""
    return dict.fromkeys(header.players)


def no_faces(state: State) -> tuple[tuple[str, int], ...]:
    """The rolls of a game without a die."""
    return ()


class Game(Struct, frozen=True):
    """One game's rules as a table of functions.

    `play` applies a move that has passed the checks all games share; `view` is the state as the match script shows
    it; `points` is what counts in the standings (None for a player without a number); `faces` are the rolls of a
    match as (kind, face), kind "box" or "real".
    """

    name: str
    least: int
    most: int
    options: type[Options]
    moves: tuple[type[Move], ...]
    check: Callable[[Header], Refusal | None]
    start: Callable[[Header], State]
    play: Callable[[Header, Any, Any, Chance], Step | Refusal]
    view: Callable[[Header, Any], dict[str, object]]
    points: Callable[[Header, Any], dict[str, int | None]] = no_points
    faces: Callable[[Any], tuple[tuple[str, int], ...]] = no_faces
    questions: tuple[type[Question], ...] = ()
    answer: Callable[[Header, Any, Any], Mapping[str, object] | Refusal] | None = None
