"""The simulator's driver over a real pty, and its fake: one contract for both, then what only a terminal has."""

import asyncio
import os
import pty
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.devices.fake_terminal import FakeTerminal
from companion.devices.keys import BINDINGS, QUIT, Key, Quit, legend
from companion.devices.terminal import NotATerminal, Terminal
from companion.devices.window import compose
from companion.screens.frames import BLANK
from companion.screens.intents import Control
from tests.devices.glass import Glass

LABELS = {control: control.upper() for control in Control}
ENVIRON = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
PATIENCE = 20.0
LIT = b"\xff" * 1024
DOT = b"\x01" + bytes(1023)
SENDS = {binding.key: binding.sends[0] for binding in BINDINGS}
CHILD = Path(__file__).with_name("simulated.py")
SHELL = Path(__file__).with_name("job_control.py")


class Wire:
    """A pty: the program's end, and ours with the glass that a person looks at."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.ours, self.theirs = pty.openpty()
        self.resize(columns, rows)
        self.found = termios.tcgetattr(self.theirs)

    def resize(self, columns: int, rows: int) -> None:
        termios.tcsetwinsize(self.theirs, (rows, columns))
        self.glass = Glass(columns, rows)

    def close(self) -> None:
        os.close(self.theirs)
        self.hang_up()

    def hang_up(self) -> None:
        if self.ours >= 0:
            os.close(self.ours)
        self.ours = -1

    def type(self, data: bytes) -> None:
        os.write(self.ours, data)

    def pump(self) -> bool:
        """Take what the program has sent; whether there was anything."""
        if not select.select([self.ours], [], [], 0)[0]:
            return False
        self.glass.feed(os.read(self.ours, 65536))
        return True

    def drain(self) -> None:
        while self.pump():
            pass

    async def until(self, condition: Callable[[], bool]) -> None:
        """Be the person's terminal until the condition holds."""
        loop = asyncio.get_running_loop()
        changed = asyncio.Event()
        loop.add_reader(self.ours, lambda: (self.pump(), changed.set()))
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    await changed.wait()
                    changed.clear()
        finally:
            loop.remove_reader(self.ours)

    @property
    def as_found(self) -> bool:
        return self.glass.as_found and termios.tcgetattr(self.theirs) == self.found


@pytest.fixture
def wire() -> Iterator[Wire]:
    made = Wire()
    yield made
    made.close()


@pytest.fixture
def terminal(wire: Wire) -> Iterator[Terminal]:
    made = Terminal(wire.theirs, wire.theirs, LABELS, ENVIRON)
    yield made
    made.close()


def window(frame: bytes, columns: int, rows: int) -> list[str]:
    return compose(frame, columns, rows, legend(LABELS))


class Heard(list[Key | Quit]):
    """The keys that a loop heard, and a way to wait for them."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = asyncio.Event()

    def key(self, key: Key) -> None:
        self.append(key)
        self._changed.set()

    def quit(self) -> None:
        self.append(QUIT)
        self._changed.set()

    async def reach(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self) < count:
                await self._changed.wait()
                self._changed.clear()


# The contract of the port.


@pytest.fixture(params=["fake", "pty"])
def port(request: pytest.FixtureRequest) -> Any:
    """A terminal and how a person presses a key of it."""
    if request.param == "fake":
        fake = FakeTerminal()
        return fake, lambda key: fake.quit() if key is QUIT else fake.press(key)
    wire = request.getfixturevalue("wire")
    return request.getfixturevalue("terminal"), lambda key: wire.type(SENDS[key])


def test_a_frame_before_opening_and_after_closing_is_refused(port: Any) -> None:
    terminal, _ = port
    with pytest.raises(RuntimeError, match="open the terminal"):
        terminal.show(BLANK)
    terminal.open()
    terminal.show(BLANK)
    terminal.close()
    with pytest.raises(RuntimeError, match="open the terminal"):
        terminal.show(BLANK)


@pytest.mark.parametrize("size", [0, 1023, 1025])
def test_a_frame_that_is_not_1024_bytes_is_refused(port: Any, size: int) -> None:
    with port[0] as terminal, pytest.raises(ValueError, match=f"1024 bytes, not {size}"):
        terminal.show(bytes(size))


def test_opening_twice_is_refused(port: Any) -> None:
    with port[0] as terminal, pytest.raises(RuntimeError, match="open already"):
        terminal.open()


def test_attaching_before_opening_or_twice_is_refused(port: Any) -> None:
    async def scenario() -> None:
        loop, heard = asyncio.get_running_loop(), Heard()
        with pytest.raises(RuntimeError, match="attach"):
            port[0].attach(loop, heard.key, heard.quit)
        with port[0] as terminal:
            terminal.attach(loop, heard.key, heard.quit)
            with pytest.raises(RuntimeError, match="attach"):
                terminal.attach(loop, heard.key, heard.quit)

    asyncio.run(scenario())


def test_closing_twice_or_unopened_is_nothing_and_it_opens_again(port: Any) -> None:
    terminal, _ = port
    terminal.close()
    for _ in range(2):
        terminal.open()
        terminal.show(BLANK)
        terminal.close()
        terminal.close()


def test_all_keys_are_heard_in_their_order(port: Any) -> None:
    async def scenario() -> None:
        terminal, press = port
        heard = Heard()
        with terminal:
            terminal.attach(asyncio.get_running_loop(), heard.key, heard.quit)
            for key in SENDS:
                press(key)
                await heard.reach(1 + list(SENDS).index(key))
        assert heard == list(SENDS)

    asyncio.run(scenario())


# The picture.


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (66, 20), (128, 36), (132, 40), (40, 10)])
def test_the_picture_is_in_the_window(terminal: Terminal, wire: Wire, columns: int, rows: int) -> None:
    wire.resize(columns, rows)
    with terminal:
        terminal.show(DOT)
        wire.drain()
        assert wire.glass.picture == window(DOT, columns, rows)
        assert not wire.as_found
    wire.drain()
    assert wire.as_found


def test_only_the_cells_that_changed_are_written(terminal: Terminal, wire: Wire) -> None:
    with terminal:
        wire.drain()
        wire.glass.written = 0
        terminal.show(DOT)
        terminal.show(DOT)
        wire.drain()
        assert wire.glass.picture == window(DOT, 80, 24)
        assert wire.glass.written == 1


def test_a_window_of_unknown_size_is_taken_for_80_by_24(terminal: Terminal, wire: Wire) -> None:
    wire.resize(0, 0)
    wire.glass = Glass(80, 24)
    with terminal:
        wire.drain()
        assert wire.glass.picture == window(BLANK, 80, 24)


def test_a_resized_window_is_drawn_anew(terminal: Terminal, wire: Wire) -> None:
    async def scenario() -> None:
        with terminal:
            terminal.attach(asyncio.get_running_loop(), print, print)
            terminal.show(DOT)
            for columns, rows in [(132, 40), (50, 12), (80, 24)]:
                wire.drain()
                wire.resize(columns, rows)
                signal.raise_signal(signal.SIGWINCH)
                await wire.until(lambda size=(columns, rows): wire.glass.picture == window(DOT, *size))

    asyncio.run(scenario())


def test_a_terminal_that_takes_nothing_blocks_nobody_and_gets_the_latest_picture(
    terminal: Terminal, wire: Wire
) -> None:
    async def scenario() -> None:
        with terminal:
            terminal.attach(asyncio.get_running_loop(), print, print)
            for number in range(200):
                terminal.show((LIT, BLANK)[number % 2])
            terminal.show(DOT)
            await wire.until(lambda: wire.glass.picture == window(DOT, 80, 24))
        assert wire.glass.written < 10 * 80 * 24

    asyncio.run(scenario())


# Keys that only a terminal has.


def test_an_escape_alone_is_back_after_a_moment(terminal: Terminal, wire: Wire) -> None:
    async def scenario() -> None:
        heard = Heard()
        with terminal:
            terminal.attach(asyncio.get_running_loop(), heard.key, heard.quit)
            wire.type(b"\x1b")
            await heard.reach(1)
        assert heard == [Key(Control.BACK)]

    asyncio.run(scenario())


def test_an_arrow_torn_in_two_reads_is_one_arrow(terminal: Terminal, wire: Wire) -> None:
    async def scenario() -> None:
        heard = Heard()
        with terminal:
            terminal.attach(asyncio.get_running_loop(), heard.key, heard.quit)
            wire.type(b" \x1b[")
            await heard.reach(1)
            wire.type(b"A")
            await heard.reach(2)
        assert heard == [Key(Control.ROLL), Key(Control.UP)]

    asyncio.run(scenario())


class HandWound(asyncio.SelectorEventLoop):
    """A loop whose clock moves only by hand."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def turn(self) -> None:
        self.call_soon(self.stop)
        self.run_forever()


def test_a_moment_for_the_rest_of_a_sequence_begins_with_each_byte(wire: Wire) -> None:
    heard: list[Key] = []
    loop = HandWound()
    with Terminal(wire.theirs, wire.theirs, LABELS, ENVIRON) as terminal:
        terminal.attach(loop, heard.append, loop.stop)
        for byte in b"\x1b[A":
            wire.type(bytes([byte]))
            assert select.select([wire.theirs], [], [], PATIENCE)[0]
            loop.turn()
            loop.now += 0.04
            loop.turn()
    loop.close()
    assert heard == [Key(Control.UP)]


# The end.


def test_a_terminal_that_is_gone_ends_the_box_without_a_complaint(terminal: Terminal, wire: Wire) -> None:
    async def scenario() -> None:
        heard = Heard()
        with terminal:
            terminal.attach(asyncio.get_running_loop(), heard.key, heard.quit)
            wire.hang_up()
            terminal.show(LIT)
            await heard.reach(1)
            terminal.show(BLANK)
        assert set(heard) == {QUIT}

    asyncio.run(scenario())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_asks_the_loop_for_the_end(terminal: Terminal, number: signal.Signals) -> None:
    before = signal.getsignal(number)

    async def scenario() -> None:
        heard = Heard()
        with terminal:
            terminal.attach(asyncio.get_running_loop(), heard.key, heard.quit)
            signal.raise_signal(number)
            await heard.reach(1)
        assert heard == [QUIT]

    asyncio.run(scenario())
    assert signal.getsignal(number) == before


def test_closing_puts_every_signal_handler_back(terminal: Terminal) -> None:
    numbers = [*signal.valid_signals()]
    before = [signal.getsignal(number) for number in numbers]
    with terminal:
        assert [signal.getsignal(number) for number in numbers] != before
    assert [signal.getsignal(number) for number in numbers] == before


class Simulation:
    """A program in a session of its own whose controlling terminal is the wire; it reports on standard error."""

    def __init__(self, wire: Wire, script: Path, *arguments: str) -> None:
        self.wire = wire
        self.process = subprocess.Popen(
            [sys.executable, str(script), *arguments],
            stdin=wire.theirs,
            stdout=wire.theirs,
            stderr=subprocess.PIPE,
            env={**os.environ, **ENVIRON, "LC_ALL": "C.UTF-8", "PYTHONPATH": str(Path(__file__).parents[2])},
            start_new_session=True,
        )
        self.said = b""

    def hear(self, word: str) -> None:
        """Be the terminal until the program has said `word`."""
        while f"{word}\n".encode() not in self.said:
            assert self._listen(), f"not a word of {word!r}: {self.said.decode()}"

    def end(self) -> int:
        """Be the terminal until the program has ended; gives its exit code."""
        while self._listen():
            pass
        return self.process.wait(PATIENCE)

    def _listen(self) -> bool:
        assert self.process.stderr
        sources = [self.process.stderr.fileno(), *([self.wire.ours] if self.wire.ours >= 0 else [])]
        ready = select.select(sources, [], [], PATIENCE)[0]
        assert ready, f"silence after: {self.said.decode()}"
        if self.wire.ours in ready:
            self.wire.pump()
        if sources[0] not in ready:
            return True
        words = os.read(sources[0], 4096)
        self.said += words
        return bool(words)


@pytest.fixture
def simulate(wire: Wire) -> Iterator[Callable[..., Simulation]]:
    started: list[Simulation] = []

    def start(script: Path, *arguments: str) -> Simulation:
        started.append(Simulation(wire, script, *arguments))
        return started[-1]

    yield start
    for simulation in started:
        simulation.process.kill()
        simulation.process.wait()
        assert simulation.process.stderr
        simulation.process.stderr.close()


@pytest.mark.parametrize("typed", [b"q", b"\x03"])
def test_the_terminal_is_as_found_after_the_quit_key(wire: Wire, simulate: Any, typed: bytes) -> None:
    simulation = simulate(CHILD, "loop")
    simulation.hear("ready")
    assert not wire.as_found
    wire.type(typed)
    assert simulation.end() == 0
    wire.drain()
    assert wire.as_found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
@pytest.mark.parametrize("moment", ["loop", "before"])
def test_the_terminal_is_as_found_after_a_signal(wire: Wire, simulate: Any, moment: str, number: int) -> None:
    simulation = simulate(CHILD, moment)
    simulation.hear("ready")
    assert not wire.as_found
    simulation.process.send_signal(number)
    graceful = moment == "loop" and number != signal.SIGQUIT
    assert simulation.end() == (0 if graceful else -number)
    wire.drain()
    assert wire.as_found


@pytest.mark.parametrize(("way", "code"), [("crash", 1), ("exit", 3)])
def test_the_terminal_is_as_found_after_an_end_of_another_kind(wire: Wire, simulate: Any, way: str, code: int) -> None:
    simulation = simulate(CHILD, way)
    simulation.hear("ready")
    wire.type(b" ")
    assert simulation.end() == code
    wire.drain()
    assert wire.as_found
    assert ("ZeroDivisionError" in simulation.said.decode()) == (way == "crash")


def test_a_terminal_that_hangs_up_ends_the_program_quietly(wire: Wire, simulate: Any) -> None:
    simulation = simulate(CHILD, "loop")
    simulation.hear("ready")
    wire.hang_up()
    assert simulation.end() == 0
    assert "Traceback" not in simulation.said.decode()


def test_ctrl_z_gives_the_terminal_to_the_shell_and_the_foreground_takes_it_back(wire: Wire, simulate: Any) -> None:
    shell = simulate(SHELL, str(CHILD), "loop")
    shell.hear("ready")
    wire.type(b"\x1a")
    shell.hear("stopped")
    wire.drain()
    assert wire.as_found
    wire.glass = Glass(80, 24)
    wire.type(b"fg\n")
    shell.hear("continued")
    while wire.glass.picture != window(DOT, 80, 24):
        assert select.select([wire.ours], [], [], PATIENCE)[0], "nothing is drawn"
        wire.pump()
    assert not wire.as_found
    wire.type(b"q")
    assert shell.end() == 0
    wire.drain()
    assert wire.as_found


# What is no terminal.


def test_what_is_no_terminal_is_refused_in_one_sentence(wire: Wire) -> None:
    inlet, outlet = os.pipe()
    try:
        with pytest.raises(NotATerminal, match=r"^standard input is no terminal; use `companion drive` for scripts$"):
            Terminal(inlet, wire.theirs, LABELS, ENVIRON).open()
        with pytest.raises(NotATerminal, match=r"^standard output is no terminal; "):
            Terminal(wire.theirs, outlet, LABELS, ENVIRON).open()
    finally:
        os.close(inlet)
        os.close(outlet)


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({"TERM": "dumb"}, "cannot place a picture"),
        ({}, "cannot place a picture"),
        ({"TERM": "xterm", "LANG": "de_DE.ISO-8859-1"}, "the locale de_DE.ISO-8859-1 cannot show"),
        ({"TERM": "xterm", "LC_ALL": "C", "LANG": "C.UTF-8"}, "the locale C cannot show"),
    ],
)
def test_a_terminal_that_cannot_show_the_picture_is_refused(wire: Wire, environ: dict[str, str], sentence: str) -> None:
    with pytest.raises(NotATerminal, match=sentence):
        Terminal(wire.theirs, wire.theirs, LABELS, environ).open()
    assert termios.tcgetattr(wire.theirs) == wire.found


@pytest.mark.parametrize("locale", [{}, {"LANG": "de_DE.utf8"}, {"LC_CTYPE": "C.UTF-8", "LANG": "C"}])
def test_a_locale_with_utf_8_or_none_at_all_will_do(wire: Wire, locale: dict[str, str]) -> None:
    with Terminal(wire.theirs, wire.theirs, LABELS, {"TERM": "xterm", **locale}) as terminal:
        terminal.show(BLANK)
