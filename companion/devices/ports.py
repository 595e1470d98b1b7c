"""Which serial port is a buzzer hub: by USB id and serial number, never by the name that the kernel happens to give.

udev keeps a folder of links, one for each serial port on USB; sysfs knows what is behind it, and what else is plugged
in. Nothing is opened.
"""

from collections.abc import Collection, Iterator
from pathlib import Path

from msgspec import Struct

HUB = ("2e8a", "0005")
"""The vendor and the product of a Raspberry Pi Pico with MicroPython."""

BOOTSEL = (("2e8a", "0003"), ("2e8a", "000f"))
"""Those of a Pico and a Pico 2 that wait for a program."""

USB = Path("/sys/bus/usb/devices")


class Found(Struct, frozen=True):
    """A hub's port and its serial number, which is the Pico's own id in small letters."""

    path: Path
    serial: str


class Places(Struct, frozen=True):
    """Where links to serial ports and the kernel's knowledge of them are found."""

    links: Path = Path("/dev/serial/by-id")
    ttys: Path = Path("/sys/class/tty")
    usb: Path = USB

    def hubs(self) -> tuple[Found, ...]:
        """The hubs that are plugged in, by serial number."""
        return tuple(sorted(self._found(), key=lambda found: found.serial))

    def _found(self) -> Iterator[Found]:
        try:
            links = sorted(self.links.iterdir())
        except OSError:
            return
        yield from filter(None, map(self._hub, links))

    def _hub(self, link: Path) -> Found | None:
        """The hub behind a link; None where it is something else, or was pulled out meanwhile."""
        try:
            port = link.resolve()
            device = self._device(port.name)
        except OSError:
            return None
        return Found(port, serial(device)) if device and _kind(device) == HUB else None

    def _device(self, tty: str) -> Path | None:
        """The USB device that a tty belongs to: the nearest folder above it that says who made it."""
        place = (self.ttys / tty / "device").resolve()
        return next((folder for folder in (place, *place.parents) if (folder / "idVendor").is_file()), None)


def plugged(usb: Path, kinds: Collection[tuple[str, str]]) -> tuple[Path, ...]:
    """The devices of these kinds, whether they have a serial port or not, by the place where they are plugged in."""
    return tuple(device for device in sorted(usb.glob("*")) if _kind(device) in kinds)


def serial(device: Path) -> str:
    """A device's serial number in small letters, or nothing."""
    return _text(device / "serial").lower()


def _kind(device: Path) -> tuple[str, str]:
    return _text(device / "idVendor"), _text(device / "idProduct")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
