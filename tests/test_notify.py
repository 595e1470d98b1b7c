"""What systemd is told, over real sockets."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.notify import Notifier

PID = 4242


class Manager:
    """The other end of the socket."""

    def __init__(self, address: str) -> None:
        self.name = address.replace("\0", "@", 1)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        found = []
        while True:
            try:
                found.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return found

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["a file", "abstract"])
def manager(request, tmp_path: Path) -> Iterator[Manager]:
    listening = Manager(str(tmp_path / "notify") if request.param == "a file" else f"\0companion-test-{os.getpid()}")
    yield listening
    listening.close()


def notifier(manager: Manager, **environ: str) -> Notifier:
    return Notifier({"NOTIFY_SOCKET": manager.name, **environ}, PID)


def test_each_message_is_a_datagram_of_its_own(manager):
    told = notifier(manager)
    told.ready()
    told.alive()
    told.stopping()
    assert manager.heard() == ["READY=1", "WATCHDOG=1", "STOPPING=1"]


def test_a_status_is_one_line_and_told_when_it_changes(manager):
    told = notifier(manager)
    for text in ("13 Sheep:\nAnna, Bjørn", "13 Sheep:\nAnna, Bjørn", "No match"):
        told.status(text)
    assert manager.heard() == ["STATUS=13 Sheep: Anna, Bjørn", "STATUS=No match"]


def test_without_a_manager_nothing_is_sent_and_no_sign_of_life_is_due():
    told = Notifier({"WATCHDOG_USEC": "30000000"}, PID)
    told.ready()
    assert told.beat is None


def test_a_manager_that_is_gone_stops_nobody(manager):
    told = notifier(manager)
    manager.close()
    told.ready()
    told.status("going on")


def test_a_manager_that_does_not_read_stops_nobody(manager):
    told = notifier(manager)
    for number in range(5000):
        told.status(str(number))
    assert 0 < len(manager.heard()) < 5000


@pytest.mark.parametrize(
    ("environ", "beat"),
    [
        ({"WATCHDOG_USEC": "30000000"}, 15.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(PID)}, 15.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_signs_of_life_are_due_at_half_of_what_the_watchdog_waits(manager, environ, beat):
    assert notifier(manager, **environ).beat == beat
