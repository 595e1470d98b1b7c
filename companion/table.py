"""The match on the table and its record in the journal, kept in step: the journal first, then the match.

When the disk refuses (JournalTrouble), nothing here has changed.
"""

from collections.abc import Mapping, Sequence

from companion.games.match import Accepted, Match, header_line, move_line, start
from companion.games.records import Record, Result
from companion.games.refusals import Refusal, sentence
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


def result_of(match: Match) -> Result | None:
    """What the journal keeps of a match that is over; None while it is not."""
    state = match.state
    if state.phase != DONE:
        return None
    winners = state.winners or ()
    points = match.game.points(match.header, state)
    return Result(winners, points, not winners, match.game.faces(state))


class Table:
    """At most one match; `match` is None before the first one, and stays after its end until the next begins."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._id = 0
        self._header = ""
        self._said: tuple[str, ...] = ()
        self.match: Match | None = None
        self.group: tuple[str, ...] = ()

    @property
    def playing(self) -> bool:
        """Whether a match is on the table that is not over."""
        return self.match is not None and self.match.state.phase != DONE

    def take_up(self, record: Record) -> None:
        """Puts a recorded match on the table. Raises BadRecord."""
        self.match = match_of(record)
        self._id, self._header, self._said = record.id, record.header, record.lines
        self.group = record.players

    def start(
        self, game: str, players: tuple[str, ...], seed: bytes, options: Mapping[str, object], wall: float
    ) -> None:
        """Begins a match; the header must be one that the rules accept."""
        header = header_line(game, players, seed, options)
        match = start(header)
        if isinstance(match, Refusal):
            raise BadRecord(sentence(match))
        self._id = self._journal.start(header, players, wall)
        self.match, self._header, self._said, self.group = match, header, (), players

    def play(self, line: str, wall: float, then: Sequence[str] = ()) -> Accepted | Refusal:
        """Plays a line and those that go with it: all of them, on the disk when this returns, or none."""
        outcome = self._on_table().read(line)
        for following in then:
            if isinstance(outcome, Accepted):
                outcome = outcome.match.read(following)
        if isinstance(outcome, Accepted):
            *before, last = (line, *then)
            self._journal.append(self._id, last, wall, result_of(outcome.match), before)
            self.match, self._said = outcome.match, (*self._said, line, *then)
        return outcome

    def end(self, wall: float) -> None:
        """Ends the match without a result."""
        self.play(move_line("abandon"), wall)

    def put_aside(self, wall: float) -> None:
        """Puts the match aside; the table is empty then."""
        self._journal.put_aside(self._id, wall)
        self.match = None

    def renamed(self, old: str, new: str) -> None:
        """A person has another name from now on."""
        self.group = tuple(new if name == old else name for name in self.group)

    def deleted(self, name: str) -> None:
        """A person is gone with all their matches; one of them, over, may still lie here."""
        if name in self.group:
            self.match = None

    def record_again(self, wall: float) -> None:
        """Writes the match, or what is missing of it, into a journal that has just been begun anew.

        Its people go by the names of the header again, which the lines name, too.
        """
        if self.match is None:
            return
        written = self._journal.record(self._journal.next_id() - 1)
        self.group = self.match.header.players
        self._id = written.id if written else self._journal.start(self._header, self.group, wall)
        match = start(self._header)
        for place, line in enumerate(self._said):
            outcome = match.read(line) if isinstance(match, Match) else match
            if isinstance(outcome, Accepted):
                match = outcome.match
                if not written or place >= len(written.lines):
                    self._journal.append(self._id, line, wall, result_of(match))

    def _on_table(self) -> Match:
        if self.match is None:
            raise AssertionError("no match is on the table")
        return self.match
