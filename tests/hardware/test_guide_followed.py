"""What the build guide has a maker type is run in the virtual Pi or left out for a reason, and the faults that a wrong
line leads to look as it says."""

import re
from collections.abc import Sequence
from pathlib import Path

from companion import boards, data
from companion.devices import oled
from companion.devices.panel import Panel
from companion.screens.frames import BLANK, SIZE
from hardware.workshop.sources import HARDWARE
from tests.boxes import box
from tests.vm import guide, panel
from tests.vm.panel import Rows

GUIDE = (HARDWARE / "README.md").read_text(encoding="utf-8")
FAULTS = GUIDE.split("## What a fault looks like\n")[1]


def test_every_command_is_run_in_the_virtual_pi_or_it_is_said_why_not() -> None:
    told = (guide.AS_IT_IS, frozenset(guide.IN_ANOTHER_SHAPE), frozenset(guide.LEFT_OUT))
    assert sum(map(len, told)) == len(frozenset.union(*told))
    assert sorted(guide.all_commands()) == sorted(frozenset.union(*told))


def test_commands_are_found_on_lines_of_their_own_and_in_sentences() -> None:
    text = (
        "Go:\n\n    make play    # here\n\n1. `make`, not `x.md`.\n\n       sudo a\n\n| `cd b`, `companion c` | d |\n"
    )
    assert guide.commands(text) == ["make play", "sudo a", "cd b", "companion c"]


class Wire:
    """Brings messages to the model of a panel."""

    def __init__(self, model: panel.Panel) -> None:
        self._model = model

    def send(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            self._model.write(bytes(message))

    def close(self) -> None:
        """Nothing is held."""


def seen(board: str, chip: str, *frames: bytes) -> Rows:
    """What a panel with this chip shows after these frames when it is driven as the board says."""
    model = panel.Panel(chip)
    display = boards.read(data.boards()[board]).display
    driver = Panel(display, oled.LumaChip(display.chip), lambda: Wire(model))
    for now, frame in enumerate(frames):
        driver.show(frame, float(now))
    driver.wake()
    return model.rows()


def test_a_panel_with_another_chip_than_the_board_has_looks_as_the_guide_says() -> None:
    rows = dict(re.findall(r"^\| ([^|]*) \|[^|]*sold as[^|]*\| `board = \"([a-z0-9-]+)\"`", FAULTS, re.MULTILINE))
    assert rows == {
        "Snow all over the panel, perhaps with a stripe of the picture": "hand-wired-sh1106",
        "The first picture is right, the next ones are jumbled or shifted": "hand-wired",
    }
    dark, lit = BLANK, b"\xff" * SIZE
    snow, striped = (seen("hand-wired", "sh1106", frame) for frame in (dark, lit))
    assert sum(one != other for one, other in zip(snow, striped, strict=True)) == 8
    some = dark[:300] + lit[300:500] + dark[500:]
    right, wrong = (
        [seen(board, "ssd1306", *frames) for frames in ((dark,), (dark, some))]
        for board in ("hand-wired", "hand-wired-sh1106")
    )
    assert right[0] == wrong[0]
    assert right[1] != wrong[1]


def test_the_presses_to_the_first_roll_are_those_of_a_new_box(tmp_path: Path) -> None:
    (step,) = re.findall(r"\d\. Play: (.*?)\n\n", GUIDE, re.DOTALL)
    presses = re.findall(r"\b(UP|DOWN|OK|BACK|ROLL)\b(?:\s+(?:on|is)\s+“([^”]+)”)?", step)
    with box(tmp_path / "journal.db") as new:
        for control, shown in presses:
            words = new.take().words
            assert not shown or {shown, f"{control} {shown}"} & set(words), (control, words)
            new.take(control.lower())
        assert new.match.lines() == ('{"do": "roll"}',)
