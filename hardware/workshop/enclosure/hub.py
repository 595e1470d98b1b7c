"""The printed parts of the hub, base and lid, each as it stands in the hub, and what is bought for it."""

from build123d import Part

from hardware.workshop.enclosure.bought import button
from hardware.workshop.enclosure.box import CUT
from hardware.workshop.enclosure.hub_plan import BOARD, BOARD_STACK, ROOM, USB, USB_SIZE, HubPlan
from hardware.workshop.enclosure.sizes import CORNER, FLOOR, LID, LID_PILOT, LID_SCREW, WALL
from hardware.workshop.enclosure.solids import around, block, rod

MIDDLE = (0.0, 0.0)
PIP, PIP_DEEP = 1.6, 0.8
"""The dimples of a seat's number."""


def base(plan: HubPlan) -> Part:
    """The hub without its lid."""
    body = rod(MIDDLE, 2 * plan.radius, (0, plan.rim)) - rod(MIDDLE, 2 * ROOM, (FLOOR, plan.rim + CUT))
    for place in plan.screws:
        body += rod(place, CORNER, (FLOOR - CUT, plan.rim))
        body -= rod(place, LID_PILOT, (plan.rim - 12, plan.rim + CUT))
    width, height = USB_SIZE
    wall = (-ROOM - WALL - CUT, -ROOM + 3)
    return body - block(wall, (-width / 2, width / 2), (FLOOR + USB - height / 2, FLOOR + USB + height / 2))


def lid(plan: HubPlan) -> Part:
    """The lid with the holes of the buttons and the number of each seat in dimples."""
    low, high = plan.rim, plan.rim + LID
    body = rod(MIDDLE, 2 * plan.radius, (low, high))
    for place in plan.buttons:
        body -= rod(place, plan.button.hole, (low - CUT, high + CUT))
    for place in plan.screws:
        body -= rod(place, LID_SCREW, (low - CUT, high + CUT))
    for seat in range(1, plan.seats + 1):
        for place in plan.pips(seat):
            body -= rod(place, PIP, (high - PIP_DEEP, high + CUT))
    return body


def electronics() -> Part:
    """The breadboard with the Pico at its left end and the driver at its right."""
    width, depth, tall = BOARD
    body = around(MIDDLE, (width, depth), (FLOOR, FLOOR + tall))
    top = FLOOR + tall
    body += block((-width / 2 - 1, -width / 2 + 50), (-10.5, 10.5), (top, top + BOARD_STACK))
    return body + block((width / 2 - 27, width / 2 - 4), (-5, 5), (top, top + BOARD_STACK - 1))


def buttons(plan: HubPlan) -> tuple[Part, ...]:
    """The seat buttons, from the first on."""
    return tuple(button(plan.button, place, plan.rim) for place in plan.buttons)
