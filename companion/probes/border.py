"""A border on the panel, by which a person sees whether the board file names the panel's chip.

SH1106 panels are sold as SSD1306, and the other way round; neither says what it is. Driven as the other, a chip may
still show the first picture right, but not what changes in it: so the border is drawn into a dark picture.
"""

from collections.abc import Iterable
from contextlib import closing
from typing import Any

from companion.boards import Display
from companion.devices.headers import CONSUMER
from companion.devices.oled import open_panel
from companion.devices.outputs import Outputs
from companion.screens.frames import BLANK, PAGES, WIDTH

BORDER = b"".join(b"\xff" + edge * (WIDTH - 2) + b"\xff" for edge in (b"\x01", *[b"\0"] * (PAGES - 2), b"\x80"))
"""One pixel along all four edges."""

UNASKED = "no border on the panel, since nobody says who has the pins of the controls"
"""Why it is not drawn where a box may have the panel without anybody knowing."""


def draw(display: Display, factory: Any) -> None:
    """Draw it and leave it there; `factory` has the pins of a panel on SPI. Raises PanelTrouble."""
    with closing(open_panel(display, Outputs(lambda: factory))) as panel:
        for frame in (BLANK, BORDER):
            panel.show(frame, 0.0)


def drawn(display: Display) -> str:
    """What to look for once it is there."""
    other = "ssd1306" if display.chip == "sh1106" else "sh1106"
    return (
        "a border is on the panel until the box starts: if one of its four edges is missing, two pixels off or full of "
        f"snow, the panel's chip is no {display.chip}, whatever it was sold as: name {other} in the board file"
    )


def left_out(users: Iterable[str]) -> str:
    """Why it is not drawn while others have pins of the controls: one of them may be a box, whose panel it is."""
    if CONSUMER in users:
        return "no border on the panel, which a box has: to see one, `sudo systemctl stop companion` and check again"
    names = " and ".join(f'"{user}"' for user in sorted(users))
    return f"no border on the panel, which may be in use as pins of the controls are, by {names}"
