"""A port with a buzzer hub that is not there: a test says what comes, and sees what was sent. Refuses misuse."""

import os
import socket
from pathlib import Path

from companion.devices.hub_trouble import HubTrouble


class FakeHub:
    """The hub's end of any number of ports, one open at a time."""

    def __init__(self) -> None:
        self.sent = b""
        self.refusal = ""
        self.opened = 0
        self._end: socket.socket | None = None

    def __call__(self, path: Path) -> "FakePort":
        """Open a port. Raises HubTrouble with `refusal`, if there is one."""
        if self.refusal:
            raise HubTrouble(self.refusal)
        if self._end:
            raise RuntimeError(f"{path} is open already")
        self._end, ours = socket.socketpair()
        self.opened += 1
        return FakePort(self, ours)

    def say(self, data: bytes) -> None:
        """The hub sends this."""
        if self._end is None:
            raise RuntimeError("nobody has opened this hub's port")
        self._end.sendall(data)

    def pull(self) -> None:
        """The cable is pulled."""
        if self._end is not None:
            self._end.close()
            self._end = None


class FakePort:
    """The port of devices.hub.Port."""

    def __init__(self, hub: FakeHub, end: socket.socket) -> None:
        self._hub = hub
        self._socket = end

    def fileno(self) -> int:
        return self._socket.fileno()

    def read(self) -> bytes:
        try:
            data = self._socket.recv(65536, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return b""
        except ConnectionResetError:
            data = b""
        except OSError as error:
            raise self._closed() from error
        if not data:
            raise HubTrouble("The cable of this hub is pulled.")
        return data

    def write(self, data: bytes) -> None:
        if self._socket.fileno() < 0:
            raise self._closed()
        try:
            self._socket.send(data, socket.MSG_NOSIGNAL | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return
        except OSError as error:
            raise HubTrouble(os.strerror(error.errno or 0)) from error
        self._hub.sent += data

    def close(self) -> None:
        self._socket.close()
        self._hub.pull()

    @staticmethod
    def _closed() -> RuntimeError:
        return RuntimeError("this port is closed")
