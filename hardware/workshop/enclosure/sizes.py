"""Sizes in millimetres of what is bought and of how things are printed. No body is made here.

A panel's board has no standard: `board` is the largest that fits, and tabs with slots hold a smaller one where its
picture is in the middle of the window. The source of a figure is said beside it; one without is a choice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

WALL, FLOOR, LID = 2.4, 2.4, 3.0
"""Thickness of the walls, the floor and the lid."""

THINNEST = 1.6
"""No wall may be thinner: four lines of a nozzle of 0.4 mm."""

POST, POST_PILOT = 6.0, 2.1
"""Diameters of a post for an M2.5 screw and of the hole it cuts its thread into."""

LID_SCREW, LID_PILOT = 3.4, 2.5
"""Diameters of the lid's holes for M3 screws, and of the holes below that they cut their thread into."""

CORNER, CORNER_TALL = 7.6, 8.6
"""Width and height of the blocks in the corners that take the lid's screws."""


@dataclass(frozen=True)
class Panel:
    """An OLED panel: its lit area, the largest board, and glass and board together.

    `shift` is how far the lit area's middle is above the board's, `pins` the edge that has the row of them, seen from
    the front, and `row` how long it is.
    """

    active: tuple[float, float]
    board: tuple[float, float]
    shift: float
    thick: float = 3.2
    pins: Literal["upper", "left"] = "upper"
    row: float = 11.0
    plug: float = 17.0
    """How far a plug on the pins stands out behind the board: a housing of 14 mm on 2.5 mm of header, rounded up."""


@dataclass(frozen=True)
class Opening:
    """A hole in a wall for a socket: its middle along the edge, its size, and its middle above the board's top."""

    along: float
    size: tuple[float, float]
    above: float


@dataclass(frozen=True)
class Pi:
    """A Pi as in its drawing: the edge with the power socket below, the header above, the card at the left.

    Raspberry Pi's mechanical drawings have the boards, the holes (58 × 23 mm and 58 × 49 mm apart, 3.5 mm from the
    edges) and the middles of the sockets. `power` is the opening at the lower edge, `ports` that at the right edge,
    None where no socket is there.
    """

    size: tuple[float, float]
    holes: tuple[tuple[float, float], ...]
    header: tuple[float, float, float, float]
    """The header with plugs on it: left, right, lower and upper edge."""

    tall: float
    """What stands on the board away from its header and its ports."""

    power: Opening
    ports: Opening | None = None
    overhang: float = 0.0
    """How far the ports stand out over the right edge."""


@dataclass(frozen=True)
class Button:
    """A push button: its hole, the rim above the lid, the nut or snap-in below, its depth below the lid."""

    hole: float
    body: float
    rim: float
    nut: float
    depth: float
    pitch: float


PANELS: Mapping[str, Panel] = MappingProxyType(
    {
        # Lit: data sheet DM-OLED096-624, 21.744 × 10.864. Boards that people have drawn: 27.4 × 28.0 with the picture
        # 1.75 up (JMD0.96A), 27.9 × 27.6 with 1.8 (jeffhiltz/openscad-components), 27.5 × 27.8, 26.5 × 27.5.
        "0.96": Panel((21.7, 10.9), (28.0, 28.5), 1.8),
        # Sellers' data of the usual SH1106 board: 35.4 × 33.5, lit 29.42 × 14.7; drawings of it have the picture 1.9
        # and 2.05 up, a measured one is 35.5 × 33.5.
        "1.3": Panel((29.4, 14.7), (36.0, 34.5), 2.0),
        # Drawing HS242L01W4S01: 72 × 43, 4.2 thick, lit 55.01 × 27.49 and 2.6 up, nine pins at 2.5 from the left.
        # Another board is 70.9 × 43.4, Waveshare's 61.5 × 39.5.
        "2.42": Panel((55.0, 27.5), (72.0, 43.5), 2.6, thick=4.2, pins="left", row=23.0),
    }
)

PIS: Mapping[str, Pi] = MappingProxyType(
    {
        # Zero 2 W: the port for devices at 41.4, power at 54.0, in one opening
        "zero": Pi(
            size=(65.0, 30.0),
            holes=((3.5, 3.5), (61.5, 3.5), (3.5, 26.5), (61.5, 26.5)),
            header=(7.0, 58.0, 23.5, 29.5),
            tall=3.5,
            power=Opening(47.7, (25.5, 9.0), 1.4),
        ),
        # 3, 4 and 5: power at 10.6 or 11.2, Ethernet and USB in either order at the right
        "full": Pi(
            size=(85.0, 56.0),
            holes=((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5)),
            header=(7.0, 58.0, 49.5, 55.5),
            tall=8.0,
            power=Opening(10.9, (15.0, 9.0), 1.6),
            ports=Opening(28.0, (53.5, 17.0), 8.0),
            overhang=2.9,
        ),
    }
)

BUTTONS: Mapping[str, Button] = MappingProxyType(
    {
        # PBS-33B, measured: thread 11.8, rim 17 to 17.5, thread and terminals 14 long; its nut is hexagonal, 14 across.
        "12": Button(hole=12.5, body=12.0, rim=17.5, nut=16.2, depth=24.0, pitch=20.0),
        # Sanwa OBSF-24, which snaps in: body 24.0, rim 28.0, 22 deep without its tabs and the terminals on them.
        "24": Button(hole=24.2, body=24.0, rim=28.0, nut=28.0, depth=36.0, pitch=31.0),
    }
)

SEAT_BUTTON = Button(hole=24.2, body=24.0, rim=28.0, nut=33.6, depth=36.0, pitch=35.5)
"""A seat's button, with a lamp: such as Adafruit's "mini LED arcade button", rim 27.6, 26 deep without its tabs, whose
nut has a collar of 33.6 (drawn by its owners); one that snaps in fits as well."""

PI_BOARD, PI_POST, PLUG = 1.4, 5.0, 18.0
"""A Pi's board, the posts below it, and how far a header with a plug on it stands out above (as `Panel.plug`)."""


def mm(value: float) -> float:
    """A length to a tenth of a millimetre, upwards."""
    return round(-(-value * 10 // 1) / 10, 1)
