"""What `companion check` finds on a Raspberry Pi: a fake one, since the tests run on any machine."""

import errno
import json
import os
import pwd
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec import structs

from companion import data
from companion.config import Config
from companion.devices import oled, ports
from companion.devices.fake_buses import FakeSpidev, FakeWire
from companion.devices.fake_chip import FakeChip, FakeGpiod
from companion.devices.fake_oled import FakeDisplay
from companion.devices.headers import PinTrouble
from companion.devices.oled import Spi
from companion.devices.pins import GpiodFactory
from companion.probes import border, hardware, service, storage
from companion.screens.frames import rotated
from tests.pi import HEADER, Levels
from tests.pictures import DEFAULTS
from tests.vm.panel import CHIPS, Panel

BONNET = structs.replace(DEFAULTS, board=data.boards()["adafruit-oled-bonnet"])
WAVESHARE = structs.replace(DEFAULTS, board=data.boards()["waveshare-oled-hat"])
FAST_I2C = "dtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\n"


NOP = [b"\x00\xe3"]
EDGES = {(x, y) for x in range(128) for y in range(64) if x in (0, 127) or y in (0, 63)}


@pytest.fixture
def wire(monkeypatch) -> FakeWire:
    """The I2C bus with a display on it that has the bonnet's chip."""
    wire = FakeWire(FakeDisplay("ssd1306"))

    def connect(path: str, address: int) -> FakeWire:
        assert (Path(path).name, address) == ("i2c-1", 0x3C)
        return wire.connect()

    for module in (hardware, oled):
        monkeypatch.setattr(module, "I2c", connect)
    monkeypatch.setattr(oled, "_end_idle_threads", lambda: None)  # pytest takes their end for an accident
    return wire


@pytest.fixture
def pi(tmp_path: Path, monkeypatch, wire, chip) -> Path:
    """The folder that stands for a Pi's root, with I2C switched on and fast, a display that answers, and free pins."""
    (tmp_path / "model").write_text("Raspberry Pi 4 Model B Rev 1.4\0", encoding="utf-8")
    (tmp_path / "config.txt").write_text(FAST_I2C, encoding="utf-8")
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "i2c-1").touch()
    (tmp_path / "usb").mkdir()
    monkeypatch.setattr(hardware, "MODEL", tmp_path / "model")
    monkeypatch.setattr(hardware, "BOOT", (tmp_path / "none.txt", tmp_path / "config.txt"))
    monkeypatch.setattr(hardware, "DEV", tmp_path / "dev")
    monkeypatch.setattr(hardware, "USB", tmp_path / "usb")
    return tmp_path


@pytest.fixture
def chip(monkeypatch) -> FakeChip:
    chip = FakeChip(lambda: 0)
    monkeypatch.setattr(hardware, "choose_factory", lambda _ways: GpiodFactory(FakeGpiod({HEADER: chip}), [HEADER]))
    return chip


@pytest.mark.parametrize("probe", [hardware.boot, hardware.display, hardware.pins])
def test_another_machine_is_not_looked_at(pi, wire, probe):
    (pi / "model").write_text("A toaster", encoding="utf-8")
    assert probe(BONNET) == hardware.ELSEWHERE
    assert wire.calls == []


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
        (f"{FAST_I2C}dtparam=i2c=off\n", ["dtparam=i2c_arm=on"]),
        (f"dtparam=i2c_arm=off\n{FAST_I2C}dtparam=i2c1_baudrate=100000\n", ["dtparam=i2c_arm_baudrate=400000"]),
    ],
)
def test_a_missing_line_is_told_exactly(pi, text, missing):
    (pi / "config.txt").write_text(text, encoding="utf-8")
    expected = [
        f"Add the line {line} at the end of {pi / 'config.txt'} and restart the Pi (sudo reboot)." for line in missing
    ]
    assert list(hardware.boot(BONNET).wrong) == expected


def test_a_panel_on_spi_needs_spi(pi):
    assert [line.split()[3] for line in hardware.boot(WAVESHARE).wrong] == ["dtparam=spi=on"]


def test_a_piezo_needs_its_overlay(pi):
    config = structs.replace(DEFAULTS, board=data.boards()["hand-wired"])
    assert [line.split()[3] for line in hardware.boot(config).wrong] == [
        "dtoverlay=pwm,pin=18,func=2",
        "dtparam=audio=off",
    ]
    lines = f"{FAST_I2C}dtoverlay=pwm,pin=18,func=2\ndtparam=audio=off\n"
    (pi / "config.txt").write_text(f"dtparam=audio=on\n{lines}", encoding="utf-8")
    assert hardware.boot(config).wrong == ()
    (pi / "config.txt").write_text(f"{lines}dtparam=audio=on\n", encoding="utf-8")
    assert [line.split()[3] for line in hardware.boot(config).wrong] == ["dtparam=audio=off"]


def test_a_pi_without_a_config_txt_is_told_nothing_to_do(pi):
    (pi / "config.txt").unlink()
    assert hardware.boot(BONNET) == hardware.Report(("there is no config.txt here",))


def test_a_display_that_answers_is_well_and_was_first_told_to_do_nothing(pi, wire):
    report = hardware.display(BONNET)
    assert report.facts[0] == f"{pi / 'dev' / 'i2c-1'}: an answer"
    assert report.wrong == ()
    assert wire.calls[0] == NOP
    assert not wire.open


@pytest.mark.parametrize(
    ("error", "says"),
    [(errno.EREMOTEIO, "No display answers at address 0x3C of I2C bus 1"), (errno.EACCES, "may not use /dev/i2c-1")],
)
@pytest.mark.parametrize("after", [0, 1, 2, 6])
def test_a_display_that_does_not_answer_or_no_longer_is_told(pi, wire, error, says, after):
    wire.error = error
    wire.fail(after)
    report = hardware.display(BONNET)
    assert len(report.facts) == 1
    assert says in report.wrong[0]
    assert not wire.open


def test_a_bus_that_is_switched_off_is_told(pi):
    (pi / "dev" / "i2c-1").unlink()
    assert hardware.display(BONNET).wrong[0].startswith("There is no /dev/i2c-1: switch I2C on")
    assert hardware.display(WAVESHARE).wrong[0].startswith("There is no /dev/spidev0.0: switch SPI on")


def test_spi_tells_no_more_than_that_it_is_there(pi, spi):
    report = hardware.display(WAVESHARE)
    assert report.facts[0] == f"{pi / 'dev' / 'spidev0.0'}: there, which is all that SPI tells"
    assert report.wrong == ()


# the border


def lit(frame: bytes) -> set[tuple[int, int]]:
    return {(x, y) for x in range(128) for y in range(64) if frame[128 * (y // 8) + x] >> y % 8 & 1}


def board_with(folder: Path, **display: object) -> Config:
    """The bonnet with another display."""
    text = BONNET.board.read_text(encoding="utf-8")
    for key, value in display.items():
        text = re.sub(rf"^{key} = .*$", f"{key} = {json.dumps(value)}", text, flags=re.MULTILINE)
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    return structs.replace(BONNET, board=folder / "mine.toml")


@pytest.fixture
def spi(pi, chip, monkeypatch) -> FakeSpidev:
    """The bus of Waveshare's HAT, its D/C and reset on lines of the chip."""
    (pi / "dev" / "spidev0.0").touch()
    device = FakeSpidev(FakeDisplay("sh1106"), SimpleNamespace(levels=Levels(chip)), dc=24, rst=25)
    monkeypatch.setattr(oled, "Spi", lambda bus, gpio: Spi(bus, gpio, device))
    return device


@pytest.mark.parametrize("rotation", [0, 180])
@pytest.mark.parametrize("name", CHIPS)
def test_where_no_box_runs_the_display_gets_a_border_along_its_edges_and_nothing_else(pi, wire, name, rotation):
    wire.display = FakeDisplay(name)
    report = hardware.display(board_with(pi, chip=name, rotation=rotation))
    assert lit(wire.display.frame()) == EDGES
    assert report.facts[1].startswith("a border is on the panel until the box starts: ")
    assert report.wrong == ()


def test_the_panel_is_driven_as_it_is_mounted(pi, wire, monkeypatch):
    corner = b"\x01" + bytes(1023)
    monkeypatch.setattr(border, "BORDER", corner)
    hardware.display(board_with(pi, rotation=180))
    assert wire.display.frame() == rotated(corner)


@pytest.mark.parametrize("pointer", [0, 5, 126, 700])
@pytest.mark.parametrize("real", CHIPS)
@pytest.mark.parametrize("named", CHIPS)
def test_the_border_is_whole_where_the_board_names_the_chip_and_nowhere_else(pi, wire, named, real, pointer):
    """By what the data sheets say, wherever the chip was left to go on writing; the two SSDs are driven alike."""
    panel = Panel(real)
    panel.write(bytes([0x00, 0x20, 0x00]))
    panel.write(b"\x40" + bytes(pointer))
    wire.display = SimpleNamespace(receive=panel.write)
    hardware.display(board_with(pi, chip=named))
    rows = tuple("".join(".#"[(x, y) in EDGES] for x in range(128)) for y in range(64))
    assert (panel.rows() == rows) == ((named == "sh1106") == (real == "sh1106"))


@pytest.mark.parametrize(("named", "other"), [("ssd1306", "sh1106"), ("ssd1309", "sh1106"), ("sh1106", "ssd1306")])
def test_what_to_look_for_names_the_chip_that_it_may_be_instead(pi, wire, named, other):
    wire.display = FakeDisplay(named)
    _, look = hardware.display(board_with(pi, chip=named)).facts
    assert "one of its four edges is missing, two pixels off or full of snow" in look
    assert f"the panel's chip is no {named}, " in look
    assert look.endswith(f": name {other} in the board file")


@pytest.mark.parametrize("pin", [17, 22, 4, 5, 6])
def test_a_box_that_runs_keeps_its_panel_and_how_to_see_the_border_is_told(pi, wire, chip, pin):
    chip.lines[pin].consumer = "companion"
    report = hardware.display(BONNET)
    assert wire.calls == [NOP]
    assert "`sudo systemctl stop companion`" in report.facts[1]
    assert report.wrong == ()


def test_a_program_that_may_be_a_box_on_other_pins_keeps_the_panel(pi, wire, chip):
    chip.lines[17].consumer = "lg"
    assert hardware.display(BONNET).facts[1].endswith(', by "lg"')
    assert wire.calls == [NOP]


def test_where_nobody_says_who_has_the_pins_the_panel_is_left_alone(pi, wire, monkeypatch):
    def nothing(_ways):
        raise PinTrouble("There is no header.")

    monkeypatch.setattr(hardware, "choose_factory", nothing)
    report = hardware.display(BONNET)
    assert report.facts[1] == border.UNASKED
    assert report.wrong == ()
    assert wire.calls == [NOP]


def test_a_panel_on_spi_gets_its_border_with_its_own_pins_which_are_given_back(spi, chip):
    report = hardware.display(WAVESHARE)
    assert lit(spi.display.frame()) == EDGES
    assert report.facts[1].startswith("a border is on the panel")
    assert spi.opened is None
    assert [line for line in chip.lines if line.consumer] == []


def test_a_panel_on_spi_is_left_alone_while_a_box_runs(spi, chip):
    chip.lines[21].consumer = "companion"
    assert "`sudo systemctl stop companion`" in hardware.display(WAVESHARE).facts[1]
    assert spi.writes == []
    assert {number for number, line in enumerate(chip.lines) if line.consumer} == {21}


def test_a_pin_of_a_panel_on_spi_that_somebody_has_is_told(spi, chip):
    chip.lines[24].consumer = "led-blinker"
    report = hardware.display(WAVESHARE)
    assert len(report.facts) == 1
    assert 'Pin 24 is in use by "led-blinker"' in report.wrong[0]


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
