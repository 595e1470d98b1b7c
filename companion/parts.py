"""The parts of a box that its first picture does not need: the controls, the speaker and the hub.

What they import is slow, gpiozero above all: this module is imported once the picture is there.
"""

import asyncio
import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from companion.bulletin import Bulletin
from companion.buzzers import Buzzers, Port
from companion.controls import Closing, Controls
from companion.devices.buttons import Buttons
from companion.devices.hub_memory import Memory
from companion.devices.lending import Lender
from companion.devices.speaker import Speaker, voice_of
from companion.devices.watch import Watch
from companion.loop import Loop
from companion.machine import Machine


def add(
    loop: Loop,
    turns: asyncio.AbstractEventLoop,
    started: AsyncExitStack,
    machine: Machine,
    journal: Path,
    bulletin: Bulletin,
) -> None:
    """Give the loop what the machine has; each part is closed by `started`. What is missing is told and looked for."""
    controls = Controls(lambda: _listen(machine, loop, turns), bulletin, turns.time())
    started.callback(controls.close)
    loop.add(controls)
    if machine.board.speaker:
        speaker = Speaker(voice_of(machine.board.speaker, machine.pins), bulletin)
        started.callback(speaker.close)
        loop.add_speaker(speaker)
    _add_hub(loop, turns, started, _buzzers(journal, machine, loop, bulletin), machine)


def _buzzers(journal: Path, machine: Machine, loop: Loop, bulletin: Bulletin) -> Buzzers:
    seek, memory = machine.places.hubs, Memory(journal)
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


def _open_port(path: Path) -> Port:
    from companion.devices import hub  # noqa: PLC0415  # pyserial is needed only where a hub is

    return hub.Port(path)


def _listen(machine: Machine, loop: Loop, turns: asyncio.AbstractEventLoop) -> Closing:
    buttons = Buttons(machine.board, machine.pins())
    buttons.open()
    buttons.attach(turns, loop.edge)
    return buttons
