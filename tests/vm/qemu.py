"""One run of QEMU: a PC that plays a Pi, emulated without KVM, so that it runs inside a virtual machine too.

Knows images and processes, nothing of what runs in the machine.
"""

import json
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.vm.channel import Channel, VmTrouble, connected

QEMU = "qemu-system-x86_64"
CONTROL, MONITOR = "control.sock", "monitor.sock"
START = 20.0  # seconds until QEMU listens
# What a saved state depends on.
MACHINE = (
    *("-accel", "tcg,thread=multi", "-cpu", "max", "-machine", "pc", "-smp", "2", "-m", "768"),
    *("-nodefaults", "-no-user-config", "-no-reboot", "-display", "none"),
    *("-append", "console=ttyS0 quiet root=/dev/vda rw mitigations=off no_timer_check"),
    *("-device", "virtio-blk-pci,drive=disk", "-device", "virtio-blk-pci,drive=cargo"),
    *("-device", "virtio-rng-pci", "-device", "virtio-serial-pci"),
    *("-device", "virtserialport,chardev=control,name=virtual-pi", "-serial", "chardev:console"),
)
CARGO_SIZE = 256 << 20  # bytes of the second disk, which brings files in; sparse


@dataclass(frozen=True)
class Image:
    """A folder with a machine that has booted: its disk, the state of its memory, its kernel and initrd."""

    folder: Path

    @property
    def disk(self) -> Path:
        return self.folder / "ready.qcow2"

    @property
    def state(self) -> Path:
        return self.folder / "ready.state"

    @property
    def kernel(self) -> Path:
        return self.folder / "vmlinuz"

    @property
    def initrd(self) -> Path:
        return self.folder / "initrd.gz"


def overlay(disk: Path, backing: Path) -> None:
    """A new disk that begins as `backing` and keeps what is written to itself."""
    disk.unlink(missing_ok=True)
    kind = "raw" if backing.suffix == ".raw" else "qcow2"
    command = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", kind, "-b", str(backing), str(disk)]
    subprocess.run(command, check=True)


class Qemu:
    """A running machine, its sockets and logs in `folder`; its power can be cut, its state saved."""

    def __init__(self, folder: Path, image: Image, disk: Path, *, resume: bool) -> None:
        self.folder = folder
        for name in (CONTROL, MONITOR):
            (folder / name).unlink(missing_ok=True)
        with (folder / "qemu.log").open("ab") as log:
            command = [QEMU, *MACHINE, *files(folder, image, disk, resume=resume)]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.channel = Channel(connected(folder / CONTROL, self.alive, START))

    def alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """Cut the power: what the machine has not flushed to its disk is lost."""
        self._process.send_signal(signal.SIGKILL)
        self.wait(60)

    @contextmanager
    def urgent(self) -> Iterator[None]:
        """Let the machine go before all else on this one, for what must not be torn apart in time."""
        threads = [int(path.name) for path in Path(f"/proc/{self._process.pid}/task").iterdir()]
        for thread in threads:
            os.sched_setscheduler(thread, os.SCHED_RR, os.sched_param(1))
        try:
            yield
        finally:
            for thread in threads:
                with suppress(ProcessLookupError):
                    os.sched_setscheduler(thread, os.SCHED_OTHER, os.sched_param(0))

    def wait(self, seconds: float) -> None:
        """Wait until the machine has switched itself off."""
        self._process.wait(seconds)
        self.channel.close()

    def save(self, state: Path) -> None:
        """Stop the machine for good and keep the state of its memory in a file."""
        self.channel.close()
        with connected(self.folder / MONITOR, self.alive, START) as connection, connection.makefile("rw") as monitor:
            monitor.readline()
            order(monitor, "qmp_capabilities")
            order(monitor, "migrate", uri=f"exec:cat > {shlex.quote(str(state))}")
            while (status := order(monitor, "query-migrate")["status"]) != "completed":
                if status in ("failed", "cancelled"):
                    raise VmTrouble(f"QEMU could not save the machine: {status}")
                time.sleep(0.1)
            order(monitor, "quit")
        self.wait(60)


def order(monitor: Any, command: str, **arguments: object) -> Any:
    """What QEMU returns for a command of its machine protocol."""
    monitor.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
    monitor.flush()
    while True:
        reply = json.loads(monitor.readline())
        if "error" in reply:
            raise VmTrouble(f"{command}: {reply['error']['desc']}")
        if "return" in reply:
            return reply["return"]


def files(folder: Path, image: Image, disk: Path, *, resume: bool) -> list[str]:
    """The part of QEMU's command line that names files."""
    cargo = folder / "cargo"
    cargo.touch()
    with cargo.open("r+b") as file:
        file.truncate(CARGO_SIZE)
    found = [
        *("-kernel", str(image.kernel), "-initrd", str(image.initrd)),
        *("-drive", f"file={disk},if=none,id=disk,format=qcow2,cache=writeback"),
        *("-drive", f"file={cargo},if=none,id=cargo,format=raw,read-only=on"),
        *("-chardev", f"socket,id=control,path={folder / CONTROL},server=on,wait=off"),
        *("-chardev", f"file,id=console,path={folder / 'console.log'},append=on"),
        *("-qmp", f"unix:{folder / MONITOR},server=on,wait=off"),
    ]
    return [*found, "-incoming", f"exec:cat {shlex.quote(str(image.state))}"] if resume else found
