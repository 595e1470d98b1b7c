"""One contract for the port of a hub: pyserial's over a pty, and the fake. And what the box remembers of a hub."""

import errno
import os
import pty
import select
import termios
import tty

import pytest

from companion.devices import hub
from companion.devices.fake_hub import FakeHub
from companion.devices.hub_memory import LENGTH, Memory
from companion.devices.hub_trouble import HubTrouble
from companion.link.conversation import Seen


class PtyHub:
    """The hub's end of a pty."""

    def __init__(self):
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)

    def open(self):
        return hub.Port(self.path)

    def say(self, data):
        os.write(self._master, data)

    def hear(self, count):
        data = b""
        while len(data) < count:
            data += os.read(self._master, 4096)
        return data

    def pull(self):
        os.close(self._slave)
        os.close(self._master)


class SocketHub:
    """The hub's end of the fake."""

    def __init__(self):
        self._fake = FakeHub()
        self.say = self._fake.say
        self.pull = self._fake.pull

    def open(self):
        return self._fake("/dev/hub")

    def hear(self, _count):
        return self._fake.sent


@pytest.fixture(params=[PtyHub, SocketHub], ids=["pyserial", "fake"])
def end(request):
    return request.param()


def ready(port):
    return bool(select.select([port.fileno()], [], [], 1)[0])


def test_bytes_go_both_ways_unchanged(end):
    port = end.open()
    data = bytes(range(256))
    end.say(data)
    heard = b""
    while len(heard) < len(data):
        assert ready(port)
        heard += port.read()
    assert heard == data
    port.write(data)
    assert end.hear(256) == data
    port.close()


def test_nothing_to_read_is_no_trouble_and_no_wait(end):
    port = end.open()
    assert port.read() == b""
    port.close()


def test_a_hub_that_does_not_read_keeps_nobody_waiting(end):
    port = end.open()
    for _ in range(50):
        port.write(b"x" * 4096)
    assert port.read() == b"", "the port is as usable as before"
    port.close()


def test_a_pulled_cable_is_trouble_that_wakes_the_box(end):
    port = end.open()
    end.pull()
    assert ready(port)
    with pytest.raises(HubTrouble, match="cable"):
        port.read()
    port.close()


def test_writing_into_a_pulled_cable_is_trouble(end):
    port = end.open()
    end.pull()
    with pytest.raises(HubTrouble):
        port.write(b"x")
    port.close()


def test_a_port_that_is_not_there_is_trouble_in_one_sentence(tmp_path):
    with pytest.raises(HubTrouble, match=r"^The buzzer hub at .*/ttyACM0 does not answer: is its cable pulled\?$"):
        hub.Port(tmp_path / "ttyACM0")


def test_a_port_that_another_program_has_open_is_trouble():
    end = PtyHub()
    port = end.open()
    with pytest.raises(HubTrouble, match="is used by another program: stop that first"):
        end.open()
    port.close()


def test_a_cable_that_is_pulled_while_the_port_is_opened_is_trouble(mocker):
    mocker.patch.object(termios, "tcsetattr", side_effect=termios.error(errno.EIO, "Input/output error"))
    with pytest.raises(HubTrouble, match="does not answer: is its cable pulled"):
        PtyHub().open()


def test_what_came_before_the_opening_is_not_read():
    end = PtyHub()
    end.say(b"old")
    port = end.open()
    assert port.read() == b""
    port.close()


def test_the_fake_refuses_misuse():
    fake = FakeHub()
    with pytest.raises(RuntimeError, match="nobody has opened"):
        fake.say(b"x")
    port = fake("/dev/hub")
    with pytest.raises(RuntimeError, match="is open already"):
        fake("/dev/hub")
    port.close()
    for use in (port.read, lambda: port.write(b"x")):
        with pytest.raises(RuntimeError, match="this port is closed"):
            use()
    fake.refusal = "No."
    with pytest.raises(HubTrouble, match=r"No\."):
        fake("/dev/hub")


def test_what_was_taken_last_outlives_the_program(tmp_path):
    journal = tmp_path / "journal.db"
    assert Memory(journal).read() == Seen()
    seen = Seen("e660", "5eed0001", 17, 2)
    Memory(journal).keep(seen)
    assert Memory(journal).read() == seen


def test_what_was_taken_is_written_over_in_place(tmp_path):
    memory, file = Memory(tmp_path / "journal.db"), tmp_path / "journal.db.hub"
    seen = Seen("f" * 32, "f" * 8, 999_999_999, 999_999_999)
    for kept in (seen, Seen("e660")):
        memory.keep(kept)
        assert file.stat().st_size == LENGTH, "a file that is cut first is flushed by the disk's driver"
        assert Memory(tmp_path / "journal.db").read() == kept
    file.write_bytes(bytes(2 * LENGTH))
    memory.keep(seen)
    assert Memory(tmp_path / "journal.db").read() == seen


def test_what_was_taken_is_known_to_this_program_where_it_cannot_be_written(tmp_path):
    memory, seen = Memory(tmp_path / "missing" / "journal.db"), Seen("e660", "5eed0001", 17, 2)
    memory.keep(seen)
    assert memory.read() == seen


def test_a_file_that_is_no_memory_is_none(tmp_path):
    (tmp_path / "journal.db.hub").write_bytes(b'{"uid": 3}')
    assert Memory(tmp_path / "journal.db").read() == Seen()
