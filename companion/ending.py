"""The end of the box by SIGTERM or SIGINT: while it starts, where nothing is half done; then in a turn of its loop."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Self

SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Ended(BaseException):
    """The end was asked for before the loop ran."""


class Ending:
    """Hears the signals while the box starts; at its end they are what they were."""

    def __init__(self) -> None:
        self._asked = False
        self._at_once = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._hear) for number in SIGNALS}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """For what takes long and may stop anywhere: raises Ended as soon as the end is asked for, or if it was."""
        self._at_once = True
        try:
            self._end_if_asked()
            yield
        finally:
            self._at_once = False

    def hand_over(self, turns: asyncio.AbstractEventLoop, end: Callable[[], None]) -> None:
        """From now on a signal calls `end` in a turn of the loop; one that was heard already calls it here."""
        for number in SIGNALS:
            turns.add_signal_handler(number, end)
        if self._asked:
            end()

    def _hear(self, _number: int, _frame: object) -> None:
        self._asked = True
        if self._at_once:
            self._end_if_asked()

    def _end_if_asked(self) -> None:
        if self._asked:
            raise Ended
