"""A terminal of which everything is known: the fake of terminal.py, for tests of the loop.

It obeys the same contract, refuses the same misuse, and lets a test press keys and look at the frames.
"""

import asyncio
from collections.abc import Callable
from typing import Self

from companion.devices.keys import Key, no_text
from companion.devices.pixels import whole


class FakeTerminal:
    """The port of `Terminal` without a terminal."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self._open = False
        self._reports: tuple[Callable[[Key], None], Callable[[], None], Callable[[str], bool]] | None = None

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> None:
        if self._open:
            raise RuntimeError("this terminal is open already")
        self._open = True

    def close(self) -> None:
        self._open, self._reports = False, None

    def attach(
        self,
        _loop: asyncio.AbstractEventLoop,
        on_key: Callable[[Key], None],
        on_quit: Callable[[], None],
        on_sign: Callable[[str], bool] = no_text,
    ) -> None:
        if not self._open or self._reports:
            raise RuntimeError("attach an open terminal, and once")
        self._reports = on_key, on_quit, on_sign

    def show(self, frame: bytes) -> None:
        if not self._open:
            raise RuntimeError("open the terminal before you show a frame")
        self.frames.append(whole(frame))

    def press(self, key: Key) -> None:
        """Press a key, as a person would; nothing hears it when nobody is attached."""
        if self._reports:
            self._reports[0](key)

    def type(self, sign: str) -> bool:
        """Press the key of a sign; whether it was taken as one."""
        return self._reports is not None and self._reports[2](sign)

    def quit(self) -> None:
        """Press the quit key."""
        if self._reports:
            self._reports[1]()
