"""The box and the hub together: the firmware under MicroPython on a pty, the real driver, the whole box, real time."""

import asyncio
import json
import signal
import sys
from contextlib import closing
from types import MappingProxyType

import pytest

from companion import typefaces
from companion.games.match import header_line
from companion.journal import Journal
from companion.screens.canvas import Canvas
from companion.screens.hub_notes import HubNote, Word
from tests.devices.usb import Usb
from tests.firmware.pico import UID, Pico
from tests.pi import TAP, Pi
from tests.screens.test_service import good_night, view

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="MicroPython for tests is a Linux one")

PATIENCE = 5.0
NAMES = ("Anna", "Ben", "Clara", "Dora")
NOTHING = MappingProxyType({})


class Table(Pi):
    """A box on a table in real time, with a hub that can be plugged in and pulled out."""

    def __init__(self, folder):
        super().__init__(folder)
        self.loop.close()
        self.loop = asyncio.SelectorEventLoop()
        self.usb = Usb(folder)
        self._folder = folder / "pico"
        self._folder.mkdir()
        self.pico = None

    def lay(self, game, options, settings=NOTHING):
        """A match that has just begun, and settings that differ."""
        with closing(Journal.open(self.settings.journal)) as journal:
            journal.start(header_line(game, NAMES, bytes(32), options), NAMES, 0.0)
            for key, value in settings.items():
                journal.set_setting(key, value)

    def plug(self):
        self.pico = Pico(self._folder)
        self.usb.plug(self.pico.path, UID)

    def pull(self):
        self.pico.close()
        self.pico = None
        self.usb.pull()

    async def shines(self, *seats):
        """Wait until exactly these lamps shine; slow ones may be in their dark half."""
        await self.until(lambda: self.pico.glance() == set(seats))

    async def press(self, seat):
        """A finger on a button, until the move is on the disk."""
        before = len(self.moves())
        self.pico.down(seat)
        await self.until(lambda: len(self.moves()) > before)
        await asyncio.sleep(TAP)
        self.pico.up(seat)
        await asyncio.sleep(TAP)

    async def touch(self, seat):
        """A finger on a button that makes no move."""
        self.pico.down(seat)
        await asyncio.sleep(TAP)
        self.pico.up(seat)
        await asyncio.sleep(TAP)

    async def tells(self, word):
        """Wait until the box says this of the hub."""
        canvas = Canvas(typefaces.load())
        HubNote(word).draw(canvas, view())
        await self.until(lambda: self.frame == canvas.frame())

    async def until(self, condition):
        end = self.loop.time() + PATIENCE
        while not condition():
            assert self.loop.time() < end, f"the table waited too long after {self.moves()}"
            await asyncio.sleep(0.002)

    def moves(self):
        with closing(Journal.open(self.settings.journal, read_only=True)) as journal:
            record = journal.record(1)
        return [json.loads(line) for line in record.lines] if record else []


@pytest.fixture
def empty(tmp_path):
    """A table with four people and nothing on it."""
    table = Table(tmp_path)
    yield table
    if table.pico:
        table.pico.close()


@pytest.fixture
def table(empty):
    """A table with a match of Schlafmütze with turns."""
    empty.lay("schlafmuetze", {"turns": True})
    return empty


@pytest.fixture
def meadow(empty):
    """A table with a match of 13 Sheep that waits for all."""
    empty.lay("13-sheep", {}, {"13-sheep.wait": "true"})
    return empty


def test_a_whole_game_of_schlafmuetze_is_played_through_seat_buttons(table):
    async def script():
        table.plug()
        await table.tap("ok")
        await table.shines(2, 3, 4)
        for seat in (1, 2, 3):
            await table.press(seat)
        await table.press(2)
        await table.shines(1, 3, 4)
        await table.tap("ok", "ok", "ok", "ok", "ok", "ok")
        assert table.moves()[-1] == {"do": "uphold"}
        await table.press(1)
        await table.press(3)
        await table.tap("back")
        assert table.moves()[-1] == {"do": "undo"}
        await table.press(2)
        await table.tap("back", "down", "ok", "ok")

    table.play(script)
    told = [(move["do"], move.get("by")) for move in table.moves()]
    assert told == [
        *[("next", None)] * 3,
        ("call", "Ben"),
        ("uphold", None),
        ("next", None),
        ("call", "Clara"),
        ("undo", None),
        ("next", None),
        ("won", "Clara"),
    ]


def test_13_sheep_waits_for_the_hands_of_all_and_for_nobody_once_the_hub_is_gone(meadow):
    async def script():
        meadow.plug()
        await meadow.tap("ok", "roll")
        await meadow.shines(1, 2, 3, 4)
        await meadow.touch(2)
        await meadow.shines(1, 3, 4)
        await meadow.tap("roll", "roll")
        await meadow.touch(1)
        await meadow.touch(3)
        await meadow.touch(4)
        await meadow.shines()
        assert len(meadow.moves()) == 1
        await meadow.tap("roll")
        await meadow.shines(1, 2, 3, 4)
        meadow.pull()
        await meadow.tells(Word.GONE)
        await meadow.tap("ok", "roll", "roll")

    meadow.play(script)
    assert meadow.moves() == [{"do": "roll"}] * 3


def test_a_hub_that_is_pulled_and_plugged_in_again_works_and_the_box_says_what_happened(table):
    async def script():
        table.plug()
        await table.tap("ok")
        await table.shines(2, 3, 4)
        await table.press(1)
        table.pull()
        await table.tells(Word.GONE)
        table.plug()
        await table.tells(Word.WAS_OFF)
        await table.shines(1, 3, 4)
        await table.press(2)

    table.play(script)
    assert [move["do"] for move in table.moves()] == ["next", "next"]


@pytest.mark.parametrize("gone", [False, True])
def test_a_signal_ends_a_box_with_a_hub_and_one_whose_hub_is_gone(table, gone):
    async def script():
        table.plug()
        await table.tap("ok")
        await table.shines(2, 3, 4)
        if gone:
            table.pull()
            await table.tells(Word.GONE)
        signal.raise_signal(signal.SIGTERM)
        await table.until(lambda: table.frame == good_night())
        await table.until(lambda: not table.wire.display.lit)

    table.play(script)
    assert not table.wire.open


def test_a_box_that_starts_anew_counts_no_press_twice_and_none_from_before(table):
    async def before():
        table.plug()
        await table.tap("ok")
        await table.shines(2, 3, 4)
        await table.press(1)

    table.play(before)
    table.pico.down(2)
    table.loop = asyncio.SelectorEventLoop()

    async def after():
        await table.tap("ok")
        table.pico.up(2)
        await table.press(3)

    table.play(after)
    assert [move["do"] for move in table.moves()] == ["next", "call"]
