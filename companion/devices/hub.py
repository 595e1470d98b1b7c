"""The serial port of a buzzer hub, through pyserial: bytes out of it and into it, and one kind of trouble.

Nothing waits here: what is there is read, what there is room for is written. What the bytes mean is not known.
"""

import errno
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import serial

from companion.devices.hub_trouble import HubTrouble

PATIENCE = 0.001
"""Seconds that a write may wait for room; with 0, pyserial would try for ever."""

SPEED = 115200
"""USB takes no notice of it."""

_REASONS: Mapping[int, str] = MappingProxyType(
    {
        errno.EACCES: "may not be opened by this user: add it to the group dialout (sudo usermod -aG dialout $USER).",
        errno.EBUSY: "is used by another program: stop that first.",
        errno.EAGAIN: "is used by another program: stop that first.",
    }
)


class Port:
    """An open port. Raises HubTrouble when the hub is gone."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._serial = serial.Serial(str(path), SPEED, timeout=0, write_timeout=PATIENCE, exclusive=True)
        except Exception as error:  # a cable pulled meanwhile is one of termios
            raise HubTrouble(self._sentence(error)) from error

    def fileno(self) -> int:
        """Readable when there is something to read, or the hub is gone."""
        return int(self._serial.fileno())

    def read(self) -> bytes:
        """What is there."""
        try:
            return bytes(self._serial.read(max(1, self._serial.in_waiting)))
        except (OSError, TypeError) as error:
            raise HubTrouble(self._sentence(error)) from error

    def write(self, data: bytes) -> None:
        """Send this; what finds no room is lost, and the protocol sees to it."""
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            return
        except OSError as error:
            raise HubTrouble(self._sentence(error)) from error

    def close(self) -> None:
        """Give the port back. A port whose hub is gone is closed all the same."""
        self._serial.close()

    def _sentence(self, error: Exception) -> str:
        number = getattr(error, "errno", None)
        return f"The buzzer hub at {self._path} {_REASONS.get(number or 0, 'does not answer: is its cable pulled?')}"
