"""A folder like /sys/class/pwm, with the kernel's rules for what may be written to its files."""

import errno
import os
from pathlib import Path


class KernelPwm:
    """`devices` are the controllers, from pwmchip0 on. `put` writes a file, or fails as the kernel does."""

    def __init__(self, folder: Path, *devices: str, channels: int = 4) -> None:
        self.root = folder / "class" / "pwm"
        self.root.mkdir(parents=True)
        self.channels = channels
        self.written: list[tuple[str, str]] = []
        self.refuse: int | None = None
        for number, device in enumerate(devices):
            chip = folder / "devices" / device / "pwm" / f"pwmchip{number}"
            chip.mkdir(parents=True)
            for name in ("export", "unexport"):
                (chip / name).write_text("")
            (chip / "device").symlink_to(folder / "devices" / device)
            (self.root / chip.name).symlink_to(chip)

    def put(self, path: Path, text: str) -> None:
        if self.refuse:
            raise OSError(self.refuse, os.strerror(self.refuse))
        self.written.append((path.name, text))
        if path.name in {"export", "unexport"}:
            self._channel(path.parent, int(text), path.name == "export")
        else:
            self._value(path, int(text))

    def value(self, channel: str, name: str) -> int:
        return int((self.root / channel / name).read_text())

    def _channel(self, chip: Path, number: int, export: bool) -> None:
        files = chip / f"pwm{number}"
        if number >= self.channels or files.is_dir() is export:
            raise OSError(errno.ENODEV if number >= self.channels else errno.EBUSY, "refused")
        if export:
            files.mkdir()
            for name in ("period", "duty_cycle", "enable"):
                (files / name).write_text("0\n")
        else:
            for file in files.iterdir():
                file.unlink()
            files.rmdir()

    def _value(self, path: Path, value: int) -> None:
        values = {file.name: int(file.read_text()) for file in path.parent.iterdir()} | {path.name: value}
        if not values["period"] or values["duty_cycle"] > values["period"]:
            raise OSError(errno.EINVAL, "Invalid argument")
        path.write_text(f"{value}\n")
