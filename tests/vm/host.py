"""What a machine needs to run a virtual Pi, and where the parts of one are kept.

`python -m tests.vm.host` says in one sentence what is missing and exits 3, or is silent and exits 0.
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

CANNOT = 3
SUITE = "bookworm"
PYTHON = (3, 11)  # of that suite: the wheels are made on this side and installed on the other
GIB = 1 << 30
ROOM, MEMORY = 6 * GIB, 2 * GIB
TOOLS = {
    "qemu-system-x86_64": "qemu-system-x86",
    "qemu-img": "qemu-utils",
    "mmdebstrap": "mmdebstrap",
    "gcc": "gcc",
    "make": "make",
    "cpio": "cpio",
    "depmod": "kmod",
    "mkfs.ext4": "e2fsprogs",
    "xz": "xz-utils",
}
HEADERS = Path("/usr/src")


def cache() -> Path:
    """Where everything lands: a folder that can be deleted at any time."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tabletop-companion-vm"


def releases() -> list[str]:
    """The kernel releases whose headers are installed, such as 6.1.0-42-amd64, the latest first."""
    found = [path.name.removeprefix("linux-headers-") for path in HEADERS.glob("linux-headers-6.1.*-amd64")]
    plain = [release for release in found if "cloud" not in release and "rt" not in release]
    return sorted(plain, key=lambda release: int(release.split("-")[1]), reverse=True)


def package_version(package: str) -> str:
    """The installed version of a Debian package."""
    command = ["dpkg-query", "-W", "-f", "${Version}", package]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def suite() -> str:
    try:
        return platform.freedesktop_os_release().get("VERSION_CODENAME", "")
    except OSError:
        return ""


def lacks() -> Iterator[str]:
    """A sentence for each thing that is missing, the most basic first."""
    if platform.machine() != "x86_64" or suite() != SUITE:
        yield "The virtual Pi needs Debian 12 (bookworm) on x86-64, and this machine is something else."
        return
    if os.geteuid() != 0:
        yield "The virtual Pi is built by root only: run `sudo make vm`."
    if sys.version_info[:2] != PYTHON:
        yield "The virtual Pi has Python 3.11, and .venv another: remove .venv and run `make vm PYTHON=python3.11`."
    if missing := [package for tool, package in TOOLS.items() if not shutil.which(tool)]:
        yield f"The virtual Pi needs more of Debian: run `apt-get install {' '.join(missing)}`."
    if not releases():
        yield "The virtual Pi needs the headers of Debian's kernel: run `apt-get install linux-headers-amd64`."
    yield from lacks_room()


def lacks_room() -> Iterator[str]:
    where = next(path for path in cache().parents if path.exists())
    if not cache().exists() and shutil.disk_usage(where).free < ROOM:
        yield f"The virtual Pi needs {ROOM // GIB} GiB of disk in {where}: free some, or set XDG_CACHE_HOME."
    if os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") < MEMORY // 2:
        yield "The virtual Pi needs a gibibyte of free memory: end some programs."


def insist() -> None:
    """Exit 3 with the first sentence when the machine cannot run a virtual Pi."""
    for sentence in lacks():
        give_up(sentence)


def give_up(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
    sys.exit(CANNOT)


if __name__ == "__main__":
    insist()
