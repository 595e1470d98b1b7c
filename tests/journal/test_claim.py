"""One box to a journal: a second one is refused, a killed one is no obstacle, and the claim leaves nothing behind."""

import fcntl
import signal
from pathlib import Path

import pytest

from companion.journal import Journal, JournalTrouble
from companion.journal.claim import Claim
from tests.journal.table import begin, child


def in_use(path: Path) -> bool:
    try:
        Journal.open(path).close()
    except JournalTrouble as trouble:
        return trouble.kind == "in-use"
    return False


def test_a_journal_is_for_one_box_at_a_time(path):
    first = Journal.open(path)
    assert in_use(path)
    assert in_use(path)
    first.close()
    assert not in_use(path)


def test_a_refused_box_changes_nothing_and_the_first_goes_on(path):
    first = Journal.open(path)
    match = begin(first, "Ann")
    assert in_use(path)
    first.append(match, "line", 1.0, None)
    assert first.open_match().lines == ("line",)
    first.close()


def test_two_journals_in_one_folder_do_not_meet(path):
    first, second = Journal.open(path), Journal.open(path.with_name("other.db"))
    first.close()
    second.close()


def test_readers_need_no_claim(path):
    first = Journal.open(path)
    reader = Journal.open(path, read_only=True)
    assert reader.people() == ()
    reader.close()
    assert in_use(path)
    first.close()


def test_the_claim_stays_when_a_broken_journal_is_begun_anew(path):
    journal = Journal.open(path)
    journal.begin_anew()
    assert in_use(path)
    journal.close()
    assert not in_use(path)


def test_a_killed_box_is_no_obstacle(path):
    with child("endless", str(path)) as process:
        process.stdout.readline()
        assert in_use(path)
        process.send_signal(signal.SIGKILL)
        process.stdout.read()
    assert not in_use(path)


def test_nothing_is_left_of_a_claim(path):
    Claim(path).release()
    assert list(path.parent.iterdir()) == []


def test_a_journal_that_does_not_open_is_not_claimed(path):
    path.mkdir()
    for _ in range(2):
        with pytest.raises(JournalTrouble) as trouble:
            Journal.open(path)
        assert trouble.value.kind == "no-access"
    assert [side.name for side in path.parent.iterdir()] == [path.name]


def test_a_claim_on_what_was_released_meanwhile_is_made_on_what_is_there(path, monkeypatch):
    first, flock = Claim(path), fcntl.flock

    def late(descriptor: int, operation: int) -> None:
        monkeypatch.setattr(fcntl, "flock", flock)
        first.release()
        flock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", late)
    second = Claim(path)
    with pytest.raises(JournalTrouble):
        Claim(path)
    second.release()


def test_a_disk_without_locks_or_without_room_for_one_grants_every_claim(path, monkeypatch):
    def refuse(*_words: object) -> None:
        raise OSError(95, "Operation not supported")

    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", refuse)
        Claim(path).release()
    path.parent.joinpath("file").touch()
    Claim(path.parent / "file" / "journal.db").release()
