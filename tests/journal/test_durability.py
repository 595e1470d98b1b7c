import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from tests.journal.table import ROLL, begin, child
from tests.soak import counts

STEP = re.compile(r'write\(1[^"]*"(\w+)\\n"')
CALL = re.compile(r"(fsync|fdatasync|pwrite64|write)\(\d+<[^>]*/journal\.db([^>]*)>.* = (\d+)$")


def traceable() -> bool:
    """Whether strace is here and may trace."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", "/dev/null", "true"], check=False, capture_output=True).returncode == 0


def steps(log: Path) -> Iterator[tuple[str, list[tuple[str, str, int]]]]:
    """What the child did, each with its calls on the journal's files: (call, side, result)."""
    name, calls = "", []
    for line in log.read_text().splitlines():
        if said := STEP.search(line):
            yield name, calls
            name, calls = said[1], []
        elif call := CALL.search(line):
            calls.append((call[1], call[2], int(call[3])))
    yield name, calls


def run(mode: str, folder: Path) -> list[tuple[str, list[tuple[str, str, int]]]]:
    folder.mkdir()
    log = folder / "strace"
    strace = ("strace", "-f", "-y", "-o", str(log), "-e", "trace=fsync,fdatasync,pwrite64,write")
    with child(mode, str(folder / "journal.db"), before=strace) as process:
        process.communicate()
    assert process.returncode == 0
    return list(steps(log))


def syncs(calls: list[tuple[str, str, int]]) -> int:
    return sum("sync" in call for call, _, _ in calls)


def written(calls: list[tuple[str, str, int]]) -> int:
    return sum(result for call, _, result in calls if "write" in call)


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, list[tuple[str, str, int]]]]:
    if not traceable():
        pytest.skip("strace is not here or may not trace: install it to count what goes to the disk")
    return run("trace", tmp_path_factory.mktemp("traced") / "ours")


def test_a_move_costs_exactly_one_sync_also_the_first_after_a_checkpoint_a_new_start_or_from_a_backup(traced):
    counted = [syncs(calls) for name, calls in traced if name == "move"]
    assert counted == [1] * 325


@pytest.mark.parametrize("step", ["start", "plain_roll", "set_setting"])
def test_what_is_kept_beside_moves_costs_one_sync_too(traced, step):
    assert [syncs(calls) for name, calls in traced if name == step] == [1]


def test_a_move_writes_into_the_log_only(traced):
    assert {side for name, calls in traced if name == "move" for _, side, _ in calls} == {"-wal"}


def test_a_move_writes_at_most_0_55_of_the_bytes_of_sqlites_own_settings(traced, tmp_path):
    ours = [written(calls) for name, calls in traced if name == "move"][:200]
    theirs = [written(calls) for name, calls in run("default", tmp_path / "default") if name == "move"]
    assert len(ours) == len(theirs) == 200
    assert sum(ours) <= 0.55 * sum(theirs)


def test_the_log_is_kept_and_written_over_again(path):
    log = path.with_name("journal.db-wal")
    journal = Journal.open(path)
    match = begin(journal, "Ann", "Ben")
    for _ in range(60):
        journal.append(match, ROLL, 1.0, None)
    size, file = log.stat().st_size, log.stat().st_ino
    for _ in range(3):
        journal.checkpoint()
        for _ in range(30):
            journal.append(match, ROLL, 1.0, None)
    journal.close()
    assert (log.stat().st_size, log.stat().st_ino) == (size, file)
    again = Journal.open(path)
    again.append(match, ROLL, 1.0, None)
    assert (log.stat().st_size, log.stat().st_ino) == (size, file)
    again.close()


def test_a_checkpoint_with_nothing_new_writes_nothing(journal, path):
    begin(journal, "Ann")
    journal.checkpoint()
    before = [(side.name, side.stat().st_mtime_ns) for side in (path, path.with_name("journal.db-wal"))]
    journal.checkpoint()
    assert before == [(side.name, side.stat().st_mtime_ns) for side in (path, path.with_name("journal.db-wal"))]


def test_a_checkpoint_beside_a_reader_loses_nothing_and_is_made_up_for(journal, path):
    match = begin(journal, "Ann")
    journal.append(match, ROLL, 1.0, None)
    reader = Journal.open(path, read_only=True)
    with reader._file.snapshot():
        assert reader.next_id() == 2
        journal.append(match, ROLL, 1.0, None)
        journal.checkpoint()
        assert journal._file._unsaved
    reader.close()
    journal.checkpoint()
    assert not journal._file._unsaved
    assert len(journal.open_match().lines) == 2


def test_a_killed_process_loses_no_line_it_was_told_is_there(path):
    held = 0
    for stop_after in counts(test=[1, 2, 3, 5, 7, 8, 13, 21, 34, 55], soak=range(1, 101)):
        with child("endless", str(path)) as process:
            said = [int(process.stdout.readline()) for _ in range(stop_after)]
            process.kill()
            said += [int(number) for number in process.stdout.read().split()]
        journal = Journal.open(path)
        lines = journal.open_match().lines
        assert said == list(range(held, held + len(said)))
        assert lines == tuple(str(number) for number in range(len(lines)))
        assert held + len(said) <= len(lines) <= held + len(said) + 1
        held = len(lines)
        journal.close()


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files as Linux does")
def test_a_file_that_may_not_grow_refuses_the_move_and_takes_it_later(path):
    with child("starve", str(path)) as process:
        (kind, taken), held, again = (line.split() for line in process.stdout.read().splitlines())
    assert process.returncode == 0
    assert kind in {"io", "full"}
    assert held == ["held", taken]
    assert again == ["again", str(int(taken) + 1)]
    journal = Journal.open(path)
    assert journal.open_match().lines == tuple(str(number) for number in range(int(taken) + 1))
    journal.close()
