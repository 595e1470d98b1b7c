"""`python -m hardware.workshop.forge`: what `make hardware` and `make enclosure` run; it needs the extra `hardware`."""

import shutil
import sys
from collections.abc import Callable, Mapping

from hardware.workshop import pictures, tables, versions
from hardware.workshop.enclosure import build
from hardware.workshop.enclosure.box_plan import BoxPlan
from hardware.workshop.enclosure.hub_plan import HubPlan
from hardware.workshop.enclosure.sizes import BUTTONS, PANELS, PIS
from hardware.workshop.sources import ROOT

CHOICES: Mapping[str, Mapping[str, object]] = {"PANEL": PANELS, "BUTTON": BUTTONS, "PI": PIS}
HUBS = range(2, 9)
"""How many seats a hub can have."""


def everything() -> None:
    """Make all of hardware/ anew, and name each tool that is another than the committed files were made with."""
    if not shutil.which("dot"):
        sys.exit("There is no graphviz here: install it (Debian: sudo apt install graphviz fonts-dejavu-core).")
    _say(*versions.differences())
    tables.write()
    pictures.write()
    build.write()
    versions.write()


def box(panel: str, button: str, pi: str) -> None:
    """Make the case for one panel, one size of buttons and one kind of Pi."""
    for (what, known), name in zip(CHOICES.items(), (panel, button, pi), strict=True):
        if name not in known:
            sys.exit(f"There is no {what}={name}: choose {' or '.join(known)}.")
    _save(BoxPlan(panel, button, pi))


def hub(seats: str) -> None:
    """Make the case of a hub for fewer seats."""
    if seats not in map(str, HUBS):
        sys.exit(f"There is no hub with SEATS={seats}: choose {HUBS[0]} to {HUBS[-1]}.")
    _save(HubPlan(int(seats)))


def _save(plan: BoxPlan | HubPlan) -> None:
    _say(*(f"Wrote {path.relative_to(ROOT)}." for path in build.save(plan, build.STEPS, build.STEPS)))


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


MAKERS: Mapping[int, Callable[..., None]] = {0: everything, 1: hub, 3: box}
"""What is made, by how many names are given."""

if __name__ == "__main__":
    MAKERS[len(sys.argv) - 1](*sys.argv[1:])
