"""The printed cases: what is bought fits in, walls are thick enough, and what a slicer gets is closed."""

import functools
import itertools
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest
from build123d import Part, Pos, export_stl

from hardware.workshop import forge, versions
from hardware.workshop.enclosure import bought, box, build, hub, mesh, solids
from hardware.workshop.enclosure.box_plan import BoxPlan, plans
from hardware.workshop.enclosure.hub_plan import USB, HubPlan
from hardware.workshop.enclosure.sizes import FLOOR, LID, THINNEST

ALL = pytest.mark.parametrize("plan", plans(), ids=lambda plan: plan.name)
FEW = pytest.mark.parametrize("seats", [2, 5, 8])
TOUCHING = 0.01
"""Cubic millimetres: bodies that only touch have no more than this in common."""

TOOLS = ("build123d", "cadquery-ocp-novtk")


@functools.cache
def box_bodies(plan: BoxPlan) -> Mapping[str, Part]:
    bodies = {"base": box.base(plan), "lid": box.lid(plan), "pi": bought.pi(plan), "panel": bought.panel(plan)}
    bodies |= {f"tab {number}": body for number, body in enumerate(box.tabs(plan), 1)}
    return bodies | {f"button {number}": body for number, body in enumerate(bought.buttons(plan), 1)}


@functools.cache
def hub_bodies(seats: int) -> Mapping[str, Part]:
    plan = HubPlan(seats)
    bodies = {"base": hub.base(plan), "lid": hub.lid(plan), "electronics": hub.electronics()}
    return bodies | {f"button {number}": body for number, body in enumerate(hub.buttons(plan), 1)}


def common(one: Part, other: Part) -> float:
    """Cubic millimetres that two bodies have in common."""
    found = one & other
    bodies = found if isinstance(found, list | tuple) else [found]
    return sum(body.volume for body in bodies if body is not None)


def overlaps(bodies: Mapping[str, Part]) -> list[tuple[str, str]]:
    pairs = itertools.combinations(bodies.items(), 2)
    return [(name, other) for (name, one), (other, two) in pairs if common(one, two) > TOUCHING]


@ALL
def test_the_parts_of_a_box_fit_without_overlap(plan: BoxPlan) -> None:
    assert overlaps(box_bodies(plan)) == []


@FEW
def test_the_parts_of_a_hub_fit_without_overlap(seats: int) -> None:
    assert overlaps(hub_bodies(seats)) == []


def test_an_overlap_would_be_seen() -> None:
    bodies = dict(box_bodies(BoxPlan("1.3", "12", "zero")))
    bodies["pi"] = Pos(0, 1.2, 0) * bodies["pi"]
    assert ("base", "pi") in overlaps(bodies)


@ALL
def test_base_and_lid_are_one_sound_body_each(plan: BoxPlan) -> None:
    for name in ("base", "lid"):
        body = box_bodies(plan)[name]
        assert body.is_valid
        assert len(body.solids()) == 1


@ALL
def test_the_box_is_as_large_as_its_plan_says(plan: BoxPlan) -> None:
    bodies = box_bodies(plan)
    low, high = bodies["base"].bounding_box(), bodies["lid"].bounding_box()
    assert pytest.approx(plan.outer, abs=0.01) == (low.size.X, low.size.Y, high.max.Z)
    assert pytest.approx(0, abs=0.01) == low.min.Z


@ALL
def test_nothing_of_the_lid_covers_the_active_area_even_seen_aslant(plan: BoxPlan) -> None:
    lit, (x, y) = plan.panel.active, plan.window_at
    above = solids.around((x, y), lit, (plan.rim, plan.rim + LID + 1))
    assert common(above, box_bodies(plan)["lid"]) == 0
    assert common(bought.active(plan), bought.panel(plan)) == pytest.approx(lit[0] * lit[1] * 0.02, rel=0.01)
    wider = solids.around((x, y), (lit[0] + 2, lit[1] + 2), (plan.rim, plan.rim + LID))
    assert common(wider, box_bodies(plan)["lid"]) > 0


@ALL
def test_a_plug_reaches_each_socket_through_the_wall(plan: BoxPlan) -> None:
    at = {"zero": (41.4, 54.0), "full": (10.6, 11.2)}[plan.pi_name]
    back = plan.inner[1] / 2
    for along in at:
        x, _ = plan.on_pi(along, 0)
        plug = solids.around((x, back + 10), (11.0, 20.0), (plan.pi_top + 1.4 - 4, plan.pi_top + 1.4 + 4))
        assert common(plug, box_bodies(plan)["base"]) == 0
    if plan.pi.ports:
        _, y = plan.on_pi(0, plan.pi.ports.along)
        plugs = solids.around((-plan.inner[0] / 2 - 10, y), (20.0, 52.5), (plan.pi_top, plan.pi_top + 16))
        assert common(plugs, box_bodies(plan)["base"]) == 0


@ALL
def test_the_lid_s_screws_go_through_it_into_the_corners(plan: BoxPlan) -> None:
    base, lid = box_bodies(plan)["base"], box_bodies(plan)["lid"]
    for place in plan.corners:
        screw = solids.rod(place, 3.0, (plan.rim + LID - 10, plan.rim + LID))
        assert common(screw, lid) == 0
        threads = common(screw, base)
        assert threads > 7 * 1.9  # a ring from 2.5 to 3 mm, 7 mm deep
        assert threads < 7 * 2.4


def test_the_hub_s_usb_plug_goes_through_the_wall() -> None:
    plan = HubPlan()
    plug = solids.block((-plan.radius - 5, -42.6), (-5.5, 5.5), (FLOOR + USB - 4, FLOOR + USB + 4))
    assert all(common(plug, body) == 0 for name, body in hub_bodies(8).items())


EXTREMES = tuple(
    BoxPlan(*names)
    for names in (("0.96", "24", "zero"), ("1.3", "12", "zero"), ("1.3", "12", "full"), ("2.42", "24", "full"))
)


@functools.cache
def printed(plan: BoxPlan | HubPlan) -> Mapping[str, Part]:
    return build.prints(plan)


def as_stl(body: Part, folder: Path) -> Path:
    export_stl(body, folder / "body.stl", tolerance=build.COARSE, angular_tolerance=build.ANGLE)
    return folder / "body.stl"


@pytest.mark.parametrize("plan", [*EXTREMES, HubPlan(), HubPlan(3)], ids=lambda plan: plan.name)
def test_what_a_slicer_gets_is_closed_and_nowhere_thinner_than_four_lines(
    plan: BoxPlan | HubPlan, tmp_path: Path
) -> None:
    for body in printed(plan).values():
        triangles = mesh.read(as_stl(body, tmp_path))
        assert mesh.open_edges(triangles) == 0
        assert mesh.volume(triangles) == pytest.approx(body.volume, rel=0.005)
        assert triangles[..., 2].min() == pytest.approx(0, abs=1e-3)
        points, thick = mesh.thicknesses(triangles, 12.0)
        assert points[thick < THINNEST].tolist() == []
        assert np.isfinite(thick).mean() > 0.5


@pytest.mark.parametrize(("wall", "thin"), [(1.5, True), (1.7, False)])
def test_a_thin_wall_would_be_seen(tmp_path: Path, wall: float, thin: bool) -> None:
    cup = solids.around((0, 0), (20, 20), (0, 20)) - solids.around((0, 0), (20 - 2 * wall, 20 - 2 * wall), (2, 21))
    _, thick = mesh.thicknesses(mesh.read(as_stl(cup, tmp_path)), 8.0)
    assert bool((thick < THINNEST).any()) is thin


def test_a_missing_triangle_would_be_seen(tmp_path: Path) -> None:
    triangles = mesh.read(as_stl(solids.around((0, 0), (1, 1), (0, 1)), tmp_path))
    assert mesh.open_edges(triangles) == 0
    assert mesh.open_edges(triangles[1:]) == 3


@pytest.mark.parametrize("plan", build.COMMITTED, ids=lambda plan: plan.name)
def test_a_committed_stl_is_made_again_byte_for_byte(plan: BoxPlan | HubPlan, tmp_path: Path) -> None:
    same = all(versions.here()[name] == versions.committed()[name] for name in TOOLS)
    for name, body in printed(plan).items():
        made, kept = as_stl(body, tmp_path), build.PRINTS / f"{name}.stl"
        if same:
            assert made.read_bytes() == kept.read_bytes()
        assert mesh.volume(mesh.read(made)) == pytest.approx(mesh.volume(mesh.read(kept)), rel=0.001)


@pytest.mark.parametrize("path", sorted(build.PRINTS.iterdir()), ids=lambda path: path.stem)
def test_a_committed_stl_is_closed(path: Path) -> None:
    assert mesh.open_edges(mesh.read(path)) == 0


def test_a_step_file_is_made_again_byte_for_byte(tmp_path: Path) -> None:
    plan = BoxPlan("1.3", "12", "zero")
    first, second = (list(build.save(plan, tmp_path / name, tmp_path / name)) for name in ("one", "two"))
    assert len(first) == 6
    assert all(one.read_bytes() == other.read_bytes() for one, other in zip(first, second, strict=True))


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("9",), "There is no hub with SEATS=9: choose 2 to 8."),
        (("1.3", "12", "six"), "There is no PI=six: choose zero or full."),
        (("1.3", "12", ""), "There is no PI=: choose zero or full."),
    ],
)
def test_a_case_that_there_is_not_gets_one_sentence(names: tuple[str, ...], says: str) -> None:
    with pytest.raises(SystemExit) as ended:
        forge.MAKERS[len(names)](*names)
    assert str(ended.value) == says
