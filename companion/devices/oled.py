"""luma.oled: how each display chip is started, dimmed and switched, and how SPI is driven.

The picture is not luma's: see panel.py. Nothing is sent here but through a wire; luma's own buses, its blank first
picture and what it does when the program ends are left out.
"""

import errno
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Final, Protocol

import luma.core.error
from luma.core.interface.serial import spi
from luma.core.virtual import pool
from luma.oled import device

from companion import boards
from companion.devices.i2c import I2c
from companion.devices.panel import Panel, Wire
from companion.devices.windows import COMMAND

_OFF: Final = b"\xae"
_ON: Final = b"\xaf"
_RESET: Final = 1e-4
"""Seconds; the data sheets ask for 3 µs (SSD1306) and 10 µs (SH1106)."""


class Gpio(Protocol):
    """The part of RPi.GPIO that luma's SPI asks for. Pins are BCM numbers; a pin may be set up twice."""

    OUT: int
    LOW: int
    HIGH: int

    def setup(self, pin: int, direction: int) -> None: ...

    def output(self, pin: int, level: int) -> None: ...


class _NoPicture:
    """Keeps luma's device from sending the blank picture it starts with."""

    def clear(self) -> None:
        """Send nothing."""


class _Ssd1306(_NoPicture, device.ssd1306):  # type: ignore[misc]
    """128×64, I2C or SPI."""


class _Ssd1309(_NoPicture, device.ssd1309):  # type: ignore[misc]
    """As the SSD1306, for bigger panels."""


class _Sh1106(_NoPicture, device.sh1106):  # type: ignore[misc]
    """A memory of 132 columns."""


_DEVICES: Final[dict[str, Any]] = {"ssd1306": _Ssd1306, "ssd1309": _Ssd1309, "sh1106": _Sh1106}


class LumaChip:
    """luma's device, and in place of its serial interface what it says: the commands of a chip."""

    def __init__(self, chip: str) -> None:
        self._said: list[int] = []
        self._device = _DEVICES[chip](self)
        self._start = self._take().removesuffix(_ON)

    def start(self) -> bytes:
        return self._start

    def restart(self) -> bytes:
        return self._start.removeprefix(_OFF)

    def contrast(self, level: int) -> bytes:
        self._device.contrast(level)
        return self._take()

    def power(self, on: bool) -> bytes:
        (self._device.show if on else self._device.hide)()
        return self._take()

    def command(self, *values: int) -> None:
        """What luma says, instead of a bus."""
        self._said += values

    def cleanup(self) -> None:
        """No bus to close, and nothing said now is sent: luma calls this when the program ends."""

    def _take(self) -> bytes:
        said, self._said = bytes(self._said), []
        return said


class Spi:
    """luma's SPI as a wire. The bus acknowledges nothing: that a panel is gone is not seen."""

    def __init__(self, bus: boards.SPI, gpio: Gpio, spidev: object = None) -> None:
        """Open the bus and reset the panel. `spidev` is an object like SpiDev in place of a new one."""
        try:
            self._serial = spi(
                spidev, gpio, bus.port, bus.device, gpio_DC=bus.dc, gpio_RST=bus.rst, reset_hold_time=_RESET
            )
        except luma.core.error.DeviceNotFoundError as error:
            raise OSError(errno.ENOENT, str(error)) from error
        except ImportError as error:
            raise OSError(errno.ENOPKG, str(error)) from error

    def send(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            values = list(message[1:])
            if message.startswith(COMMAND):
                self._serial.command(*values)
            else:
                self._serial.data(values)

    def close(self) -> None:
        self._serial.cleanup()


def open_panel(display: boards.Display, gpio: Gpio | None = None) -> Panel:
    """The panel of a board; its bus is opened by the first frame. `gpio` has the pins of a panel on SPI."""
    connect = _connector(display.bus, gpio)
    _end_idle_threads()
    return Panel(display, LumaChip(display.chip), connect)


def _connector(bus: boards.I2C | boards.SPI, gpio: Gpio | None) -> Callable[[], Wire]:
    if isinstance(bus, boards.I2C):
        return partial(I2c, f"/dev/i2c-{bus.port}", bus.address)
    if gpio is None:
        raise ValueError("a panel on SPI needs pins for D/C and reset")
    return partial(Spi, bus, gpio)


@cache
def _end_idle_threads() -> None:
    """End the four threads that luma keeps for pictures that scroll; none does here."""
    for _ in range(4):
        pool.add_task(sys.exit)
