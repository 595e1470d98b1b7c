"""The installation of the README, without a network, on a Pi that was switched off and on afterwards."""

import re
from collections.abc import Iterator

import pytest

from tests.vm.box import Box
from tests.vm.guide import UPDATE
from tests.vm.packages import TESTING
from tests.vm.table import Installation
from tests.vm.twin import Twin
from tests.vm.virtual_pi import VirtualPi

CONTRACT = "tests/devices/test_pins_contract.py tests/devices/test_buttons.py"


@pytest.fixture(scope="module")
def pi(installation: Installation) -> Iterator[VirtualPi]:
    with installation.saved.pi() as machine:
        machine.boot()
        yield machine


def test_the_box_is_there_at_power_on(pi: VirtualPi) -> None:
    with Twin() as twin:
        Box(pi).shows(twin.take())
    assert pi.check("systemctl is-system-running") == "running\n"
    assert pi.check("systemctl is-enabled companion") == "enabled\n"
    assert "No match on the table" in pi.check("systemctl show companion -P StatusText")


def test_the_service_is_its_own_user_and_reaches_its_devices(pi: VirtualPi) -> None:
    assert pi.check(f"ps -o user= -p {Box(pi).pid()}").strip() == "companion"
    consumers = re.findall(r"GPIO(\d+)\"\s+\"companion\"", pi.check("gpioinfo gpiochip0"))
    assert sorted(map(int, consumers)) == [5, 6, 13, 19, 26]
    assert Box(pi).log().count("Traceback") == 0


def test_systemd_has_nothing_to_say_against_the_unit(pi: VirtualPi) -> None:
    assert pi.check("systemd-analyze verify /etc/systemd/system/companion.service") == ""
    exposure = pi.check("systemd-analyze security companion --no-pager | tail -n 1")
    assert float(re.search(r"companion.service: ([\d.]+)", exposure)[1]) <= 1.5


def test_the_user_who_installed_it_is_in_its_group(pi: VirtualPi) -> None:
    assert "companion" in pi.check("id -nG pi").split()
    assert "All is well." in pi.check("companion check || true", user="pi")


def test_the_contract_of_pins_holds_on_the_kernels_chip(pi: VirtualPi) -> None:
    pi.check("systemctl stop companion")
    pip = "/opt/companion/bin/python3 -m pip install --quiet --no-index --find-links /home/pi/wheels"
    pi.check(f"{pip} --target /home/pi/testing {TESTING}", seconds=300)
    run = "/opt/companion/bin/python3 -m pytest -q -p no:cacheprovider"
    hand = "COMPANION_HAND=tests.vm.hand:DebugfsHand PYTHONPATH=/home/pi/testing"
    text = pi.check(f"cd /home/pi/tabletop-companion && {hand} {run} {CONTRACT}", seconds=300)
    pi.check("systemctl start companion")
    assert re.search(r"\n\d\d+ passed", text)


def test_an_update_keeps_configuration_and_people_and_an_uninstall_keeps_matches(match) -> None:
    saved, _ = match
    with saved.pi() as pi:
        pi.boot()
        pi.check("sed -i 's/^board/language = \"en\"\\nboard/' /etc/companion/config.toml")
        before = pi.check("cat /etc/companion/config.toml"), Box(pi).journal_lines()
        export = pi.check("companion export --all", user="pi")
        assert '"players": ["A", "B"]' in export
        text = pi.check(f"cd ~/tabletop-companion && {UPDATE}", seconds=600, user="pi")
        assert "Kept /etc/companion/config.toml." in text
        assert (pi.check("cat /etc/companion/config.toml"), Box(pi).journal_lines()) == before
        pi.check("cd ~/tabletop-companion && sudo make uninstall", user="pi")
        assert pi.sh("systemctl status companion")[0] == 4  # there is no such unit
        assert pi.sh("test -e /opt/companion")[0] == 1
        pi.check("test -s /var/lib/companion/journal.db")
