"""The box's side of the conversation: what it says when, and what it makes of what it hears."""

import gc
import tracemalloc
from random import Random

import pytest

from companion.link.conversation import (
    AGAIN,
    KEEP_ALIVE,
    SILENT,
    STALL,
    CameLate,
    Conversation,
    Gone,
    Here,
    Missed,
    Pressed,
    Seen,
    Stranger,
)
from companion.link.counter import Counter
from companion.link.packets import DARK, Ack, Buzz, Hello, Late, Maintenance, Show, pack, seal, unpack
from tests.firmware.document import BOX_LINES, EXAMPLES
from tests.soak import SOAK

UID, BOOT = "e66164084373532b", "5eed0001"
PERIOD = 1 << 30
NOBODY = Seen()
FUZZ_BYTES, FUZZ_PACKETS = (1_000_000, 100_000) if SOAK else (50_000, 5_000)


class Box:
    """The box's side, and time that the test lets pass."""

    def __init__(self, seen=NOBODY, chance=7):
        self.now = 1000.0
        self.talk = Conversation(seen, chance, self.now)
        self.nonce = ""

    def said(self):
        packets = [unpack(line) for line in self.talk.outgoing().splitlines()]
        for packet in packets:
            self.nonce = packet.nonce if isinstance(packet, Show) else self.nonce
        return packets

    def wait(self, seconds):
        """What happens and what is said until then."""
        end, events = self.now + seconds, []
        while self.talk.due() <= end:
            self.now = max(self.now, self.talk.due())
            events += self.talk.turn(self.now)
        self.now = end
        return events, self.said()

    def hears(self, *packets):
        return self.talk.receive(b"".join(map(pack, packets)), self.now)

    def greeted(self, boot=BOOT, first=1, missed=0, micros=0):
        """The hub answers what was said last."""
        self.wait(0)
        return self.hears(Hello(UID, boot, 8, first, missed, micros, self.nonce))


@pytest.fixture
def box():
    box = Box()
    assert box.greeted() == [Here(UID, BOOT, restarted=False, seats=8)]
    return box


def test_the_document_is_a_conversation_that_the_box_has():
    talk = Conversation(Seen(), 0x00C0FFED, 0.0)
    talk.show(armed=True, lamps="-1sf----", now=0.0)
    said = b""
    for side, text in EXAMPLES:
        if "maintenance" in text:
            talk.maintain(0.5)
        if side == "hub":
            talk.receive(text.encode() + b"\n", 0.5)
        else:
            talk.turn(0.5)
            said += talk.outgoing()
            assert text.encode() in said.splitlines()
    assert len(BOX_LINES) == 4


def test_the_box_says_each_second_what_the_hub_is_to_do(box):
    shows = box.wait(3 * KEEP_ALIVE)[1]
    assert shows[0] == Show("00000009", armed=False, lamps=DARK)
    assert len({show.nonce for show in shows}) == len(shows)
    box.greeted()
    assert box.wait(KEEP_ALIVE - 0.01) == ([], [])


def test_an_unanswered_show_is_said_again_soon(box):
    box.talk.show(armed=True, lamps="1" * 8, now=box.now)
    assert len(box.wait(0)[1]) == 1
    assert box.wait(AGAIN - 0.01)[1] == []
    assert box.wait(0.01)[1] == [Show("0000000a", armed=True, lamps="1" * 8)]


def test_an_answer_to_what_was_said_before_a_change_does_not_delay_the_change(box):
    show = box.wait(KEEP_ALIVE)[1][-1]
    box.talk.show(armed=True, lamps="f" * 8, now=box.now)
    box.hears(Hello(UID, BOOT, 8, 1, 0, 0, show.nonce))
    assert box.wait(0)[1][-1].lamps == "f" * 8


def test_a_buzz_counts_once_and_is_acknowledged_each_time(box):
    assert box.hears(Buzz(BOOT, 1, 3, 500)) == [Pressed(3, 500, together=False)]
    assert box.hears(Buzz(BOOT, 1, 3, 500), Late(BOOT, 1, 3, 500)) == []
    assert box.said() == [Ack(BOOT, 1)] * 3


def test_a_buzz_whose_forerunner_is_missing_waits(box):
    assert box.hears(Buzz(BOOT, 2, 4, 600)) == []
    assert box.hears(Buzz(BOOT, 1, 3, 500), Buzz(BOOT, 2, 4, 90_000)) == [
        Pressed(3, 500, together=False),
        Pressed(4, 90_000, together=False),
    ]


def test_a_late_buzz_is_no_press(box):
    assert box.hears(Late(BOOT, 1, 3, 500)) == [CameLate(3)]


@pytest.mark.parametrize(("apart", "together"), [(0, True), (1999, True), (2000, False)])
def test_closer_than_two_milliseconds_is_together_also_across_the_wrap(apart, together):
    box = Box()
    box.greeted(micros=PERIOD - 1000)
    first, second = box.hears(Buzz(BOOT, 1, 3, PERIOD - 100), Buzz(BOOT, 2, 4, (PERIOD - 100 + apart) % PERIOD))
    assert (first.together, second.together) == (False, together)
    assert second.micros - first.micros == apart


def test_nothing_counts_before_the_greeting_is_answered():
    box = Box()
    box.wait(0)
    assert box.hears(Buzz(BOOT, 1, 3, 5), Hello(UID, BOOT, 8, 1, 0, 0), Hello(UID, BOOT, 8, 1, 0, 0, "deadbeef")) == []
    assert box.said() == []
    assert not box.talk.here


def test_what_waited_while_the_box_hung_may_be_old(box):
    box.now += STALL + 0.01
    assert box.hears(Buzz(BOOT, 1, 3, 500)) == []
    assert box.greeted() == []
    assert box.hears(Late(BOOT, 1, 3, 500)) == [CameLate(3)]


def test_a_silent_hub_is_gone_and_comes_back(box):
    events, _ = box.wait(SILENT + 10)
    assert events == [Gone()]
    assert box.wait(KEEP_ALIVE)[0] == []
    assert box.greeted() == [Here(UID, BOOT, restarted=False, seats=8)]


def test_a_hub_that_lost_its_power_is_told_from_one_that_did_not():
    for boot, restarted in ((BOOT, False), ("5eed0002", True)):
        box = Box(Seen(UID, BOOT, 4))
        assert box.greeted(boot=boot, first=1) == [Here(UID, boot, restarted, seats=8)]
    assert Box(Seen("another", BOOT, 4)).greeted() == [Here(UID, BOOT, restarted=False, seats=8)]


def test_a_new_program_goes_on_where_the_last_one_was():
    box = Box(Seen(UID, BOOT, 4))
    box.greeted(first=4)
    assert box.hears(Buzz(BOOT, 4, 1, 0), Buzz(BOOT, 5, 2, 0)) == [Pressed(2, 0, together=False)]
    assert box.talk.seen == Seen(UID, BOOT, 5)


def test_of_a_hub_that_is_new_the_oldest_buzz_is_the_next():
    box = Box()
    box.greeted(first=40)
    assert box.hears(Buzz(BOOT, 41, 1, 0), Buzz(BOOT, 40, 2, 0)) == [Pressed(2, 0, together=False)]


def test_a_hub_that_starts_anew_behind_an_open_port_is_greeted_again(box):
    assert box.hears(Hello(UID, "5eed0002", 8, 1, 0, 0), Buzz("5eed0002", 1, 3, 5), Buzz(BOOT, 1, 4, 5)) == []
    assert box.greeted(boot="5eed0002") == [Here(UID, "5eed0002", restarted=True, seats=8)]


def test_presses_that_found_no_room_are_told_once(box):
    box.wait(KEEP_ALIVE - 0.5)
    box.talk.show(armed=True, lamps=DARK, now=box.now)
    assert box.greeted(missed=3) == [Missed(3)]
    box.talk.show(armed=False, lamps=DARK, now=box.now)
    assert box.greeted(missed=3) == []


def test_another_version_is_told_once(box):
    hello = seal(f"hello 2 {UID} {BOOT} whatever")
    assert box.talk.receive(hello * 2, box.now) == [Stranger(UID, 2)]


def test_maintenance_is_asked_for_until_the_port_is_gone(box):
    box.talk.maintain(box.now)
    for _ in range(3):
        assert Maintenance(BOOT) in box.wait(KEEP_ALIVE)[1]


def test_a_hub_of_another_version_is_asked_for_maintenance_too(box):
    talk = Conversation(Seen(), 7, 0.0)
    talk.maintain(0.0)
    talk.turn(0.0)
    assert pack(Maintenance("feedbeef")) not in talk.outgoing()
    talk.receive(seal(f"hello 2 {UID} feedbeef whatever"), 0.1)
    talk.turn(KEEP_ALIVE)
    assert pack(Maintenance("feedbeef")) in talk.outgoing()


def test_the_counter_counts_on_over_any_number_of_wraps():
    counter = Counter(PERIOD - 10, 0.0)
    assert counter.at(5, 0.0) == PERIOD + 5
    assert counter.at(PERIOD - 20, 0.0) == PERIOD - 20
    assert counter.at(0, 3 * PERIOD / 1e6 + 100) == 4 * PERIOD
    counter.set(7, 100.0)
    assert counter.at(6, 100.0) == PERIOD + 6


def test_random_bytes_and_mutated_packets_are_no_trouble_and_take_no_memory(box):
    chance = Random(5)
    packets = [pack(Buzz(BOOT, 1, 1, 1)), pack(Hello(UID, BOOT, 8, 1, 0, 0, "00000008")), pack(Late(BOOT, 1, 1, 1))]
    tracemalloc.start()
    for _ in range(FUZZ_BYTES // 50):
        box.talk.receive(chance.randbytes(50), box.now)
    for _ in range(FUZZ_PACKETS):
        data = bytearray(chance.choice(packets))
        place = chance.randrange(len(data))
        data[place : place + chance.randint(0, 2)] = chance.randbytes(chance.randint(0, 2))
        box.talk.receive(bytes(data), box.now)
        box.said()
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 100_000
    box.talk.receive(b"\n", box.now)
    assert box.talk.here
