"""What is bought, as bodies a little too simple and never too small: for the tests of fit and for the pictures."""

from build123d import Part

from hardware.workshop.enclosure.box_plan import BoxPlan
from hardware.workshop.enclosure.sizes import FLOOR, LID, PI_BOARD, PI_POST, PLUG, Button
from hardware.workshop.enclosure.solids import around, block, rod


def pi(plan: BoxPlan) -> Part:
    """The Pi with plugs on its header, a card in it and its ports."""
    pi, top = plan.pi, plan.pi_top
    body = _piece(plan, (0, pi.size[0]), (0, pi.size[1]), (FLOOR + PI_POST, top))
    left, right, low, high = pi.header
    body += _piece(plan, (left, right), (low, high), (top, top + PLUG))
    body += _piece(plan, (-2.5, 10), (pi.size[1] / 2 - 6, pi.size[1] / 2 + 6), (top - PI_BOARD - 1.5, top))
    body += _piece(plan, (16, 40), (10, 23), (top, top + pi.tall))
    half = pi.power.size[0] / 2 - 1.5
    body += _piece(plan, (pi.power.along - half, pi.power.along + half), (-0.9, 6), (top, top + 3))
    for mounting in pi.holes:
        body -= rod(plan.on_pi(*mounting), 2.7, (FLOOR, top + 1))
    if pi.ports:
        half = pi.ports.size[0] / 2 - 1
        bounds = (pi.ports.along - half, pi.ports.along + half)
        body += _piece(plan, (pi.size[0] - 18, pi.size[0] + pi.overhang), bounds, (top, top + 16))
    return body


def panel(plan: BoxPlan) -> Part:
    """The panel against the lid, with a plug on its row of pins, 2.5 mm from its edge."""
    panel, (x, y), behind = plan.panel, plan.board_at, plan.rim - plan.panel.thick
    width, height = panel.board
    body = around((x, y), panel.board, (behind, plan.rim))
    if panel.pins == "left":
        return body + around((x - width / 2 + 2.5, y), (3, panel.row), (behind - panel.plug, behind))
    return body + around((x, y + height / 2 - 2.5), (panel.row, 3), (behind - panel.plug, behind))


def active(plan: BoxPlan) -> Part:
    """The lit area of the panel, as thin as a sheet."""
    return around(plan.window_at, plan.panel.active, (plan.rim - 0.02, plan.rim))


def buttons(plan: BoxPlan) -> tuple[Part, ...]:
    """The five buttons, from left to right."""
    return tuple(button(plan.button, place, plan.rim) for place in plan.buttons)


def button(size: Button, place: tuple[float, float], rim: float) -> Part:
    """One button in a lid whose underside is at `rim`: rim and cap above, nut and body below."""
    top = rim + LID
    body = rod(place, size.body, (rim - size.depth, top + 4)) + rod(place, size.rim, (top, top + 2))
    return body + rod(place, size.nut, (rim - 4, rim))


def _piece(plan: BoxPlan, along: tuple[float, float], across: tuple[float, float], z: tuple[float, float]) -> Part:
    """A cuboid given in the Pi's drawing."""
    ends = [plan.on_pi(x, y) for x, y in zip(along, across, strict=True)]
    xs, ys = (sorted(values) for values in zip(*ends, strict=True))
    return block((xs[0], xs[1]), (ys[0], ys[1]), z)
