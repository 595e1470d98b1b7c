"""Writes the files of the enclosures: STL to print, STEP to change, and the pictures of the guide.

The STEP format demands a date: it is always the same, so that the same bodies give the same bytes.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import numpy as np
from build123d import Part, Pos, Rot, Solid, export_step, export_stl
from PIL import Image

from hardware.workshop.enclosure import bought, box, hub, picture
from hardware.workshop.enclosure.box_plan import BoxPlan, plans
from hardware.workshop.enclosure.hub_plan import HubPlan
from hardware.workshop.enclosure.picture import Piece
from hardware.workshop.sources import HARDWARE, ROOT

PRINTS, PICTURES = HARDWARE / "enclosure", HARDWARE / "pictures"
STEPS = ROOT / "build" / "enclosure"
"""Where the STEP files go, and all of a box that is not committed."""

COMMITTED: tuple[BoxPlan | HubPlan, ...] = (*(plan for plan in plans() if plan.button_name == "12"), HubPlan())
"""The cases whose STL files are in the checkout; `make enclosure` makes any other."""

DATE = "2000-01-01T00:00:00"
COARSE, ANGLE = 0.05, 0.2
"""The largest way between a body and its triangles, in millimetres, and the largest angle, in radians."""

CASE, TOP, BOARD, GLASS, LIT = (224, 221, 214), (150, 178, 206), (96, 158, 110), (60, 62, 70), (140, 205, 255)
KNOB, TAB, RED = (245, 196, 66), (205, 140, 90), (214, 84, 72)


def prints(plan: BoxPlan | HubPlan) -> dict[str, Solid]:
    """The bodies to print, by the name of their file, each lying as it is printed."""
    if isinstance(plan, HubPlan):
        bodies = {f"{plan.name}-base": hub.base(plan), f"{plan.name}-lid": _turned(hub.lid(plan))}
    else:
        bodies = {f"{plan.name}-base": box.base(plan), f"{plan.name}-lid": _turned(box.lid(plan)), "box-tab": box.tab()}
    return {name: body.solid() for name, body in bodies.items()}


def save(plan: BoxPlan | HubPlan, stl: Path, step: Path) -> Iterator[Path]:
    """Write the STL and the STEP file of each body, each kind into its folder; yields the files."""
    for folder in (stl, step):
        folder.mkdir(parents=True, exist_ok=True)
    for name, body in prints(plan).items():
        export_stl(body, stl / f"{name}.stl", tolerance=COARSE, angular_tolerance=ANGLE)
        _export_step(body, step / f"{name}.step")
        yield from (stl / f"{name}.stl", step / f"{name}.step")


def _export_step(body: Solid, path: Path) -> None:
    export_step(body, path, timestamp=DATE)
    text = path.read_text(encoding="utf-8")  # in which the writer counts its assemblies from file to file
    path.write_text(re.sub(r"(NEXT_ASSEMBLY_USAGE_OCCURRENCE\()'\d+'", r"\1'1'", text), encoding="utf-8")


def triangles(body: Part) -> np.ndarray:
    """A body as triangles, for the pictures."""
    points, faces = body.tessellate(COARSE, ANGLE)
    return np.array([tuple(point) for point in points])[np.array(faces)]


def draw(name: str) -> Image.Image:
    """One picture of the guide."""
    pieces, turn, tilt = SCENES[name]
    return picture.draw(pieces(), turn, tilt, 900)


def write() -> None:
    """Write everything that is committed, and the STEP files beside it."""
    for plan in COMMITTED:
        for _ in save(plan, PRINTS, STEPS):
            pass
    PICTURES.mkdir(exist_ok=True)
    for name in SCENES:
        draw(name).save(PICTURES / f"{name}.png", optimize=True)


def _turned(lid: Part) -> Part:
    """A lid upside down, its upper side on the printer's bed."""
    turned = Rot(180, 0, 0) * lid
    return Pos(0, 0, -turned.bounding_box().min.Z) * turned


def _piece(body: Part, colour: tuple[int, int, int], lift: float = 0) -> Piece:
    return Piece(triangles(Pos(0, 0, lift) * body), colour)


def _top(plan: BoxPlan, lift: float = 0) -> Iterator[Piece]:
    """The lid with all that hangs on it."""
    yield _piece(box.lid(plan), TOP, lift)
    yield _piece(bought.panel(plan), GLASS, lift)
    yield _piece(bought.active(plan), LIT, lift + 0.1)
    *others, roll = bought.buttons(plan)
    yield from (_piece(button, KNOB, lift) for button in others)
    yield _piece(roll, RED, lift)


def _closed(plan: BoxPlan) -> Iterator[Piece]:
    yield _piece(box.base(plan), CASE)
    yield from _top(plan)


def _opened(plan: BoxPlan, lift: float) -> Iterator[Piece]:
    yield from _inside(plan)
    yield from _top(plan, lift)
    yield from (_piece(tab, TAB, lift) for tab in box.tabs(plan))


def _inside(plan: BoxPlan) -> Iterator[Piece]:
    yield _piece(box.base(plan), CASE)
    yield _piece(bought.pi(plan), BOARD)


def _lid_below(plan: BoxPlan) -> Iterator[Piece]:
    bodies = [(body, TAB) for body in box.tabs(plan)]
    bodies += [(box.lid(plan), TOP), (bought.panel(plan), BOARD), *((body, KNOB) for body in bought.buttons(plan))]
    yield from (_piece(Rot(180, 0, 0) * body, colour) for body, colour in bodies)


def _hub(plan: HubPlan) -> Iterator[Piece]:
    lift = 45.0
    yield _piece(hub.base(plan), CASE)
    yield _piece(hub.electronics(), BOARD)
    yield _piece(hub.lid(plan), TOP, lift)
    yield from (_piece(button, KNOB, lift) for button in hub.buttons(plan))


_SMALL, _BIG = BoxPlan("1.3", "12", "zero"), BoxPlan("2.42", "24", "full")
SCENES: Mapping[str, tuple[Callable[[], Iterator[Piece]], float, float]] = MappingProxyType(
    {
        "box": (lambda: _closed(_SMALL), 15, 58),
        "box-open": (lambda: _opened(_SMALL, 45), 25, 30),
        "box-inside": (lambda: _inside(_SMALL), 205, 50),
        "box-lid": (lambda: _lid_below(_SMALL), 155, 55),
        "box-big": (lambda: _closed(_BIG), 15, 58),
        "hub": (lambda: _hub(HubPlan()), 20, 40),
    }
)
"""The pictures of the guide: what is on them, and from where it is seen, turned and tilted by degrees."""
