"""What the journal derives from its matches, held against the matches themselves: results, scores and rolls.

A match that the rules do not read says nothing: what was derived from it stays as it is.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.games.records import Record, Result
from companion.journal import Journal
from companion.table import BadRecord, match_of, result_of


def differing(journal: Journal) -> Mapping[int, Result | None]:
    """The matches whose results in the journal do not follow from their lines, and what does follow; reads them all."""
    return dict(_differing(journal))


def _differing(journal: Journal) -> Iterator[tuple[int, Result | None]]:
    for number in range(1, journal.next_id()):
        if (record := journal.record(number)) is None:
            continue
        try:
            follows = _result(record)
        except BadRecord:
            continue
        if follows != journal.result(number) or (record.status == "done") != (follows is not None):
            yield number, follows


def _result(record: Record) -> Result | None:
    """The result in the order in which the journal gives it."""
    result = result_of(match_of(record))
    return result and replace(result, points=dict(result.points), faces=tuple(sorted(result.faces)))
