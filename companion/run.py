"""`companion run`: the box on a Raspberry Pi, as the service does it.

Started in order, stopped in reverse: lock, lines of the controls, panel, journal, first frame, the word to systemd,
pins, speaker. gpiozero is slow to import and comes after the first frame; what is pressed before waits in the kernel. A
part that is missing keeps nobody from playing: the log says so once,
and the part is asked for again until it is there.
"""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion import app, boards, config, loading, typefaces
from companion.bulletin import Bulletin
from companion.buzzers import Buzzers, Port
from companion.config import Config
from companion.controls import Closing, Controls
from companion.devices import lending, oled
from companion.devices.headers import PinTrouble, chips
from companion.devices.hub_memory import Memory
from companion.devices.lending import Lender
from companion.devices.lines import PULLS, EarlyLines, load_gpiod
from companion.devices.outputs import Outputs
from companion.devices.ports import Places
from companion.devices.speaker import Speaker, voice_of
from companion.devices.watch import Watch
from companion.glass import Glass, Panel
from companion.journal import JournalTrouble
from companion.lock import SERVICE, Lock
from companion.loop import Loop
from companion.notify import Notifier
from companion.pulse import Pulse
from companion.screens.base import View
from companion.session import Session
from companion.standby import Standby
from companion.tongues import languages, translation

JOURNAL = "the journal"
GOODBYE = 0.5
"""Seconds for which the last picture is seen."""


class Machine(Struct, frozen=True):
    """What the box runs on: its board, its panel, who gives the pins, who waits for word, where the log goes, where
    serial ports are found, and where the hub's may be borrowed.
    """

    board: boards.Board
    panel: Panel
    pins: "Pins"
    notifier: Notifier
    say: Callable[[str], None]
    places: Places
    door: Path | None = None


class Pins:
    """The pins of the header, chosen when they are first wanted and kept then; `early` has the lines taken before."""

    def __init__(self, choose: Callable[[EarlyLines], Any], early: EarlyLines) -> None:
        self._choose = choose
        self._early = early
        self._factory: Any = None

    def __call__(self) -> Any:
        """The pin factory. Raises PinTrouble."""
        if self._factory is None:
            self._factory = self._choose(self._early)
        return self._factory

    def listen(self, board: boards.Board) -> None:
        """Have the kernel keep the edges of the controls, if it can be; who wants their pins is told why it cannot."""
        with suppress(PinTrouble):
            self._early.take({control.pin: PULLS[control.active] for control in board.controls.by_name().values()})

    def close(self) -> None:
        self._early.close()
        if self._factory is not None:
            self._factory.close()


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    config.arguments(parser)


def run(given: argparse.Namespace) -> int:
    """Runs the box until SIGTERM or SIGINT. Raises ConfigError, BoardError, Taken."""
    settings = config.of(given, os.environ)
    board = boards.read(settings.board)
    pins = Pins(_choose_pins, EarlyLines(load_gpiod, chips))
    panel = oled.open_panel(board.display, Outputs(pins))
    notifier, door = Notifier(os.environ, os.getpid()), lending.place(os.environ)
    asyncio.run(serve(settings, Machine(board, panel, pins, notifier, tell, Places(), door)))
    return 0


def tell(line: str) -> None:
    """A line for the log."""
    with suppress(OSError):
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


async def serve(settings: Config, machine: Machine) -> None:
    """Runs the box until a signal. Raises Taken, and whatever goes wrong in a turn of the loop."""
    async with AsyncExitStack() as started:
        loop = await _start(settings, machine, started)
        await loop.run()
        machine.notifier.stopping()


async def _start(settings: Config, machine: Machine, started: AsyncExitStack) -> Loop:
    turns = asyncio.get_running_loop()
    bulletin = Bulletin(machine.say)
    lock = started.enter_context(Lock(settings.journal, SERVICE))
    started.callback(machine.pins.close)
    machine.pins.listen(machine.board)
    glass = Glass(machine.panel, machine.board.display.contrast, bulletin)
    started.callback(glass.close)
    box = _box(settings, lock, bulletin, turns.time())
    started.push_async_exit(_Goodbye(box, glass))
    started.callback(box.close)
    loop = Loop(turns, box, glass)
    for number in (signal.SIGTERM, signal.SIGINT):
        turns.add_signal_handler(number, loop.end)
    loop.show()
    machine.notifier.ready()
    loading.load("companion.screens.tables")
    pulse = Pulse(machine.notifier, turns.time())
    loop.add(pulse)
    loop.watch(pulse.see)
    controls = Controls(lambda: _listen(machine, loop, turns), bulletin, turns.time())
    started.callback(controls.close)
    loop.add(controls)
    if machine.board.speaker:
        speaker = Speaker(voice_of(machine.board.speaker, machine.pins), bulletin)
        started.callback(speaker.close)
        loop.add_speaker(speaker)
    _add_hub(loop, turns, started, _buzzers(settings, machine, loop, bulletin), machine)
    return loop


def _buzzers(settings: Config, machine: Machine, loop: Loop, bulletin: Bulletin) -> Buzzers:
    seek, memory = machine.places.hubs, Memory(settings.journal)
    return Buzzers(seek, _open_port, memory, loop, bulletin, lambda: int.from_bytes(os.urandom(4)))


def _add_hub(
    loop: Loop, turns: asyncio.AbstractEventLoop, started: AsyncExitStack, buzzers: Buzzers, machine: Machine
) -> None:
    """Where nothing tells of changes (no inotify left), there is no hub, and the log says so."""
    try:
        watch = Watch(machine.places.links)
    except OSError as error:
        machine.say(f"The box cannot see whether a buzzer hub is plugged in: {error}.")
        return
    loop.add_hub(buzzers)
    started.callback(buzzers.close)
    buzzers.attach(turns, watch)
    if machine.door:
        _lend_hub(turns, started, Lender(buzzers.lend, buzzers.take_back), machine.door, machine.say)


def _lend_hub(
    turns: asyncio.AbstractEventLoop, started: AsyncExitStack, lender: Lender, door: Path, say: Callable[[str], None]
) -> None:
    """Where nobody can knock, `companion hub` finds the port in use, and the log says why."""
    started.callback(lender.close)
    try:
        lender.attach(turns, door)
    except OSError as error:
        say(f"The box cannot lend the buzzer hub at {door}: {error}.")


def _box(settings: Config, lock: Lock, bulletin: Bulletin, now: float) -> Standby:
    fonts = typefaces.load()
    words = translation(settings.language)
    view = View(now, words.gettext, words.ngettext, app.labels(settings), app.defaults(settings), languages())
    return Standby(lambda moment: _session(settings, lock, bulletin, moment), fonts, view, now)


def _session(settings: Config, lock: Lock, bulletin: Bulletin, now: float) -> Session:
    """Where the lock could not be had before, both are tried again."""
    lock.take()
    try:
        session = app.open_box(settings, now, lock=lock)
    except JournalTrouble as trouble:
        bulletin.wrong(JOURNAL, str(trouble))
        raise
    bulletin.right(JOURNAL)
    return session


class _Goodbye:
    """Shows the last picture for a moment when everything ended well and somebody can see it."""

    def __init__(self, box: Standby, glass: Glass) -> None:
        self._box = box
        self._glass = glass

    async def __call__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if error is not None or not self._glass.seen:
            return
        now = asyncio.get_running_loop().time()
        brightness = int(self._box.view(now).settings["brightness"])
        self._glass.show(self._box.goodbye(now).frame, "on", brightness, now)
        await asyncio.sleep(GOODBYE)


def _open_port(path: Path) -> Port:
    from companion.devices import hub  # noqa: PLC0415  # pyserial is needed only where a hub is

    return hub.Port(path)


def _choose_pins(early: EarlyLines) -> Any:
    from companion.devices.buttons import choose_factory, ways  # noqa: PLC0415  # gpiozero comes after the first frame

    return choose_factory(ways(early), warn=tell)


def _listen(machine: Machine, loop: Loop, turns: asyncio.AbstractEventLoop) -> Closing:
    from companion.devices.buttons import Buttons  # noqa: PLC0415  # as above

    buttons = Buttons(machine.board, machine.pins())
    buttons.open()
    buttons.attach(turns, loop.edge)
    return buttons
