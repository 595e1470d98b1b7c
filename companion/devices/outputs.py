"""The lines D/C and reset of a panel on SPI, in the shape that luma knows from RPi.GPIO, on any gpiozero pin factory.

So a panel on SPI works wherever the buttons do, a Pi 5 too.
"""

import errno
from collections.abc import Callable
from typing import Any


class Outputs:
    """The port `oled.Gpio`. `factory` gives the pins when they are first wanted, or raises PinTrouble."""

    OUT = 0
    LOW = 0
    HIGH = 1

    def __init__(self, factory: Callable[[], Any]) -> None:
        self._factory = factory
        self._pins: dict[int, Any] = {}

    def setup(self, pin: int, _direction: int) -> None:
        """Make a pin an output. Raises OSError when it cannot be had, as a bus does."""
        if pin not in self._pins:
            try:
                wanted = self._factory().pin(pin)
                wanted.output_with_state(self.LOW)
            except Exception as error:  # every driver has errors of its own
                raise OSError(errno.ENODEV, str(error)) from error
            self._pins[pin] = wanted

    def output(self, pin: int, level: int) -> None:
        """Set the level of a pin that is set up. Raises OSError when that fails."""
        try:
            self._pins[pin].state = level
        except Exception as error:  # as above
            raise OSError(errno.EIO, str(error)) from error
