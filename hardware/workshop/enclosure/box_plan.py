"""Where everything is in the box, in millimetres, from the three things a maker chooses.

The origin is the middle of the floor's underside; x to the right, y to the back, z up. The panel's window and the Pi
lie behind the row of buttons; the Pi's power socket faces the back, the ports of a big Pi the left.
"""

from dataclasses import dataclass

from hardware.workshop.enclosure.sizes import (
    BUTTONS,
    CORNER,
    CORNER_TALL,
    FLOOR,
    LID,
    PANELS,
    PI_BOARD,
    PI_POST,
    PIS,
    PLUG,
    POST,
    THINNEST,
    WALL,
    Button,
    Panel,
    Pi,
    mm,
)

CONTROLS = ("up", "down", "ok", "back", "roll")
"""The buttons from left to right."""

EDGE, ROOM, BEND, MARGIN = 1.0, 3.0, 4.0, 0.5
"""From the Pi to the back wall, around the row of buttons, of a wire behind its plug, around the active area."""

SLIDE = 1.5
"""How far a panel of the largest board may be moved to each side."""

TAB, TAB_SLOT, TAB_THICK, TAB_HOLE = (22.0, 8.0), 8.0, 2.4, 2.9
"""A tab's size, the length of its slot, its thickness and the slot's width."""

PANEL_GRIP = 0.2
"""How much lower than the panel the posts are that the tabs are screwed to."""

TAB_PLACE, TAB_GAP = 0.37, 0.2
"""How far the tabs are from the panel's middle, in heights of its board: beside the row of pins at a short edge. The
least gap between a tab or its post and what is beside it."""


@dataclass(frozen=True)
class BoxPlan:
    """A box for one panel, one Pi and one size of buttons, each by its name in `sizes`."""

    panel_name: str
    button_name: str
    pi_name: str

    @property
    def name(self) -> str:
        return f"box-{self.panel_name}in-{self.button_name}mm-{self.pi_name}"

    @property
    def panel(self) -> Panel:
        return PANELS[self.panel_name]

    @property
    def button(self) -> Button:
        return BUTTONS[self.button_name]

    @property
    def pi(self) -> Pi:
        return PIS[self.pi_name]

    @property
    def inner(self) -> tuple[float, float, float]:
        """Width, depth and height of the room inside."""
        row = 4 * self.button.pitch + self.button.nut + 2 * (CORNER + 1.5)
        panel = 2 * (self._beside + TAB_SLOT + TAB[1] / 2 + CORNER + TAB_GAP)
        pi = self.pi.size[0] + 2 * (self.pi.overhang + ROOM)
        depth = self.row_depth + max(self.pi.size[1] + EDGE, self.panel.board[1] + 2 * SLIDE + 1)
        return mm(max(row, panel, pi)), mm(depth), mm(self._height)

    @property
    def _height(self) -> float:
        board = PI_POST + PI_BOARD
        behind = self.panel.thick + self.panel.plug + BEND
        ports = (
            self.pi.ports.above + self.pi.ports.size[1] / 2 + THINNEST + CORNER_TALL + CORNER if self.pi.ports else 0
        )
        above = max(self.pi.tall + behind, PLUG + self.panel.thick + BEND, ports)
        return max(board + above, self.button.depth + ROOM)

    @property
    def row_depth(self) -> float:
        """How deep the row of buttons is, with room around it."""
        return self.button.nut + 2 * ROOM + 1

    @property
    def outer(self) -> tuple[float, float, float]:
        """Width, depth and height of the closed box."""
        width, depth, height = self.inner
        return width + 2 * WALL, depth + 2 * WALL, FLOOR + height + LID

    @property
    def rim(self) -> float:
        """The height of the walls, where the lid begins."""
        return FLOOR + self.inner[2]

    @property
    def buttons(self) -> tuple[tuple[float, float], ...]:
        """The middles of the buttons from left to right, in the order of CONTROLS."""
        y = -self.inner[1] / 2 + ROOM + 1 + self.button.nut / 2
        return tuple(((place - 2) * self.button.pitch, y) for place in range(len(CONTROLS)))

    @property
    def window(self) -> tuple[float, float]:
        """The size of the hole that shows the picture."""
        return self.panel.active[0] + 2 * MARGIN, self.panel.active[1] + 2 * MARGIN

    @property
    def board_at(self) -> tuple[float, float]:
        """The middle of the panel's board, between the row of buttons and the back wall."""
        return 0.0, self.row_depth / 2

    @property
    def window_at(self) -> tuple[float, float]:
        """The middle of the window, where the picture is."""
        x, y = self.board_at
        return x, y + self.panel.shift

    @property
    def panel_post(self) -> float:
        """The height of the posts that the tabs are screwed to."""
        return self.panel.thick - PANEL_GRIP

    @property
    def panel_posts(self) -> tuple[tuple[float, float], ...]:
        """The middles of the posts for the tabs, two at the left and two at the right of the panel."""
        x, y = self.board_at
        above = self.panel.board[1] * TAB_PLACE
        return tuple((x + i * self._beside, y + j * above) for i in (-1, 1) for j in (-1, 1))

    @property
    def _beside(self) -> float:
        """How far the posts for the tabs are from the panel's middle, so that the largest board can be moved."""
        return self.panel.board[0] / 2 + SLIDE + POST / 2 + TAB_GAP

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Where the lid's screws are."""
        x, y = self.inner[0] / 2 - CORNER / 2, self.inner[1] / 2 - CORNER / 2
        return tuple((i * x, j * y) for i in (-1, 1) for j in (-1, 1))

    @property
    def pi_top(self) -> float:
        """The height of the upper side of the Pi's board."""
        return FLOOR + PI_POST + PI_BOARD

    def on_pi(self, along: float, across: float) -> tuple[float, float]:
        """A point of the Pi's drawing in the box, where the Pi is turned round."""
        width, depth = self.inner[:2]
        left = -width / 2 + self.pi.overhang + 0.4 if self.pi.ports else -self.pi.size[0] / 2
        return left + self.pi.size[0] - along, depth / 2 - EDGE - across


def plans() -> tuple[BoxPlan, ...]:
    """Every box that can be chosen."""
    return tuple(BoxPlan(panel, button, pi) for panel in PANELS for button in BUTTONS for pi in PIS)
