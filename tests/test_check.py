"""`companion check`: what it prints, what it finds wrong, and that it changes no file."""

import os
import re
import sqlite3
import tomllib
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion import __version__, typefaces
from companion.__main__ import main
from companion.config import Config
from companion.games.match import header_line, move_line
from companion.journal import Journal
from companion.probes import software, storage
from tests.pictures import DEFAULTS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ANNA_AND_BEN = header_line("13-sheep", ("Anna", "Ben"), bytes(32), {})


@pytest.fixture
def box(tmp_path, capfdbinary):
    return Box(tmp_path, capfdbinary)


class Box:
    """A box with a configuration and nothing else yet."""

    def __init__(self, folder: Path, captured) -> None:
        self.folder = folder
        self.config = folder / "config.toml"
        self.journal = folder / "kept" / "journal.db"
        self.config.write_text('journal = "kept/journal.db"\n', encoding="utf-8")
        self._captured = captured

    def check(self) -> tuple[int, str]:
        status = main(["check", "--config", str(self.config)])
        out, err = self._captured.readouterr()
        assert err == b""
        return status, out.decode()

    def wrong(self) -> str:
        """The one thing that is wrong."""
        status, text = self.check()
        assert status == 1
        facts, _, sentence = text.partition("\n\nWhat is wrong\n  ")
        assert facts
        assert sentence.count("\n") == 1
        return sentence.rstrip("\n")

    def contents(self) -> dict[Path, tuple[bytes, int]]:
        """All files; of SQLite's table of readers, which a reader changes, only that it is there."""
        files = (path for path in self.folder.rglob("*") if path.is_file())
        return {
            path: (b"", 0) if path.name.endswith("-shm") else (path.read_bytes(), path.stat().st_mtime_ns)
            for path in files
        }


@pytest.fixture
def played(box) -> Iterator[Journal]:
    """The journal of the box, with an open match in it."""
    with closing(Journal.open(box.journal)) as journal:
        journal.append(journal.start(ANNA_AND_BEN, ("Anna", "Ben"), 0.0), move_line("roll", face=3), 1.0, None)
        journal.plain_roll(6, 2.0)
        yield journal


def test_a_box_that_was_never_started_is_well(box):
    status, text = box.check()
    assert status == 0
    assert text.endswith("\n\nAll is well.\n")
    assert f"\nJournal\n  {box.journal}\n  none yet: the first match makes it\n" in text
    assert f"\nBackups\n  {box.journal.parent}/backups\n  none yet\n" in text
    assert not box.journal.parent.exists()


def test_versions_are_told(box):
    _, text = box.check()
    assert text.startswith(f"Program\n  companion {__version__}\n  Python 3.")
    for package in ("SQLite", *software.PACKAGES):
        assert re.search(rf"^  {re.escape(package)} \d+\.", text, re.MULTILINE)


def test_the_packages_looked_for_are_those_of_the_project():
    needed = [re.match(r"[\w.]+", line)[0] for line in PROJECT["dependencies"]]
    extras = PROJECT["optional-dependencies"]
    extra = [re.match(r"[\w.]+", line)[0] for line in (*extras["pi"], *extras["legacy"])]
    assert sorted(needed) == sorted(software.PACKAGES)
    assert sorted(extra) == sorted(software.OPTIONAL)


def test_every_value_of_the_configuration_is_told_with_its_file(box):
    box.config.write_text('journal = "kept/journal.db"\nsound = false\nlong_press = 0.8\n', encoding="utf-8")
    _, text = box.check()
    assert f"\nConfiguration\n  {box.config}\n" in text
    assert "  sound = false\n" in text
    assert "  long_press = 0.8\n" in text
    for key in Config.__struct_fields__:
        assert key == "source" or f"\n  {key} = " in text


def test_the_values_told_are_a_configuration_again(box, tmp_path):
    _, text = box.check()
    values = "".join(f"{line.strip()}\n" for line in text.splitlines() if re.match(r"  \w+ = ", line))
    assert set(tomllib.loads(values)) == set(Config.__struct_fields__) - {"source"}


def test_without_a_file_the_defaults_are_told():
    assert software.configuration(DEFAULTS).facts[0] == "no file, so the defaults hold"


def test_the_board_is_told_with_its_controls(box):
    box.config.write_text('journal = "kept/journal.db"\nboard = "waveshare-oled-hat"\n', encoding="utf-8")
    _, text = box.check()
    assert "\nBoard\n  Waveshare 1.3inch OLED HAT (" in text
    assert "  display sh1106, 128x64\n  bus SPI 0.0, DC pin 24, RST pin 25\n" in text
    assert "  roll: pin 21, “KEY1”\n" in text


def test_a_board_file_that_is_wrong_is_told(box):
    (box.folder / "mine.toml").write_text('name = "Mine"\n', encoding="utf-8")
    box.config.write_text('journal = "kept/journal.db"\nboard = "mine.toml"\n', encoding="utf-8")
    assert box.wrong().startswith(f'{box.folder}/mine.toml: the key "display" is missing; add it, ')


def test_a_package_that_is_missing_is_told(box, monkeypatch):
    found = software.version

    def version(name):
        if name == "pyserial":
            raise PackageNotFoundError(name)
        return found(name)

    monkeypatch.setattr(software, "version", version)
    assert box.wrong() == "The package pyserial is missing: install the program again, with pip or `make setup`."


def test_fonts_that_are_missing_are_told(box, monkeypatch, tmp_path):
    monkeypatch.setattr(typefaces.data, "fonts", lambda: tmp_path)
    assert box.wrong() == "The fonts cannot be read (cannot open resource): install the program again."


def test_the_model_of_the_machine_is_told_where_there_is_one(monkeypatch, tmp_path):
    (tmp_path / "model").write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    monkeypatch.setattr(software, "MODEL", tmp_path / "model")
    assert software.machine(DEFAULTS).facts[-1] == "Raspberry Pi Zero 2 W Rev 1.0"


def test_the_journal_is_told_while_it_is_in_use_and_stays_as_it_is(box, played):
    before = box.contents()
    status, text = box.check()
    assert status == 0
    assert "kB, schema 1 (this program writes 1)\n  matches: 0 finished, 1 not over\n  people: 2\n" in text
    assert "  rolls of the plain die: 1\n" in text
    assert box.contents() == before


def test_a_journal_at_rest_stays_as_it_is(box, played):
    played.close()
    before = box.contents()
    assert box.check()[0] == 0
    assert box.contents() == before


def test_a_damaged_journal_is_told_and_left_where_it_is(box):
    box.journal.parent.mkdir()
    box.journal.write_bytes(b"no journal " * 1000)
    before = box.contents()
    assert box.wrong() == f"The journal is damaged: the box has to set it aside and begin a new one. ({box.journal})"
    assert box.contents() == before


def test_damage_deep_in_a_journal_is_told(box, played):
    for number in range(200):
        played.add_person(f"P{number}")
    played.close()
    content = bytearray(box.journal.read_bytes())
    pages = [at for at in range(1024, len(content), 1024) if b"P199" in content[at : at + 1024]]
    content[pages[0] : pages[0] + 8] = bytes(8)
    box.journal.write_bytes(content)
    status, text = box.check()
    assert status == 1
    assert "damaged" in text


def test_a_match_that_the_rules_refuse_is_told(box):
    with closing(Journal.open(box.journal)) as journal:
        journal.start(header_line("chess", ("Anna",), bytes(32), {}), ("Anna",), 0.0)
    said = box.wrong()
    assert said.startswith("Match 1 cannot go on (No game is called “chess”")
    assert "`companion export 1`" in said


def test_a_journal_of_a_newer_program_is_told(box, played):
    played.close()
    with closing(sqlite3.connect(box.journal)) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert box.wrong().startswith("The journal was written by a newer version of this program")


def test_what_was_set_aside_is_told(box, played):
    played.close()
    for name in ("journal.db.broken-1", "journal.db.broken-1-wal", "journal.db.broken-2", "other.db.broken-1"):
        (box.journal.parent / name).write_bytes(bytes(2000))
    status, text = box.check()
    assert status == 1
    assert "\nSet aside\n  journal.db.broken-1, 2 kB\n  journal.db.broken-2, 2 kB\nBackups\n" in text
    assert text.count("is a damaged journal that was set aside") == 2


def test_backups_are_counted_and_the_latest_is_named(box, played):
    for name in ("a.db", "b.db"):
        played.backup(box.journal.parent / "backups" / name)
    _, text = box.check()
    assert re.search(r"\nBackups\n  .*/backups\n  2, the latest b\.db \(\d+ kB\)\n", text)


def test_a_place_that_is_no_folder_is_told_for_the_journal_and_for_the_backups(box):
    box.journal.parent.write_text("a file", encoding="utf-8")
    status, text = box.check()
    assert status == 1
    assert f"  The journal cannot be written, since {box.folder}/kept is no folder: name another place" in text
    assert f"  A backup cannot be written, since {box.folder}/kept is no folder: name another place" in text


def test_a_folder_that_this_user_may_not_write_is_told(box, monkeypatch):
    monkeypatch.setattr(storage.os, "access", lambda path, mode: path != box.journal.parent)
    box.journal.parent.mkdir()
    box.config.write_text('journal = "kept/journal.db"\nbackup = "copies"\n', encoding="utf-8")
    assert box.wrong() == (
        f"The journal cannot be written, since this user may not write to {box.journal.parent}: "
        "change its owner or its mode."
    )


def test_a_full_disk_is_told(box, monkeypatch):
    usage = storage.shutil.disk_usage(box.folder)._replace(free=3_000_000)
    monkeypatch.setattr(storage.shutil, "disk_usage", lambda path: usage)
    (box.journal.parent / "backups").mkdir(parents=True)
    assert box.wrong() == f"Only 3 MB are free on the disk at {disk_of(box.folder)}: make room."


def disk_of(path: Path) -> Path:
    return next(folder for folder in (path, *path.parents) if folder.is_mount())


def test_a_disk_that_is_write_protected_is_told_as_that(box, monkeypatch):
    flags = SimpleNamespace(f_flag=os.ST_RDONLY)
    monkeypatch.setattr(storage.os, "statvfs", lambda path: flags)
    monkeypatch.setattr(storage.os, "access", lambda path, mode: False)
    disk = disk_of(box.folder)
    assert box.wrong() == (
        f"The disk at {disk} is write-protected: make it writable, with `sudo mount -o remount,rw {disk}` "
        "if it has no fault."
    )


@pytest.mark.parametrize("path", ["{long}/kept/journal.db", "{long}"])
def test_a_path_that_is_too_long_is_told_once(box, path):
    long = "x" * 256
    box.config.write_text(f'journal = "{path.format(long=long)}"\n', encoding="utf-8")
    first = box.folder / path.format(long=long).removesuffix("/kept/journal.db")
    assert box.wrong() == (
        f"{first} can be no place for anything (File name too long): name another in the configuration."
    )


def test_what_a_terminal_would_obey_is_written_out(box):
    box.config.write_text('journal = "k\\u001b[31m\\n.db"\nbackup = "b\\u202e"\n', encoding="utf-8")
    _, text = box.check()
    assert f"\nJournal\n  {box.folder}/k\\x1b[31m\\n.db\n" in text
    assert f"\nBackups\n  {box.folder}/b\\u202e\n" in text
    assert not {"\x1b", "\u202e"} & set(text)


def test_a_bad_configuration_ends_it_with_2(box):
    box.config.write_text("volume = 3\n", encoding="utf-8")
    assert main(["check", "--config", str(box.config)]) == 2
