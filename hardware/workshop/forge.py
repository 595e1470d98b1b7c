"""`python -m hardware.workshop.forge`: what `make hardware` and `make enclosure` run; it needs the extra `hardware`."""

import shutil
import sys
from collections.abc import Mapping

from hardware.workshop import pictures, tables, versions
from hardware.workshop.enclosure import build
from hardware.workshop.enclosure.box_plan import BoxPlan
from hardware.workshop.enclosure.sizes import BUTTONS, PANELS, PIS
from hardware.workshop.sources import ROOT

CHOICES: Mapping[str, Mapping[str, object]] = {"PANEL": PANELS, "BUTTON": BUTTONS, "PI": PIS}


def everything() -> None:
    """Make all of hardware/ anew, and name each tool that is another than the committed files were made with."""
    if not shutil.which("dot"):
        sys.exit("There is no graphviz here: install it (Debian: sudo apt install graphviz fonts-dejavu-core).")
    _say(*versions.differences())
    tables.write()
    pictures.write()
    build.write()
    versions.write()


def enclosure(*names: str) -> None:
    """Make the case for one panel, one size of buttons and one kind of Pi."""
    for (what, known), name in zip(CHOICES.items(), names, strict=True):
        if name not in known:
            sys.exit(f"There is no {what} {name}: choose {' or '.join(known)}.")
    panel, button, pi = names
    _say(*(f"Wrote {path.relative_to(ROOT)}." for path in build.save(BoxPlan(panel, button, pi), *(build.STEPS,) * 2)))


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    enclosure(*sys.argv[1:]) if sys.argv[1:] else everything()
