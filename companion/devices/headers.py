"""The chip behind a Raspberry Pi's 40-pin header: found by its label; and what to say when it or a pin is missing.

Chip numbers change from kernel to kernel (a Pi 5's header has been 4 and 0), labels do not. BCM pin numbers are the
chip's line numbers on every Pi. No library is imported here: the package `gpiod` is handed in.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.troubles import Trouble

CONSUMER = "companion"
"""The name under which the kernel lists our lines (`gpioinfo`)."""

REVISIONS: Mapping[str, int] = MappingProxyType(
    {"pinctrl-bcm2835": 0x902120, "pinctrl-bcm2711": 0xC03111, "pinctrl-rp1": 0xC04170}
)
"""The label of a Pi's header chip, and the revision of a model with it: Zero 2 W, 4 and 5. gpiozero wants to know
the header, which is the same on all of them."""


class PinTrouble(Trouble):
    """Pins cannot be had; the text is one sentence for the maker of the box."""


def chips() -> tuple[str, ...]:
    """The paths of the machine's GPIO chips."""
    return tuple(sorted(str(path) for path in Path("/dev").glob("gpiochip*")))


def open_header(gpiod: Any, paths: Iterable[str]) -> tuple[Any, int]:
    """The open chip of the header among `paths`, and the revision that goes with its label. Raises PinTrouble."""
    denied = []
    for path in paths:
        try:
            chip = gpiod.Chip(path)
        except PermissionError:
            denied.append(path)
            continue
        except OSError:  # gone again, as those of an adapter on USB
            continue
        label = chip.get_info().label
        if label in REVISIONS:
            return chip, REVISIONS[label]
        chip.close()
    if denied:
        names = " and ".join(denied)
        raise PinTrouble(f"This user may not open {names}: add it to the group gpio (sudo adduser NAME gpio).")
    raise PinTrouble(f"There is no header of a Raspberry Pi here (no GPIO chip is called {', '.join(REVISIONS)}).")


def busy(number: int, consumer: str = "") -> str:
    """The sentence for a pin that somebody else has; `consumer` is who, if the kernel knows."""
    if consumer == CONSUMER:
        return f"Another companion has pin {number}: stop it first (a service with: sudo systemctl stop companion)."
    owner = f'"{consumer}"' if consumer else "another program"
    return f"Pin {number} is in use by {owner}: stop that, or give it another pin in the board file."
