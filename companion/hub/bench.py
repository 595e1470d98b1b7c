"""The hub's port for a command: found, borrowed from the box that runs here, opened, and found after a restart."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from companion.devices.hub import Port
from companion.devices.hub_trouble import HubTrouble
from companion.devices.lending import Loan
from companion.devices.ports import BOOTSEL, HUB, Found, Places, plugged

LOOK = 0.05
"""Seconds between two looks for a port that is to come back."""

BARE = (
    "The Pico that is plugged in has no MicroPython yet: copy its .uf2 file from micropython.org/download to the drive"
    " RPI-RP2, then run this again."
)
NO_DRIVER = "A hub is plugged in, but the system gives it no serial port: load its driver (sudo modprobe cdc_acm)."
NONE = "No hub is plugged in: plug it in with a cable that carries data, or name its port with --port."


class Bench(Struct, frozen=True):
    """What a command on the hub works with; `say` takes a line, `clock` and `pause` are in seconds."""

    places: Places
    loan: Loan
    connect: Callable[[Path], Port]
    say: Callable[[str], None]
    clock: Callable[[], float]
    pause: Callable[[float], None]

    def find(self, named: Path | None) -> Found:
        """The hub, or the one that is named. Raises HubTrouble."""
        hubs = self.places.hubs()
        if named:
            return self._named(named)
        if len(hubs) > 1:
            ports = " or ".join(str(hub.path) for hub in hubs)
            raise HubTrouble(f"{len(hubs)} hubs are plugged in: name one of them with --port {ports}.")
        if not hubs:
            raise HubTrouble(self._nothing())
        return hubs[0]

    def open(self, found: Found, seconds: float) -> tuple[Found, Port]:
        """The hub's port as soon as it is there, under whatever name. Raises HubTrouble when that takes too long."""
        end = self.clock() + seconds
        while True:
            self.loan.hold()
            reason = self._gone(found)
            for hub in self._where(found):
                try:
                    return hub, self.connect(hub.path)
                except HubTrouble as trouble:
                    reason = str(trouble)
            if self.clock() >= end:
                raise HubTrouble(reason)
            self.pause(LOOK)

    def _named(self, path: Path) -> Found:
        """A port that udev does not know has no serial number, and comes back under the same name if at all."""
        if not path.exists():
            raise HubTrouble(f"There is no port {path}: correct the path after --port, or leave --port out.")
        known = (hub for hub in self.places.hubs() if hub.path == path.resolve())
        return next(known, Found(path, ""))

    def _where(self, found: Found) -> tuple[Found, ...]:
        if not found.serial:
            return (found,) if found.path.exists() else ()
        return tuple(hub for hub in self.places.hubs() if hub.serial == found.serial)

    def _nothing(self) -> str:
        if plugged(self.places.usb, BOOTSEL):
            return BARE
        return NO_DRIVER if plugged(self.places.usb, [HUB]) else NONE

    @staticmethod
    def _gone(found: Found) -> str:
        return f"The hub at {found.path} does not come back: pull its cable, plug it in again, and run this again."
