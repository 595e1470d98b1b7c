"""What goes wrong in the field, done to the real box: the match goes on, and nothing that was shown is lost."""

import time

import pytest

from companion import typefaces
from companion.journal.troubles import SENTENCES
from companion.screens.base import STAY
from companion.screens.canvas import Canvas
from companion.screens.notes import Trouble
from companion.screens.service import goodbye
from tests.boxes import box as a_box
from tests.screens.test_service import view
from tests.vm.box import JOURNAL, STARTED, Box
from tests.vm.panel import DARK
from tests.vm.table import Table, tell
from tests.vm.twin import Rows, Twin, rows_of
from tests.vm.virtual_pi import BUS_STUCK, NO_ANSWER, until

WATCHDOG = 30  # seconds, of the unit


def resumed(box: Box, lines: tuple[str, ...]) -> Rows:
    """See the box at home with its match on top, go on with it; what it shows then."""
    assert box.journal_lines() == lines
    with Twin(box.journal()) as twin:
        box.shows(twin.take(), STARTED)
        box.listens()
        box.tap("ok")
        rows = twin.take("ok")
        box.shows(rows)
        return rows


def restarted(box: Box, before: int, seconds: float = 60) -> None:
    until(lambda: box.pid() not in (0, before), "the service comes back", seconds)


def test_a_killed_service_comes_back_to_the_same_match(table: Table) -> None:
    table.play("roll", "roll")
    lines, pid, start = table.twin.lines(), table.box.pid(), time.monotonic()
    table.box.pi.check(f"kill -9 {pid}")
    restarted(table.box, pid)
    with Twin(table.box.journal()) as twin:
        table.box.shows(twin.take(), STARTED)
    tell(f"kill -9: home again after {time.monotonic() - start:.1f} s")
    resumed(table.box, lines)


def test_a_service_that_hangs_is_started_anew_by_the_watchdog(table: Table) -> None:
    table.play("roll")
    lines, pid, start = table.twin.lines(), table.box.pid(), time.monotonic()
    table.box.pi.check(f"kill -STOP {pid}")
    restarted(table.box, pid, 4 * WATCHDOG)
    tell(f"watchdog: started anew after {time.monotonic() - start:.1f} s")
    assert "watchdog" in table.box.pi.check("journalctl -u companion --no-pager").lower()
    resumed(table.box, lines)


@pytest.mark.parametrize("error", [NO_ANSWER, BUS_STUCK])
def test_the_game_goes_on_without_a_panel_and_is_seen_when_it_is_back(table: Table, error: int) -> None:
    table.box.pi.i2c_fail(error)
    table.box.pi.panel_power_fails()
    for token in ("roll", "roll"):
        rows = table.twin.take(token)
        table.box.tap(token)
        until(lambda: table.box.journal_lines() == table.twin.lines(), f"{token} counts without a panel")
        table.box.pi.check("sleep 1")  # the die tumbles for 0.6 s, and a press meanwhile only stops it
    table.box.pi.i2c_mend()
    table.box.shows(rows)
    said = [line for line in table.box.log().splitlines() if "display" in line]
    assert len(said) == 2  # that it is gone, and that it is back
    table.play("roll")


def test_a_service_without_a_panel_starts_and_shows_it_later(table: Table) -> None:
    lines = table.twin.lines()
    table.box.pi.i2c_fail()
    table.box.pi.check("systemctl restart companion")
    table.box.pi.panel_power_fails()
    table.box.pi.i2c_mend()
    resumed(table.box, lines)


def test_a_panel_whose_power_failed_unnoticed_is_set_up_again(table: Table) -> None:
    table.play("roll")
    table.box.pi.panel_power_fails()
    assert table.box.rows() == DARK
    table.box.pi.check("sleep 11")  # quiet
    table.play("roll")


def test_a_clock_that_jumps_by_a_year_and_back_changes_nothing(table: Table) -> None:
    pid = table.box.pid()
    for jump in ("+1 year", "-2 years", "+1 year"):
        table.box.pi.check(f"date -s '{jump}'")
        table.play("roll")
    assert table.box.pid() == pid
    lines = table.twin.lines()
    table.box.pi.check("systemctl restart companion")
    resumed(table.box, lines)


def test_a_full_disk_is_told_and_the_move_counts_once_there_is_room(table: Table, tmp_path) -> None:
    with a_box(tmp_path / "journal.db") as other:
        canvas = Canvas(typefaces.load())
        Trouble(SENTENCES["full"], STAY).draw(canvas, other.session.view(0.0))
    table.play("roll")
    lines = table.twin.lines()
    table.box.pi.check("dd if=/dev/zero of=/var/fill bs=64k 2>/dev/null; sync; cat /dev/zero > /var/fill2; sync; true")
    tokens = []
    while table.box.rows() != rows_of(canvas.frame()):  # there may be room in the log for some moves
        assert len(tokens) < 60, "the disk is never full"
        tokens.append("roll" if len(tokens) % 2 == 0 else "back:hold")
        expected = table.twin.take(tokens[-1])
        table.box.tap(tokens[-1])
        until(lambda rows=expected: table.box.rows() in (rows, rows_of(canvas.frame())), f"an answer to {tokens[-1]}")
    assert len(table.box.journal_lines()) == len(lines) + len(tokens) - 1
    table.box.pi.check("rm /var/fill /var/fill2; sync")
    table.box.tap("ok")
    table.box.shows(expected)
    assert table.box.journal_lines() == table.twin.lines()


def test_a_stop_says_good_bye_and_leaves_the_panel_dark(table: Table) -> None:
    canvas = Canvas(typefaces.load())
    goodbye(canvas, view())
    lines = table.twin.lines()
    table.box.film()
    table.box.pi.check("systemctl stop companion")
    film = table.box.film()
    seen = [ns for ns, rows in film if rows == rows_of(canvas.frame())]
    assert seen
    assert film[-1][1] == DARK
    asked, ended = (moment(table, name) for name in ("ActiveExit", "InactiveEnter"))
    lit = (film[-1][0] - seen[0]) / 1e9
    told = f"good night {seen[0] / 1e9 - asked:.1f} s after SIGTERM, for {lit:.1f} s; over after {ended - asked:.1f} s"
    tell(f"stop: {told}")
    assert "Result=success" in table.box.pi.check("systemctl show companion -p Result")
    table.box.pi.check("systemctl start companion")
    resumed(table.box, lines)


def moment(table: Table, name: str) -> float:
    """When the unit's state changed last in this way, in seconds of the machine's monotonic clock."""
    return int(table.box.pi.check(f"systemctl show companion -P {name}TimestampMonotonic")) / 1e6


def test_a_second_box_gives_way_with_a_sentence_that_names_the_first(table: Table) -> None:
    pid = table.box.pid()
    status, text = table.box.pi.sh("runuser -u companion -- /opt/companion/bin/companion run", user="root")
    assert status == 2
    assert str(pid) in text
    assert len(text.splitlines()) == 1
    table.play("roll")
    assert table.box.pi.check(f"stat -c %U {JOURNAL}") == "companion\n"
