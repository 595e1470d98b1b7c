"""Waits for a folder to change without looking again and again: inotify(7), by way of libc, as Python has none.

The folder need not exist: then the nearest one above it is watched until it does. What is in it is not known here.
"""

import ctypes
import errno
import os
import struct
from pathlib import Path

_EVENTS = 0x40 | 0x80 | 0x100 | 0x200 | 0x400
"""IN_MOVED_FROM, IN_MOVED_TO, IN_CREATE, IN_DELETE, IN_DELETE_SELF of linux/inotify.h."""

_HEAD = struct.Struct("iIII")


class Watch:
    """`fileno` is readable after a change; then call `changed`. Raises OSError where there is no inotify left."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._descriptor = self._checked(self._libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK))
        self._watched: tuple[int, Path] | None = None
        try:
            self._settle()
        except OSError:
            self.close()
            raise

    def fileno(self) -> int:
        """The descriptor to wait for."""
        return self._descriptor

    def changed(self) -> bool:
        """Whether anything has changed since the last call; waits for the next change from now on."""
        changed = False
        while events := self._events():
            changed = True
            if self._is_lost(events):
                self._watched = None
            self._settle()
        return changed

    def close(self) -> None:
        os.close(self._descriptor)

    def _events(self) -> bytes:
        try:
            return os.read(self._descriptor, 65536)
        except BlockingIOError:
            return b""

    def _is_lost(self, events: bytes) -> bool:
        """Whether the kernel has ended our watch, as it does when the folder is removed (IN_IGNORED)."""
        place = 0
        while place < len(events):
            number, mask, _, size = _HEAD.unpack_from(events, place)
            if mask & 0x8000 and self._watched and number == self._watched[0]:
                return True
            place += _HEAD.size + size
        return False

    def _settle(self) -> None:
        """Watch the folder that is nearest; again, if a nearer one appeared before the watch stood."""
        while (nearest := self._nearest()) != (self._watched[1] if self._watched else None):
            if self._watched:
                self._libc.inotify_rm_watch(self._descriptor, self._watched[0])
            number = self._libc.inotify_add_watch(self._descriptor, os.fsencode(nearest), _EVENTS)
            is_gone = number < 0 and ctypes.get_errno() == errno.ENOENT
            self._watched = None if is_gone else (self._checked(number), nearest)

    def _nearest(self) -> Path:
        return next(folder for folder in (self._folder, *self._folder.parents) if folder.is_dir())

    @staticmethod
    def _checked(result: int) -> int:
        if result < 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))
        return result
