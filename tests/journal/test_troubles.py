import errno
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.journal import SENTENCES, Journal, JournalRefusal, JournalTrouble, names_in, troubles
from companion.journal.opening import BUSY_SECONDS
from tests.journal.table import ANN_WINS, NOBODY, ROLL, begin, finish, refused, without_root


def kind_of_trouble(call: Callable[..., object], *values: object, **options: object) -> str:
    with pytest.raises(JournalTrouble) as trouble:
        call(*values, **options)
    assert trouble.value.sentence == SENTENCES[trouble.value.kind]
    return trouble.value.kind


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that somebody else than root can reach and write into."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        yield Path(folder)


def write_protect(folder: Path, protect: bool = True) -> None:
    for side in folder.iterdir():
        side.chmod(0o444 if protect else 0o666)
    folder.chmod(0o555 if protect else 0o777)


def test_every_sentence_says_what_is_wrong_and_what_to_do():
    assert all(text.count(":") == 1 and text.endswith(".") and len(text) < 90 for text in SENTENCES.values())


# full


def test_a_full_file_refuses_the_move_and_takes_it_when_there_is_room(journal):
    match = begin(journal, "Ann")
    ((pages,),) = journal._file.rows("PRAGMA page_count")
    journal._file.rows(f"PRAGMA max_page_count = {pages}")
    taken = 0
    while not (kind := refused(journal, match)):
        taken += 1
        assert taken < 1000
    assert kind == "full"
    assert len(journal.open_match().lines) == taken
    assert kind_of_trouble(journal.append, match, "x" * 5000, 1.0, None) == "full"
    journal._file.rows("PRAGMA max_page_count = 100000")
    assert refused(journal, match) == ""
    assert len(journal.open_match().lines) == taken + 1
    assert journal.check() == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 200 KB; only root may make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root may mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_refuses_every_write_and_takes_it_when_there_is_room(small_disk):
    journal = Journal.open(small_disk / "journal.db")
    match = begin(journal, "Ann", "Ben")
    (small_disk / "holiday.jpg").write_bytes(b"x" * 60_000)
    taken = 0
    while not (kind := refused(journal, match)):
        taken += 1
        assert taken < 1000
    assert kind == "full"
    assert kind_of_trouble(journal.backup, small_disk / "copy.db") == "full"
    assert sorted(side.name for side in small_disk.iterdir() if "copy" in side.name) == []
    assert len(journal.open_match().lines) == taken
    journal.close()
    (small_disk / "holiday.jpg").unlink()
    again = Journal.open(small_disk / "journal.db")
    assert refused(again, match) == ""
    assert len(again.open_match().lines) == taken + 1
    again.close()


def test_a_disk_that_becomes_write_protected_refuses_and_takes_it_later(small_disk):
    journal = Journal.open(small_disk / "journal.db")
    match = begin(journal, "Ann")
    journal.close()
    remount(small_disk, "ro")
    journal = Journal.open(small_disk / "journal.db")
    assert journal.open_match().id == match
    assert refused(journal, match) == "read-only"
    assert kind_of_trouble(Journal.open, small_disk / "new.db") == "read-only"
    remount(small_disk, "rw")
    assert refused(journal, match) == ""
    journal.close()


def remount(disk: Path, way: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{way}", str(disk)], check=True)


@pytest.mark.parametrize(("blocks", "flags", "kind"), [(0, 0, "full"), (9, os.ST_RDONLY, "read-only"), (9, 0, "io")])
def test_a_disk_that_fails_is_asked_why(path, monkeypatch, blocks, flags, kind):
    disk = os.statvfs_result((4096, 4096, 9, blocks, blocks, 9, 9, 9, flags, 255))
    monkeypatch.setattr(troubles.os, "statvfs", lambda _folder: disk)
    fault = sqlite3.OperationalError("disk I/O error")
    fault.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    assert troubles.kind_of(fault, path) == kind


# write-protected


def test_a_write_protected_journal_can_be_read_and_is_written_again_when_it_may_be(shared):
    path = shared / "journal.db"
    with without_root():
        journal = Journal.open(path)
        match = begin(journal, "Ann")
        journal.close()
        write_protect(shared)
        journal = Journal.open(path)
        assert journal.open_match().id == match
        for _ in range(2):
            assert refused(journal, match) == "read-only"
        write_protect(shared, False)
        assert refused(journal, match) == ""
        assert journal.open_match().lines == (ROLL,)
        journal.close()


def test_a_journal_that_is_gone_when_it_may_be_written_again_is_asked_for_again(shared):
    path = shared / "journal.db"
    with without_root():
        journal = Journal.open(path)
        match = begin(journal, "Ann")
        journal.close()
        write_protect(shared)
        journal = Journal.open(path)
        assert refused(journal, match) == "read-only"
        path.chmod(0)
        assert refused(journal, match) == "no-access"
        assert kind_of_trouble(journal.people) == "no-access"
        write_protect(shared, False)
        assert refused(journal, match) == ""
        assert journal.people() == ("Ann",)
        journal.close()


def test_a_folder_that_takes_no_journal_is_told(shared):
    with without_root():
        shared.chmod(0o555)
        assert kind_of_trouble(Journal.open, shared / "journal.db") == "no-access"
        assert kind_of_trouble(Journal.open, shared / "deeper" / "journal.db") == "no-access"
        assert list(shared.iterdir()) == []


def test_a_journal_that_may_not_be_read_is_told_and_left_where_it_is(shared):
    path = shared / "journal.db"
    with without_root():
        journal = Journal.open(path)
        begin(journal, "Ann")
        journal.close()
        path.chmod(0)
        for read_only in (False, True):
            assert kind_of_trouble(Journal.open, path, read_only=read_only) == "no-access"
    assert path.exists()
    assert not list(shared.glob("*.broken-*"))


def test_a_folder_is_no_journal(tmp_path):
    for read_only in (False, True):
        assert kind_of_trouble(Journal.open, tmp_path, read_only=read_only) == "no-access"
    assert tmp_path.is_dir()
    (tmp_path / "file").touch()
    assert kind_of_trouble(Journal.open, tmp_path / "file" / "journal.db") == "no-access"


# locked


def test_another_program_that_holds_the_journal_is_told_at_once_and_waited_for(journal, path):
    match = begin(journal, "Ann")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert refused(journal, match) == "locked"
    assert journal.open_match().lines == ()
    other.execute("ROLLBACK")
    other.close()
    assert refused(journal, match) == ""
    assert BUSY_SECONDS <= 0.25


def test_a_write_holds_the_journal_from_its_beginning(journal, path):
    other = sqlite3.connect(path, isolation_level=None, timeout=0)
    with journal._file.transaction(), pytest.raises(sqlite3.OperationalError, match="database is locked"):
        other.execute("BEGIN IMMEDIATE")
    other.close()


def test_a_journal_that_another_program_keeps_to_itself_does_not_open(path):
    Journal.open(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
    other.execute("INSERT INTO people (name) VALUES ('Ann')")
    assert kind_of_trouble(Journal.open, path) == "locked"
    other.close()
    journal = Journal.open(path)
    assert journal.people() == ("Ann",)
    assert journal.set_aside is None
    journal.close()


# broken


def spoil_the_start(path: Path) -> None:
    path.write_bytes(b"not a journal at all\n" * 100)


def spoil_the_schema(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[100:1024] = b"\xff" * 924
    path.write_bytes(content)
    path.with_name(path.name + "-wal").write_bytes(b"")  # it holds the page of the schema too


def spoil_what_a_start_needs(path: Path) -> None:
    spoil_table(path, "people")


def cut_in_half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)
    path.with_name(path.name + "-wal").write_bytes(b"")


def spoil_table(path: Path, table: str) -> None:
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    ((root,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
    connection.close()
    content = bytearray(path.read_bytes())
    content[(root - 1) * 1024 : root * 1024] = b"\xff" * 1024
    path.write_bytes(content)


def sides(path: Path) -> dict[str, bytes]:
    return {name: path.with_name(path.name + name).read_bytes() for name in ("", "-wal") if exists(path, name)}


def exists(path: Path, side: str) -> bool:
    return path.with_name(path.name + side).exists()


@pytest.mark.parametrize("spoil", [spoil_the_start, spoil_the_schema, spoil_what_a_start_needs, cut_in_half])
def test_a_broken_journal_is_set_aside_whole_and_a_new_one_begun(path, spoil):
    journal = Journal.open(path)
    finish(journal, ANN_WINS, "Ann", "Ben")
    journal.close()
    spoil(path)
    before = sides(path)
    assert kind_of_trouble(Journal.open, path, read_only=True) == "broken"
    assert sides(path) == before
    journal = Journal.open(path)
    aside = path.with_name("journal.db.broken-1")
    assert journal.set_aside == aside
    assert journal.people() == ()
    begin(journal, "Cleo")
    journal.close()
    assert sides(aside) == before
    again = Journal.open(path)
    assert (again.set_aside, again.people()) == (None, ("Cleo",))
    again.close()


def test_a_second_broken_journal_does_not_take_the_place_of_the_first(path):
    for number in (1, 2, 3):
        path.write_bytes(b"broken %d" % number * 100)
        journal = Journal.open(path)
        assert journal.set_aside == path.with_name(f"journal.db.broken-{number}")
        journal.close()
    assert path.with_name("journal.db.broken-1").read_bytes().startswith(b"broken 1")
    assert path.with_name("journal.db.broken-3").read_bytes().startswith(b"broken 3")


@pytest.mark.parametrize("loss", [Path.unlink, lambda path: os.truncate(path, 0)])
def test_a_log_whose_file_is_lost_is_set_aside_too(path, loss):
    journal = Journal.open(path)
    begin(journal, "Ann")
    journal._file.leave()
    loss(path)
    log = path.with_name("journal.db-wal").read_bytes()
    journal = Journal.open(path)
    assert journal.set_aside == path.with_name("journal.db.broken-1")
    assert path.with_name("journal.db.broken-1-wal").read_bytes() == log
    assert journal.people() == ()
    journal.close()


@pytest.mark.parametrize("table", ["lines", "results"])
def test_a_fault_found_later_is_told_and_the_journal_begun_anew(path, table):
    journal = Journal.open(path)
    match = finish(journal, ANN_WINS, "Ann", "Ben")
    journal.close()
    spoil_table(path, table)
    broken = path.read_bytes()
    journal = Journal.open(path)
    assert journal.set_aside is None
    assert journal.check() != []
    assert kind_of_trouble(journal.append, match, ROLL, 1.0, None) == "broken"
    journal.begin_anew()
    assert journal.set_aside == path.with_name("journal.db.broken-1")
    assert journal.set_aside.read_bytes() == broken
    assert journal.record(match) is None
    match = begin(journal, "Ann")
    assert refused(journal, match) == ""
    assert journal.check() == []
    journal.close()


def test_text_that_is_none_any_more_is_a_broken_journal(journal):
    match = begin(journal, "Ann")
    with journal._file.transaction():
        journal._file.run("INSERT INTO lines VALUES (?, 1, CAST(x'ff' AS TEXT))", match)
    assert kind_of_trouble(journal.open_match) == "broken"


def test_a_row_without_its_match_is_found_by_the_check(journal):
    journal._file.run("PRAGMA foreign_keys = OFF")
    journal._file.run("INSERT INTO results VALUES (7, '13-sheep', 0)")
    assert journal.check() == ["results row 7 belongs to no matches"]


# reading beside the box, copies


def test_a_reader_sees_what_is_written_meanwhile(journal, path):
    match = begin(journal, "Ann")
    reader = Journal.open(path, read_only=True)
    assert reader.open_match().lines == ()
    journal.append(match, ROLL, 1.0, None)
    assert reader.open_match().lines == (ROLL,)
    assert kind_of_trouble(reader.append, match, ROLL, 1.0, None) == "read-only"
    reader.close()
    journal.append(match, ROLL, 1.0, None)
    assert len(journal.open_match().lines) == 2


def test_reading_makes_no_file(path, tmp_path):
    assert kind_of_trouble(Journal.open, path, read_only=True) == "missing"
    assert kind_of_trouble(Journal.open, tmp_path / "deeper" / "journal.db", read_only=True) == "missing"
    assert list(tmp_path.iterdir()) == []
    journal = Journal.open(path)
    begin(journal, "Ann")
    journal.backup(tmp_path / "copy.db")
    journal.close()
    before = {side.name for side in tmp_path.iterdir()}
    for file in (path, tmp_path / "copy.db"):
        reader = Journal.open(file, read_only=True)
        assert reader.people() == ("Ann",)
        reader.close()
    assert {side.name for side in tmp_path.iterdir()} == before


def test_reading_a_journal_that_was_copied_without_its_log_makes_no_file_either(path, tmp_path):
    journal = Journal.open(path)
    begin(journal, "Ann")
    journal.close()
    copy = tmp_path / "stick" / "journal.db"
    copy.parent.mkdir()
    shutil.copy(path, copy)
    reader = Journal.open(copy, read_only=True)
    assert reader.people() == ("Ann",)
    reader.close()
    assert [file.name for file in copy.parent.iterdir()] == ["journal.db"]


def test_a_write_protected_folder_can_be_read_or_says_why_not(shared):
    path = shared / "journal.db"
    journal = Journal.open(path)
    begin(journal, "Ann")
    journal.close()
    write_protect(shared)
    with without_root():
        reader = Journal.open(path, read_only=True)
        assert reader.people() == ("Ann",)
        reader.close()
    path.with_name("journal.db-shm").unlink()
    with without_root():
        assert kind_of_trouble(Journal.open, path, read_only=True) == "no-access"


def test_a_backup_is_one_file_with_everything_in_it(journal, tmp_path):
    match = begin(journal, "Ann", "Ben")
    journal.append(match, ROLL, 1.0, None)
    journal.backup(tmp_path / "copy.db")
    copy = Journal.open(tmp_path / "copy.db")
    assert copy.open_match() == journal.open_match()
    assert copy.next_id() == match + 1
    assert refused(copy, match) == ""
    assert copy._file.rows("PRAGMA page_size") == [(1024,)]
    assert copy._file.rows("PRAGMA journal_mode") == [("wal",)]
    copy.close()
    assert not (tmp_path / "copy.db.part").exists()


def test_a_backup_can_be_made_beside_the_running_box(journal, path, tmp_path):
    begin(journal, "Ann")
    reader = Journal.open(path, read_only=True)
    reader.backup(tmp_path / "copy.db")
    reader.close()
    copy = Journal.open(tmp_path / "copy.db", read_only=True)
    assert copy.people() == ("Ann",)
    copy.close()


def test_a_backup_never_takes_the_place_of_a_file(journal, tmp_path):
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(JournalRefusal) as refusal:
        journal.backup(tmp_path / "copy.db")
    assert refusal.value.code == "backup-exists"
    assert (tmp_path / "copy.db").read_text() == "precious"


def test_a_backup_that_was_cut_short_is_no_obstacle(journal, tmp_path):
    (tmp_path / "copy.db.part").write_text("half")
    journal.backup(tmp_path / "copy.db")
    assert sorted(file.name for file in tmp_path.glob("copy*")) == ["copy.db"]


def test_a_backup_makes_its_folder(journal, tmp_path):
    journal.backup(tmp_path / "backups" / "first" / "copy.db")
    assert (tmp_path / "backups" / "first" / "copy.db").exists()


def test_a_backup_into_what_is_no_folder_is_told_with_its_name(journal, tmp_path):
    (tmp_path / "stick").touch()
    with pytest.raises(JournalTrouble) as trouble:
        journal.backup(tmp_path / "stick" / "copy.db")
    assert trouble.value.kind == "backup-no-access"
    assert str(trouble.value).endswith("stick/copy.db)")
    begin(journal, "Ann")


@pytest.mark.parametrize(
    ("number", "kind"),
    [(errno.EACCES, "backup-no-access"), (errno.EROFS, "backup-read-only"), (errno.EIO, "io")],
)
def test_backups_that_cannot_be_listed_are_told(tmp_path, mocker, number, kind):
    mocker.patch.object(Path, "iterdir", side_effect=OSError(number, os.strerror(number)))
    assert kind_of_trouble(names_in, tmp_path) == kind


def test_the_backups_of_a_folder_are_what_is_in_it(tmp_path):
    assert names_in(tmp_path / "backups") == frozenset()
    (tmp_path / "companion-2026-08-01-1.db").touch()
    assert names_in(tmp_path) == {"companion-2026-08-01-1.db"}


def test_a_damaged_journal_on_a_disk_that_tells_nothing_is_trouble(journal, mocker):
    mocker.patch.object(Path, "exists", side_effect=OSError(errno.EIO, "Input/output error"))
    assert kind_of_trouble(journal.begin_anew) == "io"


def test_a_mistake_of_the_program_is_no_trouble_of_the_disk(journal):
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        journal._file.run("SELECT * FROM nowhere")
