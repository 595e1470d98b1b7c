"""What udev and sysfs show of serial ports on USB, in folders of a test."""

import shutil
from pathlib import Path

from companion.devices.ports import HUB, Places


class Usb:
    """Ports are plugged in and pulled out; `places` is where the box looks for them."""

    def __init__(self, folder: Path) -> None:
        self._devices = folder / "devices"
        self.places = Places(folder / "serial" / "by-id", folder / "tty", self._devices)

    def plug(self, tty: str, serial: str, vendor: str = HUB[0], product: str = HUB[1]) -> Path:
        """A port appears: first to the kernel, then in udev's folder, which may have to be made."""
        place = self.plug_what_has_no_port(Path(tty).name, serial, vendor, product) / "1-1:1.0"
        place.mkdir(exist_ok=True)
        known = self.places.ttys / Path(tty).name
        known.mkdir(parents=True, exist_ok=True)
        (known / "device").unlink(missing_ok=True)
        (known / "device").symlink_to(place)
        self.places.links.mkdir(parents=True, exist_ok=True)
        link = self.places.links / f"usb-MicroPython_Board_in_FS_mode_{serial}-if00"
        link.symlink_to(tty)
        return link

    def plug_what_has_no_port(self, name: str, serial: str, vendor: str, product: str) -> Path:
        """A device that is only there."""
        device = self._devices / name
        device.mkdir(parents=True, exist_ok=True)
        for file, text in (("idVendor", vendor), ("idProduct", product), ("serial", serial)):
            (device / file).write_text(f"{text}\n")
        return device

    def pull(self) -> None:
        """All devices and ports are gone, and udev's folder with them."""
        shutil.rmtree(self._devices)
        for link in self.places.links.iterdir():
            link.unlink()
        self.places.links.rmdir()
        self.places.links.parent.rmdir()
