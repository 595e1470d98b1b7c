"""What only the session can do for a screen: the journal, the luck, the match on the table. Plain values.

A screen returns one in an Ask and receives the answer that its docstring names.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from companion.games.records import Past


class AddPerson(Struct, frozen=True):
    """Puts a new name on the roster; answers Added."""

    name: str


class Added(Struct, frozen=True):
    """The name that is now on the roster."""

    name: str


class RenamePerson(Struct, frozen=True):
    """Gives a person another name; answers Done."""

    old: str
    new: str


class CountMatches(Struct, frozen=True):
    """Asks for the Matches of a person."""

    name: str


class Matches(Struct, frozen=True):
    """How many matches a person has played, and how many of them are not over."""

    finished: int
    unfinished: int


class DeletePerson(Struct, frozen=True):
    """Deletes a person with all their matches; answers Done."""

    name: str


class StartMatch(Struct, frozen=True):
    """Starts a match and shows its table; the players in clockwise order. A match on the table must be over."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)


class PutAside(Struct, frozen=True):
    """Puts the match on the table aside; answers Done."""


class EndMatch(Struct, frozen=True):
    """Ends the match on the table without a result; answers Done."""


class ListAside(Struct, frozen=True):
    """Asks for the Waiting matches, the latest first."""


class Waiting(Struct, frozen=True):
    """The matches put aside, as (id, game, players, day)."""

    matches: tuple[tuple[int, str, tuple[str, ...], str], ...]


class Resume(Struct, frozen=True):
    """Puts a match back on the table and shows it, or answers Unreadable; with `undo` its last move is taken back."""

    id: int
    undo: bool = False


class Unreadable(Struct, frozen=True):
    """A match that the rules do not accept: it was damaged, or another version of the program wrote it."""

    id: int


class DeleteMatch(Struct, frozen=True):
    """Deletes a match that is not on the table; answers Done."""

    id: int


class ListHistory(Struct, frozen=True):
    """Asks for the Page of the finished matches with the place `at`, counted from 0, the newest."""

    at: int


class Page(Struct, frozen=True):
    """Some finished matches with their days, from `offset` on, of `size` in all; `at` is among them."""

    at: int
    offset: int
    size: int
    rows: tuple[tuple[Past, str], ...]


class ShowMatch(Struct, frozen=True):
    """Asks for a finished match, played again from its record; answers Match or Unreadable."""

    id: int


class ListStandings(Struct, frozen=True):
    """Asks for the standings of a game; answers a tuple of Standing."""

    game: str


class CountFaces(Struct, frozen=True):
    """Asks how often each face came up, by kind of die; answers Faces."""


class Faces(Struct, frozen=True):
    """How often 1 to 6 came up: `box` in matches by the box, `real` as entered, `plain` outside of matches."""

    box: tuple[int, ...]
    real: tuple[int, ...]
    plain: tuple[int, ...]


class RollPlain(Struct, frozen=True):
    """Rolls the plain die and keeps the roll; answers Rolled."""


class Rolled(Struct, frozen=True):
    """What the plain die shows."""

    face: int


class PickSeat(Struct, frozen=True):
    """Picks one of `players` at random; answers Picked."""

    players: int


class Picked(Struct, frozen=True):
    """The place, from 0, that chance chose."""

    place: int


class AssignSeat(Struct, frozen=True):
    """The button of a seat is this person's until the box is switched off; answers Done."""

    seat: int
    name: str


class SetSetting(Struct, frozen=True):
    """Keeps a setting; answers Done."""

    key: str
    value: str


class Backup(Struct, frozen=True):
    """Copies the journal to a new file; answers BackedUp."""


class BackedUp(Struct, frozen=True):
    """The name of the file and the folder it lies in."""

    name: str
    folder: str


class Settle(Struct, frozen=True):
    """Brings everything to rest on the disk; answers Done."""


class Done(Struct, frozen=True):
    """What was asked for is done."""
