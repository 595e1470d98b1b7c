"""The hub's pure parts under CPython: ticks that wrap, debounce, edges, lamps, and the check sum."""

import lamps
import pytest
import wire
from board import SEATS
from debounce import LOCK_OUT, Debounce
from edges import Edges
from ticks import HALF, PERIOD, add, diff

from companion.link import packets
from tests.firmware.document import EXAMPLES

NEAR_THE_WRAP = PERIOD - 5000
LINES = [text.encode() for _, text in EXAMPLES]


def test_time_goes_on_over_the_wrap():
    assert add(PERIOD - 1, 3) == 2
    assert diff(2, PERIOD - 1) == 3
    assert diff(PERIOD - 1, 2) == -3
    assert diff(HALF, 0) == -HALF


def test_the_check_sum_is_the_named_one():
    assert wire.crc16(b"123456789") == 0x29B1


@pytest.mark.parametrize("line", LINES)
def test_the_hub_reads_and_writes_the_examples(line):
    assert wire.pack(*wire.unpack(line)) == line + b"\n"


@pytest.mark.parametrize("line", [b"", b"*ffff", b"ack*0000", LINES[0].lower(), LINES[0] + b" ", b"\xff" * 9])
def test_the_hub_takes_nothing_else(line):
    assert wire.unpack(line) is None


def test_no_packet_has_unprintable_bytes_even_with_the_right_check_sum():
    assert wire.unpack(wire.pack("ack\x03")[:-1]) is None
    assert wire.unpack(b"\xfc*%04X" % wire.crc16(b"\xfc")) is None


@pytest.mark.parametrize("start", [0, NEAR_THE_WRAP])
def test_the_first_edge_is_the_press_and_bouncing_is_none(start):
    button = Debounce()
    assert button.edge(start) == start
    for micros in range(100, LOCK_OUT, 700):
        assert button.edge(add(start, micros)) is None
        assert button.sample(down=False, now=add(start, micros)) is None
    assert button.sample(down=True, now=add(start, LOCK_OUT)) is None


def test_a_tap_of_a_millisecond_is_one_press_and_the_next_one_counts():
    button = Debounce()
    assert button.edge(0) == 0
    assert button.edge(1000) is None
    assert button.sample(down=False, now=LOCK_OUT) is None, "it went up in the lock-out, which locks once more"
    assert button.sample(down=False, now=2 * LOCK_OUT) is None
    assert button.edge(50000) == 50000


def test_a_press_within_the_lock_out_of_a_release_counts_when_that_ends():
    button = Debounce()
    button.edge(0)
    button.sample(down=True, now=LOCK_OUT)
    assert button.edge(100000) is None, "this is the release"
    assert button.edge(105000) is None
    assert button.sample(down=True, now=121000) == 120000


def test_a_release_is_no_press_and_neither_is_one_of_a_button_held_at_the_start():
    button = Debounce(down=True)
    assert button.edge(0) is None
    assert button.sample(down=False, now=LOCK_OUT) is None
    assert button.edge(30000) == 30000


class Clock:
    """Counts how often interrupts are held off."""

    now = 0
    held = 0

    def ticks(self):
        return self.now

    def lock(self):
        self.held += 1
        return self.held

    def unlock(self, state):
        assert state == self.held
        self.held -= 1


def test_an_interrupt_leaves_the_time_of_the_first_edge_of_each_line():
    clock = Clock()
    edges = Edges(8, clock.ticks, clock.lock, clock.unlock)
    handlers = [edges.handler(line) for line in range(8)]
    for clock.now, line in ((10, 7), (11, 2), (12, 7)):
        handlers[line](None)
    assert edges.take() == [(2, 11), (7, 10)]
    assert edges.take() == []
    assert clock.held == 0


def test_edges_are_taken_while_interrupts_are_off():
    taken = []
    edges = Edges(2, lambda: 5, lambda: taken.append("off"), lambda _: taken.append("on"))
    edges.handler(0)(None)
    edges.take()
    assert taken == ["off", "on"]


def test_lamps_shine_as_they_are_named():
    step = lamps.STEP
    shone = {lamp: [lamps.lit(lamp * 8, 0, tick * step) for tick in range(8)] for lamp in "-1sf"}
    assert {lamp: sum(steps) for lamp, steps in shone.items()} == {"-": 0, "1": 8, "s": 4, "f": 4}
    changes = {
        lamp: sum(one != other for one, other in zip(steps, [*steps[1:], steps[0]], strict=True))
        for lamp, steps in shone.items()
    }
    assert changes == {"-": 0, "1": 0, "s": 2, "f": 8}, "once and four times a second"


def test_a_light_runs_from_seat_to_seat_while_the_hub_searches():
    seen = [[line for line in range(3) if lamps.searching(line, 3, tick * 2 * lamps.STEP)] for tick in range(4)]
    assert seen == [[0], [1], [2], [0]]


def test_lamps_have_one_name_on_both_sides():
    ours = (packets.OFF, packets.ON, packets.SLOW, packets.FAST, packets.DARK)
    assert ours == (lamps.OFF, lamps.ON, lamps.SLOW, lamps.FAST, lamps.ALL_OFF)
    assert not any(lamps.known(text) for text in ("", "-" * 7, "-" * 9, "-------x"))


def test_the_table_of_seats_uses_each_pin_once():
    pins = [pin for _, button, lamp in SEATS for pin in (button, lamp)]
    assert len(set(pins)) == len(pins) == 16
    assert set(pins) <= set(range(23)) | {26, 27, 28}, "GP23 to GP25 and GP29 are not on the Pico's edge"
    assert [seat for seat, _, _ in SEATS] == list(range(1, 9))
