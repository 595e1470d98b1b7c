"""The keys of a terminal in a loop: bytes are read as they come and reported as keys, never waited for.

Which bytes are which key is in keys.py; the terminal's modes are set elsewhere.
"""

import asyncio
import os
from collections.abc import Callable

from companion.devices.keys import Key, KeyDecoder, Stroke

ESCAPE_ALONE = 0.05
"""Seconds after which an Escape without a following byte is the key, not the beginning of a sequence."""


class Keyboard:
    """Reads one descriptor, from `listen` to `pause`; a terminal that is gone is reported to `on_quit`.

    `on_sign` is asked first about a key that can type; where it does not take the sign, the key means what it means.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        fd: int,
        on_key: Callable[[Key], None],
        on_quit: Callable[[], None],
        on_sign: Callable[[str], bool],
    ) -> None:
        self.loop = loop
        self._fd = fd
        self._on_key = on_key
        self._on_quit = on_quit
        self._on_sign = on_sign
        self._decoder = KeyDecoder()
        self._alone: asyncio.TimerHandle | None = None

    def listen(self) -> None:
        self.loop.add_reader(self._fd, self._read)

    def pause(self) -> None:
        self.loop.remove_reader(self._fd)
        if self._alone:
            self._alone.cancel()

    def hang_up(self) -> None:
        self.pause()
        self.loop.call_soon(self._on_quit)

    def _read(self) -> None:
        try:
            data = os.read(self._fd, 4096)
        except OSError:
            data = b""
        if not data:
            self.hang_up()
            return
        if self._alone:
            self._alone.cancel()
        self._report(self._decoder.feed(data))
        if self._decoder.waiting:
            self._alone = self.loop.call_later(ESCAPE_ALONE, self._flush)

    def _flush(self) -> None:
        self._report(self._decoder.flush())

    def _report(self, strokes: list[Stroke]) -> None:
        for stroke in strokes:
            if stroke.sign and self._on_sign(stroke.sign):
                continue
            if isinstance(stroke.key, Key):
                self._on_key(stroke.key)
            elif stroke.key:
                self._on_quit()
