"""A Raspberry Pi without one: a box of the hand-wired board on a fake header and a fake display, in clockwork time."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import msgspec

from companion import boards, data, run
from companion.devices.fake_buses import FakeSpidev, FakeWire
from companion.devices.fake_chip import FakeChip, FakeGpiod
from companion.devices.fake_oled import FakeDisplay
from companion.devices.headers import PinTrouble
from companion.devices.lines import EarlyLines
from companion.devices.oled import LumaChip, Spi
from companion.devices.outputs import Outputs
from companion.devices.panel import Panel
from companion.devices.pins import GpiodFactory
from companion.devices.ports import Places
from companion.machine import Machine, Pins
from companion.notify import Notifier
from tests.clockwork import Clockwork
from tests.pictures import DEFAULTS

BOARD = msgspec.structs.replace(boards.read(data.boards()["hand-wired"]), speaker=None)
HEADER = "/dev/gpiochip7"
TAP = 0.08


@dataclass
class Heard(Notifier):
    """What systemd heard, each with the picture on the panel at that moment."""

    display: FakeDisplay
    beat: float | None = None
    messages: list[tuple[str, bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        every = {"WATCHDOG_USEC": str(int(2e6 * self.beat))} if self.beat else {}
        super().__init__({"NOTIFY_SOCKET": "/nowhere", **every}, 1)

    def _send(self, message: str) -> None:
        self.messages.append((message, self.display.frame()))

    def words(self, kind: str) -> list[str]:
        return [message for message, _ in self.messages if message.startswith(kind)]


class Levels:
    """The levels of a chip's lines by number."""

    def __init__(self, chip: FakeChip) -> None:
        self._chip = chip

    def __getitem__(self, number: int) -> int:
        return self._chip.level(number)

    get = __getitem__


class Pi:
    """`play` runs a box on it, with a script that presses, waits and looks; the box ends with the script."""

    def __init__(self, folder: Path, beat: float | None = None, board: boards.Board = BOARD) -> None:
        self.loop = Clockwork()
        self.board = board
        self.settings = msgspec.structs.replace(DEFAULTS, journal=folder / "journal.db", backup=folder / "backups")
        self.wire = FakeWire(FakeDisplay(board.display.chip))
        self.chip = FakeChip(lambda: int(self.loop.time() * 1e9))
        self.chips = {HEADER: self.chip}
        self.heard = Heard(self.wire.display, beat)
        self.log: list[str] = []
        self.places = Places(folder / "serial" / "by-id", folder / "tty")
        self.door = folder / "hub"

    @property
    def frame(self) -> bytes:
        return self.wire.display.frame()

    @property
    def contrast(self) -> int:
        return self.wire.display.contrast

    def play(self, script: Callable[[], Awaitable[None]]) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self._play(script))

    def machine(self) -> Machine:
        early = EarlyLines(lambda: FakeGpiod(self.chips), lambda: list(self.chips))
        pins, bus = Pins(self._choose, early), self.board.display.bus
        connect = (lambda: self._spi(bus, pins)) if isinstance(bus, boards.SPI) else self.wire.connect
        panel = Panel(self.board.display, LumaChip(self.board.display.chip), connect)
        return Machine(self.board, panel, pins, self.heard, self.log.append, self.places, self.door)

    def hold(self, control: str) -> None:
        self.chip.contact(self._pin(control), 0)

    def let_go(self, control: str) -> None:
        self.chip.contact(self._pin(control), None)

    async def tap(self, *controls: str, seconds: float = TAP) -> None:
        for control in controls:
            self.hold(control)
            await asyncio.sleep(seconds)
            self.let_go(control)
            await asyncio.sleep(TAP)

    async def _play(self, script: Callable[[], Awaitable[None]]) -> None:
        serving = asyncio.create_task(run.serve(self.settings, self.machine()))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        try:
            await script()
        finally:
            if not serving.done():
                signal.raise_signal(signal.SIGTERM)
            await serving

    def _spi(self, bus: boards.SPI, pins: Pins) -> Spi:
        """The display on SPI, its D/C and reset on lines of the chip."""
        header = SimpleNamespace(levels=Levels(self.chip))
        return Spi(bus, Outputs(pins), FakeSpidev(self.wire.display, header, bus.dc, bus.rst))

    def _choose(self, early: EarlyLines | None = None) -> GpiodFactory:
        if not self.chips:
            raise PinTrouble("There is no header of a Raspberry Pi here.")
        return GpiodFactory(FakeGpiod(self.chips), list(self.chips), early)

    def _pin(self, control: str) -> int:
        return self.board.controls.by_name()[control].pin
