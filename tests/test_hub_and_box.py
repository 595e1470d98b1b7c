"""The box and the hub together: the firmware under MicroPython on a pty, the real driver, the whole box, real time."""

import asyncio
import json
import sys
from contextlib import closing

import pytest

from companion import typefaces
from companion.games.match import header_line
from companion.journal import Journal
from companion.screens.canvas import Canvas
from companion.screens.hub_notes import HubNote, Word
from tests.devices.usb import Usb
from tests.firmware.pico import UID, Pico
from tests.pi import TAP, Pi
from tests.screens.test_service import view

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="MicroPython for tests is a Linux one")

PATIENCE = 5.0
NAMES = ("Anna", "Ben", "Clara", "Dora")


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

    def plug(self):
        self.pico = Pico(self._folder)
        self.usb.plug(self.pico.path, UID)

    def pull(self):
        self.pico.close()
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
def table(tmp_path):
    """A table with a match of Schlafmütze with turns, four people, and a hub plugged in."""
    table = Table(tmp_path)
    header = header_line("schlafmuetze", NAMES, bytes(32), {"turns": True})
    with closing(Journal.open(table.settings.journal)) as journal:
        journal.start(header, NAMES, 0.0)
    yield table
    if table.pico:
        table.pico.close()


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
