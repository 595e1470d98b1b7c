"""The real unit with other panels than an SSD1306, and with other pins than libgpiod's: the same pictures."""

import pytest

from companion import boards, data
from tests.vm.box import Box
from tests.vm.packages import WHEELS
from tests.vm.table import Installation
from tests.vm.twin import Twin
from tests.vm.virtual_pi import VirtualPi

WAY = ("ok", "down", "down", "ok", "back")
CONFIG = "/etc/companion/config.toml"


def follow(box: Box, *tokens: str, consumer: str = "companion") -> None:
    """See the first screen, and what each press leads to."""
    with Twin() as twin:
        box.shows(twin.take())
        box.listens(consumer)
        for token in tokens:
            box.tap(token)
            box.shows(twin.take(token))


def start(pi: VirtualPi) -> None:
    """Start the service with a panel that has just got its power."""
    pi.check("systemctl stop companion")
    pi.panel_power_fails()
    pi.check("systemctl start companion")


@pytest.mark.parametrize("board", ["hand-wired-sh1106", "hand-wired-ssd1309"])
def test_another_panel_shows_the_same_pictures(installation: Installation, board: str) -> None:
    with installation.saved.pi() as pi:
        pi.boot()
        pi.check(f"sed -i 's/^board = .*/board = \"{board}\"/' {CONFIG}")
        start(pi)
        follow(Box(pi, boards.read(data.boards()[board]).display.chip), *WAY)


def test_lgpio_stands_in_where_libgpiod_cannot_be_loaded(installation: Installation) -> None:
    with installation.saved.pi() as pi:
        pi.boot()
        pip = "/opt/companion/bin/python3 -m pip --disable-pip-version-check --quiet"
        pi.check(f"{pip} uninstall --yes gpiod && {pip} install --no-index --find-links /home/pi/{WHEELS} lgpio", 300)
        start(pi)
        box = Box(pi)
        follow(box, *WAY, consumer="lg")
        assert "driven by lgpio instead of libgpiod" in box.log()
        assert "Traceback" not in box.log()
