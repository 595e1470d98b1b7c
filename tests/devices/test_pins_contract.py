"""What every pin does, gpiozero's fake and ours: levels, pulls, edges with their times, outputs, refusals."""

from collections.abc import Iterator

import pytest
from gpiozero.exc import (
    PinFixedPull,
    PinInvalidFunction,
    PinInvalidPin,
    PinInvalidPull,
    PinPWMUnsupported,
    PinSetInput,
)

from tests.devices.hands import Hand, hands


class Ear:
    """A handler of edges that remembers them; gpiozero keeps none alive, so a test has to hold it."""

    def __init__(self) -> None:
        self.heard: list[tuple[float, int]] = []

    def hear(self, ticks: float, state: int) -> None:
        self.heard.append((ticks, int(state)))

    @property
    def states(self) -> list[int]:
        return [state for _, state in self.heard]


@pytest.fixture(params=hands())
def hand(request: pytest.FixtureRequest) -> Iterator[Hand]:
    hand = request.param()
    yield hand
    hand.close()


def button(hand: Hand, number: int, pull: str = "up") -> tuple[object, Ear]:
    """An input with a pull resistor whose edges are heard."""
    pin, ear = hand.factory.pin(number), Ear()
    pin.input_with_pull(pull)
    pin.when_changed = ear.hear
    return pin, ear


def test_a_pin_asked_for_twice_is_the_same_pin(hand: Hand) -> None:
    assert hand.factory.pin(5) is hand.factory.pin("GPIO5")


@pytest.mark.parametrize("name", [28, 99, "GPIO77", "no pin"])
def test_a_pin_that_the_header_does_not_have_is_refused(hand: Hand, name: object) -> None:
    with pytest.raises(PinInvalidPin):
        hand.factory.pin(name)


def test_a_pin_starts_as_an_input_that_is_not_pulled(hand: Hand) -> None:
    pin = hand.factory.pin(5)
    assert (pin.function, pin.pull, pin.edges, pin.when_changed) == ("input", "floating", "both", None)


@pytest.mark.parametrize(("pull", "level"), [("up", 1), ("down", 0)])
def test_an_input_that_nothing_touches_has_the_level_of_its_pull(hand: Hand, pull: str, level: int) -> None:
    pin = hand.factory.pin(5)
    pin.input_with_pull(pull)
    assert (pin.function, pin.pull, pin.state) == ("input", pull, level)


def test_the_pull_of_an_input_can_be_changed(hand: Hand) -> None:
    pin = hand.factory.pin(5)
    pin.function = "input"
    for pull, level in (("up", 1), ("down", 0), ("up", 1)):
        pin.pull = pull
        assert (pin.pull, pin.state) == (pull, level)


def test_a_contact_wins_over_the_pull(hand: Hand) -> None:
    pin, _ = button(hand, 5)
    hand.put(5, 0)
    assert pin.state == 0
    hand.put(5, 1)
    assert pin.state == 1


def test_each_change_is_an_edge_with_the_level_after_it(hand: Hand) -> None:
    _, ear = button(hand, 5)
    for level in (0, 1, 0, 1, 0):
        hand.put(5, level)
    assert ear.states == [0, 1, 0, 1, 0]


def test_a_contact_that_changes_nothing_is_no_edge(hand: Hand) -> None:
    _, ear = button(hand, 5)
    hand.put(5, 1)
    hand.put(5, 0)
    hand.put(5, 0)
    assert ear.states == [0]


def test_an_edge_has_the_time_at_which_it_happened(hand: Hand) -> None:
    _, ear = button(hand, 5)
    times = [hand.factory.ticks()]
    for level in (0, 1):
        hand.put(5, level)
        times.append(hand.factory.ticks())
    (pressed, _), (released, _) = ear.heard
    moments = [times[0], pressed, times[1], released, times[2]]
    assert moments == sorted(moments)
    assert hand.factory.ticks_diff(released, pressed) == released - pressed


def test_the_edges_of_each_pin_go_to_its_own_handler(hand: Hand) -> None:
    (_, first), (_, second) = button(hand, 5), button(hand, 6)
    hand.put(6, 0)
    hand.put(5, 0)
    hand.put(6, 1)
    assert (first.states, second.states) == ([0], [0, 1])


@pytest.mark.parametrize(("edges", "states"), [("falling", [0, 0]), ("rising", [1]), ("both", [0, 1, 0]), ("none", [])])
def test_only_the_edges_asked_for_are_reported(hand: Hand, edges: str, states: list[int]) -> None:
    pin, ear = button(hand, 5)
    pin.edges = edges
    for level in (0, 1, 0):
        hand.put(5, level)
    assert ear.states == states
    assert pin.edges == edges


def test_a_handler_that_is_taken_away_hears_nothing_more_and_nothing_of_the_time_between(hand: Hand) -> None:
    pin, ear = button(hand, 5)
    hand.put(5, 0)
    pin.when_changed = None
    hand.put(5, 1)
    hand.put(5, 0)
    pin.when_changed = ear.hear
    hand.put(5, 1)
    assert ear.states == [0, 1]


def test_a_handler_can_be_changed_for_another(hand: Hand) -> None:
    pin, first = button(hand, 5)
    second = Ear()
    hand.put(5, 0)
    pin.when_changed = second.hear
    hand.put(5, 1)
    assert (first.states, second.states) == ([0], [1])


def test_a_handler_that_nobody_keeps_is_forgotten(hand: Hand) -> None:
    pin, ear = button(hand, 5)
    del ear
    hand.put(5, 0)
    assert pin.when_changed is None


def test_a_handler_may_close_its_pin(hand: Hand) -> None:
    (pin, ear), (_, other) = button(hand, 5), button(hand, 6)

    class Closer:
        def hear(self, ticks: float, state: int) -> None:
            pin.close()

    closer = Closer()
    pin.when_changed = closer.hear
    hand.put(5, 0)
    hand.put(6, 0)
    assert (ear.states, other.states) == ([], [0])


def test_an_input_is_not_set(hand: Hand) -> None:
    pin, _ = button(hand, 5)
    with pytest.raises(PinSetInput):
        pin.state = 1


@pytest.mark.parametrize("level", [0, 1])
def test_an_output_has_its_level_from_the_first_moment_on(hand: Hand, level: int) -> None:
    pin = hand.factory.pin(25)
    pin.output_with_state(level)
    assert (pin.function, pin.state, hand.level(25)) == ("output", level, level)


def test_an_output_shows_each_level_that_is_set(hand: Hand) -> None:
    pin = hand.factory.pin(25)
    pin.function = "output"
    for level in (1, 0, 1, True, False):
        pin.state = level
        assert pin.state == hand.level(25) == level


def test_an_output_is_not_pulled(hand: Hand) -> None:
    pin = hand.factory.pin(25)
    pin.output_with_state(0)
    with pytest.raises(PinFixedPull):
        pin.pull = "up"


def test_an_output_can_become_an_input_again(hand: Hand) -> None:
    pin = hand.factory.pin(25)
    pin.output_with_state(0)
    pin.input_with_pull("up")
    assert (pin.function, pin.state) == ("input", 1)


@pytest.mark.parametrize("number", [2, 3])
def test_the_pins_of_the_bus_keep_the_pull_that_the_pi_has_on_them(hand: Hand, number: int) -> None:
    pin = hand.factory.pin(number)
    assert pin.pull == "up"
    pin.input_with_pull("up")
    with pytest.raises(PinFixedPull):
        pin.input_with_pull("down")
    with pytest.raises(PinFixedPull):
        pin.pull = "floating"


def test_what_a_pin_cannot_be_is_refused(hand: Hand) -> None:
    pin = hand.factory.pin(5)
    with pytest.raises(PinInvalidFunction):
        pin.function = "spi"
    pin.function = "input"
    with pytest.raises(PinInvalidPull):
        pin.pull = "sideways"
    with pytest.raises(PinPWMUnsupported):
        pin.frequency = 440
    assert (pin.function, pin.pull, pin.frequency) == ("input", "floating", None)


def test_a_closed_pin_is_silent(hand: Hand) -> None:
    pin, ear = button(hand, 5)
    pin.close()
    hand.put(5, 0)
    assert ear.states == []


def test_a_closed_factory_is_silent_and_may_be_closed_again(hand: Hand) -> None:
    _, ear = button(hand, 5)
    pin = hand.factory.pin(25)
    pin.output_with_state(1)
    hand.factory.close()
    hand.factory.close()
    assert ear.states == []
