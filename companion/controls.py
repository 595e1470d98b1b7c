"""The controls in the hands of the loop: their pins are taken when they can be had, and asked for again until then.

Knows neither gestures nor the driver, only its port.
"""

from collections.abc import Callable
from typing import Protocol

from companion.bulletin import Bulletin
from companion.devices.headers import PinTrouble

CONTROLS = "the controls"
RETRY = 5.0
"""Seconds between two attempts to take the pins."""


class Closing(Protocol):
    """What holds the pins."""

    def close(self) -> None: ...


class Controls:
    """`connect` takes the pins, has edges reported from then on, and gives what holds them; or raises PinTrouble."""

    def __init__(self, connect: Callable[[], Closing], bulletin: Bulletin, now: float) -> None:
        self._connect = connect
        self._bulletin = bulletin
        self._held: Closing | None = None
        self._again_at = now
        self.turn(now)

    def due(self) -> float | None:
        """When `turn` has something to do; never, once the pins are there."""
        return None if self._held else self._again_at

    def turn(self, now: float) -> None:
        """Take the pins if they are missing and it is time."""
        if self._held or now < self._again_at:
            return
        try:
            self._held = self._connect()
            self._bulletin.right(CONTROLS)
        except PinTrouble as trouble:
            self._again_at = now + RETRY
            self._bulletin.wrong(CONTROLS, str(trouble))

    def close(self) -> None:
        """Give the pins back."""
        if self._held:
            self._held.close()
            self._held = None
