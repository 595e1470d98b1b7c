"""What only the session can do for a screen: the journal, the luck, the match on the table. Plain values.

A screen returns one in an Ask and receives the answer that its docstring names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.records import Past


@dataclass(frozen=True, slots=True)
class AddPerson:
    """Puts a new name on the roster; answers Added."""

    name: str


@dataclass(frozen=True, slots=True)
class Added:
    """The name that is now on the roster."""

    name: str


@dataclass(frozen=True, slots=True)
class RenamePerson:
    """Gives a person another name; answers Done."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class CountMatches:
    """Asks for the Matches of a person."""

    name: str


@dataclass(frozen=True, slots=True)
class Matches:
    """How many matches a person has played, and how many of them are not over."""

    finished: int
    unfinished: int


@dataclass(frozen=True, slots=True)
class DeletePerson:
    """Deletes a person with all their matches; answers Done."""

    name: str


@dataclass(frozen=True, slots=True)
class StartMatch:
    """Starts a match and shows its table; the players in clockwise order. A match on the table must be over."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PutAside:
    """Puts the match on the table aside; answers Done."""


@dataclass(frozen=True, slots=True)
class EndMatch:
    """Ends the match on the table without a result; answers Done."""


@dataclass(frozen=True, slots=True)
class ListAside:
    """Asks for the Waiting matches, the latest first."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The matches put aside, as (id, game, players, day)."""

    matches: tuple[tuple[int, str, tuple[str, ...], str], ...]


@dataclass(frozen=True, slots=True)
class Resume:
    """Puts a match back on the table and shows it; one that is over can be taken up with an undo there."""

    id: int


@dataclass(frozen=True, slots=True)
class ListHistory:
    """Asks for the Page of the finished matches with the place `at`, counted from 0, the newest."""

    at: int


@dataclass(frozen=True, slots=True)
class Page:
    """Some finished matches with their days, from `offset` on, of `size` in all; `at` is among them."""

    at: int
    offset: int
    size: int
    rows: tuple[tuple[Past, str], ...]


@dataclass(frozen=True, slots=True)
class ShowMatch:
    """Asks for a finished match, played again from its record; answers Match."""

    id: int


@dataclass(frozen=True, slots=True)
class ListStandings:
    """Asks for the standings of a game; answers a tuple of Standing."""

    game: str


@dataclass(frozen=True, slots=True)
class CountFaces:
    """Asks how often each face came up, by kind of die; answers Faces."""


@dataclass(frozen=True, slots=True)
class Faces:
    """How often 1 to 6 came up: `box` in matches by the box, `real` as entered, `plain` outside of matches."""

    box: tuple[int, ...]
    real: tuple[int, ...]
    plain: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollPlain:
    """Rolls the plain die and keeps the roll; answers Rolled."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """What the plain die shows."""

    face: int


@dataclass(frozen=True, slots=True)
class PickSeat:
    """Picks one of `players` at random; answers Picked."""

    players: int


@dataclass(frozen=True, slots=True)
class Picked:
    """The place, from 0, that chance chose."""

    place: int


@dataclass(frozen=True, slots=True)
class AssignSeat:
    """The button of a seat is this person's until the box is switched off; answers Done."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class SetSetting:
    """Keeps a setting; answers Done."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Backup:
    """Copies the journal to a new file; answers BackedUp."""


@dataclass(frozen=True, slots=True)
class BackedUp:
    """The name of the file and the folder it lies in."""

    name: str
    folder: str


@dataclass(frozen=True, slots=True)
class Settle:
    """Brings everything to rest on the disk; answers Done."""


@dataclass(frozen=True, slots=True)
class Done:
    """What was asked for is done."""
