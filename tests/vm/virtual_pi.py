"""A virtual Raspberry Pi 4: buttons to press, a panel to look at, a plug to pull.

    with VirtualPi(image) as pi:
        pi.boot()                    # resumed: a Pi that has just booted, in about a second
        pi.tap(17, ms=80)            # a button between GPIO17 and ground
        print("\\n".join(pi.oled("ssd1306")))
        pi.power_cut()
        pi.boot(cold=True)           # the same disk again

Pins are BCM numbers. Several machines can run side by side, each with a disk of its own.
"""

import base64
import itertools
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

from tests.vm.bus import Bus, BusCount, Panels, new_panels
from tests.vm.channel import CHUNK, Answer, VmTrouble
from tests.vm.panel import Rows
from tests.vm.qemu import Image, Qemu, overlay

CLOSED = {0: "low", 1: "high"}
OPEN = "open"
KEPT = ("vmlinuz", "initrd.gz")  # what a saved image shares with the one it came from
USB_SERIAL = "e660583883724a32"
NO_ANSWER, BUS_STUCK = 121, 110  # EREMOTEIO, ETIMEDOUT


class VirtualPi:
    """A Pi that begins as `image`. Its disk and logs are in a folder of its own, removed by `close`."""

    def __init__(self, image: Image, panels: Panels | None = None, first_disk: Path | None = None) -> None:
        self.image = image
        self._first_disk = first_disk or image.disk
        self.folder = Path(tempfile.mkdtemp(prefix="virtual-pi-"))
        self.disk = self.folder / "disk.qcow2"
        self._panels_at_boot = panels or new_panels()
        self._qemu: Qemu | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- power

    def boot(self, *, cold: bool = False, seconds: float = 240) -> float:
        """Start the machine; the seconds it took.

        Without `cold` it is the image as it was saved, running, on a new disk. With `cold` it boots for real from the
        disk as the last run left it (the image's, the first time), until systemd has started all that is enabled.
        """
        if self._qemu is not None:
            raise VmTrouble("the machine is on already")
        start = time.monotonic()
        if not (cold and self.disk.exists()):
            overlay(self.disk, self._first_disk)
        self._switch_on(resume=not cold, seconds=seconds)
        if cold:
            self.sh("systemctl is-system-running --wait", seconds)
        return time.monotonic() - start

    def _switch_on(self, *, resume: bool, seconds: float) -> None:
        self._bus = Bus(lambda: self._ask("bus", size=CHUNK), self._panels_at_boot if resume else new_panels())
        self._qemu = Qemu(self.folder, self.image, self.disk, resume=resume)
        self._await_agent(seconds)
        if resume:
            self._ask("wake", ns=time.time_ns(), seed=base64.b64encode(os.urandom(64)).decode())

    def _await_agent(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while True:
            try:
                self._ask("ping", 2)
            except TimeoutError:
                if time.monotonic() > end:
                    raise VmTrouble(f"the machine does not boot:\n{self.console()[-1500:]}") from None
            else:
                return

    def power_cut(self) -> None:
        """Cut the power: what the machine has not flushed to its disk is lost."""
        if self._qemu is not None:
            self._qemu.kill()
            self._qemu = None

    def power_off(self, seconds: float = 90) -> None:
        """Shut down in good order."""
        self.goes_off("systemctl poweroff --no-block", seconds)

    def goes_off(self, command: str, seconds: float = 90, user: str = "root") -> None:
        """Run a command after which the machine goes off. So does a reboot: `boot(cold=True)` completes it."""
        with suppress(VmTrouble):  # it may be off before it has answered
            self.sh(command, user=user)
        self._running().wait(seconds)
        self._qemu = None

    def save(self, folder: Path) -> tuple[Image, Panels]:
        """Stop the machine and keep it, as it runs now, as an image; with it goes what its panels show."""
        self.check("sync; echo 3 > /proc/sys/vm/drop_caches")
        panels, saved = self._bus.panels, Image(folder)
        self._running().save(saved.state)
        self._qemu = None
        shutil.move(self.disk, saved.disk)
        for name in KEPT:
            if folder != self.image.folder:
                (folder / name).symlink_to(self.image.folder / name)
        return saved, panels

    def close(self) -> None:
        self.power_cut()
        shutil.rmtree(self.folder, ignore_errors=True)

    def console(self) -> str:
        """All that was printed on the serial console, over all boots."""
        log = self.folder / "console.log"
        return log.read_text("utf-8", "replace") if log.exists() else ""

    # --- commands and files

    def sh(self, command: str, seconds: float = 120, user: str = "root") -> tuple[int, str]:
        """Run a shell command; its exit status (124 when it took too long) and all it printed."""
        answer = self._ask("sh", seconds + 30, command=command, timeout=seconds, user=user)
        return answer["status"], answer["text"]

    def check(self, command: str, seconds: float = 120, user: str = "root") -> str:
        """Run a shell command that has to succeed; what it printed."""
        status, text = self.sh(command, seconds, user)
        if status:
            raise VmTrouble(f"exit status {status} of: {command}\n{text}")
        return text

    def put(self, path: str, data: bytes | str, mode: int = 0o644) -> None:
        """Write a file. It is not flushed: `sync` before a power cut that it has to survive."""
        raw = data.encode() if isinstance(data, str) else data
        for at in range(0, max(len(raw), 1), CHUNK):
            part = base64.b64encode(raw[at : at + CHUNK]).decode()
            self._ask("put", path=path, data=part, mode=mode, append=at > 0)

    def get(self, path: str) -> bytes:
        data = b""
        while part := base64.b64decode(self._ask("get", path=path, offset=len(data), size=CHUNK)["data"]):
            data += part
        return data

    def load(self, archive: Path) -> None:
        """Put a tar archive on the second disk before booting: inside, `tar -xf /dev/vdb` unpacks it."""
        shutil.copy(archive, self.folder / "cargo")

    # --- GPIO

    def press(self, pin: int, level: int = 0) -> None:
        """Close a button's contact to ground, or with level 1 to 3.3 V, and keep it closed."""
        self._contact(pin, [CLOSED[level]])

    def release(self, pin: int) -> None:
        """Open the contact: the pull resistor decides the level."""
        self._contact(pin, [OPEN])

    def tap(self, pin: int, ms: float = 80, level: int = 0) -> None:
        """Press a button for so many milliseconds, without bouncing."""
        self._contact(pin, [CLOSED[level], OPEN], [round(1000 * ms)])

    def bounce(self, pin: int, *gaps_us: int, closed: bool = False, level: int = 0) -> list[tuple[int, int]]:
        """Toggle an open (or closed) contact now and after each gap in microseconds.

        Returns between which moments each toggle came, in microseconds: gaps are never shorter than asked for.
        """
        states = [OPEN, CLOSED[level]] if closed else [CLOSED[level], OPEN]
        with self._running().urgent():
            return self._contact(pin, list(itertools.islice(itertools.cycle(states), len(gaps_us) + 1)), list(gaps_us))

    def level(self, pin: int) -> int:
        """The level of a line; of an output, what a program drives."""
        return int(self._ask("levels")["levels"][pin])

    def _contact(self, pin: int, words: list[str], gaps_us: list[int] | None = None) -> list[tuple[int, int]]:
        gaps = gaps_us or []
        answer = self._ask("contact", 30 + sum(gaps) / 1e6, line=pin, words=words, gaps_us=gaps)
        return list(zip(answer["before"], answer["after"], strict=True))

    # --- I2C and the panel

    def oled(self, chip: str) -> Rows:
        """What a panel with this chip shows: 64 strings of 128 `#` and `.`."""
        return self._bus.panels[chip].rows()

    def film(self, chip: str) -> list[tuple[int, Rows]]:
        """What such a panel showed after each message since the last look at it, with the machine's time in ns."""
        return self._bus.film(chip)

    def bus_count(self) -> BusCount:
        """What went over the bus since the machine was switched on."""
        return self._bus.count

    def i2c_fail(self, error: int = NO_ANSWER) -> None:
        """Let every transfer fail: NO_ANSWER at once, or BUS_STUCK after a second as on the real bus."""
        self._ask("bus_parameter", name="fail", value=error)

    def i2c_mend(self) -> None:
        self._ask("bus_parameter", name="fail", value=0)

    def i2c_speed(self, khz: int) -> None:
        """Set the bus clock, 100 at first; with 0 transfers take no time."""
        self._ask("bus_parameter", name="khz", value=khz)

    def panel_power_fails(self) -> None:
        """Let the panel lose its power for a moment: it forgets everything, and the bus notices nothing."""
        self._bus.panels_lose_power()

    # --- USB

    def usb_plug(self, program: str = "", serial: str = USB_SERIAL, seconds: float = 20) -> str:
        """Plug in a serial device 2e8a:0005; its link in /dev/serial/by-id.

        `program` is a shell command that runs as the device until it is unplugged; without one /dev/ttyGS0 is its
        side of the line. Another serial number is another device.
        """
        return str(self._ask("plug", seconds + 10, serial=serial, program=program, timeout=seconds)["path"])

    def usb_unplug(self) -> None:
        self._ask("unplug")

    # --- inside

    def _running(self) -> Qemu:
        if self._qemu is None:
            raise VmTrouble("the machine is off")
        return self._qemu

    def _ask(self, request: str, seconds: float = 60, **values: object) -> Answer:
        return self._running().channel.ask(request, seconds, **values)


def until(condition: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Look at a machine until something holds; AssertionError with `what` when it never does."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds:.0f} s: {what}")
        time.sleep(0.05)
