"""Hands that pull the lines of a chip: each opens a factory of gpiozero pins and plays what happens outside the box.

The suites in test_pins_contract.py and test_buttons.py run with each. A hand for a chip of another kind, such as a
simulated one in a virtual machine, is named in COMPANION_HAND as `module:Class` and takes the place of these.
"""

import importlib
import os
import time
from typing import Any, Protocol

from gpiozero.pins.mock import MockFactory

from companion.devices.fake_chip import FakeChip, FakeGpiod
from companion.devices.pins import GpiodFactory

PATH = "/dev/gpiochip7"


class Hand(Protocol):
    """Pins are BCM numbers, levels 0 and 1. A hand lets go of all lines at the start."""

    factory: Any

    def put(self, pin: int, level: int) -> None:
        """Pulls a line to a level, against its pull resistor, and lets what the factory has heard be reported."""

    def level(self, pin: int) -> int:
        """What a meter at the pin shows."""

    def close(self) -> None: ...


class MockHand:
    """gpiozero's own fake."""

    def __init__(self) -> None:
        self.factory = MockFactory(revision="c03111")

    def put(self, pin: int, level: int) -> None:
        line = self.factory.pin(pin)
        line.drive_high() if level else line.drive_low()

    def level(self, pin: int) -> int:
        return int(self.factory.pin(pin).state)

    def close(self) -> None:
        self.factory.close()


class ChipHand:
    """Our pins on a chip of which everything is known."""

    def __init__(self) -> None:
        self.chip = FakeChip(time.monotonic_ns)
        self.factory = GpiodFactory(FakeGpiod({PATH: self.chip}), [PATH])

    def put(self, pin: int, level: int) -> None:
        self.chip.contact(pin, level)
        self.factory.dispatch()

    def level(self, pin: int) -> int:
        return self.chip.level(pin)

    def close(self) -> None:
        self.factory.close()


def hands() -> list[type[Hand]]:
    named = os.environ.get("COMPANION_HAND")
    if not named:
        return [MockHand, ChipHand]
    module, _, name = named.partition(":")
    return [getattr(importlib.import_module(module), name)]
