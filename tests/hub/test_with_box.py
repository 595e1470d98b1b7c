"""`companion hub` beside a box that runs: it lets go of the hub at once, says so, and goes on when the hub is free."""

import asyncio
import os
import sys
from contextlib import asynccontextmanager, closing

import pytest

from companion import data
from companion.buzzers import LENT, RETURNED
from companion.devices.lending import NAME
from companion.games.match import header_line
from companion.journal import Journal
from companion.screens.hub_notes import Word
from tests.boxes import ENVIRON
from tests.firmware.pico import UID
from tests.firmware.usb_pico import LONG, UsbPico
from tests.test_hub_and_box import NAMES, Table

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="MicroPython for tests is a Linux one")

OURS = {path.name: path.read_bytes() for path in data.firmware().glob("*.py")}


class Workshop(Table):
    """A table of Schlafmütze with turns, four people and a hub, and a terminal beside it."""

    def __init__(self, folder):
        super().__init__(folder)
        self.runtime = folder / "runtime"
        self.runtime.mkdir()
        self.door = self.runtime / NAME
        with closing(Journal.open(self.settings.journal)) as journal:
            journal.start(header_line("schlafmuetze", NAMES, bytes(32), {"turns": True}), NAMES, 0.0)

    def plug(self):
        self.pico = UsbPico(self._folder, OURS, self.usb)

    async def until(self, condition):
        """Patient enough for mpremote on a busy machine."""
        end = self.loop.time() + LONG
        while not condition():
            assert self.loop.time() < end, f"the box was waited for too long after {self.log}"
            await asyncio.sleep(0.002)

    async def shines(self, *seats):
        await self.until(lambda: self.pico.lit == set(seats))

    async def press(self, seat):
        before = len(self.moves())
        await asyncio.to_thread(self.pico.press, seat)
        await self.until(lambda: len(self.moves()) > before)

    def files(self):
        return {path.name: path.read_bytes() for path in self.pico.flash.iterdir()}

    @asynccontextmanager
    async def companion(self, *words):
        """The command at work on this hub."""
        environ = {**os.environ, **ENVIRON, "XDG_RUNTIME_DIR": str(self.runtime)}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "companion", "hub", *words, "--port", str(self.pico.link),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=environ,
        )  # fmt: skip
        try:
            yield process
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def install(self):
        async with self.companion("install") as process:
            said, _ = await process.communicate()
            assert process.returncode == 0
            return said.decode().splitlines()


@pytest.fixture
def table(tmp_path):
    table = Workshop(tmp_path)
    table.plug()
    with closing(table.pico):
        yield table


@pytest.mark.soak
def test_the_hub_is_updated_while_the_box_plays(table):
    async def script():
        await table.tap("ok")
        await table.shines(2, 3, 4)
        installing = asyncio.create_task(table.install())
        await table.tells(Word.LENT)
        said = await installing
        assert said[0] == "The box that runs here has let go of the hub."
        assert said[-1] == f"The hub {UID} runs this firmware: protocol version 1, 8 seats."
        await table.tells(Word.BACK)
        await table.shines(2, 3, 4)
        await table.press(1)

    table.play(script)
    assert [move["do"] for move in table.moves()] == ["next"]
    assert table.log == [LENT, RETURNED]


@pytest.mark.soak
def test_a_test_that_is_killed_gives_the_hub_back_and_its_presses_are_no_moves(table):
    async def script():
        await table.tap("ok")
        await table.shines(2, 3, 4)
        async with table.companion("test") as process:
            while b"Each lamp" not in await process.stdout.readline():
                pass
            await asyncio.to_thread(table.pico.press, 1)
            assert (await process.stdout.readline()).startswith(b"seat 1 ")
            process.kill()
            await process.wait()
        await table.tells(Word.BACK)
        await table.shines(2, 3, 4)
        assert table.moves() == []
        await table.press(1)

    table.play(script)
    assert table.log == [LENT, RETURNED]


@pytest.mark.soak
def test_an_installation_that_is_killed_gives_the_hub_back_and_can_be_repeated(table):
    async def script():
        await table.tap("ok")
        await table.shines(2, 3, 4)
        board = table.pico.flash / "board.py"
        board.write_bytes(OURS["board.py"] + b"OLD = True\n")
        async with table.companion("install") as process:
            await table.until(lambda: board.read_bytes() == OURS["board.py"])
            process.kill()
            await process.wait()
        await table.until(lambda: table.log[-1] == RETURNED)
        assert table.files() == OURS, "mpremote has ended, too"
        await table.install()
        await table.tells(Word.BACK)
        await table.press(1)

    table.play(script)
    assert table.files() == OURS
