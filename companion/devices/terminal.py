"""The simulator's driver: the OLED in a terminal and the controls on its keys.

A port of the loop like the others: `open`, `attach`, `show`, `close`. The terminal is left as it was found
after any end but SIGKILL: close, exception, signal, suspension. The loop is never blocked: a terminal slower
than the pictures gets fewer of them. How picture and keys look is in window.py and keys.py.
"""

import asyncio
import atexit
import contextlib
import os
import re
import signal
import termios
from collections.abc import Callable, Iterator, Mapping
from types import FrameType
from typing import Any, Self

from companion.devices.keyboard import Keyboard
from companion.devices.keys import Key, legend, no_text
from companion.devices.outlet import Outlet
from companion.devices.pixels import whole
from companion.devices.signals import Signals, suspend
from companion.devices.window import CLEAR, compose, patch
from companion.screens.frames import BLANK
from companion.screens.intents import Control
from companion.troubles import Trouble

FOREGROUND_CHECK = 0.25
"""Seconds between two looks for the foreground, while in the background."""

# DEC private modes: 1049 alternate screen, 25 cursor, 7 wrapping; white on black, as the panel is.
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[0;97;40m"
_LEAVE = f"\x1b[0m{CLEAR}\x1b[H\x1b[?7h\x1b[?25h\x1b[?1049l"

_DEADLY = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_QUITTING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class NotATerminal(Trouble):
    """The simulator cannot run here; the text is one sentence that says why and what to do."""


class Terminal:
    """The OLED and the controls in the terminal behind two file descriptors.

    `labels` are the controls' names for the legend; of `environ`, TERM and the locale are read.
    """

    def __init__(
        self, stdin_fd: int, stdout_fd: int, labels: Mapping[Control, str], environ: Mapping[str, str]
    ) -> None:
        self._stdin = stdin_fd
        self._stdout = stdout_fd
        self._environ = environ
        self._legend = legend(labels)
        self._signals = Signals()
        self._outlet: Outlet | None = None
        self._keyboard: Keyboard | None = None
        self._found: list[Any] | None = None
        self._ours = False
        self._later: asyncio.TimerHandle | None = None
        self._frame = BLANK
        self._shown: list[str] = []

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> None:
        """Take the terminal over; from the main thread. NotATerminal when that cannot be."""
        if self._outlet:
            raise RuntimeError("this terminal is open already")
        refuse_what_is_none(self._stdin, self._stdout, self._environ)
        self._outlet = Outlet(self._stdout)
        atexit.register(self.close)
        for number in _DEADLY:
            self._signals.handle(number, self._die)
        self._enter()

    def close(self) -> None:
        """Give the terminal back as it was found. May be called at any time, also again."""
        if not self._outlet:
            return
        self._leave()
        self._signals.restore()
        if self._keyboard:
            self._keyboard.pause()
            self._keyboard.loop.remove_writer(self._outlet)
        self._outlet.close()
        self._outlet = self._keyboard = None
        atexit.unregister(self.close)

    def attach(
        self,
        loop: asyncio.AbstractEventLoop,
        on_key: Callable[[Key], None],
        on_quit: Callable[[], None],
        on_sign: Callable[[str], bool] = no_text,
    ) -> None:
        """Report keys to `on_key`, and whatever asks for the end to `on_quit`, which may come more than once.

        A key that types a sign, or DELETE, is reported to `on_sign`; it is a key only where that is False.
        The end is asked for by the quit key, SIGINT, SIGTERM, SIGHUP, and a terminal that is gone.
        """
        if not self._outlet or self._keyboard:
            raise RuntimeError("attach an open terminal, and once")
        self._keyboard = Keyboard(loop, self._stdin, on_key, on_quit, on_sign)
        for number in _QUITTING:
            self._signals.handle_in(loop, number, on_quit)
        self._signals.handle_in(loop, signal.SIGWINCH, self._redraw)
        self._signals.handle_in(loop, signal.SIGTSTP, self._suspend)
        self._signals.handle_in(loop, signal.SIGCONT, self._enter)
        self._enter()
        self._follow_up()

    def show(self, frame: bytes) -> None:
        """Show a frame; ValueError unless it has 1024 bytes. A terminal that is gone takes it in silence."""
        if not self._outlet:
            raise RuntimeError("open the terminal before you show a frame")
        self._frame = whole(frame)
        self._draw()

    def _draw(self) -> None:
        if not self._outlet or not self._ours or self._outlet.busy or self._outlet.gone:
            return
        rows = compose(self._frame, *_size(self._outlet), self._legend)
        self._outlet.write(patch(self._shown, rows))
        self._shown = rows
        self._follow_up()

    def _redraw(self) -> None:
        self._shown = []
        self._draw()

    def _follow_up(self) -> None:
        """Let a slow terminal have the rest later, and the loop know of one that is gone."""
        if not self._outlet or not self._keyboard:
            return
        if self._outlet.gone:
            self._keyboard.hang_up()
        elif self._outlet.busy:
            self._keyboard.loop.add_writer(self._outlet, self._go_on)

    def _go_on(self) -> None:
        if not self._outlet or not self._keyboard:
            return
        self._outlet.flush()
        if not self._outlet.busy:
            self._keyboard.loop.remove_writer(self._outlet)
            self._follow_up()
            self._draw()

    def _enter(self) -> None:
        """Make the terminal ours, or ours again, and draw; in the background, wait for the foreground."""
        if not self._outlet or self._outlet.gone:
            return
        if not _in_foreground(self._stdin):
            self._wait_behind()
            return
        with contextlib.suppress(termios.error):
            self._found = self._found or termios.tcgetattr(self._stdin)
            termios.tcsetattr(self._stdin, termios.TCSANOW, _key_by_key(self._found))
        self._ours = True
        self._outlet.write(_ENTER)
        self._redraw()
        if self._keyboard:
            self._keyboard.listen()

    def _leave(self) -> None:
        """Give the terminal back; its mode only while we are in front, as behind it is the shell's."""
        if not self._outlet or not self._ours:
            return
        self._ours = False
        self._outlet.last(_LEAVE)
        if self._found and _in_foreground(self._stdin):
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._stdin, termios.TCSANOW, self._found)

    def _wait_behind(self) -> None:
        """Look for the foreground now and then: a shell that puts a running job there tells nobody."""
        self._leave()
        if self._keyboard:
            self._keyboard.pause()
            if self._later:
                self._later.cancel()
            self._later = self._keyboard.loop.call_later(FOREGROUND_CHECK, self._enter)

    def _suspend(self) -> None:
        if self._keyboard:
            self._leave()
            suspend(self._keyboard.loop, self._suspend)
            self._enter()

    def _die(self, number: int, _frame: FrameType | None) -> None:
        self.close()
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)


@contextlib.contextmanager
def keys_at_once(*descriptors: int) -> Iterator[None]:
    """Keys come at once and unseen while this lasts. What is no terminal, or not in front, stays as it is."""
    found = {fd: termios.tcgetattr(fd) for fd in descriptors if os.isatty(fd) and _in_foreground(fd)}
    try:
        for fd, modes in found.items():
            termios.tcsetattr(fd, termios.TCSANOW, _key_by_key(modes))
        yield
    finally:
        for fd, modes in found.items():
            with contextlib.suppress(termios.error):
                termios.tcsetattr(fd, termios.TCSANOW, modes)


def refuse_what_is_none(stdin_fd: int, stdout_fd: int, environ: Mapping[str, str]) -> None:
    """NotATerminal unless both are terminals that can place a picture and show its characters."""
    for fd, name in ((stdin_fd, "input"), (stdout_fd, "output")):
        if not os.isatty(fd):
            raise NotATerminal(f"standard {name} is no terminal; use `companion drive` for scripts")
    if environ.get("TERM", "") in ("", "dumb"):
        raise NotATerminal("this terminal cannot place a picture (TERM is dumb or not set); use another one")
    locale = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or "C.UTF-8"
    if not re.search("utf-?8", locale, re.IGNORECASE):
        raise NotATerminal(f"the locale {locale} cannot show the picture; set LC_ALL to one with UTF-8: C.UTF-8")


def _size(outlet: Outlet) -> tuple[int, int]:
    try:
        columns, rows = os.get_terminal_size(outlet.fileno())
    except OSError:
        columns = rows = 0
    return (columns, rows) if columns and rows else (80, 24)


def _in_foreground(fd: int) -> bool:
    """Whether the terminal is ours to set; one that is not our controlling terminal always is."""
    try:
        return os.tcgetpgrp(fd) == os.getpgrp()
    except OSError:
        return True


def _key_by_key(found: list[Any]) -> list[Any]:
    """Keys come at once and unseen. Ctrl-C and Ctrl-Z stay signals but tear no picture; Ctrl-S freezes none."""
    iflag, oflag, cflag, lflag, *speeds, characters = found
    characters = list(characters)
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    lflag = lflag & ~(termios.ICANON | termios.ECHO | termios.IEXTEN) | termios.NOFLSH
    return [iflag & ~termios.IXON, oflag, cflag, lflag, *speeds, characters]
