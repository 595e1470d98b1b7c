"""A buzzer hub at the real box: plugged in, pulled out, plugged in again, also while the service starts anew. Each
press counts once, and people are told once what happened."""

import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion import typefaces
from companion.games.match import header_line
from companion.journal import Journal
from companion.screens.canvas import Canvas
from companion.screens.hub_notes import HubNote, Word
from tests.screens.test_service import view
from tests.vm.box import JOURNAL, STARTED, Box, Saved
from tests.vm.hub import Hub, bring
from tests.vm.table import Installation, Table, tell
from tests.vm.twin import Rows, Twin, rows_of
from tests.vm.virtual_pi import USB_SERIAL, until

NAMES = ("Anna", "Ben", "Clara", "Dora")
WATCH, CABLE_PULLED = "/dev/serial/by-id", "does not answer: is its cable pulled?"


def note(word: Word) -> Rows:
    """What the panel shows when the box says this of the hub."""
    canvas = Canvas(typefaces.load())
    HubNote(word).draw(canvas, view())
    return rows_of(canvas.frame())


@pytest.fixture(scope="module")
def evening(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> tuple[Saved, bytes]:
    """A box on which four play Schlafmütze with turns, and its journal; the hub is at hand and not plugged in."""
    folder = tmp_path_factory.mktemp("evening")
    journal = Path(folder, "journal.db")
    with closing(Journal.open(journal)) as made:
        made.start(header_line("schlafmuetze", NAMES, bytes(32), {"turns": True}), NAMES, time.time())
    with installation.saved.pi() as pi, Twin(journal.read_bytes()) as twin:
        pi.boot()
        bring(pi)
        pi.check("systemctl stop companion")
        pi.put(JOURNAL, journal.read_bytes())
        pi.check(f"rm -f {JOURNAL}-*; chown companion: {JOURNAL}; systemctl start companion")
        box = Box(pi)
        box.shows(twin.take())
        box.listens()
        box.tap("ok")
        box.shows(twin.take("ok"))
        kept = box.journal()
        return Saved(*pi.save(folder)), kept


@pytest.fixture
def table(evening: tuple[Saved, bytes]) -> Iterator[Table]:
    saved, journal = evening
    with saved.pi() as machine, Twin(journal) as twin:
        machine.boot()
        found = Table(Box(machine), twin)
        found.box.shows(twin.take("ok"))
        yield found


@pytest.fixture
def hub(table: Table) -> Hub:
    """The hub of the table; nobody has plugged it in yet."""
    return Hub(table.box.pi)


def press(table: Table, hub: Hub, seat: int) -> None:
    """Press a seat's button; the panel shows what it does, and it has counted once."""
    hub.press(seat)
    table.box.shows(table.twin.take(f"seat:{seat}"))
    assert table.box.journal_lines() == table.twin.lines()


def goes_on(table: Table) -> None:
    """A box that has started anew is at home; see it there and go back to its match, where the twin is still."""
    with Twin(table.box.journal()) as twin:
        table.box.shows(twin.take(), STARTED)
        table.box.listens()
        table.box.tap("ok")
        table.box.shows(twin.take("ok"))


def missed(table: Table) -> int:
    """How often the log says that the hub is gone."""
    return table.box.log().count(CABLE_PULLED)


def woken(table: Table) -> int:
    """How often the service has been woken since it started."""
    status = table.box.pi.check(f"cat /proc/{table.box.pid()}/task/*/status")
    return sum(int(count) for count in re.findall(r"^voluntary_ctxt_switches:\s+(\d+)", status, re.MULTILINE))


def test_a_hub_is_found_by_a_service_that_may_open_it_and_waits_for_nothing_else(table: Table, hub: Hub) -> None:
    pi, pid = table.box.pi, table.box.pid()
    watched = f"stat -c %i $(d={WATCH}; while [ ! -d $d ]; do d=$(dirname $d); done; echo $d)"
    inode = re.compile(r"inotify wd:\S+ ino:([0-9a-f]+)")

    def watches() -> bool:
        told = inode.findall(pi.check(f"cat /proc/{pid}/fdinfo/* 2>/dev/null || true"))
        return told == [f"{int(pi.check(watched)):x}"]

    assert pi.sh("test -e /dev/serial")[0] == 1
    assert watches()
    before = woken(table)
    pi.check("sleep 6")
    assert woken(table) - before <= 4  # the watchdog is fed every 15 s, the journal comes to rest once
    link = hub.plug()
    hub.shines(2, 3, 4)
    assert watches()
    assert pi.check("readlink -f /dev/companion-hub") == pi.check(f"readlink -f {link}") == "/dev/ttyACM0\n"
    assert pi.check("stat -c '%A %G' /dev/ttyACM0") == "crw-rw---- dialout\n"
    assert "ID_MM_DEVICE_IGNORE=1" in pi.check("udevadm info /dev/ttyACM0")
    assert pi.check(f"stat -c %U /proc/{pid}") == "companion\n"
    assert "-> /dev/ttyACM0\n" in pi.check(f"ls -l /proc/{pid}/fd")
    report = pi.check("companion check", user="pi")
    assert re.search(rf"Hub\n  \S+: {USB_SERIAL}\n", report)
    press(table, hub, 1)
    hub.shines(1, 3, 4)
    press(table, hub, 4)
    assert table.twin.screen == "sleepyhead"


def test_a_pulled_hub_is_missed_once_and_the_match_goes_on_without(table: Table, hub: Hub) -> None:
    hub.plug()
    hub.shines(2, 3, 4)
    press(table, hub, 1)
    rows = table.box.rows()
    hub.pull()
    table.box.shows(note(Word.GONE))
    table.box.tap("ok")
    table.box.shows(rows)
    table.play("roll", "roll", "back:hold")
    assert missed(table) == 1
    start = time.monotonic()
    hub.plug()
    table.box.shows(note(Word.WAS_OFF))
    tell(f"hub: {time.monotonic() - start:.1f} s from the plug to the word that it was off")
    assert "Working again: the buzzer hub." in table.box.log()
    hub.shines(1, 2, 4)
    press(table, hub, 3)
    table.play("roll")
    assert missed(table) == 1


def test_any_number_of_replugs_ends_with_a_hub_that_works(table: Table, hub: Hub) -> None:
    hub.plug()
    hub.shines(2, 3, 4)
    for seat, others in ((1, (1, 3, 4)), (2, (1, 2, 4)), (3, (1, 2, 3))):
        press(table, hub, seat)
        hub.shines(*others)
        hub.pull()
        if seat > 1:  # once so quickly that nobody may have missed it
            table.box.shows(note(Word.GONE))
        hub.plug()
        table.box.shows(note(Word.WAS_OFF))
        hub.shines(*others)
    press(table, hub, 4)
    assert len(table.twin.lines()) == 4


def test_a_hub_that_was_replugged_while_the_service_started_anew_works(table: Table, hub: Hub) -> None:
    hub.plug()
    hub.shines(2, 3, 4)
    press(table, hub, 1)
    table.box.pi.check("systemctl restart --no-block companion")
    hub.pull()
    hub.plug()
    goes_on(table)
    hub.shines(1, 3, 4)
    press(table, hub, 2)


def test_a_press_while_the_service_is_dead_is_told_as_late_and_the_next_one_counts(table: Table, hub: Hub) -> None:
    hub.plug()
    hub.shines(2, 3, 4)
    press(table, hub, 1)
    lines = table.twin.lines()
    table.box.pi.check(f"kill -9 {table.box.pid()}")
    hub.press(2)
    table.box.shows(note(Word.LATE), STARTED)
    table.box.listens()
    table.box.tap("ok")
    goes_on(table)
    assert table.box.journal_lines() == lines
    press(table, hub, 2)


def test_a_trial_borrows_the_hub_from_the_box_and_gives_it_back(table: Table, hub: Hub) -> None:
    hub.plug()
    hub.shines(2, 3, 4)
    pi = table.box.pi
    pi.check(
        "mkfifo /tmp/keys; (companion hub test <> /tmp/keys > /tmp/told 2>&1; echo over >> /tmp/told) &", user="pi"
    )
    table.box.shows(note(Word.LENT))
    until(lambda: "Each lamp lights up" in told(table), "the trial begins")
    hub.press(3)
    until(lambda: re.search(r"seat 3  at \d+ us\n", told(table)) is not None, "the trial sees the press")
    pi.check("echo q > /tmp/keys", user="pi")
    until(lambda: told(table).endswith("over\n"), "the trial ends")
    table.box.shows(note(Word.BACK))
    hub.shines(2, 3, 4)
    assert table.box.journal_lines() == table.twin.lines()
    press(table, hub, 1)


def told(table: Table) -> str:
    """What the trial has printed."""
    return table.box.pi.check("cat /tmp/told")
