"""What screens ask of the journal and change nothing by: matches, standings, dice.

Knows no table and no luck. When the disk refuses (JournalTrouble), nothing is answered.
"""

from collections.abc import Callable
from functools import singledispatchmethod
from typing import Any

from companion.games.match import Match
from companion.games.records import Record, Standing
from companion.journal import Journal, JournalRefusal
from companion.screens import requests as ask
from companion.table import is_readable, match_of

PAGE = 20
"""Matches that the history fetches at a time."""


class Lookup:
    """Answers from a journal; `day` tells the date of a time in seconds since 1970 as YYYY-MM-DD."""

    def __init__(self, journal: Journal, day: Callable[[float], str]) -> None:
        self._journal = journal
        self._day = day

    @singledispatchmethod
    def answer(self, request: object) -> Any:
        """The answer that the request's docstring names. Raises JournalRefusal."""
        raise AssertionError(f"nothing is known of {request}")

    def record(self, number: int) -> Record:
        """The match with this number. Raises JournalRefusal."""
        record = self._journal.record(number)
        if record is None:
            raise JournalRefusal("unknown-match")
        return record

    @answer.register
    def _count_matches(self, request: ask.CountMatches) -> ask.Matches:
        unfinished = self._journal.unfinished_of(request.name)
        return ask.Matches(self._journal.matches_of(request.name) - unfinished, unfinished)

    @answer.register
    def _list_aside(self, request: ask.ListAside) -> ask.Waiting:
        return ask.Waiting(
            tuple(
                (record.id, record.game, record.players, self._day(record.started)) for record in self._journal.aside()
            )
        )

    @answer.register
    def _list_history(self, request: ask.ListHistory) -> ask.Page:
        offset = request.at // PAGE * PAGE
        rows = tuple((past, self._day(past.started)) for past in self._journal.history(offset, PAGE))
        return ask.Page(request.at, offset, self._journal.history_size(), rows)

    @answer.register
    def _show_match(self, request: ask.ShowMatch) -> Match | ask.Unreadable:
        record = self.record(request.id)
        return match_of(record) if is_readable(record) else ask.Unreadable(record.id)

    @answer.register
    def _list_standings(self, request: ask.ListStandings) -> tuple[Standing, ...]:
        return self._journal.standings(request.game)

    @answer.register
    def _count_faces(self, request: ask.CountFaces) -> ask.Faces:
        return ask.Faces(**self._journal.faces())
