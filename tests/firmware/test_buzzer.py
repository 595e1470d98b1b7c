"""The hub's side of the conversation under CPython, at moments around the wrap of its clock."""

import pytest
import wire
from buzzer import LATE, REPEAT, ROOM, SILENT, Buzzer
from ticks import PERIOD, SECOND, add

from companion.link.packets import Ack, Buzz, Hello, Late, Maintenance, Show, pack, unpack
from tests.firmware.document import EXAMPLES

UID, BOOT = "e66164084373532b", "5eed0001"
START = PERIOD - SECOND


class Hub:
    """A hub, and time that the test lets pass."""

    def __init__(self, start=START):
        self.now = start
        self.buzzer = Buzzer(UID, BOOT, 8, start)

    def told(self, *sent):
        self.buzzer.take(b"".join(map(pack, sent)), self.now)
        return self.said()

    def said(self):
        self.buzzer.turn(self.now)
        packets = []
        while packet := self.buzzer.packet(self.now):
            packets.append(unpack(packet[:-1]))
        return packets

    def wait(self, micros):
        self.now = add(self.now, micros)
        return self.said()


@pytest.fixture
def hub():
    """A hub that its box has armed."""
    hub = Hub()
    hub.told(Show("00000001", armed=True, lamps="-" * 8))
    return hub


def test_the_document_is_a_conversation_that_the_hub_has():
    hub = Hub(1073000000)
    said = []
    pressed = {1073500000: 3, 1073741800: 8}
    for side, text in EXAMPLES:
        line = text.encode()
        if side == "box":
            hub.buzzer.take(line + b"\n", hub.now)
            continue
        micros = int(text.split("*")[0].split()[7 if text.startswith("hello") else 4])
        hub.now = add(micros, LATE + 1) if text.startswith("late") else micros
        if hub.now in pressed:
            hub.buzzer.press(pressed.pop(hub.now), hub.now)
        said += hub.buzzer.turn(hub.now) or [hub.buzzer.packet(hub.now)]
        assert said[-1] == line + b"\n"
    assert hub.buzzer.maintenance


def test_a_hub_greets_each_second_until_its_box_answers():
    hub = Hub()
    assert hub.said() == [Hello(UID, BOOT, 8, 1, 0, START)]
    assert hub.wait(SECOND - 1) == []
    assert [type(packet) for packet in hub.wait(1)] == [Hello]
    assert hub.buzzer.searching
    assert hub.told(Show("00c0ffee", armed=False, lamps="1sf-----")) == [Hello(UID, BOOT, 8, 1, 0, hub.now, "00c0ffee")]
    assert not hub.buzzer.searching
    assert hub.buzzer.lamps == "1sf-----"
    assert hub.wait(2 * SECOND) == []


def test_a_hub_whose_box_is_silent_searches(hub):
    hub.wait(SILENT - 1)
    assert not hub.buzzer.searching
    assert [type(packet) for packet in hub.wait(1)] == [Hello]
    assert hub.buzzer.searching


def test_any_packet_of_the_box_is_a_sign_of_life_but_nothing_else_is(hub):
    hub.wait(SILENT - 1)
    hub.told(Ack(BOOT, 0))
    hub.wait(SILENT - 1)
    assert not hub.buzzer.searching
    hub.buzzer.take(b"nonsense\n" + pack(Ack("deadbeef", 0)) + pack(Ack(BOOT, 1)) + pack(Buzz(BOOT, 1, 1, 1)), hub.now)
    hub.wait(1)
    assert hub.buzzer.searching


def test_a_buzz_comes_until_it_is_acknowledged(hub):
    hub.buzzer.press(3, hub.now)
    buzz = Buzz(BOOT, 1, 3, hub.now)
    assert hub.said() == [buzz]
    assert hub.wait(REPEAT - 1) == []
    assert hub.wait(1) == [buzz]
    hub.told(Ack(BOOT, 1))
    assert hub.wait(SECOND) == []


def test_a_buzz_that_waited_for_longer_than_two_seconds_is_late(hub):
    pressed = hub.now
    hub.buzzer.press(3, pressed)
    assert hub.wait(LATE) == [Buzz(BOOT, 1, 3, pressed)]
    assert hub.wait(REPEAT) == [Late(BOOT, 1, 3, pressed)]


def test_what_is_late_stays_late_when_the_clock_has_come_round(hub):
    pressed = hub.now
    hub.buzzer.press(3, pressed)
    for _ in range(PERIOD // SECOND):
        hub.wait(SECOND)
    hub.now = add(pressed, 100)
    assert set(hub.wait(0) + hub.wait(SECOND)) >= {Late(BOOT, 1, 3, pressed)}
    assert Buzz(BOOT, 1, 3, pressed) not in hub.wait(SECOND)


def test_buzzes_come_in_the_order_of_the_presses_and_are_acknowledged_up_to_a_number(hub):
    for seat in (5, 2, 8):
        hub.buzzer.press(seat, hub.now)
    assert [packet.seat for packet in hub.said()] == [5, 2, 8]
    hub.told(Ack(BOOT, 2))
    assert [packet.seat for packet in hub.wait(REPEAT)] == [8]
    assert hub.told(Show("00000002", armed=True, lamps="-" * 8))[0].first == 3


def test_presses_beyond_the_room_are_counted(hub):
    for _ in range(ROOM + 3):
        hub.buzzer.press(1, hub.now)
    assert len(hub.said()) == ROOM
    assert hub.told(Show("00000002", armed=True, lamps="-" * 8))[0].missed == 3


def test_a_cleared_hub_takes_no_press_and_keeps_what_waits(hub):
    hub.buzzer.press(1, hub.now)
    hub.told(Show("00000002", armed=False, lamps="-" * 8))
    hub.buzzer.press(2, hub.now)
    assert [packet.seat for packet in hub.wait(REPEAT)] == [1]


@pytest.mark.parametrize(
    "fields",
    [
        ("show", "00c0ffee", 2, "-" * 8),
        ("show", "00c0ffe", 1, "-" * 8),
        ("show", "00c0ffee", 1, "-" * 9),
        ("show", "00c0ffee", 1),
        ("ack", BOOT, "x"),
        ("ack", BOOT, "1" * 10),
        ("ack", BOOT, 2),
        ("ack", "deadbeef", 1),
        ("maintenance",),
        ("maintenance", "deadbeef"),
        ("",),
        ("reboot", BOOT),
    ],
)
def test_what_is_out_of_its_range_changes_nothing(hub, fields):
    hub.buzzer.press(1, hub.now)
    hub.said()
    hub.buzzer.take(wire.pack(*fields), hub.now)
    assert [packet.number for packet in hub.wait(REPEAT)] == [1]
    assert not hub.buzzer.maintenance


def test_maintenance_is_for_this_start_of_this_hub(hub):
    hub.told(Maintenance(BOOT))
    assert hub.buzzer.maintenance
