import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal, JournalTrouble
from companion.journal.migrations import APPLICATION_ID, STEPS, VERSION, migrate, version
from tests.journal.table import ROLL, begin

GOLDEN = Path(__file__).parents[1] / "golden" / "journal"
ADD_A_COLOUR = ("ALTER TABLE people ADD COLUMN colour TEXT", "CREATE INDEX by_colour ON people (colour)")


@pytest.fixture
def memory() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    yield connection
    connection.close()


def schema(connection: sqlite3.Connection) -> str:
    """All that makes up the schema, as SQL that makes it again."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    statements = connection.execute(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name <> 'sqlite_sequence' ORDER BY rowid"
    )
    lines = [f"PRAGMA application_id = {application}", f"PRAGMA user_version = {version(connection)}"]
    return ";\n".join(lines + [sql for (sql,) in statements]) + ";\n"


def stored(number: int) -> str:
    return (GOLDEN / f"schema-{number}.sql").read_text("utf-8")


@pytest.mark.parametrize("number", range(1, VERSION + 1))
def test_a_schema_that_was_released_never_changes(memory, number):
    migrate(memory, STEPS[:number])
    golden = GOLDEN / f"schema-{number}.sql"
    if not golden.exists():
        golden.write_text(schema(memory), "utf-8")
        pytest.fail(f"{golden.name} was not there and has been recorded: look at it and run again")
    assert schema(memory) == stored(number)


@pytest.mark.parametrize("number", range(1, VERSION + 1))
def test_every_earlier_schema_becomes_todays(memory, number):
    memory.executescript(stored(number))
    migrate(memory)
    assert schema(memory) == stored(VERSION)


@pytest.mark.parametrize("number", range(1, VERSION + 1))
def test_a_journal_of_every_earlier_schema_opens_with_what_it_holds(path, number):
    connection = sqlite3.connect(path)
    connection.executescript(stored(number) + "INSERT INTO people (name) VALUES ('Ann');")
    connection.close()
    journal = Journal.open(path)
    begin(journal, "Ben")
    assert journal.people() == ("Ben", "Ann")
    assert journal.set_aside is None
    journal.close()


def test_an_empty_file_becomes_a_journal(path):
    path.touch()
    journal = Journal.open(path)
    begin(journal, "Ann")
    assert journal.set_aside is None
    journal.close()


def test_a_file_in_which_the_power_went_before_the_first_table_becomes_a_journal(path):
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.close()
    assert path.stat().st_size > 0
    journal = Journal.open(path)
    begin(journal, "Ann")
    journal.close()


def test_the_steps_that_are_missing_are_run_and_keep_what_is_there(memory):
    migrate(memory)
    memory.execute("INSERT INTO people (name) VALUES ('Ann')")
    steps = (*STEPS, ADD_A_COLOUR, ("UPDATE people SET colour = 'red'",))
    migrate(memory, steps)
    assert version(memory) == VERSION + 2
    assert memory.execute("SELECT name, colour FROM people").fetchall() == [("Ann", "red")]


def test_a_step_that_fails_leaves_the_version_before_it(memory):
    with pytest.raises(sqlite3.OperationalError, match="no such table: nowhere"):
        migrate(memory, (*STEPS, ADD_A_COLOUR, ("DELETE FROM people", "DELETE FROM nowhere")))
    assert version(memory) == VERSION + 1
    assert not memory.in_transaction
    migrate(memory, (*STEPS, ADD_A_COLOUR))


def test_half_a_step_is_no_step(memory):
    migrate(memory)
    with pytest.raises(sqlite3.OperationalError):
        migrate(memory, (*STEPS, (*ADD_A_COLOUR, "DELETE FROM nowhere")))
    assert schema(memory) == stored(VERSION)


def test_a_newer_journal_is_left_as_it_is(path):
    journal = Journal.open(path)
    match = begin(journal, "Ann")
    journal.append(match, ROLL, 1.0, None)
    journal._file.run(f"PRAGMA user_version = {VERSION + 1}")
    journal._file.leave()
    before = content(path)
    for read_only in (False, True):
        with pytest.raises(JournalTrouble, match="newer version") as trouble:
            Journal.open(path, read_only=read_only)
        assert trouble.value.kind == "newer"
    assert content(path) == before


def content(path: Path) -> dict[str, tuple[bytes, int]]:
    """Names, bytes and times of change of all that lies in the folder, but for SQLite's shared memory."""
    sides = [side for side in path.parent.iterdir() if not side.name.endswith("-shm")]
    return {side.name: (side.read_bytes(), side.stat().st_mtime_ns) for side in sides}


def test_the_database_of_another_program_is_left_as_it_is(path):
    connection = sqlite3.connect(path)
    connection.executescript("CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES ('here');")
    connection.close()
    before = content(path)
    for read_only in (False, True):
        with pytest.raises(JournalTrouble) as trouble:
            Journal.open(path, read_only=read_only)
        assert trouble.value.kind == "foreign"
    assert content(path) == before


def test_an_older_journal_can_be_read_without_being_changed(path, tmp_path):
    path.touch()
    journal = Journal.open(path, read_only=True)
    assert journal.people() == ()
    with pytest.raises(JournalTrouble) as trouble:
        journal.add_person("Ann")
    assert trouble.value.kind == "read-only"
    journal.backup(tmp_path / "copy.db")
    journal.close()
    assert path.read_bytes() == b""
    copy = Journal.open(tmp_path / "copy.db")
    copy.add_person("Ann")
    copy.close()


def test_the_mark_of_a_journal_is_four_letters():
    assert APPLICATION_ID.to_bytes(4, "big") == b"TBLC"
