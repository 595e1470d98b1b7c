"""The disk of a virtual Pi: Debian 12 with what Raspberry Pi OS has, the agent, and the initrd that starts it."""

import re
import shutil
import subprocess
import uuid
from pathlib import Path

from tests.vm.host import SUITE
from tests.vm.modules import HERE, Kernel
from tests.vm.stages import pipe, run

PACKAGES = (
    *("systemd", "systemd-sysv", "dbus", "udev", "kmod", "procps", "sudo", "make"),
    *("python3", "python3-venv", "python3-pip", "gpiod", "i2c-tools", "sqlite3"),
)
MIB = 1 << 20
FREE = 1024 * MIB
LEFT_OUT = ("usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/info")
DRIVERS = (
    "gpu",
    "media",
    "net",
    "infiniband",
    "scsi",
    "staging",
    "iio",
)  # bulky, and a Pi without a network needs none
UNITS = ("virtual-pi-hardware", "virtual-pi-agent")
MASKED = (  # what only takes time here
    *("serial-getty@ttyS0.service", "getty@tty1.service", "modprobe@dm_mod.service", "modprobe@loop.service"),
    *("modprobe@efi_pstore.service", "modprobe@drm.service", "apt-daily.timer", "apt-daily-upgrade.timer"),
    *("dpkg-db-backup.timer", "e2scrub_all.timer", "e2scrub_reap.service", "fstrim.timer", "systemd-binfmt.service"),
    *("dev-hugepages.mount", "dev-mqueue.mount", "sys-kernel-tracing.mount", "sys-fs-fuse-connections.mount"),
    *("modprobe@fuse.service", "proc-sys-fs-binfmt_misc.automount"),
)


def debootstrap(folder: Path) -> None:
    """The packages of a plain system, as a tar archive."""
    sources = Path("/etc/apt/sources.list.d/debian.sources")
    run(
        *("mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", "--format=tar"),
        *("--aptopt=APT::Install-Recommends false", f"--include={','.join(PACKAGES)}"),
        *(f"--dpkgopt=path-exclude=/{path}/*" for path in LEFT_OUT),
        *(SUITE, folder / "root.tar", sources if sources.exists() else Path("/etc/apt/sources.list")),
    )


def make_disk(folder: Path, base: Path, kernel: Kernel) -> None:
    """The disk and the initrd, not booted yet."""
    root = folder / "root"
    root.mkdir()
    run("tar", "-xpf", base / "root.tar", "-C", root)
    add_modules(root, kernel)
    add_people(root)
    add_guest(root)
    make_initrd(folder, root, kernel)
    shutil.copy(kernel.root / f"boot/vmlinuz-{kernel.release}", folder / "vmlinuz")
    size = sum(path.lstat().st_size for path in root.rglob("*")) + FREE
    with (folder / "disk.raw").open("wb") as disk:
        disk.truncate(size // MIB * MIB)
    run(*("mkfs.ext4", "-q", "-F", "-m", "0", "-E", "lazy_itable_init=1,lazy_journal_init=1", "-d"), root, disk.name)
    shutil.rmtree(root)


def add_modules(root: Path, kernel: Kernel) -> None:
    source, target = kernel.root / "lib/modules" / kernel.release, root / "lib/modules" / kernel.release
    bulky = [source / "kernel/drivers" / name for name in DRIVERS] + [source / "kernel/sound"]

    def ignored(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if Path(folder, name) in bulky]

    shutil.copytree(source, target, symlinks=True, ignore=ignored)
    (target / "extra").mkdir()
    for module in kernel.modules.glob("*.ko"):
        shutil.copy(module, target / "extra")
    run("depmod", "-b", root, kernel.release)


def add_people(root: Path) -> None:
    """The groups of Raspberry Pi OS, and a user in them who may do everything with sudo."""
    for group in ("gpio", "i2c", "spi"):
        run("chroot", root, "groupadd", "-f", "-r", group)
    run("chroot", root, "useradd", "-m", "-s", "/bin/bash", "-G", "adm,gpio,i2c,spi,dialout,sudo", "pi")
    sudoers = root / "etc/sudoers.d/pi"
    sudoers.write_text("pi ALL=(ALL) NOPASSWD: ALL\n", encoding="utf-8")
    sudoers.chmod(0o440)


def add_guest(root: Path) -> None:
    """Our own files and units, a name, and a machine id: without one each boot would be a first one."""
    shutil.copytree(HERE / "guest", root, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "etc/hostname").write_text("virtualpi\n", encoding="utf-8")
    (root / "etc/hosts").write_text("127.0.0.1 localhost virtualpi\n", encoding="utf-8")
    (root / "etc/resolv.conf").unlink(missing_ok=True)
    (root / "etc/machine-id").write_text(f"{uuid.uuid4().hex}\n", encoding="utf-8")
    (root / "var/log/journal").mkdir(parents=True, exist_ok=True)
    run("chroot", root, "systemctl", "-q", "enable", *UNITS)
    run("chroot", root, "systemctl", "-q", "mask", *MASKED)


def make_initrd(folder: Path, root: Path, kernel: Kernel) -> None:
    """Busybox, the modules that the disk needs, and initrd/init."""
    tree = folder / "initrd"
    for name in ("bin", "proc", "dev", "new", "modules"):
        (tree / name).mkdir(parents=True)
    shutil.copy(next(kernel.root.glob("**/bin/busybox")), tree / "bin/busybox")
    shutil.copy(HERE / "initrd/init", tree / "init")
    names = []
    for module in disk_modules(root, kernel.release):
        shutil.copy(module, tree / "modules")
        names.append(module.name)
    (tree / "modules/order").write_text("\n".join(names), encoding="utf-8")
    archive = folder / "initrd.gz"
    pipe(["sh", "-c", f"cd {tree} && find . | cpio -o -H newc --quiet"], ["sh", "-c", f"gzip -1 > {archive}"])
    shutil.rmtree(tree)


def disk_modules(root: Path, release: str) -> list[Path]:
    """The modules for the disk and what these need, in the order of loading."""
    found: list[Path] = []
    for name in ("virtio_pci", "virtio_blk", "ext4"):
        command = ["modprobe", "-d", str(root), "-S", release, "--show-depends", name]
        shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        found += [Path(path) for path in re.findall(r"^insmod (\S+)", shown, re.MULTILINE)]
    return list(dict.fromkeys(found))
