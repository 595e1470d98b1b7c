"""`companion play`: the box in a terminal, with the OLED drawn and the controls on keys.

`Loop` owns the time: it hands keys to the session, shows pictures when they change, and sleeps otherwise.
"""

import argparse
import asyncio
import os
import sys
import time
from contextlib import closing

from companion import app, config
from companion.config import Config
from companion.devices.keys import Key
from companion.devices.terminal import Terminal, refuse_what_is_none
from companion.lock import Lock
from companion.screens.gestures import Gestures
from companion.session import Session

HELP = "play with the box in this terminal"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    config.arguments(parser)


def run(given: argparse.Namespace) -> int:
    """Plays until the person quits. Raises NotATerminal, Taken, ConfigError, BoardError, JournalTrouble."""
    settings = config.of(given, os.environ)
    stdin, stdout = sys.stdin.fileno(), sys.stdout.fileno()
    refuse_what_is_none(stdin, stdout, os.environ)
    terminal = Terminal(stdin, stdout, app.labels(settings), os.environ)
    with Lock(settings.journal, "play") as lock:
        run_in_terminal(settings, terminal, lock)
    return 0


class Loop:
    """Runs a session on a terminal, until it asks for the end."""

    def __init__(self, session: Session, terminal: Terminal) -> None:
        self._session = session
        self._terminal = terminal
        self._timer: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Shows the first picture and returns when the end is asked for."""
        self._loop = asyncio.get_running_loop()
        end = asyncio.Event()
        self._terminal.attach(self._loop, self._press, end.set, self._type)
        self._show()
        try:
            await end.wait()
        finally:
            if self._timer:
                self._timer.cancel()

    def _press(self, key: Key) -> None:
        now = self._loop.time()
        gesture = Gestures.hold if key.held else Gestures.click
        self._session.press(gesture(key.line, self._session.holds(now)), now)
        self._show()

    def _type(self, sign: str) -> bool:
        taken = self._session.enter(sign, self._loop.time())
        if taken:
            self._show()
        return taken

    def _show(self) -> None:
        now = self._loop.time()
        self._session.tick(now)
        self._terminal.show(self._session.picture(now).frame)
        if self._timer:
            self._timer.cancel()
        due = self._session.due(now)
        self._timer = None if due is None else self._loop.call_at(due, self._show)


def run_in_terminal(config: Config, terminal: Terminal, lock: Lock) -> None:
    """Plays until the end is asked for; the terminal is given back and the journal closed, whatever happens."""
    with closing(app.open_box(config, time.monotonic(), lock=lock)) as session, terminal:
        asyncio.run(Loop(session, terminal).run())
