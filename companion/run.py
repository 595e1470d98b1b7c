"""`companion run`: the box on a Raspberry Pi, as the service does it.

Started in order, stopped in reverse: lock, lines of the controls, panel, journal, first frame, the word to systemd,
pins, speaker, hub. gpiozero is slow to import and comes after the first frame, unless the panel has lines of its own
beside its bus (SPI); what is pressed before waits in the kernel. A part that is missing keeps nobody from playing: the
log says so once, and the part is asked for again until it is there.
"""

import argparse
import asyncio
import os
import sys
from contextlib import AsyncExitStack, suppress
from types import ModuleType
from typing import Any

from companion import app, boards, config, loading, typefaces
from companion.bulletin import Bulletin
from companion.config import Config
from companion.devices import lending, oled
from companion.devices.headers import chips
from companion.devices.lines import EarlyLines, load_gpiod
from companion.devices.outputs import Outputs
from companion.devices.ports import Places
from companion.ending import Ended, Ending
from companion.glass import Glass
from companion.journal import JournalTrouble
from companion.lock import SERVICE, Lock
from companion.loop import Loop
from companion.machine import Machine, Pins
from companion.notify import Notifier
from companion.pulse import Pulse
from companion.screens.base import View
from companion.session import Session
from companion.standby import Standby
from companion.tongues import languages, translation
from companion.troubles import in_one_line

JOURNAL = "the journal"
GOODBYE = 0.5
"""Seconds for which the last picture is seen."""


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
    try:
        asyncio.run(serve(settings, Machine(board, panel, pins, notifier, tell, Places(), door)))
    except OSError as error:
        raise RuntimeError("a driver let an error of the system through") from error  # no fault of the output's
    return 0


def tell(line: str) -> None:
    """A line for the log."""
    with suppress(OSError):
        sys.stderr.write(f"{in_one_line(line)}\n")
        sys.stderr.flush()


async def serve(settings: Config, machine: Machine) -> None:
    """Runs the box until a signal. Raises Taken, and whatever goes wrong in a turn of the loop."""
    with Ending() as ending:
        async with AsyncExitStack() as started:
            with suppress(Ended):
                await _start(settings, machine, started, ending).run()
            machine.notifier.stopping()


def _start(settings: Config, machine: Machine, started: AsyncExitStack, ending: Ending) -> Loop:
    turns = asyncio.get_running_loop()
    bulletin = Bulletin(machine.say)
    lock = started.enter_context(Lock(settings.journal, SERVICE))
    started.callback(machine.pins.close)
    machine.pins.listen(machine.board)
    with ending.at_once():
        _load_pins(machine.board)
    glass = Glass(machine.panel, machine.board.display.contrast, bulletin)
    started.callback(glass.close)
    box = _box(settings, lock, bulletin, turns.time())
    started.push_async_exit(_Goodbye(box, glass))
    started.callback(box.close)
    loop = Loop(turns, box, glass)
    loop.show()
    machine.notifier.ready()
    pulse = Pulse(machine.notifier, turns.time())
    loop.add(pulse)
    loop.watch(pulse.see)
    with ending.at_once():
        parts = _load_parts()
    parts.add(loop, turns, started, machine, settings.journal, bulletin)
    ending.hand_over(turns, loop.end)
    return loop


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


def _choose_pins(early: EarlyLines) -> Any:
    from companion.devices.buttons import choose_factory, ways  # noqa: PLC0415  # gpiozero comes after the first frame

    return choose_factory(ways(early), warn=tell)


def _load_pins(board: boards.Board) -> None:
    """What takes the lines of a panel on SPI, which it has to have for the first picture."""
    if isinstance(board.display.bus, boards.SPI):
        loading.load("companion.devices.buttons")


def _load_parts() -> ModuleType:
    """The parts, and the screens that the first picture does not need."""
    loading.load("companion.screens.tables")
    return loading.load("companion.parts")
