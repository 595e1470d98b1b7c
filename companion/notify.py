"""What the service tells systemd: that it is ready, alive and stopping, and what is on the table (sd_notify(3)).

Datagrams to the socket that NOTIFY_SOCKET names; without one, as on any PC, nothing is sent. A manager that does not
listen stops nobody from playing: what cannot be sent is dropped.
"""

import socket
from collections.abc import Mapping
from contextlib import suppress

MICROSECONDS = 1e-6
BEATS = 2
"""Signs of life in each period of the watchdog, as sd_watchdog_enabled(3) asks for."""


class Notifier:
    """One service's line to its manager. `environ` has NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID, or none."""

    def __init__(self, environ: Mapping[str, str], pid: int) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._status = ""
        self.beat = _beat(environ, pid) if address else None
        """Seconds between two signs of life; None when nobody asks for them."""

    def ready(self) -> None:
        self._send("READY=1")

    def alive(self) -> None:
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def status(self, text: str) -> None:
        """Say what the service does, in one line; the same again is not sent."""
        if text != self._status:
            self._status = text
            self._send(f"STATUS={' '.join(text.split())}")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.setblocking(False)
            line.sendto(message.encode(), self._address)


def _beat(environ: Mapping[str, str], pid: int) -> float | None:
    period = environ.get("WATCHDOG_USEC", "")
    mine = environ.get("WATCHDOG_PID", str(pid)) == str(pid)
    return int(period) * MICROSECONDS / BEATS if mine and period.isdecimal() and int(period) else None
