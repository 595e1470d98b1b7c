"""Builds the virtual Pi into the cache, as far as it is not there yet: `python -m tests.vm.build`."""

import fcntl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.vm import host
from tests.vm.modules import HERE, kernel
from tests.vm.qemu import MACHINE, QEMU, Image
from tests.vm.roots import PACKAGES, debootstrap, make_disk
from tests.vm.stages import digest, key_of, say, stage
from tests.vm.virtual_pi import VirtualPi


@contextmanager
def built(cache: Path) -> Iterator[Image]:
    """The image of a Pi that has just booted, with nothing of this project on it; nobody changes it meanwhile."""
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        image = build(cache)
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield image


def build(cache: Path) -> Image:
    """Make what is missing or out of date."""
    core = kernel(cache)
    base_key = key_of(*PACKAGES, digest(HERE / "roots.py"))
    base = stage(cache / "base", base_key, debootstrap)
    modules_key = (core.modules / "key").read_text(encoding="utf-8")
    disk_key = key_of(base_key, modules_key, digest(HERE / "guest", HERE / "initrd"))
    disk = stage(cache / "disk", disk_key, lambda folder: make_disk(folder, base, core))
    boot_key = key_of(disk_key, *MACHINE, version_of_qemu())
    return Image(stage(cache / "image", boot_key, lambda folder: boot_once(folder, disk)))


def boot_once(folder: Path, disk: Path) -> None:
    """Boot the disk and keep the running machine."""
    for name in ("vmlinuz", "initrd.gz"):
        (folder / name).hardlink_to(disk / name)
    with VirtualPi(Image(folder), first_disk=disk / "disk.raw") as pi:
        say(f"the first boot took {pi.boot(cold=True):.0f} s")
        pi.save(folder)


def version_of_qemu() -> str:
    return subprocess.run([QEMU, "--version"], check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    host.insist()
    try:
        with built(host.cache()):
            say("the virtual Pi is ready")
    except RuntimeError as error:
        host.give_up(f"The virtual Pi could not be built: {error}")
