"""Edges in, intents out: every rule of the controls and the seats, and bounce that no press may suffer."""

import random
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.screens.gestures import MANNERS, Edge, Gestures, manner
from companion.screens.intents import SEATS, Control, Intent, Kind, Line

UP, DOWN, OK, BACK, ROLL = Control.UP, Control.DOWN, Control.OK, Control.BACK, Control.ROLL
NONE: frozenset[Control] = frozenset()
BOTH = frozenset({OK, ROLL})

BOUNCE = 0.005
SHORTEST_PRESS = 0.015
SHORTEST_GAP = 0.03
LONG_GAP = 2.0


def played(edges: Iterable[Edge], until: float, holds: frozenset[Control] = NONE) -> list[tuple[float, Kind]]:
    """What a loop gets that sets one timer at `due()`: each intent's kind with the moment it came."""
    gestures = Gestures()
    heard: list[tuple[float, Kind]] = []

    def wait(moment: float) -> None:
        while (due := gestures.due()) is not None and due <= moment:
            heard.extend((round(due, 6), intent.kind) for intent in gestures.advance(due, holds))

    for edge in edges:
        wait(edge.time)
        heard.extend((round(edge.time, 6), intent.kind) for intent in gestures.edge(edge, holds))
    wait(until)
    return heard


def press(line: Line, start: float, length: float) -> list[Edge]:
    return [Edge(line, True, start), Edge(line, False, start + length)]


@pytest.mark.parametrize("control", [UP, DOWN, OK, ROLL])
def test_up_down_ok_and_roll_act_when_pressed(control: Control) -> None:
    gestures = Gestures()
    assert gestures.edge(Edge(control, True, 1.0)) == [Intent(Kind(control))]
    assert gestures.edge(Edge(control, False, 1.1)) == []


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_acts_when_pressed_and_held_long_is_still_one_press(seat: int) -> None:
    gestures = Gestures()
    assert gestures.edge(Edge(seat, True, 1.0)) == [Intent(Kind.SEAT, seat)]
    assert gestures.due() is None
    assert gestures.edge(Edge(seat, False, 9.0)) == []


def test_back_acts_when_released() -> None:
    assert played(press(BACK, 0, 0.3), 5) == [(0.3, Kind.BACK)]


def test_back_held_long_undoes_at_the_moment_and_swallows_its_click() -> None:
    assert played(press(BACK, 0, 0.8), 5) == [(0.6, Kind.UNDO)]


def test_back_held_for_exactly_the_long_press_undoes() -> None:
    assert played(press(BACK, 0, 0.6), 5) == [(0.6, Kind.UNDO)]


def test_back_held_for_minutes_undoes_once() -> None:
    assert played(press(BACK, 0, 200), 300) == [(0.6, Kind.UNDO)]


@pytest.mark.parametrize("control", [UP, DOWN])
def test_up_and_down_repeat_while_held(control: Control) -> None:
    assert played(press(control, 0, 0.75), 5) == [(t, Kind(control)) for t in (0, 0.4, 0.5, 0.6, 0.7)]


def test_the_repeat_ends_with_the_release() -> None:
    assert played(press(UP, 0, 0.39), 5) == [(0, Kind.UP)]


@pytest.mark.parametrize("control", [OK, ROLL])
def test_ok_and_roll_without_a_long_press_are_one_press_however_long(control: Control) -> None:
    assert played(press(control, 0, 3), 5) == [(0, Kind(control))]


@pytest.mark.parametrize(("control", "held"), [(OK, Kind.OK_HELD), (ROLL, Kind.ROLL_HELD)])
def test_a_screen_with_a_long_press_gets_it_at_the_moment_and_no_click(control: Control, held: Kind) -> None:
    assert played(press(control, 0, 1), 5, frozenset({control})) == [(0.6, held)]


@pytest.mark.parametrize("control", [OK, ROLL])
def test_under_a_screen_with_a_long_press_the_click_acts_when_released(control: Control) -> None:
    assert played(press(control, 0, 0.2), 5, frozenset({control})) == [(0.2, Kind(control))]


def test_a_long_press_on_ok_leaves_roll_acting_when_pressed() -> None:
    assert played(press(ROLL, 0, 1), 5, frozenset({OK})) == [(0, Kind.ROLL)]


def test_the_screen_at_the_beginning_of_a_press_decides_even_when_another_follows() -> None:
    gestures = Gestures()
    assert gestures.edge(Edge(OK, True, 0), BOTH) == []
    assert gestures.advance(0.7, NONE) == [Intent(Kind.OK_HELD)]
    assert gestures.edge(Edge(OK, False, 1), NONE) == []
    assert gestures.edge(Edge(OK, True, 2), NONE) == [Intent(Kind.OK)]
    assert gestures.advance(3, BOTH) + gestures.edge(Edge(OK, False, 3), BOTH) == []


def test_two_controls_held_together_do_not_disturb_each_other() -> None:
    edges = [Edge(BACK, True, 0), Edge(UP, True, 0.05), Edge(BACK, False, 0.3), Edge(UP, False, 0.5)]
    assert played(edges, 5) == [(0.05, Kind.UP), (0.3, Kind.BACK), (0.45, Kind.UP)]


def test_a_late_edge_first_gives_what_was_due_before_it() -> None:
    gestures = Gestures()
    gestures.edge(Edge(BACK, True, 0))
    assert gestures.edge(Edge(OK, True, 3)) == [Intent(Kind.UNDO), Intent(Kind.OK)]


def test_what_fell_due_on_several_lines_comes_in_the_order_of_time() -> None:
    gestures = Gestures()
    gestures.edge(Edge(UP, True, 0))
    gestures.edge(Edge(BACK, True, 0.05))
    kinds = [intent.kind for intent in gestures.advance(0.72)]
    assert kinds == [Kind.UP, Kind.UP, Kind.UP, Kind.UNDO, Kind.UP]


def test_a_control_and_a_seat_may_fall_due_at_the_same_moment() -> None:
    gestures = Gestures()
    for line in (BACK, 1):
        gestures.edge(Edge(line, True, 0))
        gestures.edge(Edge(line, False, 0.001))
    assert gestures.advance(1) == [Intent(Kind.BACK)]


def test_a_tap_shorter_than_the_lock_out_gives_press_and_release() -> None:
    assert played(press(BACK, 0, 0.015), 5) == [(0.02, Kind.BACK)]


def test_bounce_within_the_lock_out_is_nothing() -> None:
    levels = {0: True, 0.001: False, 0.003: True, 0.019: False, 0.0195: True}
    edges = [Edge(OK, level, time) for time, level in levels.items()]
    assert played(edges, 5) == [(0, Kind.OK)]


def test_an_edge_with_the_level_that_is_known_is_nothing() -> None:
    edges = [Edge(OK, True, 0), Edge(OK, True, 1), Edge(OK, False, 2), Edge(OK, False, 3)]
    assert played(edges, 5) == [(0, Kind.OK)]


def test_a_press_hidden_by_the_lock_out_of_a_release_counts_when_it_ends() -> None:
    edges = [*press(OK, 0, 0.1), Edge(OK, True, 0.11)]
    assert played(edges, 5) == [(0, Kind.OK), (0.12, Kind.OK)]


def test_the_level_found_at_the_end_of_a_lock_out_begins_another() -> None:
    edges = [*press(OK, 0, 0.015), Edge(OK, True, 0.021), Edge(OK, False, 0.022)]
    assert played(edges, 5) == [(0, Kind.OK)]


def test_nothing_is_due_when_nothing_is_held() -> None:
    gestures = Gestures()
    assert gestures.due() is None
    gestures.edge(Edge(OK, True, 0))
    assert gestures.due() is None
    gestures.edge(Edge(UP, True, 1))
    assert gestures.due() == pytest.approx(1.4)
    gestures.edge(Edge(UP, False, 1.01))
    assert gestures.due() == pytest.approx(1.02)
    assert gestures.advance(1.02) == []
    assert gestures.due() is None


@pytest.mark.parametrize("control", [BACK, UP])
def test_a_swallowed_press_gives_nothing_more_and_the_next_one_counts(control: Control) -> None:
    gestures = Gestures()
    gestures.edge(Edge(control, True, 0))
    gestures.swallow(control)
    assert gestures.due() is None
    assert gestures.edge(Edge(control, False, 2)) == []
    intents = [intent for edge in press(control, 3, 0.1) for intent in gestures.edge(edge)]
    assert intents == [Intent(Kind(control))]


def test_a_long_press_set_anew_counts_from_the_next_press() -> None:
    gestures = Gestures()
    gestures.edge(Edge(BACK, True, 0))
    gestures.long_press = 1.0
    assert gestures.advance(0.6) == [Intent(Kind.UNDO)]
    gestures.edge(Edge(BACK, False, 1))
    gestures.edge(Edge(BACK, True, 2))
    assert gestures.due() == pytest.approx(3.0)


@pytest.mark.parametrize(
    "wrong",
    [{"long_press": 0}, {"repeat_after": -1}, {"repeat_every": 0}, {"debounce": -0.1}, {"debounce": 0.1}],
)
def test_times_that_cannot_be_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="debounce must be"):
        Gestures(**wrong)


@pytest.mark.parametrize("line", [0, 9])
def test_a_seat_that_does_not_exist_is_refused(line: int) -> None:
    with pytest.raises(KeyError):
        Gestures().edge(Edge(line, True, 0))
    with pytest.raises(KeyError):
        manner(line, NONE)


LINES = st.sampled_from(list(MANNERS))
HOLDS = st.sets(st.sampled_from([OK, ROLL])).map(frozenset)


@given(LINES, HOLDS, st.floats(0.001, 0.39))
def test_a_driver_without_releases_gives_the_click_that_edges_give(
    line: Line, holds: frozenset[Control], length: float
) -> None:
    assert [kind for _, kind in played(press(line, 0, length), 5, holds)] == [
        intent.kind for intent in Gestures.click(line, holds)
    ]


@given(LINES, HOLDS, st.floats(0.71, 0.79))
def test_a_driver_without_releases_gives_the_hold_that_edges_give(
    line: Line, holds: frozenset[Control], length: float
) -> None:
    assert [kind for _, kind in played(press(line, 0, length), 5, holds)] == [
        intent.kind for intent in Gestures.hold(line, holds)
    ]


def test_a_hold_of_up_is_five_steps() -> None:
    assert Gestures.hold(UP) == [Intent(Kind.UP)] * 5


def bouncing(chance: random.Random, line: Line, level: bool, at: float) -> list[Edge]:
    """A change of level at `at` with up to four pairs of bounces in the 5 ms after it."""
    moments = sorted(at + chance.uniform(0, BOUNCE) for _ in range(2 * chance.randrange(5)))
    edges = [Edge(line, level, at)]
    edges += [Edge(line, level if n % 2 else not level, moment) for n, moment in enumerate(moments)]
    return edges


def bouncing_presses(chance: random.Random) -> tuple[list[Edge], list[Edge]]:
    """One to five presses of a line, some the shortest and closest a finger makes; bouncing, and clean."""
    line = chance.choice(list(MANNERS))
    moment, bounced, clean = 0.0, [], []
    for _ in range(chance.randint(1, 5)):
        length = SHORTEST_PRESS + chance.choice([0, chance.uniform(0, 0.03), chance.uniform(0, 1)])
        bounced += bouncing(chance, line, True, moment) + bouncing(chance, line, False, moment + length)
        clean += press(line, moment, length)
        moment += length + chance.choice([SHORTEST_GAP, chance.uniform(SHORTEST_GAP, 0.1), LONG_GAP])
    return bounced, clean


def check_bounce(seed: int) -> None:
    """None missed, doubled or stuck: bouncing presses give what clean ones give, at most the bounce later."""
    chance = random.Random(seed)
    holds = frozenset(control for control in (OK, ROLL) if chance.random() < 0.5)
    edges, truly = bouncing_presses(chance)
    heard = played(edges, edges[-1].time + 5, holds)
    expected = played(truly, truly[-1].time + 5, holds)
    assert [kind for _, kind in heard] == [kind for _, kind in expected], f"seed {seed}"
    delays = [late - on_time for (late, _), (on_time, _) in zip(heard, expected, strict=True)]
    assert all(0 <= delay < BOUNCE + 1e-5 for delay in delays), f"seed {seed}"


@given(st.integers(0, 2**32))
def test_no_bouncing_press_is_missed_doubled_or_stuck(seed: int) -> None:
    check_bounce(seed)


@pytest.mark.soak
def test_no_bouncing_press_of_a_hundred_thousand_is_missed_doubled_or_stuck() -> None:
    for seed in range(100_000):
        check_bounce(seed)
