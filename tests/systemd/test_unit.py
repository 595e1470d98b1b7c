"""The unit and what goes with it, judged by systemd's own tools where they are."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.__main__ import BAD_INPUT

FOLDER = Path(__file__).parents[2] / "systemd"
UNIT = (FOLDER / "companion.service").read_text(encoding="utf-8")
MOST_EXPOSURE = 1.5

needs_analyze = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
needs_sysusers = pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="needs systemd-sysusers")


def settings() -> dict[str, list[str]]:
    """The values of each key of the service, in order."""
    found: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", UNIT, re.MULTILINE):
        found.setdefault(key, []).append(value)
    return found


def words(key: str) -> list[str]:
    return [word for value in settings()[key] for word in value.split()]


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a Python that is on this machine."""
    path = tmp_path / "companion.service"
    path.write_text(UNIT.replace("/opt/companion/bin/python3", sys.executable), encoding="utf-8")
    return path


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


@needs_analyze
def test_systemd_has_nothing_to_say_against_the_unit(unit):
    result = analyze("verify", "--recursive-errors=no", str(unit))
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


@needs_analyze
def test_systemd_finds_a_key_that_is_none(unit):
    unit.write_text(unit.read_text(encoding="utf-8").replace("LockPersonality", "LockPersonalty"), encoding="utf-8")
    assert "LockPersonalty" in analyze("verify", "--recursive-errors=no", str(unit)).stderr


@needs_analyze
def test_the_exposure_is_low(unit):
    result = analyze("security", "--offline=true", f"--threshold={10 * MOST_EXPOSURE:.0f}", "--no-pager", str(unit))
    assert result.returncode == 0, result.stdout
    assert float(re.search(r"exposure level for companion\.service: ([0-9.]+)", result.stdout)[1]) <= MOST_EXPOSURE


def test_only_the_devices_of_the_box_are_allowed():
    assert settings()["DevicePolicy"] == ["closed"]
    assert settings()["DeviceAllow"] == [f"char-{kind} rw" for kind in ("gpiochip", "i2c", "spi", "ttyACM")]


def test_the_service_has_the_groups_of_the_devices_and_no_others():
    assert words("SupplementaryGroups") == ["gpio", "i2c", "spi", "dialout"]


def test_every_group_of_the_unit_is_made():
    made = set(re.findall(r"^[gu] (\w+) ", (FOLDER / "sysusers.conf").read_text(encoding="utf-8"), re.MULTILINE))
    assert made == {*words("SupplementaryGroups"), *words("User"), *words("Group")}


def test_the_drivers_of_the_allowed_classes_are_loaded_before_the_service():
    loaded = set(re.findall(r"^([\w-]+)$", (FOLDER / "modules.conf").read_text(encoding="utf-8"), re.MULTILINE))
    assert loaded == {"i2c-dev", "spidev", "cdc_acm"}
    assert "systemd-modules-load.service" in words("After")


def test_what_a_person_has_to_mend_is_not_tried_again_and_all_else_is():
    assert words("RestartPreventExitStatus") == [str(BAD_INPUT)]
    assert words("Restart") == ["on-failure"]
    assert words("StartLimitIntervalSec") == ["0"]


def test_the_unit_waits_for_word_and_for_signs_of_life():
    assert words("Type") == ["notify"]
    assert int(words("WatchdogSec")[0]) > 0


def test_the_journal_of_the_first_configuration_lies_in_the_folder_of_the_service():
    file = (FOLDER / "config.toml").read_text(encoding="utf-8")
    assert f'journal = "/var/lib/{words("StateDirectory")[0]}/journal.db"' in file


def test_the_hub_is_known_by_its_usb_id():
    rules = (FOLDER / "hub.rules").read_text(encoding="utf-8")
    assert re.findall(r'ATTRS\{(\w+)\}=="(\w+)"', rules) == [("idVendor", "2e8a"), ("idProduct", "0005")]
    assert 'GROUP="dialout"' in rules


@needs_sysusers
def test_the_user_is_made_and_groups_that_exist_stay(tmp_path):
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc" / "group").write_text("gpio:x:986:anna\n", encoding="utf-8")
    command = ["systemd-sysusers", f"--root={tmp_path}", str(FOLDER / "sysusers.conf")]
    subprocess.run(command, check=True, capture_output=True)
    groups = (tmp_path / "etc" / "group").read_text(encoding="utf-8")
    assert "gpio:x:986:anna\n" in groups
    assert {line.split(":")[0] for line in groups.splitlines()} == {"gpio", "i2c", "spi", "dialout", "companion"}
    (user,) = (tmp_path / "etc" / "passwd").read_text(encoding="utf-8").splitlines()
    assert re.fullmatch(r"companion:x:\d+:\d+:Tabletop Companion:/var/lib/companion:/usr/sbin/nologin", user)
