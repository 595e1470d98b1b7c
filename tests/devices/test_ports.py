"""Hubs are found by what they are, and their coming and going is seen without looking for it."""

import errno
import os
import select
from contextlib import closing
from pathlib import Path

import pytest

from companion.devices import watch
from companion.devices.ports import Found
from companion.devices.watch import Watch
from tests.devices.usb import Usb


@pytest.fixture
def usb(tmp_path):
    return Usb(tmp_path)


def woken(watching):
    return bool(select.select([watching.fileno()], [], [], 0)[0]) and watching.changed()


def test_without_any_serial_port_there_is_no_hub(usb):
    assert usb.places.hubs() == ()


def test_a_hub_is_known_by_its_usb_id_and_told_by_its_serial_number(usb):
    usb.plug("/dev/ttyACM1", "E66164084373532B")
    usb.plug("/dev/ttyACM0", "e660")
    usb.plug("/dev/ttyUSB0", "A50285BI", vendor="0403", product="6001")
    usb.plug("/dev/ttyACM2", "another", product="0003")
    assert usb.places.hubs() == (
        Found(Path("/dev/ttyACM0"), "e660"),
        Found(Path("/dev/ttyACM1"), "e66164084373532b"),
    )


def test_a_link_to_nothing_that_the_kernel_knows_is_no_hub(usb):
    link = usb.plug("/dev/ttyACM0", "e660")
    link.unlink()
    link.symlink_to("/dev/ttyACM9")
    assert usb.places.hubs() == ()


def test_a_hub_that_is_pulled_out_while_it_is_looked_at_is_none(usb, mocker):
    usb.plug("/dev/ttyACM0", "e660")
    mocker.patch("os.readlink", side_effect=FileNotFoundError)
    assert usb.places.hubs() == ()


def test_a_hub_is_seen_coming_and_going_any_number_of_times(usb):
    usb.places.links.parents[1].mkdir(exist_ok=True)
    with closing(Watch(usb.places.links)) as watching:
        assert not woken(watching)
        for number in range(20):
            usb.plug(f"/dev/ttyACM{number % 2}", "e660")
            assert woken(watching)
            assert not woken(watching)
            usb.pull()
            assert woken(watching)
            assert not woken(watching)


def test_where_nothing_more_can_be_watched_that_is_an_error(usb, mocker):
    mocker.patch.object(watch.ctypes, "get_errno", return_value=errno.ENOSPC)
    libc = mocker.patch.object(watch.ctypes, "CDLL").return_value
    libc.inotify_init1.return_value = os.open(os.devnull, os.O_RDONLY)
    libc.inotify_add_watch.return_value = -1
    with pytest.raises(OSError, match="No space left on device"):
        Watch(usb.places.links)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(libc.inotify_init1.return_value)


def test_a_folder_that_goes_before_it_is_watched_is_no_error(usb, mocker):
    mocker.patch.object(watch.ctypes, "get_errno", return_value=errno.ENOENT)
    libc = mocker.patch.object(watch.ctypes, "CDLL").return_value
    libc.inotify_init1.return_value = os.open(os.devnull, os.O_RDONLY)
    libc.inotify_add_watch.side_effect = (-1, 1)
    Watch(usb.places.links).close()
    assert libc.inotify_add_watch.call_count == 2


def test_a_second_port_in_the_same_folder_is_seen(usb):
    usb.plug("/dev/ttyUSB0", "A50285BI", vendor="0403", product="6001")
    with closing(Watch(usb.places.links)) as watching:
        usb.plug("/dev/ttyACM0", "e660")
        assert woken(watching)


def test_what_happens_elsewhere_wakes_nobody(usb, tmp_path):
    usb.plug("/dev/ttyACM0", "e660")
    with closing(Watch(usb.places.links)) as watching:
        (tmp_path / "other").touch()
        assert not woken(watching)
