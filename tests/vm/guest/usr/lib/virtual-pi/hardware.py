"""Makes the hardware of a Pi 4 appear in the machine, once per boot: GPIO, I2C, identity, and a USB device not yet
plugged in. Standard library only; runs inside the virtual Pi."""

import subprocess
from pathlib import Path

MODULES = (
    "configfs",
    "pi_gpio",
    "i2c-dev",
    "pi_i2c",
    "pi_identity",
    "dummy_hcd",
    "libcomposite",
    "usb_f_acm",
    "cdc_acm",
)
MOUNTS = {"configfs": Path("/sys/kernel/config"), "debugfs": Path("/sys/kernel/debug")}
GADGET = MOUNTS["configfs"] / "usb_gadget" / "hub"
USB = {  # of a Raspberry Pi Pico that runs MicroPython
    "idVendor": "0x2e8a",
    "idProduct": "0x0005",
    "strings/0x409/manufacturer": "MicroPython",
    "strings/0x409/product": "Board in FS mode",
}
CPUINFO = Path("/run/cpuinfo")
PI_LINES = "Hardware : BCM2711\nRevision : c03114\nSerial : 10000000a5a5a5a5\nModel : Raspberry Pi 4 Model B Rev 1.4\n"


def run(*command: str | Path) -> None:
    subprocess.run(command, check=True)


def mount() -> None:
    for kind, where in MOUNTS.items():
        if not where.is_mount():
            run("mount", "-t", kind, kind, where)


def make_usb_device() -> None:
    for folder in ("strings/0x409", "configs/c.1", "functions/acm.0"):
        (GADGET / folder).mkdir(parents=True)
    for name, value in USB.items():
        (GADGET / name).write_text(value)
    (GADGET / "configs/c.1/acm.0").symlink_to(GADGET / "functions/acm.0")


def pass_for_a_pi() -> None:
    CPUINFO.write_text(Path("/proc/cpuinfo").read_text() + PI_LINES)
    run("mount", "--bind", CPUINFO, "/proc/cpuinfo")


def main() -> None:
    run("modprobe", "-a", *MODULES)
    mount()
    make_usb_device()
    pass_for_a_pi()
    run("udevadm", "settle", "-t", "20")


if __name__ == "__main__":
    main()
