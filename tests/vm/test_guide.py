"""The build guide followed line by line, as far as it goes: up to the installation that all tests share, and on."""

import re
from collections.abc import Callable

from companion.probes.border import BORDER
from tests.vm import guide
from tests.vm.box import CONTROLS, Box
from tests.vm.table import Installation, tell
from tests.vm.twin import Twin, rows_of
from tests.vm.virtual_pi import VirtualPi


def is_well(_: VirtualPi, told: str) -> None:
    assert told.splitlines()[-1] == "All is well."
    assert all(f"\n  {line}\n" in told for line in guide.LINES)
    assert guide.STOP in told  # a box runs, and keeps its panel


def has_something_to_tell(_: VirtualPi, told: str) -> None:
    assert "Started companion.service - Tabletop Companion." in told


def lets_a_check_draw_its_border(pi: VirtualPi, _: str) -> None:
    status, told = pi.sh(guide.CHECK, user="pi")
    assert (status, told.count("\n  a border is on the panel until the box starts: ")) == (1, 1)
    assert told.count("\n  The service is inactive: ") == 1
    assert Box(pi).rows() == rows_of(BORDER)


def shows_the_picture_on_the_other_panel(pi: VirtualPi, _: str) -> None:
    with Twin() as twin:
        Box(pi, guide.OTHER_CHIP).shows(twin.take())


def is_gone(pi: VirtualPi, _: str) -> None:
    assert pi.sh("command -v companion", user="pi")[0] != 0


THEN: dict[str, Callable[[VirtualPi, str], None]] = {
    guide.CHECK: is_well,
    guide.LOG: has_something_to_tell,
    guide.STOP: lets_a_check_draw_its_border,
    guide.RESTART: shows_the_picture_on_the_other_panel,
    guide.UNINSTALL: is_gone,
}


def test_the_guide_leads_to_a_box_that_plays(installation: Installation) -> None:
    assert re.fullmatch(r"Installed companion [0-9.]+\.", installation.told[guide.INSTALL].splitlines()[-1])
    with installation.saved.pi() as pi:
        pi.boot()
        assert pi.get(guide.BOOT).decode().splitlines() == [*guide.FRESH.splitlines(), *guide.LINES]
        box = Box(pi)
        with Twin() as twin:
            box.shows(twin.take())
            for control in CONTROLS:
                box.tap(control)
                box.shows(twin.take(control))
        rest = [command for command in guide.to_run() if command not in installation.told]
        assert sorted(rest) == sorted(THEN)
        for command in rest:
            THEN[command](pi, guide.follow(pi, command))
    for command, why in guide.LEFT_OUT.items():
        tell(f"guide, not run here: {command} ({why})")
