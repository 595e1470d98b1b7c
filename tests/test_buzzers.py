"""The hub in the hands of the loop, with a fake port in clockwork time: found, heard, lost, found again."""

import asyncio
from contextlib import closing

import pytest

from companion.bulletin import Bulletin
from companion.buzzers import LENT, RETRIES, RETURNED, Buzzers
from companion.devices.fake_hub import FakeHub
from companion.devices.hub_memory import Memory
from companion.devices.watch import Watch
from companion.link.conversation import KEEP_ALIVE, SILENT, Seen
from companion.link.packets import Ack, Buzz, Hello, Late, Show, pack, seal, unpack
from companion.screens.hub_notes import Word
from companion.screens.intents import Intent, Kind
from companion.screens.lamps import DARK
from tests.clockwork import Clockwork
from tests.devices.usb import Usb

UID, BOOT = "e660", "5eed0001"
ALL = "1" * 8


class Table:
    """Remembers what it is told, and what the disk held then."""

    def __init__(self, memory):
        self.heard = []
        self.shown = 0
        self._memory = memory

    def buzz(self, intents):
        self.heard += [(intent.seat, intent.together) for intent in intents]
        assert all(intent == Intent(Kind.SEAT, intent.seat, intent.together) for intent in intents)
        self.kept = self._memory.read()

    def buttons(self, count):
        self.count = count

    def tell(self, word):
        self.heard.append(word)

    def show(self):
        self.shown += 1


class Bench:
    """Buzzers in a loop of their own, as the box has them."""

    def __init__(self, folder):
        self.usb = Usb(folder)
        self.fake = FakeHub()
        self.memory = Memory(folder / "journal.db")
        self.table = Table(self.memory)
        self.log = []
        self.loop = Clockwork()
        self.boot, self.first, self._answered = BOOT, 1, 0

    def run(self, script):
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self._run(script))

    async def _run(self, script):
        bulletin = Bulletin(self.log.append)
        self.buzzers = Buzzers(self.usb.places.hubs, self.fake, self.memory, self.table, bulletin, lambda: 7)
        self.buzzers.attach(self.loop, Watch(self.usb.places.links))
        with closing(self.buzzers):
            await script()

    async def wait(self, seconds):
        """The loop's turns until then."""
        end = self.loop.time() + seconds
        await asyncio.sleep(0.001)
        while (due := self.buzzers.due()) is not None and due <= end:
            await asyncio.sleep(max(0, due - self.loop.time()))
            self.buzzers.turn(self.loop.time())
        await asyncio.sleep(end - self.loop.time())

    async def plug(self, tty="/dev/ttyACM0"):
        self.usb.plug(tty, UID)
        await asyncio.sleep(0.01)

    async def pull(self):
        self.usb.pull()
        self.fake.pull()
        await asyncio.sleep(0.01)

    async def hub(self, *packets):
        """The hub says this."""
        self.fake.say(b"".join(map(pack, packets)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def greet(self):
        """The hub answers what it was told last."""
        nonce = [packet for packet in self.sent if isinstance(packet, Show)][-1].nonce
        await self.hub(Hello(UID, self.boot, 8, self.first, 0, 0, nonce))

    @property
    def sent(self):
        return [unpack(line) for line in self.fake.sent.splitlines()]


@pytest.fixture
def bench(tmp_path):
    return Bench(tmp_path)


def test_a_box_without_a_hub_waits_for_nothing(bench):
    async def script():
        await asyncio.sleep(0)
        assert bench.buzzers.due() is None

    bench.run(script)
    assert (bench.log, bench.table.heard) == ([], [])


def test_a_hub_that_is_there_is_armed_and_kept_alive(bench):
    async def script():
        bench.buzzers.show(armed=True, lamps=ALL, now=bench.loop.time())
        await bench.plug()
        await bench.greet()
        assert bench.sent == [Show("00000008", armed=True, lamps=ALL)]
        for count in range(2, 5):
            await bench.wait(KEEP_ALIVE)
            await bench.greet()
            assert len(bench.sent) == count

    bench.run(script)
    assert bench.table.heard == []
    assert bench.sent[-1] == Show("0000000c", armed=False, lamps=DARK), "the seats are cleared at the end"


def test_a_press_is_kept_then_handed_over_then_acknowledged(bench):
    async def script():
        await bench.plug()
        await bench.greet()
        await bench.hub(Buzz(BOOT, 1, 3, 5000), Buzz(BOOT, 2, 7, 6999))
        assert bench.table.heard == [(3, False), (7, True)]
        assert bench.table.kept == Seen(UID, BOOT, 2)
        assert bench.sent[-1] == Ack(BOOT, 2)

    bench.run(script)


def test_the_lamps_follow_at_once(bench):
    async def script():
        await bench.plug()
        await bench.greet()
        bench.buzzers.show(armed=True, lamps="s" * 8, now=bench.loop.time())
        assert bench.sent[-1].lamps == "s" * 8

    bench.run(script)


def test_how_many_buttons_answer_is_told_when_the_hub_comes_and_goes(bench):
    async def script():
        await bench.plug()
        await bench.greet()
        assert bench.table.count == 8
        await bench.pull()
        assert bench.table.count == 0
        await bench.plug()
        await bench.greet()
        assert bench.table.count == 8
        await bench.wait(SILENT + 1)
        assert bench.table.count == 0

    bench.run(script)


def test_any_number_of_replugs_each_told_once(bench):
    async def script():
        for number in range(6):
            bench.boot = f"5eed{number:04}"
            await bench.plug(f"/dev/ttyACM{number % 2}")
            await bench.greet()
            await bench.hub(Buzz(bench.boot, 1, 1, 5))
            await bench.pull()
            await bench.wait(30)

    bench.run(script)
    assert bench.table.heard == [(1, False), Word.GONE, *[Word.WAS_OFF, (1, False), Word.GONE] * 5]
    assert bench.log == ["The cable of this hub is pulled.", "Working again: the buzzer hub."] * 5 + bench.log[:1]


def test_a_port_that_was_closed_without_taking_the_power_is_only_back(bench):
    async def script():
        await bench.plug()
        await bench.greet()
        bench.fake.pull()
        await bench.wait(RETRIES[0] + 0.02)
        await bench.greet()

    bench.run(script)
    assert bench.table.heard == [Word.GONE, Word.BACK]
    assert bench.fake.opened == 2


def test_a_hub_is_spoken_with_within_a_second_of_its_return(bench):
    async def script():
        await bench.plug()
        await bench.greet()
        await bench.pull()
        await bench.wait(100)
        bench.fake.refusal = "udev is not ready with it."
        before = len(bench.sent)
        await bench.plug()
        await bench.wait(0.25)
        bench.fake.refusal = ""
        await bench.wait(0.75)
        assert len(bench.sent) > before

    bench.run(script)


def test_a_port_that_cannot_be_opened_is_told_once_and_tried_again(bench):
    bench.fake.refusal = "No permission."

    async def script():
        await bench.plug()
        await bench.wait(60)
        assert bench.log == ["No permission."]
        bench.fake.refusal = ""
        await bench.wait(RETRIES[-1])
        await bench.greet()

    bench.run(script)
    assert bench.log == ["No permission.", "Working again: the buzzer hub."]
    assert bench.table.heard == []


def test_a_hub_that_hangs_is_gone_and_its_return_is_told(bench):
    async def script():
        await bench.plug()
        await bench.greet()
        await bench.wait(SILENT + 1)
        assert bench.table.heard == [Word.GONE]
        await bench.greet()

    bench.run(script)
    assert bench.table.heard == [Word.GONE, Word.BACK]


def test_a_hub_that_is_lent_is_let_go_of_at_once_and_taken_back_as_soon_as_it_may_be(bench):
    async def script():
        await bench.plug()
        await bench.greet()
        await bench.hub(Buzz(BOOT, 1, 3, 5000))
        bench.buzzers.lend()
        assert bench.buzzers.due() is None
        bench.usb.pull()
        await bench.plug("/dev/ttyACM1")
        await bench.wait(60)
        assert bench.fake.opened == 1
        bench.boot = "feedbeef"
        bench.buzzers.take_back()
        await bench.greet()
        await bench.hub(Buzz(bench.boot, 1, 4, 5000))

    bench.run(script)
    assert bench.table.heard == [(3, False), Word.LENT, Word.BACK, (4, False)]
    assert bench.log == [LENT, RETURNED]


def test_a_press_before_a_loan_does_not_count_again_after_it(bench):
    async def script():
        await bench.plug()
        await bench.greet()
        await bench.hub(Buzz(BOOT, 1, 3, 5000))
        bench.buzzers.lend()
        bench.buzzers.take_back()
        await bench.greet()
        await bench.hub(Buzz(BOOT, 1, 3, 5000), Buzz(BOOT, 2, 5, 9000))

    bench.run(script)
    assert bench.table.heard == [(3, False), Word.LENT, Word.BACK, (5, False)]


def test_the_loop_hears_of_a_port_that_is_to_be_tried_again(bench):
    bench.fake.refusal = "udev is not ready with it."

    async def script():
        await bench.plug()
        assert bench.buzzers.due() == pytest.approx(bench.loop.time() + RETRIES[0], abs=0.02)
        assert bench.table.shown == 1
        bench.buzzers.lend()
        bench.buzzers.take_back()
        assert bench.buzzers.due() == pytest.approx(bench.loop.time() + RETRIES[0])
        assert bench.table.shown == 2

    bench.run(script)


def test_a_late_press_is_told_and_is_none(bench):
    async def script():
        await bench.plug()
        await bench.greet()
        await bench.hub(Late(BOOT, 1, 3, 5000))

    bench.run(script)
    assert bench.table.heard == [Word.LATE]


def test_a_hub_of_another_version_needs_an_update(bench):
    async def script():
        await bench.plug()
        bench.fake.say(seal("hello 2 e660 5eed0001 whatever"))
        await asyncio.sleep(0.01)

    bench.run(script)
    assert bench.table.heard == [Word.STRANGE]
    assert bench.log == ["The buzzer hub speaks version 2 of the protocol: update it with `companion hub install`."]


def test_the_hub_that_was_there_last_is_taken_first(bench):
    bench.memory.keep(Seen("f000", BOOT, 3))

    async def script():
        opened = []
        connect, bench.buzzers._connect = bench.fake, lambda path: opened.append(path.name) or connect(path)
        bench.usb.plug("/dev/ttyACM0", "a000")
        bench.usb.plug("/dev/ttyACM1", "f000")
        await asyncio.sleep(0.01)
        assert opened == ["ttyACM1"]

    bench.run(script)


def test_a_press_is_not_counted_again_by_the_next_program(bench):
    bench.memory.keep(Seen(UID, BOOT, 1))

    async def script():
        await bench.plug()
        await bench.greet()
        await bench.hub(Buzz(BOOT, 1, 3, 5000), Buzz(BOOT, 2, 4, 9000))

    bench.run(script)
    assert bench.table.heard == [(4, False)]
