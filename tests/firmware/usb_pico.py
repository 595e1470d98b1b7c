"""A Pico on USB with its flash, its resets and MicroPython's prompt: MicroPython's Unix port, started again and again.

What the Unix port has not is played here: after a soft reset it would end, and after a hard one the port has to go and
come back under another name, as on a real cable. The files in `flash` are those on the Pico.
"""

import os
import pty
import subprocess
import threading
import time
import tty
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from tests.devices.usb import Usb
from tests.firmware.pico import BUTTONS, FAKE, LAMPS, MICROPYTHON, PATIENCE, UID

TO_RAW = b"\x01"
LONG = 30.0
"""Seconds for what mpremote does on a busy machine."""

NEW: Mapping[str, bytes] = MappingProxyType({})


class UsbPico:
    """`flash` is its file system, with these files at first; `starts` tells what each start was to run.

    `link` is a name for its port that stays, `lit` are the seats whose lamps shine, and `comes_back` says whether it
    survives a hard reset.
    """

    def __init__(self, folder: Path, files: Mapping[str, bytes] = NEW, usb: Usb | None = None) -> None:
        self.flash = folder / "flash"
        self.flash.mkdir(parents=True)
        for name, text in files.items():
            (self.flash / name).write_bytes(text)
        self.usb = usb or Usb(folder)
        self.link = folder / "ttyACM"
        self.held = ""
        self.comes_back = True
        self.starts: list[str] = []
        self.lit: set[int] = set()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self.plug()

    def plug(self) -> None:
        """Give it power; a button in `held` is down meanwhile."""
        self._has_power = True
        self._connect()
        self._thread = threading.Thread(target=self._live)
        self._thread.start()

    def pull(self) -> None:
        """Pull the cable, also of a Pico that has none."""
        with self._lock:
            self._has_power = False
            if self._process:
                self._process.kill()
        if self._thread:
            self._thread.join(PATIENCE)
            self._thread = None
            self._disconnect()

    close = pull

    def press(self, seat: int) -> None:
        """A finger on the button of a seat, for longer than a bounce."""
        self._hand(f"down {BUTTONS[seat]}")
        time.sleep(0.03)
        self._hand(f"up {BUTTONS[seat]}")
        time.sleep(0.03)

    def wait_for(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + LONG
        while not condition():
            assert time.monotonic() < end, f"the Pico was waited for too long: {self.starts}"
            time.sleep(0.01)

    def _hand(self, line: str) -> None:
        os.write(self._to_pins, f"{line}\n".encode())

    def _connect(self) -> None:
        self._hubs_end, self._cable = pty.openpty()
        tty.setraw(self._cable)
        path = os.ttyname(self._cable)
        self.link.symlink_to(path)
        self.usb.plug(path, UID)

    def _disconnect(self) -> None:
        if not self.link.is_symlink():
            return
        self.link.unlink()
        os.close(self._hubs_end)
        os.close(self._cable)
        self.usb.pull()

    def _live(self) -> None:
        """From one start to the next, as long as there is power."""
        raw = False
        while from_pins := self._start(raw):
            hard = self._watch(from_pins)
            raw = self._has_power and not hard
            self._end(from_pins)
            if raw:
                os.write(self._hubs_end, b"MPY: soft reboot\r\n")
            elif hard and self._has_power:
                self._disconnect()
                if not self.comes_back:
                    return
                self._connect()

    def _start(self, raw: bool) -> int | None:
        """One start: what its pins tell comes from a descriptor. None without power."""
        main = [] if raw or not (self.flash / "main.py").exists() else ["main.py"]
        hub_in, to_pins = os.pipe()
        from_pins, hub_out = os.pipe()
        environ = {"MICROPYPATH": str(FAKE), "MACHINE_UID": UID, "MACHINE_DOWN": self.held, "TICKS": "0", "RATE": "10"}
        with self._lock:
            if self._has_power:
                self._to_pins = to_pins
                self.starts.append("raw" if raw else main[0] if main else "prompt")
                self._process = subprocess.Popen(
                    [MICROPYTHON, "-X", "heapsize=256K", *main],
                    stdin=self._hubs_end,
                    stdout=self._hubs_end,
                    stderr=self._hubs_end,
                    cwd=self.flash,
                    env={**environ, "MICROPYINSPECT": "1", "MACHINE_IN": str(hub_in), "MACHINE_OUT": str(hub_out)},
                    pass_fds=(hub_in, hub_out),
                )
        os.close(hub_in)
        os.close(hub_out)
        if not self._has_power:
            os.close(to_pins)
            os.close(from_pins)
            return None
        if raw:
            os.write(self._cable, TO_RAW)
        return from_pins

    def _end(self, from_pins: int) -> None:
        self._process.kill()
        self._process.wait()
        os.close(from_pins)
        os.close(self._to_pins)
        self.lit.clear()

    def _watch(self, from_pins: int) -> bool:
        """What its pins tell, until the program ends; whether it asked for a hard reset."""
        begun = b""
        while told := os.read(from_pins, 4096):
            *lines, begun = (begun + told).split(b"\n")
            for line in lines:
                self._see(line.decode().split())
            if b"reset" in lines:
                return True
        return False

    def _see(self, words: list[str]) -> None:
        if words[0] == "pin" and int(words[1]) in LAMPS:
            (self.lit.add if words[2] == "1" else self.lit.discard)(LAMPS[int(words[1])])
