"""What a start and a move cost must follow the match, not the journal."""

import re
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.journal import Journal
from tests.journal.table import ANN_WINS, ROLL, UNDO, begin, finish
from tests.soak import counts

WHOLE_ANSWERS = {"people", "settings", "sqlite_master", "sqlite_sequence", "CONSTANT"}
"""What may be read from end to end: the roster, the settings, the schema, the one counter of numbers."""

FILL = """
    WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < :number)
    INSERT INTO matches (id, game, header, started, status, since)
    SELECT i, '13-sheep', (SELECT header FROM matches WHERE id = 1), i, 'done', i FROM n;
    INSERT INTO seats SELECT id, seat, person, said FROM matches, seats WHERE id > 1 AND match = 1;
    INSERT INTO lines SELECT id, n, line FROM matches, lines WHERE id > 1 AND match = 1;
    INSERT INTO results SELECT id, matches.game, abandoned FROM matches, results WHERE id > 1 AND match = 1;
    INSERT INTO scores SELECT id, seat, won, points FROM matches, scores WHERE id > 1 AND match = 1;
    INSERT INTO faces SELECT id, kind, face, times FROM matches, faces WHERE id > 1 AND match = 1;
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :number)
    INSERT INTO plain_rolls (face, time) SELECT i % 6 + 1, i FROM n;
"""


@dataclass
class Watch:
    """The steps of SQLite's machine, and the statements, since the last look."""

    steps: int = 0
    statements: list[str] = field(default_factory=list)

    def step(self) -> None:
        self.steps += 1

    def look(self) -> int:
        self.steps, steps = 0, self.steps
        return steps


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Watches every connection from its opening on."""
    watch, connect = Watch(), sqlite3.connect

    def watched(*args, **options) -> sqlite3.Connection:
        connection = connect(*args, **options)
        connection.set_progress_handler(watch.step, 1)
        connection.set_trace_callback(watch.statements.append)
        return connection

    monkeypatch.setattr(sqlite3, "connect", watched)
    return watch


def filled(path: Path, matches: int) -> Path:
    """A journal of so many finished matches and plain rolls, closed."""
    journal = Journal.open(path)
    finish(journal, ANN_WINS, "Ann", "Ben")
    journal.close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN")
    for statement in FILL.split(";\n")[:-1]:
        connection.execute(statement, {"number": matches} if ":number" in statement else {})
    connection.execute("COMMIT")
    connection.close()
    return path


def a_start_and_a_match(path: Path, watch: Watch) -> dict[str, int]:
    """Everything that happens between power-on and the end of a match, with the steps each took."""
    watch.look()
    journal = Journal.open(path)
    cost = {"open": watch.look()}
    for question in (journal.open_match, journal.aside, journal.people, journal.settings, journal.next_id):
        question()
    journal.plain_rolls()
    cost["first questions"] = watch.look()
    match = begin(journal, "Ann", "Ben")
    cost["start"] = watch.look()
    for name, line, result in (
        ("roll", ROLL, None),
        ("undo", UNDO, None),
        ("end", ROLL, ANN_WINS),
        ("reopen", UNDO, None),
    ):
        journal.append(match, line, 1.0, result)
        cost[name] = watch.look()
    journal.put_aside(match, 2.0)
    journal.resume(match, 3.0)
    cost["put aside and resume"] = watch.look()
    journal.plain_roll(6, 4.0)
    journal.set_setting("language", "en")
    cost["plain roll and setting"] = watch.look()
    journal.open_match()
    cost["resume after a power cut"] = watch.look()
    journal.close()
    return cost


def test_a_start_and_a_move_take_no_more_steps_in_a_journal_full_of_matches(tmp_path, watch):
    small = a_start_and_a_match(filled(tmp_path / "small.db", 10), watch)
    large = a_start_and_a_match(filled(tmp_path / "large.db", counts(test=10_000, soak=100_000)), watch)
    assert min(small.values()) > 10
    for name, steps in large.items():
        assert steps <= 1.1 * small[name], name


def test_a_start_and_a_move_only_search_in_indexes(path, watch):
    filled(path, 10)
    watch.statements.clear()
    a_start_and_a_match(path, watch)
    plans = [plan for sql in watch.statements if asks(sql) for plan in plans_of(path, sql)]
    assert len(plans) > 40
    scans = {plan for plan in plans if plan.startswith("SCAN") and plan.split()[1] not in WHOLE_ANSWERS}
    assert scans == set()


def asks(sql: str) -> bool:
    return re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE)\b", sql) is not None


def plans_of(path: Path, sql: str) -> list[str]:
    connection = sqlite3.connect(path)
    try:
        return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
    finally:
        connection.close()


def test_the_numbers_of_a_full_journal_are_right(path):
    journal = Journal.open(filled(path, 1000))
    assert journal.history_size() == journal.plain_rolls() == 1000
    assert journal.faces()["box"] == (0, 0, 0, 0, 0, 2000)
    assert [row.played for row in journal.standings("13-sheep")] == [1000, 1000]
    assert journal.check() == []
    journal.close()
