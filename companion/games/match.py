"""A match is its header and its moves; everything else follows from them.

`start` reads the header, `Match.read` each later line. A Match never changes: an accepted move gives a new one, and
`undo` goes back to the one before. Checks that all games share are here, in the order of the contract: bad-line,
wrong-phase, unknown-player; the game's own come after. Rules only: no file, no clock, no randomness.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as hidden
from functools import cached_property, reduce
from operator import or_
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct, ValidationError, field

from companion.games import insheepnia, schlafmuetze, thirteen_sheep
from companion.games.chance import Chance
from companion.games.lines import BLANK, read_object
from companion.games.refusals import Refusal, refuse
from companion.games.rules import DONE, Game, Header, Move, Question, State

GAMES: Mapping[str, Game] = MappingProxyType(
    {game.name: game for game in (thirteen_sheep.GAME, insheepnia.GAME, schlafmuetze.GAME)}
)
LONGEST_NAME = 12
_SEED = re.compile(r"[0-9a-fA-F]{64}")


class Undo(Move, frozen=True, tag="undo"):
    """Takes back the last accepted move that is not yet taken back."""


class Abandon(Move, frozen=True, tag="abandon"):
    """Ends the match without a result."""


class HeaderLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The header as it stands in a match script."""

    game: str
    players: tuple[str, ...]
    seed: str
    options: dict[str, object] = {}


class Accepted(Struct, frozen=True):
    """A line that was accepted: the match after it and the extra keys of its output."""

    match: "Match"
    extra: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, eq=False)
class Match:
    """A match after some accepted moves.

    `index` counts the numbers used of its chance, `line` is the move that led here ("" at the start), `previous` the
    match before it, and `undone` the moves taken back since the last other move, the latest first.
    """

    header: Header
    state: Any
    index: int = 0
    line: str = ""
    previous: "Match | None" = hidden(default=None, repr=False)
    undone: tuple[str, ...] = ()

    @property
    def game(self) -> Game:
        """The rules this match is played by."""
        return GAMES[self.header.game]

    @cached_property
    def view(self) -> dict[str, object]:
        """The state as the match script shows it."""
        return self.game.view(self.header, self.state)

    def lines(self) -> tuple[str, ...]:
        """The moves that count (those taken back do not), the oldest first."""
        return tuple(match.line for match in reversed(tuple(self._back())) if match.line)

    def read(self, line: bytes | str) -> Accepted | Refusal:
        """Plays or answers one line of a match script; the match itself stays as it is."""
        command = _command(self.game, line)
        if isinstance(command, Refusal):
            return command
        if isinstance(command, Question):
            return self._answer(command)
        text = line if isinstance(line, str) else line.decode()
        return self._guard(command) or self._apply(command, text.strip(BLANK + "\n"))

    def _back(self) -> Iterator["Match"]:
        match: Match | None = self
        while match is not None:
            yield match
            match = match.previous

    def _guard(self, move: Move) -> Refusal | None:
        phase = self.state.phase
        closed = isinstance(move, Abandon) and phase == DONE
        if closed or (move.phases and phase not in move.phases):
            return refuse("wrong-phase", command=_tag(move), phase=phase)
        strangers = [name for name in move.names() if name not in self.header.players]
        return refuse("unknown-player", name=strangers[0]) if strangers else None

    def _apply(self, move: Move, line: str) -> Accepted | Refusal:
        if isinstance(move, Undo):
            return self._undo()
        if isinstance(move, Abandon):
            ended = msgspec.structs.replace(self.state, phase=DONE, winners=())
            return Accepted(self._after(ended, self.index, line))
        chance = Chance(self.header.seed, self.index)
        step = self.game.play(self.header, self.state, move, chance)
        if isinstance(step, Refusal):
            return step
        return Accepted(self._after(step.state, chance.index, line), step.extra)

    def _after(self, state: State, index: int, line: str) -> "Match":
        put_back = self.undone[:1] == (line,)
        return Match(self.header, state, index, line, self, self.undone[1:] if put_back else ())

    def _undo(self) -> Accepted | Refusal:
        if self.previous is None:
            return refuse("nothing-to-undo")
        return Accepted(replace(self.previous, undone=(self.line, *self.undone)))

    def _answer(self, question: Question) -> Accepted | Refusal:
        if self.game.answer is None:
            raise AssertionError(f"{self.game.name} has questions and no answers")
        extra = self.game.answer(self.header, self.state, question)
        return extra if isinstance(extra, Refusal) else Accepted(self, extra)


def start(line: bytes | str) -> Match | Refusal:
    """The match that a header line begins, or the refusal `bad-header`."""
    entry = read_object(line)
    if isinstance(entry, Refusal):
        return refuse("bad-header", "json")
    header = _header(entry)
    if isinstance(header, Refusal):
        return header
    refusal = GAMES[header.game].check(header)
    return refusal or Match(header, GAMES[header.game].start(header))


def header_line(game: str, players: tuple[str, ...], seed: bytes, options: Mapping[str, object]) -> str:
    """The header of a new match as one line of text."""
    entry = {"game": game, "players": players, "seed": seed.hex(), "options": dict(options)}
    return json.dumps(entry, ensure_ascii=False)


def move_line(do: str, **values: object) -> str:
    """A move as one line of text."""
    return json.dumps({"do": do, **values}, ensure_ascii=False)


def is_name(name: str) -> bool:
    """Whether `name` may be a player's: 1 to 12 printable code points, no white space at either end."""
    return 1 <= len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()


def _header(entry: dict[str, object]) -> Header | Refusal:
    try:
        line = msgspec.convert(entry, HeaderLine)
        game = GAMES.get(line.game)
        if game is None:
            return refuse("bad-header", "game", name=line.game, games=", ".join(GAMES))
        options = msgspec.convert(line.options, game.options)
    except ValidationError as problem:
        return refuse("bad-header", "shape", problem=problem)
    refusal = _check_players(game, line.players)
    if refusal:
        return refusal
    if not _SEED.fullmatch(line.seed):
        return refuse("bad-header", "seed")
    return Header(game.name, line.players, bytes.fromhex(line.seed), options)


def _check_players(game: Game, players: tuple[str, ...]) -> Refusal | None:
    if not game.least <= len(players) <= game.most:
        return refuse("bad-header", "count", game=game.name, least=game.least, most=game.most, count=len(players))
    for seat, name in enumerate(players):
        if not is_name(name):
            return refuse("bad-header", "name", name=name)
        if name in players[:seat]:
            return refuse("bad-header", "twins", name=name)
    return None


def _command(game: Game, line: bytes | str) -> Any | Refusal:
    entry = read_object(line)
    if isinstance(entry, Refusal):
        return entry
    if ("do" in entry) == ("ask" in entry):
        return refuse("bad-line", "both" if "do" in entry else "neither")
    kinds = (*game.moves, Undo, Abandon) if "do" in entry else game.questions
    if not kinds:
        return refuse("bad-line", "shape", problem=f"{game.name} has no questions")
    try:
        return msgspec.convert(entry, reduce(or_, kinds))
    except ValidationError as problem:
        return refuse("bad-line", "shape", problem=problem)


def _tag(move: Move) -> str:
    return str(type(move).__struct_config__.tag)
