"""`companion hub install` with mpremote onto a Pico of MicroPython, over a pty that goes and comes back."""

import importlib.util
import subprocess
import sys
import threading
import time
from contextlib import closing
from functools import partial

import pytest

from companion import data
from companion.devices import hub
from companion.devices.hub_trouble import HubTrouble
from companion.devices.lending import Loan
from companion.hub import files, install
from companion.hub.bench import Bench
from tests.devices.test_hub import PtyHub
from tests.firmware.pico import FILES, UID
from tests.firmware.usb_pico import NEW, UsbPico

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="MicroPython for tests is a Linux one")

OURS = {path.name: path.read_bytes() for path in data.firmware().glob("*.py")}
DONE = f"The hub {UID} runs this firmware: protocol version 1, 8 seats."
BROKEN = "import micropython\nmicropython.kbd_intr(-1)\nraise ValueError\n"


class Maker:
    """Somebody with a Pico on a cable, and this command."""

    def __init__(self, folder, files=NEW):
        self.pico = UsbPico(folder, files)
        self.said = []
        self.bench = Bench(self.pico.usb.places, Loan(()), hub.Port, self.said.append, time.monotonic, time.sleep)

    def install(self, port=None):
        install.run(self.bench, port)

    def fails(self):
        with pytest.raises(HubTrouble) as trouble:
            self.install()
        return str(trouble.value)

    def files(self):
        return {path.name: path.read_bytes() for path in self.pico.flash.iterdir()}


@pytest.fixture
def maker(tmp_path, request):
    """Somebody with a new Pico, or one with these files."""
    maker = Maker(tmp_path, getattr(request, "param", NEW))
    with closing(maker.pico):
        yield maker


has = partial(pytest.mark.parametrize, "maker", indirect=True)
has_it_already = has([OURS], ids=["ours"])


def test_what_is_copied_is_what_runs_on_a_hub_and_main_comes_last():
    names = [file.name for file in files.of(data.firmware())]
    assert sorted(names) == sorted(FILES)
    assert names[-1] == "main.py"


def test_a_new_pico_gets_the_firmware_and_again_while_it_runs(maker):
    for _ in range(2):
        maker.install()
        assert maker.files() == OURS
        assert maker.said[-1] == DONE
    assert maker.pico.starts == ["prompt", "raw", "main.py", "main.py", "raw", "main.py"]


@pytest.mark.soak
@has_it_already
def test_a_pico_in_maintenance_already_is_updated(maker):
    maker.pico.pull()
    maker.pico.held = "2"
    maker.pico.plug()
    (maker.pico.flash / "wire.py").write_text("old\n")
    maker.pico.held = ""
    maker.install()
    assert maker.files() == OURS
    assert maker.said[-1] == DONE


@has([{**OURS, "buzzer.py": OURS["buzzer.py"].replace(b"VERSION = 1", b"VERSION = 9")}], ids=["version 9"])
def test_a_hub_of_another_version_is_updated(maker):
    maker.install()
    assert maker.said[0] == f"The hub {UID} speaks protocol version 9; it starts for maintenance."
    assert maker.files() == OURS


@pytest.mark.soak
@has([{"main.py": BROKEN.encode()}, {"maintenance": b""}], ids=["broken", "still in maintenance"])
def test_a_pico_whose_program_is_broken_is_updated(maker):
    maker.install()
    assert maker.files() == OURS


@pytest.mark.soak
@has_it_already
def test_a_cable_that_is_pulled_in_the_middle_leaves_what_can_be_installed_again(maker):
    place = maker.pico.flash / "board.py"  # copied first
    place.unlink()

    def pull():
        maker.pico.wait_for(place.exists)
        maker.pico.pull()

    puller = threading.Thread(target=pull)
    puller.start()
    assert maker.fails() == files.PULLED
    puller.join()
    assert "main.py" not in maker.files()
    maker.pico.plug()
    maker.install()
    assert maker.files() == OURS


@pytest.mark.soak
@has_it_already
def test_ctrl_c_in_the_middle_is_told_and_the_installation_can_be_repeated(maker, mocker):
    mocker.patch.object(files.subprocess, "run", side_effect=KeyboardInterrupt)
    assert maker.fails() == install.STOPPED
    mocker.stopall()
    maker.install()
    assert maker.files() == OURS


@pytest.mark.soak
def test_firmware_that_does_not_start_is_told(maker, mocker, tmp_path):
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "main.py").write_text(BROKEN)
    mocker.patch.object(data, "firmware", return_value=folder)
    mocker.patch.object(install, "START", 3.0)
    assert maker.fails() == install.SILENT


@has_it_already
def test_a_pico_that_does_not_come_back_is_told(maker, mocker):
    mocker.patch.object(install, "RETURN", 1.0)
    maker.pico.comes_back = False
    told = maker.fails()
    assert told == (
        f"The hub at {told.split()[3]} does not come back: pull its cable, plug it in again, and run this again."
    )


@has_it_already
def test_a_port_that_another_program_has_is_told(maker, mocker):
    mocker.patch.object(install, "OPENING", 0.1)
    with closing(hub.Port(maker.pico.link)):
        assert maker.fails().endswith("is used by another program: stop that first.")


def test_without_mpremote_nothing_is_touched_and_the_way_to_it_is_told(maker, mocker):
    mocker.patch.object(importlib.util, "find_spec", return_value=None)
    assert maker.fails() == (
        "mpremote is missing, which copies files to the hub:"
        f" install it with `{sys.executable} -m pip install mpremote`, then run this again."
    )
    assert maker.said == []


def test_the_way_to_mpremote_is_one_for_those_who_may_not_write_there(mocker):
    mocker.patch.object(importlib.util, "find_spec", return_value=None)
    mocker.patch.object(files.os, "access", return_value=False)
    with pytest.raises(HubTrouble, match=r"install it with `sudo /"):
        files.require()


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("mpremote: could not enter raw repl", "answers neither as a hub nor as MicroPython: pull its cable"),
        ("mpremote: failed to access /dev/x (it may be in use by another program)", "is used by another program:"),
        ("OSError: [Errno 28] ENOSPC\n", "has no room for the files"),
        ("Traceback\n\nSomething: odd\r\n\n", "took not all of the files (Something: odd): run this again."),
        ("", "took not all of the files (it says nothing): run this again."),
    ],
)
def test_what_mpremote_complains_of_becomes_a_sentence(tmp_path, mocker, said, means):
    def fail(_command, *, stdout, **_more):
        stdout.write(said.encode())
        return subprocess.CompletedProcess([], 1)

    mocker.patch.object(files.subprocess, "run", fail)
    with pytest.raises(HubTrouble) as trouble:
        files.copy(tmp_path, [], ())
    assert str(trouble.value).startswith(f"The hub at {tmp_path} {means}")


def test_a_pico_that_takes_too_long_is_told(tmp_path, mocker):
    mocker.patch.object(files.subprocess, "run", side_effect=subprocess.TimeoutExpired([], files.PATIENCE))
    with pytest.raises(HubTrouble, match=r"\(it took longer than 120 s\)"):
        files.copy(tmp_path, [], ())


@pytest.mark.soak
def test_a_port_behind_which_nothing_answers_is_told(tmp_path):
    port = tmp_path / "ttyACM0"  # mpremote waits for ever at what it knows for a pty
    end = PtyHub()
    port.symlink_to(end.path)
    with pytest.raises(HubTrouble, match="answers neither as a hub nor as MicroPython"):
        files.copy(port, files.of(data.firmware()), ())
    end.pull()
