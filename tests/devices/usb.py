"""What udev and sysfs show of serial ports on USB, in folders of a test."""

from pathlib import Path

from companion.devices.ports import HUB, Places


class Usb:
    """Ports are plugged in and pulled out; `places` is where the box looks for them."""

    def __init__(self, folder: Path) -> None:
        self.places = Places(folder / "serial" / "by-id", folder / "tty")
        self._devices = folder / "devices"

    def plug(self, tty: str, serial: str, vendor: str = HUB[0], product: str = HUB[1]) -> Path:
        """A port appears: first to the kernel, then in udev's folder, which may have to be made."""
        device = self._devices / Path(tty).name
        place = device / "1-1:1.0"
        place.mkdir(parents=True, exist_ok=True)
        for name, text in (("idVendor", vendor), ("idProduct", product), ("serial", serial)):
            (device / name).write_text(f"{text}\n")
        known = self.places.ttys / Path(tty).name
        known.mkdir(parents=True, exist_ok=True)
        (known / "device").unlink(missing_ok=True)
        (known / "device").symlink_to(place)
        self.places.links.mkdir(parents=True, exist_ok=True)
        link = self.places.links / f"usb-MicroPython_Board_in_FS_mode_{serial}-if00"
        link.symlink_to(tty)
        return link

    def pull(self) -> None:
        """All ports are gone, and udev's folder with them."""
        for link in self.places.links.iterdir():
            link.unlink()
        self.places.links.rmdir()
        self.places.links.parent.rmdir()
