import pytest

from companion.journal import REFUSALS, Journal, JournalRefusal, Record
from tests.journal.table import ANN_WINS, BEN_WINS, ROLL, UNDO, begin, finish, header


def refusal(call, *values) -> str:
    with pytest.raises(JournalRefusal) as refused:
        call(*values)
    assert str(refused.value) == refused.value.sentence == REFUSALS[refused.value.code]
    return refused.value.code


def test_a_match_is_read_as_it_was_written(journal):
    match = begin(journal, "Ann", "Ben", now=12.5)
    for line in (ROLL, UNDO, ROLL):
        journal.append(match, line, 13.0, None)
    expected = Record(match, "13-sheep", header("Ann", "Ben"), (ROLL, UNDO, ROLL), 12.5, "open", ("Ann", "Ben"))
    assert journal.open_match() == journal.record(match) == expected


def test_everything_is_there_after_closing_and_opening(journal, path):
    match = begin(journal, "Ann", "Ben")
    journal.append(match, ROLL, 1.0, None)
    journal.set_setting("language", "de")
    before = (journal.open_match(), journal.people(), journal.settings())
    journal.close()
    again = Journal.open(path)
    assert (again.open_match(), again.people(), again.settings()) == before
    again.close()


def test_an_empty_journal_has_nothing(journal):
    assert journal.open_match() is None
    assert journal.record(1) is None
    assert journal.aside() == journal.people() == journal.history(0, 5) == journal.standings("13-sheep") == ()
    assert journal.settings() == {}
    assert journal.next_id() == 1
    assert journal.plain_rolls() == journal.history_size() == 0
    assert journal.set_aside is None


def test_lines_keep_their_order_when_the_clock_runs_backwards(journal):
    match = begin(journal, "Ann", now=2_000_000_000.0)
    for number in range(100):
        journal.append(match, str(number), 1_000_000_000.0 - number, None)
    assert journal.record(match).lines == tuple(str(number) for number in range(100))


def test_a_second_match_is_refused_while_one_is_open(journal):
    match = begin(journal, "Ann")
    assert refusal(begin, journal, "Ben") == "other-open"
    assert journal.people() == ("Ann",)
    assert journal.open_match().id == match
    assert journal.next_id() == match + 1


def test_the_schema_itself_holds_one_open_match_only(journal):
    begin(journal, "Ann")
    with pytest.raises(Exception, match=r"UNIQUE constraint failed: matches\.status"):
        journal._file.run("INSERT INTO matches (game, header, started, status, since) VALUES ('', '', 0, 'open', 0)")


def test_numbers_of_matches_go_up_and_are_never_used_twice(journal):
    first = finish(journal, ANN_WINS, "Ann", "Ben")
    assert journal.next_id() == first + 1
    second = finish(journal, ANN_WINS, "Ann", "Ben")
    journal.delete_person("Ann")
    assert journal.next_id() == second + 1
    assert begin(journal, "Ben") == second + 1


def test_matches_put_aside_are_listed_latest_first_whatever_the_clock_says(journal):
    matches = [begin_and_put_aside(journal, now) for now in (300.0, 100.0, 200.0)]
    assert [record.id for record in journal.aside()] == matches[::-1]
    journal.resume(matches[1], 50.0)
    journal.put_aside(matches[1], 10.0)
    assert [record.id for record in journal.aside()] == [matches[1], matches[2], matches[0]]
    assert {record.status for record in journal.aside()} == {"aside"}


def begin_and_put_aside(journal: Journal, now: float) -> int:
    match = begin(journal, "Ann", now=now)
    journal.put_aside(match, now)
    return match


def test_resuming_puts_the_open_match_aside(journal):
    first = begin_and_put_aside(journal, 1.0)
    second = begin(journal, "Ben")
    journal.resume(first, 2.0)
    assert journal.open_match().id == first
    assert [record.id for record in journal.aside()] == [second]


def test_a_match_that_is_not_open_takes_no_line(journal):
    match = begin_and_put_aside(journal, 1.0)
    assert refusal(journal.append, match, ROLL, 1.0, None) == "not-open"
    assert refusal(journal.append, 99, ROLL, 1.0, None) == "unknown-match"
    assert journal.record(match).lines == ()


def test_putting_aside_and_resuming_are_refused_by_name(journal):
    match = begin(journal, "Ann")
    assert refusal(journal.resume, match, 1.0) == "not-aside"
    assert refusal(journal.resume, 99, 1.0) == "unknown-match"
    assert refusal(journal.put_aside, 99, 1.0) == "unknown-match"
    journal.put_aside(match, 1.0)
    assert refusal(journal.put_aside, match, 1.0) == "not-open"


def test_an_undo_after_the_result_opens_the_match_again(journal):
    match = finish(journal, ANN_WINS, "Ann", "Ben")
    assert journal.open_match() is None
    journal.append(match, UNDO, 3.0, None)
    assert journal.open_match().lines == (ROLL, ROLL, UNDO)
    assert journal.history_size() == 0


def test_an_undo_after_the_result_is_refused_while_another_match_is_open(journal):
    match = finish(journal, ANN_WINS, "Ann", "Ben")
    other = begin(journal, "Ann", "Ben")
    assert refusal(journal.append, match, UNDO, 3.0, None) == "other-open"
    assert journal.open_match().id == other
    assert journal.record(match).lines == (ROLL, ROLL)
    assert journal.history_size() == 1


def test_a_line_that_leaves_a_finished_match_finished_replaces_its_result(journal):
    match = finish(journal, ANN_WINS, "Ann", "Ben")
    begin(journal, "Cleo")
    journal.append(match, ROLL, 3.0, BEN_WINS)
    assert [past.winners for past in journal.history(0, 5)] == [("Ben",)]


def test_settings_are_replaced_by_key(journal):
    journal.set_setting("language", "de")
    journal.set_setting("sound", "off")
    journal.set_setting("language", "en")
    assert journal.settings() == {"language": "en", "sound": "off"}


def test_a_header_that_is_none_is_refused_before_anything_is_written(journal):
    with pytest.raises(ValueError, match="game"):
        journal.start("{}", ("Ann",), 1.0)
    assert journal.people() == ()


def test_nothing_of_a_deleted_match_stays_and_its_number_is_used_no_more(journal, path):
    first = begin(journal, "Ann", "Ben")
    journal.append(first, '{"do": "roll", "face": 123454321}', 1.0, ANN_WINS)
    journal.delete_match(first)
    assert (journal.record(first), journal.history_size(), journal.matches_of("Ann")) == (None, 0, 0)
    assert journal.people() == ("Ann", "Ben")
    assert all(b"123454321" not in file.read_bytes() for file in path.parent.iterdir())
    assert begin(journal, "Ann") == first + 1
    assert refusal(journal.delete_match, first) == "unknown-match"
