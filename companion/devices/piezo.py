"""The voice of a passive piezo disc: the Pi's PWM through the files of the kernel's sysfs-class-pwm.

The controller is found by its address in the device's name, never by its number, which differs from kernel to kernel:
a Pi 5 has a second one that turns the fan. Writing a file here takes microseconds; nothing waits.
"""

import errno
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from companion import wiring
from companion.devices.voices import VoiceTrouble, check

PWM = Path("/sys/class/pwm")
CHANNELS: Mapping[str, Mapping[int, int]] = MappingProxyType(
    {
        "20c000.pwm": MappingProxyType({12: 0, 13: 1, 18: 0, 19: 1}),
        "98000.pwm": MappingProxyType({12: 0, 13: 1, 18: 2, 19: 3}),
    }
)
"""How the name of the controller's device ends (up to the Pi 4; on the RP1 of a Pi 5), and each pin's channel."""

SECOND = 1_000_000_000
"""In nanoseconds, the unit of the kernel's files."""


def write(path: Path, text: str) -> None:
    """Write to a file that is there already, in one system call."""
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


class Piezo:
    """A piezo on one of boards.PWM_FUNCTIONS. `root` is the kernel's folder, `put` writes one of its files."""

    def __init__(self, pin: int, root: Path = PWM, put: Callable[[Path, str], None] = write) -> None:
        self._pin = pin
        self._root = root
        self._put = put
        self._chip = root
        self._channel = 0
        self._files: Path | None = None
        self._duty = 0
        self._sounding = False

    def open(self) -> None:
        """Take the channel; one that a program left behind is taken over."""
        if self._files:
            raise RuntimeError("this piezo is open already")
        self._chip, self._channel = self._find()
        files = self._chip / f"pwm{self._channel}"
        try:
            if not files.is_dir():
                self._put(self._chip / "export", str(self._channel))
            self._duty = int((files / "duty_cycle").read_text())
            if (files / "enable").read_text().strip() == "1":
                self._put(files / "enable", "0")
        except OSError as error:
            raise self._trouble(error) from error
        self._files, self._sounding = files, False

    def tone(self, hertz: int) -> None:
        """A square wave; the kernel never has a duty cycle longer than the period, so one goes before the other."""
        check(self._files is not None, hertz)
        period = SECOND // hertz
        changes = [("period", period), ("duty_cycle", period // 2)]
        self._set(*(reversed(changes) if period < self._duty else changes), ("enable", 1))
        self._duty = period // 2
        self._sounding = True

    def silence(self) -> None:
        check(self._files is not None)
        if self._sounding:
            self._set(("enable", 0))
            self._sounding = False

    def close(self) -> None:
        if self._files:
            try:
                self.silence()
                self._put(self._chip / "unexport", str(self._channel))
            except OSError as error:
                raise self._trouble(error) from error
            finally:
                self._files = None

    def _find(self) -> tuple[Path, int]:
        for chip in sorted(self._root.glob("pwmchip*")):
            name = (chip / "device").resolve().name
            for ending, channels in CHANNELS.items():
                if name.endswith(ending):
                    return chip, channels[self._pin]
        lines = " and ".join(wiring.pwm_lines(self._pin))
        raise VoiceTrouble(
            f"The piezo is silent, as the PWM is off: add {lines} at the end of /boot/firmware/config.txt and restart "
            "the Pi."
        )

    def _set(self, *values: tuple[str, int]) -> None:
        if self._files is None:
            raise AssertionError("a closed piezo has no files")
        try:
            for name, value in values:
                self._put(self._files / name, str(value))
        except OSError as error:
            raise self._trouble(error) from error

    def _trouble(self, error: OSError) -> VoiceTrouble:
        why = error.strerror or str(error)
        if error.errno in {errno.EACCES, errno.EPERM}:
            return VoiceTrouble(
                f"The piezo is silent ({why}): add this user to the group gpio (sudo adduser NAME gpio)."
            )
        if error.errno == errno.EBUSY:
            return VoiceTrouble(f"The piezo is silent, as another program uses the PWM of pin {self._pin}: stop that.")
        return VoiceTrouble(f"The piezo is silent, as the kernel refuses its PWM ({why}).")
