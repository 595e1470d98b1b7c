"""`companion hub test`: presses as lines and lamps that go with them, on the fake hub and on the firmware."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import threading
import time
from contextlib import closing, contextmanager, suppress

import pytest

from companion import data
from companion.devices.fake_hub import FakeHub
from companion.devices.hub_trouble import HubTrouble
from companion.devices.lending import Loan
from companion.hub import trial
from companion.hub.bench import Bench
from companion.link.conversation import SILENT, Pressed
from companion.link.lines import Lines
from companion.link.packets import Buzz, Hello, Late, Show, pack, seal, unpack
from tests.boxes import ENVIRON
from tests.devices.usb import Usb
from tests.firmware.pico import UID
from tests.firmware.usb_pico import UsbPico

BOOT = "5eed0001"
OURS = {path.name: path.read_bytes() for path in data.firmware().glob("*.py")}
DARK = "-" * 8
PATIENCE = 10.0


class Hub(threading.Thread):
    """The fake hub with somebody at its buttons: answers what it is asked, in a thread of its own.

    What is in `shown` has been answered, so that a press that waits for it comes after the answer.
    """

    def __init__(self, folder, version=1):
        super().__init__(daemon=True)
        self.usb = Usb(folder)
        self.usb.plug("/dev/ttyACM0", "e660")
        self.fake = FakeHub()
        self.said = []
        self.shown = []
        self.missed = 0
        self.version = version
        self.ended = threading.Event()
        self.bench = Bench(self.usb.places, Loan(()), self.fake, self.said.append, time.monotonic, time.sleep)

    def run(self):
        read, lines = 0, Lines()
        while not self.ended.wait(0.002):
            data, read = self.fake.sent[read:], len(self.fake.sent)
            for packet in map(unpack, lines.feed(data)):
                if isinstance(packet, Show):
                    self.answer(packet.nonce)
                    self.shown.append((packet.armed, packet.lamps))

    def answer(self, nonce):
        if self.version == 1:
            self.say(Hello("e660", BOOT, 4, 1, self.missed, 0, nonce))
        else:
            self.fake.say(seal(f"hello {self.version} e660 {BOOT}"))

    def say(self, *packets):
        with suppress(OSError, RuntimeError):  # nobody listens any more
            self.fake.say(b"".join(map(pack, packets)))

    def until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, (self.said, self.shown)
            time.sleep(0.002)


@pytest.fixture
def hub(tmp_path):
    hub = Hub(tmp_path)
    hub.start()
    yield hub
    hub.ended.set()
    hub.join()


@pytest.fixture
def keys(monkeypatch):
    """Standard input is a pipe, and this is its other end."""
    read, write = os.pipe()
    with os.fdopen(read) as stdin, os.fdopen(write, "wb", buffering=0) as keys:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield keys


def played(hub, keys, script):
    """Run the trial with a script that presses beside it, and q at its end."""

    def press():
        try:
            script()
        finally:
            keys.write(b"q")

    presser = threading.Thread(target=press)
    presser.start()
    trial.run(hub.bench, None)
    presser.join()


def test_presses_are_lines_with_seat_time_and_gap(hub, keys):
    def script():
        hub.until(lambda: (True, "1-------") in hub.shown)
        hub.say(Buzz(BOOT, 1, 3, 5_000_000), Buzz(BOOT, 2, 1, 5_001_999))
        hub.say(Buzz(BOOT, 3, 2, 6_000_000), Late(BOOT, 4, 4, 6_500_000))
        hub.until(lambda: len(hub.said) >= 6)

    played(hub, keys, script)
    assert hub.said[0] == "The hub e660: protocol version 1, 4 seats."
    assert hub.said[2:] == [
        "seat 3  at 5000000 us",
        "seat 1  at 5001999 us  +1999 us  together",
        "seat 2  at 6000000 us  +998001 us",
        "seat 4  too late: it waited longer than 2 s",
    ]


def test_lamps_run_from_seat_to_seat_until_the_first_press_then_follow_the_last_and_end_dark(hub, keys, monkeypatch):
    monkeypatch.setattr(trial, "STEP", 0.02)

    def script():
        hub.until(lambda: len(hub.shown) > 10)
        hub.say(Buzz(BOOT, 1, 3, 5_000_000))
        hub.until(lambda: hub.shown[-1] == (True, "--1-----"))
        hub.say(Buzz(BOOT, 2, 2, 6_000_000))
        hub.until(lambda: hub.shown[-1] == (True, "-1------"))

    played(hub, keys, script)
    lamps = [lamps for armed, lamps in hub.shown if armed]
    order = [lamp for lamp, before in zip(lamps, ["", *lamps], strict=False) if lamp != before]
    assert order[:5] == ["1-------", "-1------", "--1-----", "---1----", "1-------"]
    assert hub.fake.sent.splitlines()[-1].split()[2:] == [b"0", hub.fake.sent.splitlines()[-1].split()[3]]
    assert unpack(hub.fake.sent.splitlines()[-1]).lamps == DARK


def test_presses_without_room_are_told(hub, keys):
    hub.missed = 3
    played(hub, keys, lambda: hub.until(lambda: "3 presses found no room on the hub" in hub.said))


@pytest.mark.soak
def test_the_end_of_a_pipe_is_no_key(hub, monkeypatch):
    with open(os.devnull, encoding="utf-8") as nothing:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdin", nothing)

        def press():
            hub.until(lambda: len(hub.shown) > 3)
            os.kill(os.getpid(), signal.SIGTERM)

        presser = threading.Thread(target=press)
        presser.start()
        trial.run(hub.bench, None)
        presser.join()
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    assert unpack(hub.fake.sent.splitlines()[-1]).lamps == DARK


@pytest.mark.soak
def test_without_standard_input_there_are_no_keys(hub, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(trial.Keys, "quit", lambda keys: keys.descriptors == () and len(hub.shown) > 3)
    trial.run(hub.bench, None)


@pytest.mark.soak
def test_a_hub_that_falls_silent_is_told(hub, keys, monkeypatch):
    monkeypatch.setattr(hub, "answer", lambda nonce: len(hub.shown) < 3 and Hub.answer(hub, nonce))
    begin = time.monotonic()
    with pytest.raises(HubTrouble, match="does not answer any more"):
        trial.run(hub.bench, None)
    assert time.monotonic() - begin > SILENT


def test_a_pulled_cable_is_told(hub, keys):
    puller = threading.Thread(target=lambda: (hub.until(lambda: len(hub.shown) > 2), hub.fake.pull()))
    puller.start()
    with pytest.raises(HubTrouble, match="cable"):
        trial.run(hub.bench, None)
    puller.join()


@pytest.mark.parametrize(("version", "says"), [(0, "does not greet"), (7, "speaks version 7 of the protocol, not 1")])
def test_what_is_no_hub_of_ours_needs_the_firmware(hub, keys, monkeypatch, version, says):
    monkeypatch.setattr(trial, "GREETING", 0.3)
    hub.version = version
    if not version:
        monkeypatch.setattr(hub, "answer", lambda nonce: None)
    with pytest.raises(HubTrouble) as trouble:
        trial.run(hub.bench, None)
    assert str(trouble.value).endswith(f"{says}: put the firmware on it with `companion hub install`.")


def test_a_gap_may_be_behind():
    last = Pressed(1, 2_000, together=False)
    assert trial.line(Pressed(2, 1_500, together=True), last) == "seat 2  at 1500 us  -500 us  together"


@pytest.fixture
def pico(tmp_path):
    with closing(UsbPico(tmp_path, OURS)) as pico:
        yield pico


@contextmanager
def started(pico, **streams):
    command = [sys.executable, "-m", "companion", "hub", "test", "--port", pico.link]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env={**os.environ, **ENVIRON}, **streams) as process:
        try:
            yield process
        finally:
            process.kill()


class Reader:
    """What a program says, line by line, with patience."""

    def __init__(self, descriptor):
        self._descriptor = descriptor
        self._left = b""

    def find(self, pattern):
        """The next line that matches."""
        while True:
            while b"\n" not in self._left:
                assert select.select([self._descriptor], [], [], PATIENCE)[0], self._left
                self._left += os.read(self._descriptor, 4096)
            line, self._left = self._left.split(b"\n", 1)
            if found := re.fullmatch(pattern, line.decode().rstrip("\r")):
                return found


needs_micropython = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="its MicroPython is a Linux one")


@needs_micropython
def test_the_firmware_s_presses_are_seen_in_a_terminal_that_is_given_back(pico):
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    with started(pico, stdin=theirs, stdout=theirs) as process:
        reader = Reader(ours)
        reader.find(f"The hub {UID}: protocol version 1, 8 seats.")
        reader.find("Each lamp .*")
        pico.press(3)
        first = int(reader.find(r"seat 3  at (\d+) us")[1])
        pico.wait_for(lambda: pico.lit == {3})
        pico.press(8)
        second, gap = map(int, reader.find(r"seat 8  at (\d+) us  \+(\d+) us").groups())
        assert second - first == gap
        assert not termios.tcgetattr(theirs)[3] & (termios.ICANON | termios.ECHO)
        os.write(ours, b"q")
        assert (process.wait(PATIENCE), process.stderr.read()) == (0, b"")
    assert termios.tcgetattr(theirs) == before
    pico.wait_for(lambda: pico.lit == set())
    os.close(ours)
    os.close(theirs)


@needs_micropython
def test_it_works_through_pipes_and_ctrl_c_ends_it(pico):
    with started(pico, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
        reader = Reader(process.stdout.fileno())
        reader.find("Each lamp .*")
        pico.press(5)
        reader.find(r"seat 5  at \d+ us")
        process.send_signal(signal.SIGINT)
        assert (process.wait(PATIENCE), process.stderr.read()) == (0, b"")
    pico.wait_for(lambda: pico.lit == set())


@needs_micropython
def test_a_reader_that_goes_away_ends_it_and_the_lamps_go_out(pico):
    with started(pico, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:
        Reader(process.stdout.fileno()).find("Each lamp .*")
        pico.wait_for(lambda: pico.lit)
        process.stdout.close()
        pico.press(5)
        assert (process.wait(PATIENCE), process.stderr.read()) == (0, b"")
    pico.wait_for(lambda: pico.lit == set())
