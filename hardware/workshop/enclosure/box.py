"""The printed parts of the box: the base, the lid and the tabs that hold the panel, each as it stands in the box."""

from collections.abc import Iterator

from build123d import Circle, Part, Pos, Rectangle, RegularPolygon, Rot, Sketch, extrude

from hardware.workshop.enclosure.box_plan import CONTROLS, TAB, TAB_HOLE, TAB_SLOT, TAB_THICK, BoxPlan
from hardware.workshop.enclosure.sizes import (
    CORNER,
    CORNER_TALL,
    FLOOR,
    LID,
    LID_PILOT,
    LID_SCREW,
    PI_POST,
    POST,
    POST_PILOT,
    WALL,
    Opening,
)
from hardware.workshop.enclosure.solids import around, block, funnel, rod, rounded, wedge

ROUND, BEVEL, SIGN, CUT = 3.0, 1.2, 0.6, 1.0
"""The radius of the upright edges, the depth of the bevel around the window and of the signs, and how far a cut goes
beyond the body."""


def base(plan: BoxPlan) -> Part:
    """The box without its lid."""
    width, depth, _ = plan.inner
    body = rounded(plan.outer[:2], ROUND, (0, plan.rim)) - around((0, 0), (width, depth), (FLOOR, plan.rim + CUT))
    for place in plan.corners:
        body += _corner(plan, place)
    for place in _pi_holes(plan):
        body += rod(place, POST, (FLOOR - CUT, FLOOR + PI_POST))
        body -= rod(place, POST_PILOT, (FLOOR - 0.6, FLOOR + PI_POST + CUT))
    for cut in (*_openings(plan), *_vents(plan), *_grille(plan)):
        body -= cut
    return body


def lid(plan: BoxPlan) -> Part:
    """The lid, with the window above and the posts for the tabs below."""
    low, high = plan.rim, plan.rim + LID
    body = rounded(plan.outer[:2], ROUND, (low, high))
    for place in plan.panel_posts:
        body += rod(place, POST, (low - plan.panel_post, low + 0.5))
        body -= rod(place, POST_PILOT, (low - plan.panel_post - CUT, low + 1))
    for place in plan.corners:
        body -= rod(place, LID_SCREW, (low - CUT, high + CUT))
    for place in plan.buttons:
        body -= rod(place, plan.button.hole, (low - CUT, high + CUT))
    for sign in _signs(plan):
        body -= sign
    width, height = plan.window
    body -= around(plan.window_at, plan.window, (low - CUT, high + CUT))
    return body - funnel(plan.window_at, plan.window, (width + 2 * BEVEL, height + 2 * BEVEL), (high - BEVEL, high))


def tab() -> Part:
    """One tab, lying at the origin: its tip at the right, the slot from the origin to the right."""
    length, width = TAB
    body = block((-width / 2, length - width / 2), (-width / 2, width / 2), (0, TAB_THICK))
    slot = block((0, TAB_SLOT), (-TAB_HOLE / 2, TAB_HOLE / 2), (-CUT, TAB_THICK + CUT))
    ends = [rod((x, 0), TAB_HOLE, (-CUT, TAB_THICK + CUT)) for x in (0, TAB_SLOT)]
    return body - slot - ends[0] - ends[1]


def tabs(plan: BoxPlan) -> tuple[Part, ...]:
    """The four tabs where they hold a panel of the largest board, their slots drawn out."""
    top = plan.rim - plan.panel.thick - TAB_THICK
    left = [Pos(x - TAB_SLOT, y, top) * tab() for x, y in plan.panel_posts if x < 0]
    right = [Pos(x + TAB_SLOT, y, top) * Rot(0, 0, 180) * tab() for x, y in plan.panel_posts if x > 0]
    return (*left, *right)


def _signs(plan: BoxPlan) -> Iterator[Part]:
    """What is cut into the lid behind each button: arrows for up, down and back, a disc for OK, a square for roll."""
    high = plan.rim + LID
    shapes = {
        "up": _arrow(90),
        "down": _arrow(-90),
        "ok": Circle(2.0),
        "back": _arrow(180),
        "roll": Rectangle(3.6, 3.6),
    }
    for name, (x, y) in zip(CONTROLS, plan.buttons, strict=True):
        behind = y + plan.button.rim / 2 + 4
        yield extrude(Pos(x, behind, high - SIGN) * shapes[name], SIGN + CUT)


def _arrow(degrees: float) -> Sketch:
    return Rot(0, 0, degrees) * RegularPolygon(2.4, 3)


def _corner(plan: BoxPlan, place: tuple[float, float]) -> Part:
    signs = tuple(1 if value > 0 else -1 for value in place)
    wall = (signs[0] * plan.inner[0] / 2, signs[1] * plan.inner[1] / 2)
    inward = (-signs[0], -signs[1])
    low = plan.rim - CORNER_TALL
    x, y = (sorted((at + sign, at - sign * CORNER)) for at, sign in zip(wall, signs, strict=True))
    body = block((x[0], x[1]), (y[0], y[1]), (low, plan.rim))
    body += wedge(wall, (inward[0], inward[1]), CORNER, (low - CORNER, low))
    return body - rod(place, LID_PILOT, (low + 1, plan.rim + CUT))


def _pi_holes(plan: BoxPlan) -> list[tuple[float, float]]:
    return [plan.on_pi(*hole) for hole in plan.pi.holes]


def _openings(plan: BoxPlan) -> list[Part]:
    back, left = plan.inner[1] / 2, -plan.inner[0] / 2
    x, _ = plan.on_pi(plan.pi.power.along, 0)
    half = plan.pi.power.size[0] / 2
    cuts = [block((x - half, x + half), (back - CUT, back + WALL + CUT), _level(plan, plan.pi.power))]
    if plan.pi.ports:
        _, y = plan.on_pi(0, plan.pi.ports.along)
        half = plan.pi.ports.size[0] / 2
        cuts.append(block((left - WALL - CUT, left + CUT), (y - half, y + half), _level(plan, plan.pi.ports)))
    return cuts


def _level(plan: BoxPlan, opening: Opening) -> tuple[float, float]:
    middle, half = plan.pi_top + opening.above, opening.size[1] / 2
    return middle - half, middle + half


def _vents(plan: BoxPlan) -> list[Part]:
    x, y = plan.on_pi(plan.pi.size[0] / 2, plan.pi.size[1] / 2)
    return [around((x + shift, y), (2.4, 16), (-CUT, FLOOR + CUT)) for shift in (-12, -6, 0, 6, 12)]


def _grille(plan: BoxPlan) -> list[Part]:
    """Holes in front of the piezo."""
    front, low = -plan.inner[1] / 2, FLOOR + 10
    bars = range(-2, 3)
    return [block((5 * x - 1, 5 * x + 1), (front - WALL - CUT, front + CUT), (low, low + 10)) for x in bars]
