"""Where things are in the cases: everything has its place, and every board has a case."""

import itertools
import math
import shlex
import subprocess

import pytest

from hardware.workshop.enclosure.box_plan import CONTROLS, SLIDE, TAB, TAB_SLOT, BoxPlan, plans
from hardware.workshop.enclosure.hub_plan import RING, ROOM, HubPlan
from hardware.workshop.enclosure.sizes import CORNER, PANELS, THINNEST
from hardware.workshop.sources import HARDWARE, ROOT, all_boards, seats

ACTIVE = {"0.96": (21.7, 10.9), "1.3": (29.4, 14.7), "2.42": (55.0, 27.5)}
ALL = pytest.mark.parametrize("plan", plans(), ids=lambda plan: plan.name)


def test_every_combination_has_a_plan() -> None:
    assert len({plan.name for plan in plans()}) == 3 * 2 * 2
    assert {name: panel.active for name, panel in PANELS.items()} == ACTIVE


def test_the_buttons_are_in_the_order_of_a_board_file() -> None:
    assert tuple(all_boards()["hand-wired"].labels()) == CONTROLS


@ALL
def test_the_window_shows_the_active_area_and_no_edge_of_the_panel(plan: BoxPlan) -> None:
    off = 0.0, plan.panel.shift
    for opening, lit, board, shift in zip(plan.window, ACTIVE[plan.panel_name], plan.panel.board, off, strict=True):
        assert lit < opening < lit + 2
        assert opening + 2 * (SLIDE + shift) < board
    assert plan.window_at[1] - plan.board_at[1] == pytest.approx(plan.panel.shift)


@ALL
def test_window_buttons_and_screws_lie_inside_and_apart(plan: BoxPlan) -> None:
    width, depth, _ = plan.inner
    circles = [(place, plan.button.nut / 2) for place in plan.buttons]
    circles += [(place, CORNER / 2) for place in plan.corners]
    for (x, y), radius in circles:
        assert abs(x) + radius <= width / 2 + 0.01
        assert abs(y) + radius <= depth / 2 + 0.01
    for ((x, y), radius), ((u, v), other) in itertools.combinations(circles, 2):
        assert math.hypot(x - u, y - v) >= radius + other + THINNEST
    x, y = plan.board_at
    assert y - plan.panel.board[1] / 2 - SLIDE > plan.buttons[0][1] + plan.button.nut / 2
    assert y + plan.panel.board[1] / 2 + SLIDE < depth / 2
    assert max(post[0] for post in plan.panel_posts) - TAB_SLOT + TAB[0] - 4 < width / 2


@ALL
def test_a_tab_reaches_a_panel_that_is_a_centimetre_narrower_and_lets_go_of_the_widest(plan: BoxPlan) -> None:
    post = max(x for x, _ in plan.panel_posts)
    farthest = TAB[0] - TAB[1] / 2
    assert post - farthest < (plan.panel.board[0] - 10) / 2
    assert post - plan.panel.board[0] / 2 - SLIDE > 0


@ALL
def test_the_sockets_look_through_their_walls(plan: BoxPlan) -> None:
    pi = plan.pi
    left, right = (plan.on_pi(pi.power.along + shift, 0)[0] for shift in (1, -1))
    assert left < right  # turned round: its power socket faces the back
    assert plan.on_pi(0, 0)[1] == pytest.approx(plan.inner[1] / 2 - 1)
    if pi.ports:
        assert plan.on_pi(pi.size[0] + pi.overhang, 0)[0] == pytest.approx(-plan.inner[0] / 2 + 0.4)


@pytest.mark.parametrize("count", range(2, 9))
def test_the_hub_has_its_seats_clockwise_and_spread(count: int) -> None:
    plan = HubPlan(count)
    assert len(set(plan.angles)) == count
    assert plan.angles == tuple(sorted(plan.angles, reverse=True))
    assert all(len(plan.pips(seat)) == seat for seat in range(1, count + 1))
    gaps = [math.dist(one, other) for one, other in itertools.combinations(plan.buttons, 2)]
    assert min(gaps) >= plan.button.nut + THINNEST
    assert RING + plan.button.nut / 2 < ROOM


def test_the_hub_has_room_for_every_seat_of_its_program() -> None:
    assert HubPlan().seats == len(seats())


def test_the_committed_cases_are_those_for_12_mm_buttons_and_the_hub() -> None:
    named = {f"{plan.name}-{part}" for plan in plans() if plan.button_name == "12" for part in ("base", "lid")}
    named |= {"box-tab", "hub-8-base", "hub-8-lid"}
    files = list((HARDWARE / "enclosure").iterdir())
    assert {path.stem for path in files} == named
    assert {path.suffix for path in files} == {".stl"}
    assert max(path.stat().st_size for path in files) < 1_000_000


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ([], ["1.3", "12", "zero"]),
        (["PANEL=2.42", "BUTTON=24", "PI=full"], ["2.42", "24", "full"]),
        (["PI="], ["1.3", "12", ""]),
        (["PANEL=", "BUTTON=", "PI="], ["", "", ""]),
        (["PI=zero full"], ["1.3", "12", "zero full"]),
        (["SEATS=4"], ["4"]),
        (["SEATS="], ["1.3", "12", "zero"]),
    ],
)
def test_make_asks_for_the_case_that_is_named_even_where_a_name_is_empty(settings: list[str], names: list[str]) -> None:
    there = "--assume-old=.venv-hardware/hardware"
    command = ["make", "--dry-run", "--no-print-directory", there, "enclosure", *settings]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert shlex.split(told[-1])[-len(names) - 1 :] == ["hardware.workshop.forge", *names]
