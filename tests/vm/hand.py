"""A hand inside the virtual Pi: our pins on the kernel's real interface, pulled through the contacts of gpio_chip.c.

Run there as root: `COMPANION_HAND=tests.vm.hand:DebugfsHand python -m pytest tests/devices/test_pins_contract.py`.
"""

import select
from pathlib import Path

from companion.devices.buttons import choose_factory

GPIO = Path("/sys/kernel/debug/pi_gpio")
WORDS = ("low", "high")
SETTLED = 0.1
"""Seconds without an edge after which none will come: the kernel's interrupt thread takes a few milliseconds."""


class DebugfsHand:
    """The hand of test_pins_contract.py on the simulated chip."""

    def __init__(self) -> None:
        self._touched: set[int] = set()
        self.factory = choose_factory()

    def put(self, pin: int, level: int) -> None:
        self._contact(pin, WORDS[level])
        self._touched.add(pin)
        while self._waits():
            self.factory.dispatch()

    def level(self, pin: int) -> int:
        return int((GPIO / "levels").read_text()[pin])

    def close(self) -> None:
        self.factory.close()
        for pin in self._touched:
            self._contact(pin, "open")

    def _waits(self) -> bool:
        return bool(select.select([self.factory], [], [], SETTLED)[0])

    @staticmethod
    def _contact(pin: int, word: str) -> None:
        (GPIO / "contact").write_text(f"{pin} {word}")
