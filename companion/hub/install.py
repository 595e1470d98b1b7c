"""`companion hub install`: the firmware onto the hub, whatever runs on it now.

A hub that greets is asked to start for maintenance; one that does not is taken for MicroPython at its prompt, as on a
Pico that is new, started for maintenance already, or was left in the middle of an installation.
"""

from contextlib import closing
from pathlib import Path

from companion import data
from companion.devices.hub_trouble import HubTrouble
from companion.devices.ports import Found
from companion.hub import files
from companion.hub.bench import Bench
from companion.hub.talk import Talk
from companion.link.conversation import Here
from companion.link.packets import VERSION

OPENING, GREETING, LEAVING, RETURN, START = 2.0, 2.5, 5.0, 10.0, 15.0
"""Seconds to open the port, to hear a greeting, to go, to come back after that, and to run the new firmware."""

STAYS = (
    "The hub does not start for maintenance: pull its cable, hold the button of seat 1 down while you plug it in, and"
    " run this again."
)
SILENT = "The files are on the hub, but it does not start with them: pull its cable, plug it in, and run this again."
STOPPED = "Stopped in the middle: the hub may have no program now, so run `companion hub install` again."


def run(bench: Bench, named: Path | None) -> None:
    """Install on the hub, or the one that is named. Raises HubTrouble."""
    files.require()
    found = bench.find(named)
    if bench.loan.hold():
        bench.say("The box that runs here has let go of the hub.")
    try:
        hub = _install(bench, found)
    except KeyboardInterrupt as interrupt:
        raise HubTrouble(STOPPED) from interrupt
    bench.say(f"The hub {hub.uid} runs this firmware: protocol version {VERSION}, {hub.seats} seats.")


def _install(bench: Bench, found: Found) -> Here:
    found = _at_its_prompt(bench, found)
    ours = files.of(data.firmware())
    bench.say(f"Copying {len(ours)} files to {found.path} ...")
    files.copy(found.path, ours, bench.loan.descriptors)
    files.restart(found.path, bench.loan.descriptors)
    return _started(bench, found)


def _at_its_prompt(bench: Bench, found: Found) -> Found:
    """The hub once MicroPython's prompt may be expected of it."""
    found, port = bench.open(found, OPENING)
    with closing(port):
        talk = Talk(port, bench.clock)
        hub = talk.meet(GREETING)
        if hub is None:
            bench.say(f"No firmware greets at {found.path}: it is taken for MicroPython.")
            return found
        version = VERSION if isinstance(hub, Here) else hub.version
        bench.say(f"The hub {hub.uid} speaks protocol version {version}; it starts for maintenance.")
        if not talk.maintain(LEAVING):
            raise HubTrouble(STAYS)
    found, port = bench.open(found, RETURN)
    port.close()
    return found


def _started(bench: Bench, found: Found) -> Here:
    """The greeting of the new firmware. The port may be there for a moment yet before it goes and comes back."""
    end = bench.clock() + START
    while (left := end - bench.clock()) > 0:
        found, port = bench.open(found, left)
        with closing(port):
            try:
                hub = Talk(port, bench.clock).meet(min(GREETING, left))
            except HubTrouble:
                continue
        if isinstance(hub, Here):
            return hub
    raise HubTrouble(SILENT)
