"""Where everything is in the hub, in millimetres: a round case with a ring of seat buttons, for the table's middle.

The origin is the middle of the floor's underside, z up. The breadboard with the Pico lies in the middle, its USB
socket to the left, where the wall has an opening.
"""

import math
from dataclasses import dataclass

from hardware.workshop.enclosure.sizes import CORNER, FLOOR, LID, SEAT_BUTTON, WALL, Button

SEATS = (0, 4, 2, 6, 1, 5, 3, 7)
"""The places of the ring in the order in which seats get them, so that few seats are spread evenly."""

RING, ROOM = 46.5, 65.0
"""The radius of the ring of buttons, and of the room inside."""

BOARD, BOARD_STACK = (83.0, 56.0, 10.0), 8.0
"""The breadboard (half-size, 82 × 55 × 9 mm), and what stands on it: the Pico (51 × 21 mm) on its header."""

BELOW = BOARD[2] + 14.0 + 6.0
"""The room between the buttons and the floor: the breadboard, the housing of a jumper wire on it, the wire's bend."""

USB, USB_SIZE = 15.0, (13.0, 12.0)
"""The height of the Pico's USB socket above the floor, and the opening for its plug."""


@dataclass(frozen=True)
class HubPlan:
    """A hub for 2 to 8 seats."""

    seats: int = 8

    @property
    def name(self) -> str:
        return f"hub-{self.seats}"

    @property
    def button(self) -> Button:
        return SEAT_BUTTON

    @property
    def rim(self) -> float:
        """The height of the wall, where the lid begins."""
        return FLOOR + self.button.depth + BELOW

    @property
    def height(self) -> float:
        return self.rim + LID

    @property
    def radius(self) -> float:
        return ROOM + WALL

    @property
    def angles(self) -> tuple[float, ...]:
        """Where each seat is, from the first on: degrees from the right, against the clock."""
        places = sorted(SEATS[: self.seats])
        return tuple(90.0 - 45.0 * place for place in places)

    @property
    def buttons(self) -> tuple[tuple[float, float], ...]:
        """The middles of the buttons, from the first seat on, clockwise from the back."""
        return tuple(at(angle, RING) for angle in self.angles)

    @property
    def screws(self) -> tuple[tuple[float, float], ...]:
        """The middles of the posts for the lid, between the buttons."""
        return tuple(at(22.5 + 90 * place, ROOM - CORNER / 2 + 0.8) for place in range(4))

    def pips(self, seat: int) -> tuple[tuple[float, float], ...]:
        """The dimples that tell the seat's number, outside its button; `seat` counts from 1."""
        radius, step = self.radius - 3.2, 3.4
        spread = math.degrees(step / radius)
        first = self.angles[seat - 1] + spread * (seat - 1) / 2
        return tuple(at(first - spread * pip, radius) for pip in range(seat))


def at(degrees: float, radius: float) -> tuple[float, float]:
    """A point on a circle around the middle."""
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))
