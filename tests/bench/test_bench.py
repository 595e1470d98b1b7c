"""The figures that are the same in every run: bytes, calls, threads. Times are never tested."""

import json
import sys

import pytest

from tests.bench import __main__ as bench
from tests.bench import bus, buzz, effort
from tests.bench.rows import Row, as_json, table


@pytest.fixture(scope="module")
def sent():
    return list(bus.bytes_sent())


def test_every_update_is_within_its_goal_in_bytes_and_calls(sent):
    rows = [*sent, *bus.calls()]
    assert all(row.holds for row in rows), table("", rows)


def test_luma_sends_what_the_figures_we_compare_with_say(sent):
    assert [row.stock for row in sent] == [1034] * 5 + [2099] + [1080] * 5 + [2194]


def test_no_update_takes_more_bytes_than_lumas_or_fewer_than_the_floor(sent):
    for row in sent:
        assert row.floor <= row.ours <= row.stock


@pytest.mark.skipif(sys.platform != "linux", reason="looks at threads as Linux lists them")
def test_an_idle_box_has_one_thread(tmp_path, monkeypatch):
    monkeypatch.setattr(effort, "SETTLED", 1.0)
    with effort.running("box", str(tmp_path)) as process:
        assert effort.threads(process.pid) == 1


@pytest.mark.soak
@pytest.mark.skipif(not buzz.MICROPYTHON.exists(), reason="there is no MicroPython for tests here")
def test_a_press_stands_beside_the_bare_round_trip_of_the_hub():
    assert buzz.presses in bench.TABLES.values()
    memory, hub, disk, _ = buzz.presses(2)
    assert "in memory" in memory.name
    assert "on the disk" in disk.name
    assert memory.goal == buzz.MOST * hub.ours
    assert disk.goal is None
    assert all(figure > 0 for row in (memory, hub, disk) for figure in (row.ours, row.floor))


def test_without_micropython_there_is_no_press_to_measure(monkeypatch, tmp_path):
    monkeypatch.setattr(buzz, "MICROPYTHON", tmp_path / "micropython")
    assert list(buzz.presses()) == []


def test_a_goal_that_does_not_hold_is_marked():
    rows = [Row("kept", 1, 20, 1, 2), Row("not kept", 3.5, None, 1, 2)]
    assert table("Title", rows).splitlines() == [
        "Title",
        "            this program  stock  floor  goal        ",
        "  kept                 1     20      1     2        ",
        "  not kept           3.5             1     2  missed",
    ]


def test_the_tables_are_printed_and_written_for_comparison(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(bench, "TABLES", {"Title": lambda: [Row("a", 1, 2, 3, 4)]})
    bench.main(tmp_path / "new" / "bench.json")
    assert "Title" in capsys.readouterr().out
    written = json.loads((tmp_path / "new" / "bench.json").read_text(encoding="utf-8"))
    assert written == {"Title": as_json([Row("a", 1, 2, 3, 4)])}
    assert written["Title"]["a"] == {"ours": 1, "stock": 2, "floor": 3, "goal": 4}
