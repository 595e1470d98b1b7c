import pytest

from companion.journal import Journal, JournalRefusal
from tests.journal.table import ANN_WINS, BEN_WINS, ROLL, begin, finish


def refusal(call, *values) -> str:
    with pytest.raises(JournalRefusal) as refused:
        call(*values)
    return refused.value.code


def test_players_of_a_match_join_the_roster(journal):
    journal.add_person("Cleo")
    begin(journal, "Ann", "Ben")
    assert set(journal.people()) == {"Ann", "Ben", "Cleo"}


def test_who_sat_down_last_is_offered_first_whatever_the_clock_says(journal):
    journal.add_person("Dora")
    for name, now in (("Ann", 300.0), ("Ben", 100.0), ("Cleo", 200.0), ("Ann", 50.0)):
        journal.put_aside(begin(journal, name, now=now), now)
    assert journal.people() == ("Ann", "Cleo", "Ben", "Dora")


def test_names_are_compared_exactly(journal):
    for name in ("Ann", "ann", "Änn", "A\u0308nn"):
        journal.add_person(name)
    assert refusal(journal.add_person, "ann") == "name-taken"
    assert len(journal.people()) == 4


def test_somebody_renamed_keeps_every_match(journal):
    match = finish(journal, ANN_WINS, "Ann", "Ben")
    journal.rename_person("Ann", "Anna")
    assert journal.record(match).players == ("Anna", "Ben")
    assert '"Ann"' in journal.record(match).header
    (past,) = journal.history(0, 1)
    assert (past.players, past.winners, past.points) == (("Anna", "Ben"), ("Anna",), {"Anna": 16, "Ben": 8})
    assert [standing.name for standing in journal.standings("13-sheep")] == ["Anna", "Ben"]
    assert (journal.matches_of("Anna"), journal.matches_of("Ann")) == (1, 0)


def test_somebody_renamed_in_the_middle_of_a_match_wins_it_under_the_new_name(journal):
    match = begin(journal, "Ann", "Ben")
    journal.rename_person("Ann", "Anna")
    journal.append(match, ROLL, 1.0, ANN_WINS)
    assert journal.history(0, 1)[0].winners == ("Anna",)


def test_a_name_given_up_may_be_taken_by_somebody_new(journal):
    finish(journal, ANN_WINS, "Ann", "Ben")
    journal.rename_person("Ann", "Anna")
    finish(journal, BEN_WINS, "Ann", "Ben")
    assert {row.name: (row.played, row.won) for row in journal.standings("13-sheep")} == {
        "Anna": (1, 1),
        "Ann": (1, 0),
        "Ben": (2, 1),
    }


def test_renaming_is_refused_by_name(journal):
    journal.add_person("Ann")
    journal.add_person("Ben")
    assert refusal(journal.rename_person, "Ann", "Ben") == "name-taken"
    assert refusal(journal.rename_person, "Cleo", "Dora") == "unknown-person"
    journal.rename_person("Ann", "Ann")
    assert set(journal.people()) == {"Ann", "Ben"}


def test_somebody_deleted_takes_every_match_along(journal):
    finish(journal, ANN_WINS, "Ann", "Ben")
    kept = finish(journal, ANN_WINS, "Cleo", "Ben")
    finish(journal, ANN_WINS, "Cleo", "Ann")
    assert journal.matches_of("Ann") == 2
    assert journal.delete_person("Ann") == 2
    assert [past.id for past in journal.history(0, 9)] == [kept]
    assert set(journal.people()) == {"Ben", "Cleo"}
    assert journal.faces()["box"] == (0, 0, 0, 0, 0, 2)
    assert journal.check() == []


def test_somebody_in_an_unfinished_match_is_not_deleted(journal):
    finish(journal, ANN_WINS, "Ann", "Ben")
    match = begin(journal, "Ann")
    for _ in range(2):
        assert journal.unfinished_of("Ann") == 1
        assert refusal(journal.delete_person, "Ann") == "unfinished"
        if journal.open_match():
            journal.put_aside(match, 1.0)
    assert journal.matches_of("Ann") == 2
    assert refusal(journal.delete_person, "Zoe") == "unknown-person"


def test_a_deletion_that_fails_half_way_deletes_nothing(journal, monkeypatch):
    finish(journal, ANN_WINS, "Ann", "Ben")
    run = journal._file.run

    def fail_at_the_person(sql: str, *values: object):
        if sql.startswith("DELETE FROM people"):
            raise KeyboardInterrupt
        return run(sql, *values)

    monkeypatch.setattr(journal._file, "run", fail_at_the_person)
    with pytest.raises(KeyboardInterrupt):
        journal.delete_person("Ann")
    assert journal.matches_of("Ann") == journal.history_size() == 1


def test_nothing_of_somebody_deleted_stays_in_the_file_or_its_log(path):
    journal = Journal.open(path)
    for number in range(100):
        finish(journal, ANN_WINS, *(("Zyxwvuts", "Ben") if number % 3 else ("Ben", "Cleo")))
        if number % 20 == 0:
            journal.checkpoint()
    journal.rename_person("Zyxwvuts", "Stuvwxyz")
    journal.delete_person("Stuvwxyz")
    journal.close()
    for side in ("", "-wal"):
        content = path.with_name(path.name + side).read_bytes()
        assert b"Zyxwvuts" not in content
        assert b"Stuvwxyz" not in content
        assert side or b"Cleo" in content
