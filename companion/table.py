"""The match on the table and its record in the journal, kept in step: the journal first, then the match.

The record keeps the names that the match began with. On the table everybody goes by today's name, so whoever is renamed
in the middle of a match is called so from the next picture on, and two who swap names are not mixed up.

When the disk refuses (JournalTrouble), nothing here has changed.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.games.match import Accepted, Match, header_line, move_line, start
from companion.games.records import Record, Result
from companion.games.refusals import Refusal, sentence
from companion.games.renaming import in_other_names
from companion.games.rules import DONE
from companion.journal import Journal


class BadRecord(ValueError):
    """A match in the journal that the rules do not accept."""


def match_of(record: Record) -> Match:
    """The match that a record holds, played again from its lines. Raises BadRecord."""
    match = start(record.header)
    for line in record.lines:
        if isinstance(match, Refusal):
            break
        outcome = match.read(line)
        match = outcome if isinstance(outcome, Refusal) else outcome.match
    if isinstance(match, Refusal):
        raise BadRecord(sentence(match))
    return match


def said_names(record: Record) -> tuple[str, ...]:
    """The players as header and lines call them, in the order of their seats. Raises BadRecord."""
    match = start(record.header)
    if isinstance(match, Refusal):
        raise BadRecord(sentence(match))
    if len(match.header.players) != len(record.players):
        raise BadRecord("The players of this match are not all known.")
    return match.header.players


def named_today(record: Record) -> Record:
    """The record with header and lines in today's names of the players. Raises BadRecord."""
    names = dict(zip(said_names(record), record.players, strict=True))
    lines = tuple(in_other_names(line, names) for line in record.lines)
    return replace(record, header=in_other_names(record.header, names), lines=lines)


def is_readable(record: Record) -> bool:
    """Whether the match can be taken up."""
    try:
        match_of(named_today(record))
    except BadRecord:
        return False
    return True


def result_of(match: Match) -> Result | None:
    """What the journal keeps of a match that is over; None while it is not."""
    state = match.state
    if state.phase != DONE:
        return None
    winners = state.winners or ()
    points = match.game.points(match.header, state)
    return Result(winners, points, not winners, match.game.faces(state))


NO_RECORD = Record(0, "", "", (), 0.0, "", ())


class Table:
    """At most one match; `match` is None before the first one, and stays after its end until the next begins."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._record = NO_RECORD
        self._said: Mapping[str, str] = {}
        self.match: Match | None = None
        self.group: tuple[str, ...] = ()

    @property
    def playing(self) -> bool:
        """Whether a match is on the table that is not over."""
        return self.match is not None and self.match.state.phase != DONE

    def take_up(self, record: Record) -> None:
        """Puts a recorded match on the table. Raises BadRecord."""
        self._lay(record, match_of(named_today(record)))

    def start(
        self, game: str, players: tuple[str, ...], seed: bytes, options: Mapping[str, object], wall: float
    ) -> None:
        """Begins a match; the header must be one that the rules accept."""
        header = header_line(game, players, seed, options)
        match = start(header)
        if isinstance(match, Refusal):
            raise BadRecord(sentence(match))
        number = self._journal.start(header, players, wall)
        self._lay(Record(number, game, header, (), wall, "open", players), match)

    def _lay(self, record: Record, match: Match) -> None:
        self._record, self.match, self.group = record, match, record.players
        self._said = dict(zip(record.players, said_names(record), strict=True))

    def play(self, line: str, wall: float, then: Sequence[str] = ()) -> Accepted | Refusal:
        """Plays a line and those that go with it: all of them, on the disk when this returns, or none."""
        outcome = self._on_table().read(line)
        for following in then:
            if isinstance(outcome, Accepted):
                outcome = outcome.match.read(following)
        if isinstance(outcome, Accepted):
            self._keep((line, *then), outcome.match, wall)
            self.match = outcome.match
        return outcome

    def _keep(self, lines: Sequence[str], match: Match, wall: float) -> None:
        """Into the journal, with the names of the header."""
        *before, last = (in_other_names(line, self._said) for line in lines)
        result = result_of(match)
        self._journal.append(self._record.id, last, wall, result and _renamed(result, self._said), before)
        self._record = replace(self._record, lines=(*self._record.lines, *before, last))

    def is_kept(self) -> bool:
        """Whether the journal still holds what is on the table, and no other open match."""
        being_played, kept = self._journal.open_match(), self._journal.record(self._record.id)
        if (being_played.id if being_played else None) != (self._record.id if self.playing else None):
            return False
        return self.match is None or (kept is not None and kept.lines == self._record.lines)

    def end(self, wall: float) -> None:
        """Ends the match without a result."""
        self.play(move_line("abandon"), wall)

    def put_aside(self, wall: float) -> None:
        """Puts the match aside; the table is empty then."""
        self._journal.put_aside(self._record.id, wall)
        self.match = None

    def renamed(self, old: str, new: str) -> None:
        """A person has another name from now on."""
        self.group = tuple(new if name == old else name for name in self.group)
        if self.match is not None:
            self.take_up(replace(self._record, players=self.group))

    def deleted(self, name: str) -> None:
        """A person is gone with all their matches; one of them, over, may still lie here."""
        if name in self.group:
            self.match = None

    def record_again(self, wall: float) -> None:
        """Writes the match, or what is missing of it, into a journal that has just been begun anew."""
        if self.match is None:
            return
        written = self._journal.record(self._journal.next_id() - 1)
        number = written.id if written else self._journal.start(self._record.header, self.group, wall)
        self._record = replace(self._record, id=number)
        match = start(self._record.header)
        for place, line in enumerate(self._record.lines):
            outcome = match.read(line) if isinstance(match, Match) else match
            if isinstance(outcome, Accepted):
                match = outcome.match
                if not written or place >= len(written.lines):
                    self._journal.append(number, line, wall, result_of(match))

    def _on_table(self) -> Match:
        if self.match is None:
            raise AssertionError("no match is on the table")
        return self.match


def _renamed(result: Result, names: Mapping[str, str]) -> Result:
    points = {names[player]: number for player, number in result.points.items()}
    return replace(result, winners=tuple(names[player] for player in result.winners), points=points)
