"""The commands of the build guide and of the pages it points to, as a maker meets them; and what becomes of each in the
virtual Pi: run as it is, run in another shape, or left out, and why."""

import re
from typing import NamedTuple

from companion import boards, data, wiring
from tests.vm.packages import CHECKOUT, ROOT
from tests.vm.virtual_pi import VirtualPi

COMMAND = re.compile(
    "(companion|make|\\.venv/bin/[a-z]+) .+|"
    "(apt|apt-get|cat|cd|cp|curl|git|i2cdetect|journalctl|mpremote|nano|pip|pipx|python|python3|raspi-config|reboot|rm|"
    "scp|sed|ssh|sudo|systemctl|wget)( .+)?"
)
"""What is a command where it stands in a sentence and not on a line of its own."""


class Page(NamedTuple):
    """A page, and the heading of its part that is meant; all of it without one."""

    path: str
    heading: str = ""

    def text(self) -> str:
        whole = (ROOT / self.path).read_text(encoding="utf-8")
        return whole.split(f"\n{self.heading}\n")[1].split("\n## ")[0] if self.heading else whole


HEADINGS = ("## On a Raspberry Pi", "## The buzzer hub")
PAGES = (Page("hardware/README.md"), Page("firmware/README.md"), *(Page("README.md", heading) for heading in HEADINGS))


def commands(text: str) -> list[str]:
    """The commands of a page in order: lines of their own, without what is remarked behind them, and in sentences."""
    found = []
    for line in text.splitlines():
        if line.startswith("    "):
            found.append(re.sub(r"\s+# .*", "", line).strip())
        else:
            found += [code for code in re.findall(r"`([^`]+)`", line) if COMMAND.fullmatch(code)]
    return found


def all_commands() -> list[str]:
    """Every command of the pages once, in the order in which a maker meets them first."""
    return list(dict.fromkeys(command for page in PAGES for command in commands(page.text())))


BOOT = "/boot/firmware/config.txt"
CONFIG = "/etc/companion/config.toml"
BOARD, OTHER_BOARD, OTHER_CHIP = "hand-wired", "hand-wired-sh1106", "sh1106"
LINES = wiring.boot_lines(boards.read(data.boards()[BOARD]))

FRESH = "dtparam=audio=on\n"
"""What Raspberry Pi OS has in it, in short."""

REBOOT = "sudo reboot"
INSTALL = f"sudo make install BOARD={BOARD}"
CHECK = "companion check"
LOG = "journalctl -u companion"
STOP = "sudo systemctl stop companion"
RESTART = "sudo systemctl restart companion"
UNINSTALL = "sudo make uninstall"
UPDATE = "sudo make install WHEELS=$HOME/wheels"

AS_IT_IS = frozenset({REBOOT, CHECK, LOG, STOP, UNINSTALL})
IN_ANOTHER_SHAPE = {
    f"sudo nano {BOOT}": (f"printf '%s\\n' {' '.join(LINES)} | sudo tee -a {BOOT}", "an editor wants a person"),
    "scp -r FOLDER USER@NAME.local:": ("sudo tar -xf /dev/vdb -C ~ && sudo chown -R pi: ~", "there is no network"),
    INSTALL: (f"{INSTALL} WHEELS=$HOME/wheels", "there is no network, and README.md has this way"),
    RESTART: (f"sudo sed -i 's/{BOARD}/{OTHER_BOARD}/' {CONFIG} && {RESTART}", "the change before it wants an editor"),
}
"""What is run instead, and why."""

ELSEWHERE = "no virtual Pi: it wants a package index; `make hardware-test` tests what it makes"
LEFT_OUT = {
    "make enclosure PANEL=2.42 BUTTON=24 PI=full": ELSEWHERE,
    "make enclosure SEATS=4": ELSEWHERE,
    "make tables": ELSEWHERE,
    "make hardware": ELSEWHERE,
    "make hardware-test": ELSEWHERE,
    "sudo apt install graphviz fonts-dejavu-core": ELSEWHERE,
    "ssh USER@NAME.local": "there is no network; the test's agent acts as the user pi",
    "sudo apt install make gcc python3-dev python3-venv": "there is no network; what is needed with wheels is there",
    "companion hub install": "it wants a real Pico; tests/hub has one of MicroPython on a pty",
    "companion hub test": "test_hub.py runs it, with a hub to press",
    "sudo make install": "test_install.py runs it, with WHEELS",
    "sudo make install BOARD=waveshare-oled-hat": "the virtual Pi has no SPI; test_boards.py has other boards",
    "python3 -m pip wheel --wheel-dir $HOME/wheels '.[pi,hub]'": "it is for another computer; packages.py does so",
    ".venv/bin/pip install --editable '.[hub]'": "it is for another computer, and wants a package index",
    "make play": "it is for another computer; tests/test_makefile.py runs it",
    UPDATE: "test_install.py runs it",
}
"""Why."""


def to_run() -> list[str]:
    """The commands that the virtual Pi can run, in order."""
    return [command for command in all_commands() if command not in LEFT_OUT]


def follow(pi: VirtualPi, command: str) -> str:
    """Do what the guide says, as the user pi in the folder that the guide is about; what was printed."""
    if command == REBOOT:
        pi.goes_off(command, user="pi")
        pi.boot(cold=True)
        return ""
    shape, _ = IN_ANOTHER_SHAPE.get(command, (command, ""))
    return pi.check(f"cd ~/{CHECKOUT} 2> /dev/null || cd; {shape}", 900, user="pi")
