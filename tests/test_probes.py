"""What `companion check` finds on a Raspberry Pi: a fake one, since the tests run on any machine."""

import errno
import os
import pwd
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

from companion import data
from companion.config import Config
from companion.devices import ports
from companion.devices.fake_chip import FakeChip, FakeGpiod
from companion.devices.headers import PinTrouble
from companion.devices.pins import GpiodFactory
from companion.probes import hardware, service, storage
from tests.pi import HEADER
from tests.pictures import DEFAULTS

BONNET = structs.replace(DEFAULTS, board=data.boards()["adafruit-oled-bonnet"])
WAVESHARE = structs.replace(DEFAULTS, board=data.boards()["waveshare-oled-hat"])
FAST_I2C = "dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\n"


class FakeBus:
    """A bus with a display on it, or none."""

    error: int | None = None
    sent: list[bytes] = []  # noqa: RUF012

    def __init__(self, path: str, address: int) -> None:
        assert (Path(path).name, address) == ("i2c-1", 0x3C)

    def send(self, messages):
        if self.error:
            raise OSError(self.error, os.strerror(self.error))
        FakeBus.sent = list(messages)

    def close(self) -> None:
        """It was open."""


@pytest.fixture
def pi(tmp_path: Path, monkeypatch) -> Path:
    """The folder that stands for a Pi's root, with I2C switched on and fast, and a display that answers."""
    (tmp_path / "model").write_text("Raspberry Pi 4 Model B Rev 1.4\0", encoding="utf-8")
    (tmp_path / "config.txt").write_text(FAST_I2C, encoding="utf-8")
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "i2c-1").touch()
    (tmp_path / "usb").mkdir()
    monkeypatch.setattr(hardware, "MODEL", tmp_path / "model")
    monkeypatch.setattr(hardware, "BOOT", (tmp_path / "none.txt", tmp_path / "config.txt"))
    monkeypatch.setattr(hardware, "DEV", tmp_path / "dev")
    monkeypatch.setattr(hardware, "USB", tmp_path / "usb")
    monkeypatch.setattr(hardware, "I2c", FakeBus)
    monkeypatch.setattr(FakeBus, "error", None)
    return tmp_path


@pytest.fixture
def chip(monkeypatch) -> Iterator[FakeChip]:
    chip = FakeChip(lambda: 0)
    monkeypatch.setattr(hardware, "choose_factory", lambda _ways: GpiodFactory(FakeGpiod({HEADER: chip}), [HEADER]))
    return chip


@pytest.mark.parametrize("probe", [hardware.boot, hardware.display, hardware.pins])
def test_another_machine_is_not_looked_at(pi, probe):
    (pi / "model").write_text("A toaster", encoding="utf-8")
    assert probe(BONNET) == hardware.ELSEWHERE


@pytest.mark.parametrize("probe", [hardware.boot, hardware.display, hardware.pins])
def test_a_wrong_board_file_is_told_by_its_own_probe_only(pi, probe):
    assert probe(structs.replace(BONNET, board=pi / "none.toml")).wrong == ()


def test_a_bus_that_is_on_and_fast_is_well(pi):
    assert hardware.boot(BONNET).wrong == ()


@pytest.mark.parametrize(
    "text",
    [
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n",
        " dtparam = i2c , i2c_baudrate=400000 # fast\n".replace(" = ", "="),
        "[all]\ndtparam=i2c1=1\r\ndtparam=i2c1_baudrate=400000\r\n",
    ],
)
def test_lines_may_be_written_in_other_ways(pi, text):
    (pi / "config.txt").write_text(text, encoding="utf-8")
    assert hardware.boot(BONNET).wrong == ()


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("", FAST_I2C.split()),
        ("#dtparam=i2c_arm=on\ndtparam=i2c_arm=off\n", FAST_I2C.split()),
        ("dtparam=i2c_arm=on\n", ["dtparam=i2c_arm_baudrate=400000"]),
        ("dtparam=i2c_arm=on,i2c_arm_baudrate=100000\n", ["dtparam=i2c_arm_baudrate=400000"]),
    ],
)
def test_a_missing_line_is_told_exactly(pi, text, missing):
    (pi / "config.txt").write_text(text, encoding="utf-8")
    expected = [f"Add the line {line} to {pi / 'config.txt'} and restart the Pi (sudo reboot)." for line in missing]
    assert list(hardware.boot(BONNET).wrong) == expected


def test_a_panel_on_spi_needs_spi(pi):
    assert [line.split()[3] for line in hardware.boot(WAVESHARE).wrong] == ["dtparam=spi=on"]


def test_a_piezo_needs_its_overlay(pi):
    config = structs.replace(DEFAULTS, board=data.boards()["hand-wired"])
    assert [line.split()[3] for line in hardware.boot(config).wrong] == [
        "dtoverlay=pwm,pin=18,func=2",
        "dtparam=audio=off",
    ]
    (pi / "config.txt").write_text(f"{FAST_I2C}dtoverlay=pwm,pin=18,func=2\ndtparam=audio=off\n", encoding="utf-8")
    assert hardware.boot(config).wrong == ()


def test_a_pi_without_a_config_txt_is_told_nothing_to_do(pi):
    (pi / "config.txt").unlink()
    assert hardware.boot(BONNET) == hardware.Report(("there is no config.txt here",))


def test_a_display_that_answers_is_well_and_was_told_to_do_nothing(pi):
    assert hardware.display(BONNET) == hardware.Report((f"{pi / 'dev' / 'i2c-1'}: an answer",))
    assert FakeBus.sent == [b"\x00\xe3"]


@pytest.mark.parametrize(
    ("error", "says"),
    [(errno.EREMOTEIO, "No display answers at address 0x3C of I2C bus 1"), (errno.EACCES, "may not use /dev/i2c-1")],
)
def test_a_display_that_does_not_answer_is_told(pi, monkeypatch, error, says):
    monkeypatch.setattr(FakeBus, "error", error)
    (wrong,) = hardware.display(BONNET).wrong
    assert says in wrong


def test_a_bus_that_is_switched_off_is_told(pi):
    (pi / "dev" / "i2c-1").unlink()
    assert hardware.display(BONNET).wrong[0].startswith("There is no /dev/i2c-1: switch I2C on")
    assert hardware.display(WAVESHARE).wrong[0].startswith("There is no /dev/spidev0.0: switch SPI on")


def test_spi_tells_no_more_than_that_it_is_there(pi):
    (pi / "dev" / "spidev0.0").touch()
    assert hardware.display(WAVESHARE).wrong == ()


def test_free_pins_are_told(pi, chip):
    report = hardware.pins(BONNET)
    assert report.facts[0] == "up: pin 17, free"
    assert report.wrong == ()


@pytest.mark.parametrize(("owner", "wrong"), [("companion", 0), ("led-blinker", 1)])
def test_pins_that_another_program_has_are_wrong_and_ours_are_not(pi, chip, owner, wrong):
    chip.lines[17].consumer = owner
    report = hardware.pins(BONNET)
    assert report.facts[0] == f"up: pin 17, used by {owner}"
    assert len(report.wrong) == wrong
    assert chip.lines[17].request is None


def test_a_header_that_is_not_there_is_told(pi, monkeypatch):
    def nothing(_ways):
        raise PinTrouble("There is no header.")

    monkeypatch.setattr(hardware, "choose_factory", nothing)
    assert hardware.pins(BONNET).wrong == ("There is no header.",)


def test_hubs_are_known_by_their_usb_id(pi):
    for name, product in (("1-1", "0005"), ("1-2", "000a")):
        folder = pi / "usb" / name
        folder.mkdir()
        for file, text in (("idVendor", "2e8a"), ("idProduct", product), ("serial", "e660")):
            (folder / file).write_text(f"{text}\n", encoding="utf-8")
    assert hardware.hub(BONNET).facts == ("1-1: e660",)


def test_a_pico_that_waits_for_its_first_program_is_told(pi):
    folder = pi / "usb" / "1-1"
    folder.mkdir()
    for name, text in zip(("idVendor", "idProduct"), ports.BOOTSEL[0], strict=True):
        (folder / name).write_text(f"{text}\n", encoding="utf-8")
    assert hardware.hub(BONNET) == hardware.Report(("1-1: a Pico without a program",))


def test_a_box_needs_no_hub(pi):
    assert hardware.hub(BONNET) == hardware.Report(("none",))


# the service


@pytest.fixture
def systemd(monkeypatch):
    def answers(text: str) -> None:
        monkeypatch.setattr(service.shutil, "which", lambda _name: "/bin/systemctl")
        done = subprocess.CompletedProcess([], 0, text, "")
        monkeypatch.setattr(service.subprocess, "run", lambda *_words, **_options: done)

    return answers


def test_a_service_that_runs_is_well_and_says_what_it_does(systemd):
    systemd(
        "LoadState=loaded\nUnitFileState=enabled\nActiveState=active\nSubState=running\nStatusText=13 Sheep: A=B, C\n"
    )
    assert service.service(DEFAULTS) == service.Report(("enabled, active (running)", "13 Sheep: A=B, C"))


def test_a_service_that_failed_is_told(systemd):
    systemd("LoadState=loaded\nUnitFileState=enabled\nActiveState=failed\nSubState=failed\nStatusText=\n")
    report = service.service(DEFAULTS)
    assert report.facts == ("enabled, failed (failed)",)
    assert report.wrong[0].startswith("The service is failed: `journalctl -u companion` says why")


@pytest.mark.parametrize("text", ["LoadState=not-found\nActiveState=inactive\n", ""])
def test_a_machine_without_the_service_is_well(systemd, text):
    systemd(text)
    assert service.service(DEFAULTS) == service.Report(("not installed",))


# a journal that belongs to the service


@pytest.fixture
def kept(tmp_path: Path, monkeypatch) -> Config:
    """A journal in a folder in which nobody but its owner may write."""
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.setattr(storage.os, "access", lambda path, _mode: path != folder)
    return structs.replace(DEFAULTS, journal=folder / "journal.db", backup=folder / "backups")


def test_a_folder_of_the_service_need_not_be_written_by_others(kept, monkeypatch):
    monkeypatch.setattr(storage.pwd, "getpwuid", lambda _uid: pwd.struct_passwd(("companion", "x", 1, 1, "", "", "")))
    assert storage.journal(kept).wrong == ()
    assert storage.backups(kept).wrong == ()


def test_any_other_folder_must_be_one_that_can_be_written(kept):
    assert "may not write to" in storage.journal(kept).wrong[0]


@pytest.mark.skipif(os.geteuid() != 0, reason="needs to become somebody else")
def test_who_may_not_read_the_folder_of_the_service_is_told_to_join_its_group(tmp_path, monkeypatch):
    folder = tmp_path / "kept"
    folder.mkdir(mode=0o700)
    config = structs.replace(DEFAULTS, journal=folder / "journal.db", backup=folder / "backups")
    for path in (tmp_path, *tmp_path.parents[:3]):
        path.chmod(0o755)
    monkeypatch.setattr(storage, "_owner", lambda _path: "companion")
    os.seteuid(65534)
    try:
        journal, backups = storage.journal(config), storage.backups(config)
    finally:
        os.seteuid(0)
    assert journal.wrong[0].startswith(f"This user may not read {folder / 'journal.db'}: the group companion may")
    assert backups.wrong == ()
