import pytest

from companion.journal import JournalRefusal, Past, Result, Standing
from tests.journal.table import ABANDONED, ANN_WINS, BEN_WINS, ROLL, UNDO, begin, finish


def derived(journal) -> tuple[object, ...]:
    return journal.history(0, 99), journal.standings("13-sheep"), journal.faces()


def test_the_history_is_newest_first_and_in_pages(journal):
    matches = [finish(journal, ANN_WINS, "Ann", "Ben") for _ in range(7)]
    begin(journal, "Ann")
    assert journal.history_size() == 7
    assert [past.id for past in journal.history(0, 3)] == matches[:3:-1]
    assert [past.id for past in journal.history(6, 3)] == matches[:1]
    assert journal.history(7, 3) == ()


def test_the_history_knows_who_won_with_how_many_points(journal):
    match = finish(journal, BEN_WINS, "Ann", "Ben")
    assert journal.history(0, 1) == (
        Past(match, "13-sheep", 1000.0, ("Ann", "Ben"), ("Ben",), {"Ann": 3, "Ben": 12}, False),
    )


def test_an_abandoned_match_is_in_the_history_but_not_in_the_standings(journal):
    match = finish(journal, ABANDONED, "Ann", "Ben")
    assert journal.history(0, 1) == (
        Past(match, "13-sheep", 1000.0, ("Ann", "Ben"), (), {"Ann": None, "Ben": None}, True),
    )
    assert journal.standings("13-sheep") == ()
    assert journal.faces()["box"] == (0, 1, 0, 0, 0, 0)


def test_standings_count_a_game_by_itself(journal):
    finish(journal, ANN_WINS, "Ann", "Ben")
    finish(journal, BEN_WINS, "Ann", "Ben")
    finish(journal, BEN_WINS, "Ben", "Cleo")
    match = journal.start('{"game": "schlafmuetze", "players": ["Ann", "Ben"]}', ("Ann", "Ben"), 1.0)
    journal.append(match, ROLL, 2.0, Result(("Ann",), {"Ann": None, "Ben": None}, False, ()))
    assert journal.standings("13-sheep") == (
        Standing("Ben", 3, 2, 12),
        Standing("Ann", 2, 1, 16),
        Standing("Cleo", 1, 0, None),
    )
    assert journal.standings("schlafmuetze") == (Standing("Ann", 1, 1, None), Standing("Ben", 1, 0, None))


def test_several_may_win_together(journal):
    finish(journal, Result(("Ann", "Ben"), {"Ann": 5, "Ben": 5}, False, ()), "Ann", "Ben", "Cleo")
    assert journal.history(0, 1)[0].winners == ("Ann", "Ben")
    assert [(row.name, row.won) for row in journal.standings("13-sheep")] == [
        ("Ann", 1),
        ("Ben", 1),
        ("Cleo", 0),
    ]


def test_faces_are_counted_by_kind_in_finished_matches_and_outside_of_matches(journal):
    finish(journal, ANN_WINS, "Ann", "Ben")
    finish(journal, BEN_WINS, "Ann", "Ben")
    begin(journal, "Ann")
    for face in (1, 6, 6):
        journal.plain_roll(face, 5.0)
    assert journal.faces() == {
        "box": (0, 0, 0, 0, 0, 3),
        "real": (1, 0, 0, 0, 0, 0),
        "plain": (1, 0, 0, 0, 0, 2),
    }
    assert journal.plain_rolls() == 3


def test_what_an_undo_reopens_counts_nowhere_until_it_ends_again(journal):
    match = finish(journal, ANN_WINS, "Ann", "Ben")
    journal.append(match, UNDO, 3.0, None)
    assert derived(journal) == ((), (), dict.fromkeys(("box", "real", "plain"), (0,) * 6))
    journal.append(match, ROLL, 4.0, BEN_WINS)
    assert [past.winners for past in journal.history(0, 9)] == [("Ben",)]
    assert journal.faces()["box"] == (0, 0, 0, 0, 0, 1)


def test_a_result_that_cannot_be_kept_leaves_its_line_out_too(journal):
    match = begin(journal, "Ann", "Ben")
    with pytest.raises(Exception, match="NOT NULL"):
        journal.append(match, ROLL, 1.0, Result((), {}, False, (("box", None),)))
    assert journal.record(match).lines == ()
    assert journal.record(match).status == "open"


def test_lines_that_go_together_are_all_kept_or_none(journal):
    match = begin(journal, "Ann", "Ben")
    with pytest.raises(Exception, match="NOT NULL"):
        journal.append(match, ROLL, 1.0, Result((), {}, False, (("box", None),)), (ROLL, UNDO))
    assert journal.record(match).lines == ()
    journal.append(match, ROLL, 1.0, ANN_WINS, (ROLL, UNDO))
    assert journal.record(match).lines == (ROLL, UNDO, ROLL)
    assert journal.record(match).status == "done"


def test_everything_derived_is_made_anew_from_the_lines(journal):
    finish(journal, ANN_WINS, "Ann", "Ben")
    finish(journal, ABANDONED, "Ann", "Ben")
    aside = begin(journal, "Ann")
    journal.put_aside(aside, 1.0)
    before = derived(journal)
    with journal._file.transaction():
        journal._file.run("DELETE FROM results WHERE match = 1")
        journal._file.run("UPDATE scores SET won = 1, points = 99")
        journal._file.run("UPDATE faces SET times = 99")
    assert derived(journal) != before
    journal.rebuild({1: ANN_WINS, 2: ABANDONED, aside: None})
    assert derived(journal) == before
    assert journal.record(aside).status == "aside"


def test_the_result_of_a_match_is_read_as_it_was_kept(journal):
    match = finish(journal, ANN_WINS, "Ann", "Ben")
    journal.rename_person("Ann", "Zoe")
    assert journal.result(match) == ANN_WINS
    assert journal.result(finish(journal, ABANDONED, "Ann", "Ben")) == Result(
        (), {"Ann": None, "Ben": None}, True, ABANDONED.faces
    )
    assert journal.result(begin(journal, "Ann")) is None
    assert journal.result(99) is None


def test_a_rebuild_follows_what_the_rules_say_now(journal):
    no_longer_over = finish(journal, ANN_WINS, "Ann", "Ben")
    over = begin(journal, "Ann", "Ben")
    journal.rebuild({no_longer_over: None, over: BEN_WINS})
    assert [record.id for record in journal.aside()] == [no_longer_over]
    assert [past.id for past in journal.history(0, 9)] == [over]
    assert journal.open_match() is None


def test_a_rebuild_that_fails_changes_nothing(journal):
    first = finish(journal, ANN_WINS, "Ann", "Ben")
    second = finish(journal, BEN_WINS, "Ann", "Ben")
    before = derived(journal)
    with pytest.raises(Exception, match="NOT NULL"):
        journal.rebuild({first: BEN_WINS, second: Result((), {}, False, (("box", None),))})
    assert derived(journal) == before
    with pytest.raises(JournalRefusal):
        journal.rebuild({first: BEN_WINS, 99: None})
    assert derived(journal) == before
