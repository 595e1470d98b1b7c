"""The kernel of a virtual Pi: Debian's image, and the modules of kernel/ built for it.

The modules need irq_sim, which Debian's kernels leave out: it is taken from the linux-source package of the same
version, with one call replaced by another, since irq_to_desc() is not for modules.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.vm.host import package_version, releases
from tests.vm.stages import digest, key_of, pipe, run, stage

HERE = Path(__file__).parent
SOURCES = HERE / "kernel"
SOURCE = "linux-source-6.1"
IRQ_SIM = f"{SOURCE}/kernel/irq/irq_sim.c"
NOT_FOR_MODULES = "handle_simple_irq(irq_to_desc(irqnum))"
INSTEAD = "generic_handle_irq(irqnum)"


@dataclass(frozen=True)
class Kernel:
    """A kernel's release and version, Debian's files of it and a busybox in `root`, and our modules."""

    release: str
    version: str
    root: Path
    modules: Path


def kernel(cache: Path) -> Kernel:
    """The kernel, fetched and built where that was not done yet. RuntimeError when apt does not have it."""
    release = releases()[0]
    version = package_version(f"linux-headers-{release}")
    name = f"{release} {version}"
    root = stage(cache / "kernel", name, lambda folder: fetch(folder, f"linux-image-{release}={version}"))
    source = stage(cache / "source", name, lambda folder: fetch_irq_sim(folder, version))
    key = key_of(name, digest(SOURCES))
    modules = stage(cache / "modules", key, lambda folder: build(folder, source / "irq_sim.c", release))
    return Kernel(release, version, root, modules)


def fetch(folder: Path, image: str) -> None:
    download(folder, image, "busybox-static")
    for package in folder.glob("*.deb"):
        run("dpkg-deb", "-x", package, folder)
        package.unlink()


def fetch_irq_sim(folder: Path, version: str) -> None:
    download(folder, f"{SOURCE}={version}")
    (package,) = folder.glob("*.deb")
    pipe(
        ["dpkg-deb", "--fsys-tarfile", package],
        ["tar", "-xO", f"./usr/src/{SOURCE}.tar.xz"],
        ["tar", "-xJ", "--occurrence=1", "--strip-components=3", "-C", folder, IRQ_SIM],
    )
    package.unlink()
    file = folder / "irq_sim.c"
    before, _, after = file.read_text(encoding="utf-8").partition(NOT_FOR_MODULES)
    if not after:
        raise RuntimeError(f"{IRQ_SIM} of {version} does not call {NOT_FOR_MODULES} any more: look at modules.py.")
    file.write_text(before + INSTEAD + after, encoding="utf-8")


def download(folder: Path, *packages: str) -> None:
    run("apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", *packages, cwd=folder)


def build(folder: Path, irq_sim: Path, release: str) -> None:
    for file in (irq_sim, *SOURCES.iterdir()):
        shutil.copy(file, folder)
    run("make", "-s", "-C", f"/lib/modules/{release}/build", f"M={folder}", "modules", log=folder / "log")
    for module in folder.glob("*.ko"):
        run("strip", "-g", module)
