"""The words of `companion hub`, and its exit status: 1 with a sentence when something has to be mended first."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from companion.devices import hub
from companion.devices.hub_trouble import HubTrouble
from companion.devices.lending import Loan, places
from companion.devices.ports import Places
from companion.hub import install, trial
from companion.hub.bench import Bench

WELL, WRONG = 0, 1

DEEDS: Mapping[str, tuple[Callable[[Bench, Path | None], None], str]] = MappingProxyType(
    {
        "install": (install.run, "put the firmware on the hub, or bring it up to date"),
        "test": (trial.run, "show presses and lamps of the hub, until q or Ctrl-C"),
    }
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    deeds = parser.add_subparsers(dest="deed", metavar="WHAT", title="what to do", required=True)
    for name, (_, summary) in DEEDS.items():
        deed = deeds.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        deed.add_argument("--port", type=Path, help="the hub's serial port, where more than one hub is plugged in")


def run(given: argparse.Namespace) -> int:
    """Does it; the exit status is 1 when it could not be done."""
    deed, _ = DEEDS[given.deed]
    try:
        with Loan(places(os.environ)) as loan:
            deed(Bench(Places(), loan, hub.Port, _say, time.monotonic, time.sleep), given.port)
    except HubTrouble as trouble:
        sys.stderr.write(f"{trouble}\n")
        return WRONG
    return WELL


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
