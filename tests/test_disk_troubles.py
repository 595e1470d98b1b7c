"""The disk refuses while people play: nothing is applied, the panel says so, and it works when the cause is gone."""

import errno
import os
import resource
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from companion.games.match import header_line, move_line
from companion.journal import SENTENCES, Journal, JournalTrouble
from companion.lock import Lock, Taken
from companion.table import Table, match_of
from tests.boxes import OWN, PLAYERS, START, WOLF, Box, box, program, records, run
from tests.journal.table import NOBODY, without_root
from tests.journal.test_troubles import spoil_table, write_protect

ROLLED = (*START, *["roll"] * 6)


@contextmanager
def locked(here: Box) -> Iterator[None]:
    with closing(sqlite3.connect(here.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def no_larger_than(size: int) -> Iterator[None]:
    """No file of this process may grow beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def full(here: Box) -> AbstractContextManager[None]:
    """The log may not grow."""
    return no_larger_than(here.path.with_name(f"{here.path.name}-wal").stat().st_size)


Trouble = Callable[[Box], AbstractContextManager[None]]
TROUBLES = [
    pytest.param(locked, {"locked"}, id="locked"),
    pytest.param(full, {"full", "io"}, id="full"),
]
needs_limits = pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files as Linux does")


def spoil(path: Path) -> None:
    """Another program writes into the journal, so that nothing of it is known by heart, and then the disk goes bad."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("INSERT INTO settings VALUES ('spoilt', 'yes')")
        other.commit()
    for side in ("", "-wal"):
        with path.with_name(f"{path.name}{side}").open("r+b") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(32)
            file.write(b"\xff" * (size - 32))


def lines(here: Box) -> tuple[str, ...]:
    return records(here.path)[-1].lines


@needs_limits
@pytest.mark.parametrize(("trouble", "kinds"), TROUBLES)
@pytest.mark.parametrize("press", ["roll", "back:hold"])
def test_a_refused_move_is_told_and_made_when_the_cause_is_gone(tmp_path, trouble, kinds, press):
    with box(tmp_path / "j.db", *ROLLED) as here:
        before, state = lines(here), here.match.state
        with trouble(here):
            for token in (press, "ok", "roll"):
                told = here.take(token)
                assert told.screen == "trouble"
                assert any(" ".join(told.words).startswith(SENTENCES[kind][:20]) for kind in kinds)
                assert here.match.state == state
            assert here.take("up", "seat:1", "back:hold").screen == "trouble"
        assert lines(here) == before
        assert here.take("ok").screen == "13-sheep"
        assert len(lines(here)) == len(before) + 1
        assert here.match.state != state


@needs_limits
@pytest.mark.parametrize(("trouble", "kinds"), TROUBLES)
def test_a_refused_move_can_be_left(tmp_path, trouble, kinds):
    with box(tmp_path / "j.db", *ROLLED) as here:
        before = here.take()
        with trouble(here):
            here.take("roll")
        assert here.take("back") == before
        assert here.take("wait:1") == before
        assert len(lines(here)) == 3


@needs_limits
@pytest.mark.parametrize(("trouble", "kinds"), TROUBLES)
def test_nothing_else_is_done_either_and_all_of_it_later(tmp_path, trouble, kinds):
    with box(tmp_path / "j.db", *PLAYERS, "ok") as here:
        with trouble(here):
            assert here.take("say:Cleo").screen == "trouble"
            assert "Cleo" not in here.session.view(0.0).people
            assert here.take("back").screen == "name"
            assert here.take("say:Cleo").screen == "trouble"
        assert here.take("ok").screen == "players"
        with trouble(here):
            assert here.take("roll", "ok").screen == "trouble"
            assert here.match is None
        assert records(here.path) == []
        assert here.take("ok").screen == "13-sheep"
        with trouble(here):
            assert here.take("back", "back", "down", "ok", "ok").screen == "trouble"
        assert here.take("ok").screen == "games"
        assert here.match is None


def test_an_idle_box_with_trouble_is_no_trouble(tmp_path):
    with box(tmp_path / "j.db", *ROLLED) as here:
        before = here.take()
        with locked(here):
            assert here.take("wait:10") == before


@needs_limits
def test_a_drive_that_may_not_write_any_more_goes_on_when_it_may_again(tmp_path):
    path = tmp_path / "j.db"
    with program("drive", "--journal", str(path), "--seed", "1") as process:

        def take(*tokens: str) -> bytes:
            line = b""
            for token in tokens:
                process.stdin.write(f"{token}\n".encode())
                process.stdin.flush()
                line = process.stdout.readline()
            return line

        assert b'"13-sheep"' in take(*ROLLED)
        soft, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
        for _ in range(3):
            assert b'"trouble"' in take("roll")
        assert len(records(path)[0].lines) == 3
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (soft, hard))
        assert b'"13-sheep"' in take("ok")
        process.stdin.close()
        assert process.wait() == 0
    assert len(records(path)[0].lines) == 4


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that somebody else than root can reach and write into."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        yield Path(folder)


def test_a_box_on_a_write_protected_disk_shows_the_table_and_says_why_it_cannot_play(shared):
    path = shared / "j.db"
    with without_root():
        with box(path, *ROLLED):
            pass
        write_protect(shared)
        with box(path, "ok") as here:
            told = here.take("roll")
            assert " ".join(told.words).startswith("The disk is write-protected")
            assert len(here.match.state.rolls) == 3
            write_protect(shared, False)
            assert here.take("ok").screen == "13-sheep"
            assert len(lines(here)) == 4


@contextmanager
def protected_at_start(path: Path) -> Iterator[Box]:
    """A box that found the disk of its open match write-protected, where it may be written to by now."""
    with without_root():
        with box(path, *ROLLED):
            pass
        write_protect(path.parent)
        with Lock(path, "run") as lock, box(path, "ok", lock=lock) as here:
            assert here.take("roll").screen == "trouble"
            assert not lock.held
            write_protect(path.parent, False)
            yield here


def play_elsewhere(path: Path, *tokens: str) -> None:
    """Another program on this journal, from its start to its end; everybody may write afterwards."""
    user = os.geteuid()
    os.seteuid(os.getuid())
    try:
        run("drive", "--journal", str(path), tokens=tokens)
        write_protect(path.parent, False)
    finally:
        os.seteuid(user)


def test_a_journal_is_locked_as_soon_as_it_can_be_written(shared):
    with protected_at_start(shared / "j.db") as here:
        assert here.take("ok").screen == "13-sheep"
        assert len(lines(here)) == 4
        with pytest.raises(Taken):
            Lock(here.path, "play").take()


def test_a_box_that_could_not_lock_its_journal_leaves_it_to_the_one_that_could(shared):
    with protected_at_start(shared / "j.db") as here:
        before, state = lines(here), here.match.state
        with Lock(here.path, "play"):
            for token in ("ok", "wait:10", "ok"):
                assert " ".join(here.take(token).words).startswith(SENTENCES["locked"])
            assert (lines(here), here.match.state) == (before, state)
        assert here.take("ok").screen == "13-sheep"
        assert lines(here) == (*before, before[0])


@pytest.mark.parametrize("way", [("ok",), ("back", "back", "back", "down", "down", "ok", "roll")])
def test_what_another_box_played_meanwhile_is_taken_up_first(shared, way):
    with protected_at_start(shared / "j.db") as here:
        rename = ("back", "back", *["down"] * 4, "ok", "ok", "ok", "say:Annika")
        play_elsewhere(here.path, "ok", *OWN[5].split() * 2, *rename)
        told = here.take(*way)
        assert (told.screen, " ".join(told.words).startswith(SENTENCES["changed"])) == ("message", True)
        assert here.take("ok").screen == "home"
        assert here.take("ok").screen == "13-sheep"
        assert here.match.state.rolls[3:] == (5, 5)
        assert here.match.header.players == ("Annika", "Ben")
        here.take(*OWN[1].split())
        assert [len(record.lines) for record in records(here.path)] == [6]
        assert match_of(records(here.path)[0]).state.rolls[3:] == (5, 5, 1)


@pytest.mark.parametrize("theirs", [("back", "up", "ok", "ok:hold"), ("back", "back", "down", "ok", "ok")])
def test_a_match_that_another_box_has_ended_or_put_aside_is_not_played_on(shared, theirs):
    with protected_at_start(shared / "j.db") as here:
        play_elsewhere(here.path, "ok", *theirs)
        held = records(here.path)
        assert here.take("ok").screen == "message"
        assert here.take("ok").words[0] == "New game"
        assert records(here.path) == held


def test_without_a_lock_nothing_is_written_though_the_journal_could_be(shared):
    path = shared / "j.db"
    with without_root(), box(path, *ROLLED):
        pass
    lock_file = path.with_name("j.db.lock")
    lock_file.touch(mode=0)
    with without_root(), Lock(path, "run") as lock, box(path, "ok", lock=lock) as here:
        assert " ".join(here.take("roll").words).startswith(SENTENCES["no-access"])
        assert here.take("wait:10", "ok").screen == "trouble"
        assert len(lines(here)) == 3
        shared.joinpath("j.db.lock").unlink()
        assert here.take("ok").screen == "13-sheep"
        assert lock.held


def test_a_broken_journal_that_another_may_be_using_is_not_set_aside(tmp_path):
    path = tmp_path / "j.db"
    path.write_bytes(b"no journal " * 1000)
    unlocked = Lock(path, "run")
    with pytest.raises(JournalTrouble) as refused:
        Journal.open(path, lock=unlocked)
    assert refused.value.kind == "locked"
    assert path.exists()
    with unlocked, closing(Journal.open(path, lock=unlocked)) as journal:
        assert journal.set_aside.exists()


# broken


@pytest.mark.parametrize("press", ["roll", "back:hold"])
def test_a_match_goes_on_in_a_new_journal_with_all_its_lines(tmp_path, press):
    with box(tmp_path / "j.db", *ROLLED, "back:hold", "ok") as here:
        before, state, header = lines(here), here.match.state, records(here.path)[0].header
        spoil(here.path)
        told = here.take(press)
        assert told.screen == "trouble"
        assert "j.db.broken-1" in " ".join(told.words)
        assert (here.match.state, lines(here)) == (state, before)
        assert here.take("ok").screen == "13-sheep"
        assert len(lines(here)) == len(before) + 1
        assert records(here.path)[0].header == header
        assert here.take("roll", "roll").screen == "13-sheep"
    assert (tmp_path / "j.db.broken-1").exists()
    with box(tmp_path / "j.db") as here:
        assert here.take().words[0] == "Resume"
        assert here.take("ok").screen == "13-sheep"


@pytest.mark.parametrize(
    "way",
    [
        ("back", "back", "down", "down", "down", "ok", "ok"),
        ("back", "back", "down", "ok", "ok"),
        ("back", "back", "down", "down", "ok", "roll"),
        ("back", "back", "up", "up", "up", "ok", "ok", "down", "ok"),
        ("back", "back", "up", "up", "ok", "ok", "down", "ok"),
        ("back", "up", "ok", "ok:hold"),
    ],
    ids=["history", "put aside", "plain die", "delete", "setting", "end"],
)
def test_whatever_finds_the_fault_the_match_goes_on(tmp_path, way):
    with box(tmp_path / "j.db", *ROLLED) as here:
        before, state = lines(here), here.match.state
        spoil(here.path)
        told = here.take(*way)
        assert told.screen in {"message", "trouble"}
        assert "broken-1" in " ".join(told.words)
        assert lines(here) == before
        here.take("back")
        while here.take().screen != "home":
            here.take("back")
        assert here.take("ok").screen == "13-sheep"
        assert here.match.state == state


def test_a_disk_that_breaks_the_journal_and_takes_no_new_one_is_asked_again(tmp_path):
    with box(tmp_path / "j.db", *ROLLED) as here:
        before, state = lines(here), here.match.state
        spoil(here.path)
        with no_larger_than(0):
            for token in ("roll", "ok", "wait:10", "ok"):
                assert here.take(token).screen == "trouble"
        assert here.match.state == state
        assert here.take("ok").screen == "13-sheep"
        assert lines(here) == (*before, before[0])


def test_a_box_that_is_switched_off_between_two_journals_ends_in_good_order(tmp_path):
    with box(tmp_path / "j.db", *ROLLED) as here:
        spoil(here.path)
        with no_larger_than(0):
            here.take("roll")
            here.session.close()
    with box(tmp_path / "j.db", *START) as here:
        assert here.take().screen == "13-sheep"


def test_a_new_journal_keeps_the_settings_and_the_finished_match_on_the_table(tmp_path):
    over = (*WOLF, "ok", "ok", "up", "roll", "ok", "roll")
    louder = (*["down"] * 4, "ok", "down", "ok", "down", "ok", "back", "back")
    with box(tmp_path / "j.db", *louder) as here:
        sound = here.session.view(0.0).settings["sound"]
        here.take(*["up"] * 9, "up:hold", "back", *START, *over)
        assert here.take().screen == "result"
        spoil(here.path)
        assert here.take("back:hold").screen == "trouble"
        assert here.take("ok").screen == "scores"
    with box(tmp_path / "j.db") as here:
        assert here.session.view(0.0).settings["sound"] == sound == "false"
        assert records(here.path)[0].status == "open"


@pytest.mark.parametrize("table", ["results", "scores", "seats", "people", "settings", "lines", "matches"])
def test_a_journal_that_is_broken_at_the_start_is_set_aside_and_told(tmp_path, table):
    path = tmp_path / "j.db"
    with box(path, *START, *WOLF, "ok", "ok", "up", "roll", "ok", "roll"):
        pass
    spoil_table(path, table)
    with box(path) as here:
        words = " ".join(here.take().words)
        assert ("broken-1" in words) == (tmp_path / "j.db.broken-1").exists()
        assert here.take("back").words[0] == "New game"
        assert here.take("down", "ok", "roll", "roll").screen == "die"


def test_a_broken_journal_is_told_on_the_panel_of_drive_and_never_deleted(tmp_path):
    (tmp_path / "j.db").write_bytes(b"no journal " * 1000)
    out = run("drive", "--journal", str(tmp_path / "j.db"), tokens=["wait:0", "ok"])
    assert b"j.db.broken-1" in out.splitlines()[0]
    assert b'"home"' in out.splitlines()[1]
    assert (tmp_path / "j.db.broken-1").read_bytes() == b"no journal " * 1000


@pytest.fixture
def unreadable(tmp_path) -> Path:
    """A finished match and one put aside, of Anna and Ben, that no rules accept."""
    path = tmp_path / "j.db"
    with box(path, *START, *WOLF, "ok", "ok", "up", "roll", "ok", "roll", "roll", "back", "back", "down", "ok", "ok"):
        pass
    with closing(sqlite3.connect(path)) as other:
        other.execute('UPDATE lines SET line = \'{"do": "dance"}\' WHERE n = 1')
        other.execute("UPDATE matches SET header = replace(header, 'players', 'dancers')")
        other.commit()
    return path


def test_a_match_that_the_rules_do_not_read_can_be_deleted_where_it_is_listed(unreadable):
    with box(unreadable) as here:
        assert here.take("down", "ok").screen == "resume"
        offer = here.take("ok")
        assert offer.screen == "confirm"
        assert " ".join(offer.words).startswith("The box cannot read this match. Delete it for good?")
        assert here.take("back").screen == "resume"
        assert here.take("ok", "ok:hold").screen == "home"
        assert [record.status for record in records(unreadable)] == ["done"]
        assert here.take("down", "ok", "ok", "ok").screen == "past"
        for press in ("ok", "roll"):
            assert here.take(press) == offer
            assert here.take("back").screen == "past"
        assert here.take("ok", "ok:hold").screen == "records"
        assert records(unreadable) == []
        here.take("back", "down", "ok", "ok", "down", "ok", "ok:hold")
        assert here.session.view(0.0).people == ("Ben",)


def test_the_other_matches_stay_where_one_is_deleted(tmp_path):
    path, put_aside = tmp_path / "j.db", ("back", "back", "down", "ok", "ok", "ok", "roll", "ok")
    over = ("back", "up", "ok", "ok:hold", "roll")
    with box(path, *START, *put_aside, *put_aside, *over, *over, *over, "back", "back", "down", "ok", "ok"):
        pass
    before = records(path)
    assert [record.status for record in before] == ["aside"] * 2 + ["done"] * 3 + ["aside"]
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE matches SET header = '{' WHERE id IN (1, 3, 5)")
        other.commit()
    with box(path, "down", "ok", "up", "ok", "ok:hold") as here:
        assert here.take().screen == "resume"
        assert [record.id for record in records(path)] == [2, 3, 4, 5, 6]
        here.take("back", "down", "down", "ok", "ok", "up", "ok", "ok", "ok:hold")
        assert here.take().screen == "history"
        assert [record.id for record in records(path)] == [2, 4, 5, 6]
        here.take("up", "ok", "ok", "ok:hold")
        assert [record.id for record in records(path)] == [2, 4, 6]
        assert here.take("ok", "ok").screen == "check"


@pytest.mark.parametrize("trouble", [locked])
def test_a_match_that_the_disk_does_not_let_go_can_be_deleted_later(unreadable, trouble):
    with box(unreadable, "down", "ok", "ok") as here:
        with trouble(here):
            assert here.take("ok:hold").screen == "trouble"
        assert len(records(unreadable)) == 2
        assert here.take("ok").screen == "home"
        assert len(records(unreadable)) == 1


def test_a_match_of_a_game_that_only_a_newer_program_knows_is_listed_and_can_be_deleted(tmp_path):
    path = tmp_path / "j.db"
    with closing(Journal.open(path)) as journal:
        journal.start(header_line("chess", ("Anna", "Ben"), bytes(32), {}), ("Anna", "Ben"), 0.0)
    with box(path, "ok", "down", "ok") as here:
        assert here.take().screen == "resume"
        assert here.take("ok", "ok:hold").screen == "home"
        assert records(path) == []


def test_a_match_that_was_only_half_written_into_the_new_journal_is_completed(tmp_path):
    half_written = 0
    for size in range(32_000, 52_000, 4_000):
        with box(tmp_path / f"{size}.db", *START, *["roll", "back:hold"] * 8, "roll", "roll") as here:
            before = lines(here)
            spoil(here.path)
            with no_larger_than(size):
                here.take("roll")
            written = records(here.path) if here.path.exists() else []
            half_written += any(0 < len(record.lines) < len(before) for record in written)
            while here.take().screen == "trouble":
                here.take("ok")
            assert lines(here) == (*before, before[0])
            assert [record.status for record in records(here.path)] == ["open"]
    assert half_written >= 2


def test_a_renamed_player_wins_in_a_journal_begun_anew_too(tmp_path):
    with closing(Journal.open(tmp_path / "box.db")) as journal:
        table = Table(journal)
        table.start("13-sheep", ("Anna", "Ben"), bytes(32), {"tracker": [1]}, 0.0)
        journal.rename_person("Anna", "Zoe")
        table.renamed("Anna", "Zoe")
        journal.begin_anew()
        table.record_again(1.0)
        table.play(move_line("roll"), 2.0)
        for name, sheep in (("Zoe", 2), ("Ben", 1)):
            table.play(move_line("score", player=name, areas=[sheep]), 3.0)
        assert journal.history(0, 1)[0].winners == ("Zoe",)
        assert journal.history(0, 1)[0].points == {"Zoe": 3, "Ben": 1}


def test_a_place_for_backups_that_cannot_be_read_is_told_and_asked_again(tmp_path, mocker):
    with box(tmp_path / "j.db", "up", "up", "ok", "up", "ok") as here:
        mocker.patch.object(Path, "iterdir", side_effect=PermissionError(errno.EACCES, "Permission denied"))
        told = here.take("ok")
        assert told.screen == "trouble"
        assert " ".join(told.words).startswith("The backup was not saved:")
        mocker.stopall()
        assert here.take("ok").words[0] == "Saved as"
        assert len(list((tmp_path / "backups").iterdir())) == 1
