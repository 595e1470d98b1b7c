"""Writing to a terminal that may be slow or gone: never blocking for long, never raising.

The terminal is opened a second time where that is possible, so that "do not block" is set for these writes
alone: the shell and other programs share the first opening. What is written is not known here.
"""

import os
import select

PATIENCE = 0.5
"""Seconds that the last words wait for a terminal that takes nothing."""


class Outlet:
    """One way out to a terminal; close it when done."""

    def __init__(self, fd: int) -> None:
        self._fd = _opened_again(fd)
        self._pending = b""
        self.gone = False

    def fileno(self) -> int:
        return self._fd

    @property
    def busy(self) -> bool:
        """Whether the terminal has yet to take what was written."""
        return bool(self._pending)

    def write(self, text: str) -> None:
        """Write what the terminal takes now and keep the rest for `flush`."""
        self._pending += text.encode()
        self.flush()

    def flush(self) -> None:
        """Go on with the rest; when the terminal is gone, `gone` is set and the rest is dropped."""
        try:
            while self._pending:
                self._pending = self._pending[os.write(self._fd, self._pending) :]
        except BlockingIOError:
            return
        except OSError:
            self.gone, self._pending = True, b""

    def last(self, text: str) -> None:
        """Write the rest and `text`, with a little patience for a terminal that takes nothing."""
        self._pending += text.encode()
        while self._pending and select.select([], [self._fd], [], PATIENCE)[1]:
            self.flush()
        self._pending = b""

    def close(self) -> None:
        os.close(self._fd)


def _opened_again(fd: int) -> int:
    try:
        return os.open(os.ttyname(fd), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    except OSError:
        return os.dup(fd)
