"""Which hub a command works on, and what it says when there is none."""

from itertools import count

import pytest

from companion.devices.fake_hub import FakeHub
from companion.devices.hub_trouble import HubTrouble
from companion.devices.lending import Loan
from companion.devices.ports import BOOTSEL, HUB, Found
from companion.hub import bench
from companion.hub.bench import Bench
from tests.devices.usb import Usb


class Table:
    """Hubs that come and go while a clock runs by itself."""

    def __init__(self, folder):
        self.usb = Usb(folder)
        self.fake = FakeHub()
        self.paused = []
        self.then = {}
        ticks = count()
        self.bench = Bench(self.usb.places, Loan(()), self.fake, print, lambda: next(ticks) * 0.01, self.pause)

    def pause(self, seconds):
        self.paused.append(seconds)
        self.then.pop(len(self.paused), lambda: None)()

    def fails(self, named=None):
        with pytest.raises(HubTrouble) as trouble:
            self.bench.find(named)
        return str(trouble.value)


@pytest.fixture
def table(tmp_path):
    return Table(tmp_path)


def test_the_only_hub_is_the_one(table, tmp_path):
    port = tmp_path / "ttyACM1"
    port.touch()
    link = table.usb.plug(str(port), "E660")
    assert [table.bench.find(named) for named in (None, port, link)] == [Found(port, "e660")] * 3


def test_of_two_hubs_one_has_to_be_named(table, tmp_path):
    ports = [tmp_path / "ttyACM0", tmp_path / "ttyACM1"]
    for port, serial in zip(ports, ("a000", "b000"), strict=True):
        port.touch()
        table.usb.plug(str(port), serial)
    assert table.fails() == f"2 hubs are plugged in: name one of them with --port {ports[0]} or {ports[1]}."
    assert table.bench.find(ports[1]) == Found(ports[1], "b000")


@pytest.mark.parametrize(
    ("kind", "says"), [(None, bench.NONE), (BOOTSEL[0], bench.BARE), (BOOTSEL[1], bench.BARE), (HUB, bench.NO_DRIVER)]
)
def test_what_is_missing_is_told(table, kind, says):
    if kind:
        table.usb.plug_what_has_no_port("1-1", "e660", *kind)
    table.usb.plug_what_has_no_port("1-2", "a mouse", "046d", "c077")
    assert table.fails() == says


def test_a_port_that_is_named_and_not_there_is_told(table, tmp_path):
    told = table.fails(tmp_path / "ttyACM7")
    assert told == f"There is no port {tmp_path}/ttyACM7: correct the path after --port, or leave --port out."


def test_a_port_that_udev_does_not_know_keeps_its_name(table, tmp_path):
    (tmp_path / "port").touch()
    (tmp_path / "name").symlink_to(tmp_path / "port")
    assert table.bench.find(tmp_path / "name") == Found(tmp_path / "name", "")


def test_a_hub_is_opened_under_the_name_it_comes_back_with(table):
    table.usb.plug("/dev/ttyACM0", "b000")
    table.then = {3: table.usb.pull, 5: lambda: table.usb.plug("/dev/ttyACM1", "e660")}
    table.fake.refusal = "Not yet."
    table.then[7] = lambda: setattr(table.fake, "refusal", "")
    found, port = table.bench.open(Found("/dev/ttyACM0", "e660"), 5)
    assert (found.path.name, len(table.paused)) == ("ttyACM1", 7)
    port.close()


def test_what_was_last_in_the_way_is_told_when_it_takes_too_long(table):
    table.usb.plug("/dev/ttyACM0", "e660")
    table.fake.refusal = "The buzzer hub at /dev/ttyACM0 may not be opened by this user."
    with pytest.raises(HubTrouble, match="may not be opened by this user"):
        table.bench.open(table.bench.find(None), 0.1)
    table.usb.pull()
    with pytest.raises(HubTrouble, match="The hub at /dev/ttyACM0 does not come back"):
        table.bench.open(Found("/dev/ttyACM0", "e660"), 0.1)


def test_a_port_that_could_not_be_opened_and_is_gone_since_does_not_come_back(table):
    table.usb.plug("/dev/ttyACM0", "e660")
    table.fake.refusal = "The buzzer hub at /dev/ttyACM0 does not answer: is its cable pulled?"
    table.then = {2: table.usb.pull}
    with pytest.raises(HubTrouble, match="The hub at /dev/ttyACM0 does not come back"):
        table.bench.open(table.bench.find(None), 0.1)


def test_a_port_without_a_serial_number_is_waited_for_by_its_name(table, tmp_path):
    table.then = {2: (tmp_path / "port").touch}
    found, port = table.bench.open(Found(tmp_path / "port", ""), 5)
    assert (found.path, len(table.paused)) == (tmp_path / "port", 2)
    port.close()
