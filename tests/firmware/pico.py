"""The firmware as it is, under MicroPython's Unix port: a pty for its USB cable, pipes for its buttons and lamps."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
import tty
from pathlib import Path

from companion import data
from companion.link.lines import Lines
from companion.link.packets import Hello, Packet, Show, pack, unpack
from hardware.workshop.sources import seats

FAKE = Path(__file__).parent / "fake"
MICROPYTHON = Path(sys.executable).with_name("micropython")
UID = "e66164084373532b"
PATIENCE = 5.0
BUTTONS = {seat.number: seat.button for seat in seats()}
LAMPS = {seat.lamp: seat.number for seat in seats()}

FILES = ("main.py", "board.py", "buzzer.py", "debounce.py", "edges.py", "lamps.py", "ticks.py", "wire.py")


class Pico:
    """A hub with power, in a folder of its own; `cable` is the box's end of its cable, and `path` the name of that."""

    def __init__(
        self, folder: Path, ticks: int = 0, rate: float = 1, down: str = "", heap: str = "256K", rest: int = 1
    ) -> None:
        self.folder = folder
        clock = {"TICKS": str(ticks), "RATE": str(round(10 * rate)), "MACHINE_REST": str(rest)}
        self._environ = {"MICROPYPATH": str(FAKE), "MACHINE_UID": UID, "MACHINE_DOWN": down, **clock}
        self._heap = heap
        for file in FILES:
            shutil.copy(data.firmware() / file, folder)
        self._hubs_end, self.cable = pty.openpty()
        tty.setraw(self.cable)
        self.path = os.ttyname(self.cable)
        self._lines = Lines()
        self._heard: list[bytes] = []
        self.log: list[str] = []
        self.lamps: set[int] = set()
        self.start()

    def start(self) -> None:
        """Give it power, or let it start anew behind the same cable."""
        hub_in, self._to_pins = os.pipe()
        self._from_pins, hub_out = os.pipe()
        self._begun = b""
        self.process = subprocess.Popen(
            [MICROPYTHON, "-X", f"heapsize={self._heap}", "main.py"],
            stdin=self._hubs_end,
            stdout=self._hubs_end,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env={**self._environ, "MACHINE_IN": str(hub_in), "MACHINE_OUT": str(hub_out)},
            pass_fds=(hub_in, hub_out),
        )
        os.close(hub_in)
        os.close(hub_out)

    def say(self, data: bytes) -> None:
        """The box's end sends."""
        while data:
            if not select.select([], [self.cable], [], PATIENCE)[1]:
                raise AssertionError("the hub does not listen any more")
            data = data[os.write(self.cable, data) :]

    def hear(self, *kinds: type) -> Packet:
        """The next packet of one of these kinds that comes out of the box's end; others are passed over."""
        end = time.monotonic() + PATIENCE
        while True:
            while self._heard:
                if isinstance(packet := unpack(self._heard.pop(0)), kinds):
                    return packet
            if not select.select([self.cable], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(f"the hub did not say any of {kinds}")
            self._heard += self._lines.feed(os.read(self.cable, 4096))

    def ask(self, *packets: Packet, nonce: str = "0000000a", lamps: str = "-" * 8) -> Hello:
        """Send these packets and arm the hub; its answer."""
        self.say(b"".join(map(pack, (*packets, Show(nonce, armed=True, lamps=lamps)))))
        while (hello := self.hear(Hello)).nonce != nonce:
            pass
        return hello

    def down(self, seat: int) -> None:
        self.hand(f"down {BUTTONS[seat]}")

    def up(self, seat: int) -> None:
        self.hand(f"up {BUTTONS[seat]}")

    def hand(self, *lines: str) -> None:
        """Something happens to the pins; returns when it has."""
        self._tell_pins(*lines)
        for line in lines:
            self.wait_for(f"heard {line}")

    def move(self, seat: int, down: bool) -> None:
        """A finger on a button, or off it; does not wait for what comes of it."""
        self._tell_pins(f"{'down' if down else 'up'} {BUTTONS[seat]}")

    def wait_for(self, line: str) -> None:
        """Wait until the pins have this to tell, after what was waited for before."""
        end = time.monotonic() + PATIENCE
        while line not in self.log:
            self._listen(end - time.monotonic(), line)
        del self.log[: self.log.index(line) + 1]

    def shows(self, *seats: int) -> bool:
        """Whether these lamps, and no others, shine within our patience."""
        end = time.monotonic() + PATIENCE
        while self.lamps != set(seats) and time.monotonic() < end:
            self._listen(end - time.monotonic(), f"lamps {seats}")
        return self.lamps == set(seats)

    def glance(self) -> set[int]:
        """The lamps that shine now."""
        while select.select([self._from_pins], [], [], 0)[0]:
            self._listen(0, "lamps")
        return self.lamps

    def _tell_pins(self, *lines: str) -> None:
        os.write(self._to_pins, "".join(f"{line}\n" for line in lines).encode())

    def _listen(self, timeout: float, awaited: str) -> None:
        if not select.select([self._from_pins], [], [], max(0, timeout))[0]:
            raise AssertionError(f"the hub did not tell: {awaited}")
        told = os.read(self._from_pins, 4096)
        if not told:
            raise AssertionError(f"the hub ended before: {awaited}\n{self.process.communicate()[1].decode()}")
        self._note(told)

    def _note(self, told: bytes) -> None:
        *lines, self._begun = (self._begun + told).split(b"\n")
        for line in lines:
            self.log.append(line.decode())
            self._see(line.decode().split())

    def _see(self, words: list[str]) -> None:
        if words[0] == "pin" and int(words[1]) in LAMPS:
            seat = LAMPS[int(words[1])]
            (self.lamps.add if words[2] == "1" else self.lamps.discard)(seat)

    def ended(self) -> tuple[int, str]:
        """How it ended, and what it complained of; all that the pins had to tell is in the log."""
        _, complaint = self.process.communicate(timeout=PATIENCE)
        while told := os.read(self._from_pins, 4096):
            self._note(told)
        return self.process.returncode, complaint.decode()

    def cut(self) -> None:
        """Take its power."""
        self.process.kill()
        self.process.communicate()
        for descriptor in (self._to_pins, self._from_pins):
            os.close(descriptor)
        self.lamps.clear()
        self.log.clear()

    def close(self) -> None:
        self.cut()
        os.close(self._hubs_end)
        os.close(self.cable)
