"""The virtual Pi is what the tests of the box take it for: lines, contacts, bus, plug, disk, power."""

import re
import time

import pytest

from tests.vm.channel import VmTrouble
from tests.vm.panel import DARK
from tests.vm.virtual_pi import BUS_STUCK, VirtualPi, until

SWITCH_ON = "w7@0x3c 0x00 0x8d 0x14 0xaf 0xa1 0xc8 0xb0"
A_BYTE = "w2@0x3c 0x40 0xff"


def watched(pi: VirtualPi, command: str) -> None:
    """Start a command whose lines go to /tmp/watched."""
    pi.check(f"stdbuf -oL {command} > /tmp/watched 2>&1 & echo $! > /tmp/watcher")


def seen(pi: VirtualPi) -> list[str]:
    return pi.check("cat /tmp/watched").splitlines()


@pytest.fixture
def edges(pi: VirtualPi):
    """GPIO17 pulled up by a program that notes its edges: ('rising', 12.345678901) and so on."""
    watched(pi, "gpiomon --bias=pull-up --format='%e %s.%n' gpiochip0 17")
    until(lambda: "gpiomon" in pi.check("gpioinfo gpiochip0"), "gpiomon has the line")

    def noted() -> list[tuple[str, float]]:
        found = [line.split() for line in seen(pi)]
        return [("rising" if kind == "1" else "falling", float(at)) for kind, at in found]

    yield noted
    pi.sh("kill $(cat /tmp/watcher)")
    pi.release(17)


def test_it_passes_for_a_pi_4(pi: VirtualPi) -> None:
    assert "gpiochip0 [pinctrl-bcm2711] (54 lines)" in pi.check("gpiodetect")
    assert pi.get("/proc/device-tree/model") == b"Raspberry Pi 4 Model B Rev 1.4\0"
    assert pi.get("/proc/device-tree/system/linux,revision").hex() == "00c03114"
    assert "Revision : c03114" in pi.check("cat /proc/cpuinfo")
    assert re.search(r"i2c-1.*bcm2835", pi.check("i2cdetect -l"))
    owners = pi.check("stat -c '%A %G' /dev/gpiochip0 /dev/i2c-1").splitlines()
    assert owners == ["crw-rw---- gpio", "crw-rw---- i2c"]
    assert "gpio" in pi.check("id -nG", user="pi")
    assert pi.check("systemctl is-system-running") == "running\n"


def test_it_has_no_network(pi: VirtualPi) -> None:
    assert pi.check("ls /sys/class/net").split() == ["lo"]


def test_a_pressed_button_pulls_its_line_down_and_a_let_go_one_lets_it_up(pi: VirtualPi, edges) -> None:
    pi.press(17)
    until(lambda: len(edges()) == 1, "the press")
    pi.release(17)
    until(lambda: len(edges()) == 2, "the release")
    assert [kind for kind, _ in edges()] == ["falling", "rising"]


def test_a_bouncing_contact_gives_every_edge_in_order_and_never_early(pi: VirtualPi, edges) -> None:
    gaps = [400, 300, 900, 150, 700, 20_000, 5_000]
    made = pi.bounce(17, *gaps)
    assert len(made) == 8
    until(lambda: len(edges()) >= 8, "the edges")
    time.sleep(0.3)
    found = edges()
    assert [kind for kind, _ in found] == ["falling", "rising"] * 4
    for wanted, (_, before), (_, after) in zip(gaps, found, found[1:], strict=False):
        assert wanted - 1 <= 1e6 * (after - before) < wanted + 200_000


def test_another_line_is_another_line(pi: VirtualPi, edges) -> None:
    pi.tap(18)
    pi.tap(17)
    until(lambda: len(edges()) >= 2, "the tap")
    time.sleep(0.3)
    assert len(edges()) == 2


def test_a_contact_wins_over_the_pull_resistor_that_a_program_asks_for(pi: VirtualPi) -> None:
    pi.press(22)
    assert pi.check("gpioget --bias=pull-up gpiochip0 22") == "0\n"
    pi.release(22)
    assert pi.check("gpioget --bias=pull-up gpiochip0 22") == "1\n"
    pi.press(22, level=1)
    assert pi.check("gpioget --bias=pull-down gpiochip0 22") == "1\n"
    pi.release(22)
    assert pi.check("gpioget --bias=pull-down gpiochip0 22") == "0\n"


def test_a_line_without_a_pull_reads_as_the_chip_does_at_reset(pi: VirtualPi) -> None:
    assert pi.check("gpioget gpiochip0 4 8 9 23") == "1 1 0 0\n"


def test_an_output_is_read_from_outside(pi: VirtualPi) -> None:
    for level in (1, 0):
        pi.check(f"gpioset --mode=exit gpiochip0 27={level}")
        assert pi.level(27) == level


def test_a_line_belongs_to_one_program(pi: VirtualPi, edges) -> None:
    status, text = pi.sh("gpioget gpiochip0 17")
    assert status
    assert "busy" in text


def test_what_is_written_to_the_bus_is_seen_on_the_panel(pi: VirtualPi) -> None:
    pi.panel_power_fails()
    assert pi.oled("ssd1306") == DARK
    before = pi.bus_count()
    pi.check(f"i2ctransfer -y 1 {SWITCH_ON}; i2ctransfer -y 1 {A_BYTE}")
    assert pi.oled("ssd1306")[0][0] == "#"
    assert pi.bus_count().since(before) == (9, 2, 0)
    pi.panel_power_fails()
    assert pi.oled("ssd1306") == DARK


KILOBYTE = """
import time
from fcntl import ioctl
with open("/dev/i2c-1", "wb", 0) as bus:
    ioctl(bus, 0x703, 0x3C)
    start = time.monotonic()
    bus.write(bytes(1025))
    print(time.monotonic() - start)
"""


def test_a_transfer_takes_as_long_as_on_a_real_bus(pi: VirtualPi) -> None:
    pi.put("/tmp/kilobyte.py", KILOBYTE)
    for khz, least in ((400, 0.023), (100, 0.092)):
        pi.i2c_speed(khz)
        assert float(pi.check("python3 /tmp/kilobyte.py")) >= least


def test_nobody_answers_elsewhere(pi: VirtualPi) -> None:
    status, text = pi.sh("i2ctransfer -y 1 w1@0x3d 0x00")
    assert status
    assert "Remote I/O error" in text


def test_a_bus_that_fails_says_how(pi: VirtualPi) -> None:
    before = pi.bus_count()
    pi.i2c_fail()
    assert "Remote I/O error" in pi.sh(f"i2ctransfer -y 1 {A_BYTE}")[1]
    pi.i2c_fail(BUS_STUCK)
    start = time.monotonic()
    assert "timed out" in pi.sh(f"i2ctransfer -y 1 {A_BYTE}")[1]
    assert time.monotonic() - start > 0.9
    pi.i2c_mend()
    pi.check(f"i2ctransfer -y 1 {A_BYTE}")
    assert pi.bus_count().since(before) == (2, 1, 2)


ECHO = "while read line; do echo got $line; done"
TALK = "exec 3<>{}; stty -F {} raw -echo; echo ping >&3; head -n 1 <&3"


def test_a_plugged_device_talks_and_an_unplugged_one_is_gone(pi: VirtualPi) -> None:
    for _ in range(2):
        link = pi.usb_plug(ECHO)
        assert link == "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e660583883724a32-if00"
        assert pi.check(TALK.format(link, link), seconds=20) == "got ping\n"
        pi.usb_unplug()
        until(lambda link=link: pi.sh(f"test -e {link}")[0] != 0, "the link goes")
    assert "0123456789abcdef" in pi.usb_plug(serial="0123456789abcdef")
    pi.usb_unplug()


def test_commands_run_side_by_side_end_in_time_and_tell_their_status(pi: VirtualPi) -> None:
    start = time.monotonic()
    assert pi.sh("sleep 300 & echo started") == (0, "started\n")
    assert pi.sh("echo partly; sleep 300", seconds=15) == (124, "partly\n")
    assert pi.sh("echo no >&2; exit 3") == (3, "no\n")
    assert time.monotonic() - start < 60
    with pytest.raises(VmTrouble, match="exit status 3"):
        pi.check("exit 3")


def test_files_come_and_go_whole(pi: VirtualPi) -> None:
    data = bytes(range(256)) * 9000  # more than one request
    pi.put("/tmp/folder/data", data, mode=0o755)
    assert pi.get("/tmp/folder/data") == data
    assert pi.check("stat -c %a /tmp/folder/data") == "755\n"


def test_the_clock_is_right_after_resuming(pi: VirtualPi) -> None:
    assert abs(float(pi.check("date +%s.%N")) - time.time()) < 30


WRITER = """
import os, sys, time
flush, console = sys.argv[1] == "flushed", open("/dev/ttyS0", "w", buffering=1)
with open(f"/var/lib/{sys.argv[1]}", "wb", buffering=0) as file:
    for number in range(100_000):
        file.write(b".")
        if flush:
            os.fsync(file.fileno())
        console.write(f"{sys.argv[1]} {number + 1}\\n")
        time.sleep(0.02)
"""


def test_a_power_cut_takes_what_was_not_flushed_and_nothing_else(image) -> None:
    with VirtualPi(image) as pi:
        pi.boot()
        pi.put("/root/writer.py", WRITER)
        for name in ("flushed", "kept"):  # one after the other: flushing one file might flush the other
            pi.check(f"python3 /root/writer.py {name} > /dev/null 2>&1 & echo $! > /tmp/writer")
            until(lambda name=name: f"{name} 40\n" in pi.console(), name)
            pi.check("kill -STOP $(cat /tmp/writer)")
        promised = {name: len(re.findall(rf"{name} \d+\n", pi.console())) for name in ("flushed", "kept")}
        pi.power_cut()
        with pytest.raises(VmTrouble, match="off"):
            pi.sh("true")
        pi.boot(cold=True)
        size = {name: int(pi.check(f"stat -c %s /var/lib/{name} 2>/dev/null || echo 0")) for name in promised}
        assert size["flushed"] >= promised["flushed"]
        assert size["kept"] < promised["kept"]
        assert pi.check("systemctl is-system-running") == "running\n"
        assert "pinctrl-bcm2711" in pi.check("gpiodetect")
        pi.power_off()
