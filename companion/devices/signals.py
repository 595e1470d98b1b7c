"""Signal handlers that are put back: what was there before the first change is there again after `restore`.

What the signals are for is not known here. Main thread only, as Python wants it.
"""

import asyncio
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any


class Signals:
    """The handlers of one owner."""

    def __init__(self) -> None:
        self._before: dict[signal.Signals, Any] = {}
        self._looped: dict[signal.Signals, asyncio.AbstractEventLoop] = {}

    def handle(self, number: signal.Signals, handler: Callable[[int, FrameType | None], None]) -> None:
        """Call `handler` in the midst of whatever runs."""
        self._remember(number)
        signal.signal(number, handler)

    def handle_in(self, loop: asyncio.AbstractEventLoop, number: signal.Signals, callback: Callable[[], None]) -> None:
        """Call `callback` in the loop's turn."""
        self._remember(number)
        loop.add_signal_handler(number, callback)
        self._looped[number] = loop

    def restore(self) -> None:
        """Put everything back."""
        for number, loop in self._looped.items():
            loop.remove_signal_handler(number)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._looped.clear()
        self._before.clear()

    def _remember(self, number: signal.Signals) -> None:
        self._before.setdefault(number, signal.getsignal(number) or signal.SIG_DFL)


def suspend(loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
    """Stop this process as Ctrl-Z does; returns when it goes on, with `callback` for the next Ctrl-Z."""
    loop.remove_signal_handler(signal.SIGTSTP)
    signal.raise_signal(signal.SIGTSTP)
    loop.add_signal_handler(signal.SIGTSTP, callback)
