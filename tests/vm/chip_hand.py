"""A hand for the contract of pins that pulls the lines of the chip in a virtual Pi. Runs inside it, as root:
COMPANION_HAND=tests.vm.chip_hand:VirtualHand."""

import time
from pathlib import Path

import gpiod

from companion.devices.headers import chips
from companion.devices.pins import GpiodFactory

GPIO = Path("/sys/kernel/debug/pi_gpio")
LINES = 28
LEVELS = ("low", "high")
EDGE_TAKES = 0.02  # seconds until the kernel has told of an edge, at most


class VirtualHand:
    """Our pins on libgpiod and the kernel's chip."""

    def __init__(self) -> None:
        for line in range(LINES):
            self._contact(line, "open")
        self.factory = GpiodFactory(gpiod, chips())

    def put(self, pin: int, level: int) -> None:
        self._contact(pin, LEVELS[level])
        time.sleep(EDGE_TAKES)
        self.factory.dispatch()

    def level(self, pin: int) -> int:
        return int((GPIO / "levels").read_text(encoding="ascii")[pin])

    def close(self) -> None:
        self.factory.close()

    def _contact(self, pin: int, word: str) -> None:
        (GPIO / "contact").write_text(f"{pin} {word}", encoding="ascii")
