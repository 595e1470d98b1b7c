"""Two boxes never play on one journal."""

import errno
import os
import signal
from pathlib import Path

import pytest

from companion.lock import Lock, Taken
from tests.boxes import program


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "journal.db"


def refusal(journal: Path) -> str:
    with pytest.raises(Taken) as refused:
        Lock(journal, "play").take()
    return str(refused.value)


def test_the_second_is_told_who_the_first_is_and_how_to_stop_the_service(journal):
    with Lock(journal, "run"):
        assert refusal(journal) == (
            f"`companion run` (process {os.getpid()}) is using {journal}: "
            "stop it first, with `sudo systemctl stop companion`."
        )


def test_the_second_is_told_how_to_stop_another_command(journal):
    with Lock(journal, "drive"):
        assert refusal(journal).endswith(f": stop it first, with `kill {os.getpid()}`.")


def test_an_owner_that_could_not_sign_is_refused_without_a_name(journal):
    with Lock(journal, "run"):
        journal.with_name("journal.db.lock").write_text("")
        assert refusal(journal) == f"Another companion is using {journal}: stop it first."


def test_a_released_lock_can_be_taken(journal):
    first = Lock(journal, "run")
    first.take()
    first.release()
    with Lock(journal, "play"), pytest.raises(Taken):
        first.take()


def test_taking_a_lock_again_keeps_it(journal):
    with Lock(journal, "run") as lock:
        lock.take()
        assert lock.held
        assert refusal(journal)


def test_what_a_longer_name_left_is_not_read_as_part_of_the_next(journal):
    with Lock(journal, "a-longer-name"):
        pass
    with Lock(journal, "run"):
        assert journal.with_name("journal.db.lock").read_text() == f"{os.getpid()} run\n"


def test_another_journal_has_another_lock(journal):
    with Lock(journal, "run") as one, Lock(journal.with_name("other.db"), "run") as other:
        assert one.held
        assert other.held


def test_without_a_place_for_a_lock_file_there_is_no_lock(tmp_path):
    (tmp_path / "kept").write_text("a file where the folder should be")
    with Lock(tmp_path / "kept" / "journal.db", "run") as lock:
        assert not lock.held


def test_where_the_file_system_has_no_locks_there_is_none_and_it_is_tried_again(journal, mocker):
    flock = mocker.patch("fcntl.flock", side_effect=OSError(errno.ENOLCK, "No locks available"))
    with Lock(journal, "run") as lock:
        assert not lock.held
        assert lock.hindrance is flock.side_effect
        mocker.stopall()
        lock.take()
        assert lock.held


def test_a_killed_owner_holds_nothing(journal):
    with program("drive", "--journal", str(journal)) as first:
        first.stdin.write(b"up\n")
        first.stdin.flush()
        assert first.stdout.readline()
        assert f"`companion drive` (process {first.pid})" in refusal(journal)
        first.send_signal(signal.SIGKILL)
        first.wait()
    with Lock(journal, "run"):
        pass


def test_a_second_command_ends_with_the_sentence(journal):
    with Lock(journal, "run"), program("drive", "--journal", str(journal)) as second:
        out, err = second.communicate(b"up\n")
    assert (second.returncode, out) == (2, b"")
    assert err.decode().startswith(f"`companion run` (process {os.getpid()}) is using {journal}: stop it first")
    assert err.count(b"\n") == 1
