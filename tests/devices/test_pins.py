"""What only our pins promise: the chip by its label, one descriptor, edges in order, sentences when a pin is taken."""

import errno
import inspect
import os
import select
import threading
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero.exc import PinInvalidEdges

from companion.devices import fake_chip, headers, pins
from companion.devices.fake_chip import Clock, FakeChip, FakeGpiod
from companion.devices.headers import REVISIONS, PinTrouble, open_header
from companion.devices.lines import WAITING_EDGES, EarlyLines
from companion.devices.pins import GpiodFactory

PATHS = ("/dev/gpiochip0", "/dev/gpiochip4")


class Machine:
    """A Pi's header and another chip, with a clock that stands still unless it is moved."""

    def __init__(self, label: str = "pinctrl-bcm2711", denied: tuple[str, ...] = ()) -> None:
        self.now = 1_000_000_000
        self.other = FakeChip(self.clock, "raspberrypi-exp-gpio")
        self.header = FakeChip(self.clock, label)
        self.gpiod = FakeGpiod(dict(zip(PATHS, (self.other, self.header), strict=True)), denied)

    def clock(self) -> int:
        return self.now

    def after(self, microseconds: int, pin: int, level: int) -> None:
        self.now += 1000 * microseconds
        self.header.contact(pin, level)


class Ear:
    def __init__(self) -> None:
        self.heard: list[tuple[float, int]] = []

    def hear(self, ticks: float, state: int) -> None:
        self.heard.append((ticks, state))


class Named:
    """One of several handlers that write into one list."""

    def __init__(self, name: int, heard: list[int]) -> None:
        self.name, self.heard = name, heard

    def hear(self, ticks: float, state: int) -> None:
        self.heard.append(self.name)


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def factory(machine: Machine) -> Any:
    with GpiodFactory(machine.gpiod, PATHS) as factory:
        yield factory


def button(factory: Any, number: int, ear: Any) -> Any:
    pin = factory.pin(number)
    pin.input_with_pull("up")
    pin.when_changed = ear.hear
    return pin


def readable(factory: Any) -> bool:
    return bool(select.select([factory], [], [], 0)[0])


@pytest.mark.parametrize("label", REVISIONS)
def test_the_header_is_found_by_the_label_of_its_chip(label: str) -> None:
    machine = Machine(label)
    with GpiodFactory(machine.gpiod, PATHS) as factory:
        factory.pin(17).input_with_pull("up")
        assert machine.header.lines[17].consumer == "companion"
        assert machine.other.lines[17].consumer == ""
        assert [bool(chip) for chip in machine.gpiod.opened] == [False, True]


@pytest.mark.parametrize("label", REVISIONS)
def test_every_pin_of_the_header_is_the_chip_s_line_of_that_number(label: str) -> None:
    machine = Machine(label)
    with GpiodFactory(machine.gpiod, PATHS) as factory:
        for number in range(28):
            factory.pin(number).output_with_state(1)
            assert machine.header.level(number) == 1


def test_without_a_header_the_sentence_names_the_labels() -> None:
    with pytest.raises(PinTrouble, match=r"^There is no header .*pinctrl-bcm2835, pinctrl-bcm2711, pinctrl-rp1\)\.$"):
        GpiodFactory(Machine("gpio-mockup").gpiod, PATHS)


def test_a_chip_that_may_not_be_opened_does_not_hide_the_header() -> None:
    GpiodFactory(Machine(denied=PATHS[:1]).gpiod, PATHS).close()


def test_a_user_who_may_open_no_header_is_told_the_group() -> None:
    with pytest.raises(PinTrouble, match=r"^This user may not open /dev/gpiochip4: add it to the group gpio \(sudo "):
        GpiodFactory(Machine(denied=PATHS[1:]).gpiod, PATHS)


def test_a_line_is_taken_at_its_first_use_and_given_back(machine: Machine) -> None:
    factory = GpiodFactory(machine.gpiod, PATHS)
    pin = factory.pin(5)
    assert machine.header.lines[5].consumer == ""
    assert pin.state == 0
    factory.pin(6).output_with_state(1)
    assert [machine.header.lines[n].consumer for n in (5, 6)] == ["companion", "companion"]
    pin.close()
    assert [machine.header.lines[n].consumer for n in (5, 6)] == ["", "companion"]
    factory.close()
    assert machine.header.lines[6].consumer == ""


@pytest.mark.parametrize(
    ("consumer", "says"),
    [
        ("fan", 'Pin 5 is in use by "fan": stop that, or give it another pin in the board file.'),
        ("spi0 CS1", 'Pin 5 is in use by "spi0 CS1": stop that, or give it another pin in the board file.'),
        (
            "companion",
            "Another companion has pin 5: stop it first (a service with: sudo systemctl stop companion).",
        ),
    ],
)
def test_a_pin_that_is_taken_is_told_with_its_owner(machine: Machine, factory: Any, consumer: str, says: str) -> None:
    machine.header.lines[5].consumer = consumer
    with pytest.raises(PinTrouble) as caught:
        factory.pin(5).input_with_pull("up")
    assert str(caught.value) == says


def test_a_pin_that_the_kernel_refuses_for_another_reason_is_told_with_it(machine: Machine) -> None:
    class Refusing(fake_chip.Chip):
        def request_lines(self, *_: object, **__: object) -> fake_chip.LineRequest:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))

    class Gpiod(FakeGpiod):
        def Chip(self, path: str) -> fake_chip.Chip:  # noqa: N802
            return Refusing(machine.header)

    with GpiodFactory(Gpiod({}), PATHS) as factory, pytest.raises(PinTrouble) as caught:
        factory.pin(5).input_with_pull("up")
    assert str(caught.value) == "Pin 5 cannot be used (No such device): give it another pin in the board file."


def test_a_taken_pin_without_an_owner_s_name_is_told_too() -> None:
    assert headers.busy(5) == (
        "Pin 5 is in use by another program: stop that, or give it another pin in the board file."
    )


def test_a_pin_that_is_taken_while_its_edges_are_wanted_can_be_closed(machine: Machine, factory: Any) -> None:
    machine.header.lines[5].consumer = "fan"
    pin, ear = factory.pin(5), Ear()
    with pytest.raises(PinTrouble):
        pin.when_changed = ear.hear
    pin.close()
    machine.header.lines[5].consumer = ""
    pin.when_changed = ear.hear
    machine.after(1, 5, 1)
    factory.dispatch()
    assert len(ear.heard) == 1


def test_one_descriptor_is_readable_while_edges_of_any_pin_wait(machine: Machine, factory: Any) -> None:
    ear = Ear()
    for number in (5, 6):
        button(factory, number, ear)
    assert not readable(factory)
    for number in (5, 6):
        machine.after(1, number, 0)
        assert readable(factory)
        factory.dispatch()
        assert not readable(factory)
    assert len(ear.heard) == 2


def test_dispatch_without_an_edge_does_nothing(factory: Any) -> None:
    ear = Ear()
    button(factory, 5, ear)
    factory.dispatch()
    assert ear.heard == []


def test_edges_of_all_pins_are_reported_in_the_order_of_their_times(machine: Machine, factory: Any) -> None:
    heard: list[int] = []
    names = [Named(number, heard) for number in (5, 6, 13)]
    for name in names:
        button(factory, name.name, name)
    order = [13, 5, 6, 5, 13, 6, 5]
    for step, number in enumerate(order):
        machine.after(10, number, order[: step + 1].count(number) % 2 == 0)
    factory.dispatch()
    assert heard == order


def test_an_edge_from_before_the_handler_is_never_heard(machine: Machine, factory: Any) -> None:
    ear = Ear()
    pin = button(factory, 5, ear)
    machine.after(1, 5, 0)
    pin.when_changed = None
    pin.when_changed = ear.hear
    factory.dispatch()
    assert ear.heard == []


def test_a_handler_that_closes_its_pin_hears_nothing_of_the_edges_that_wait(machine: Machine, factory: Any) -> None:
    heard: list[int] = []

    class Closer:
        def hear(self, ticks: float, state: int) -> None:
            heard.append(state)
            factory.pin(5).close()

    closer = Closer()
    button(factory, 5, closer)
    machine.after(1, 5, 0)
    machine.after(1, 5, 1)
    factory.dispatch()
    assert heard == [0]


@pytest.mark.parametrize("edges", ["up", "", "BOTH"])
def test_edges_that_cannot_be_are_refused(factory: Any, edges: str) -> None:
    with pytest.raises(PinInvalidEdges):
        factory.pin(5).edges = edges
    assert factory.pin(5).edges == "both"


def test_an_edge_has_the_kernel_s_time_in_seconds(machine: Machine, factory: Any) -> None:
    ear = Ear()
    button(factory, 5, ear)
    machine.after(250, 5, 0)
    machine.now += 10**9
    factory.dispatch()
    assert ear.heard == [(pytest.approx(1.00025, abs=1e-9), 0)]


def test_edges_are_stamped_by_the_clock_of_the_loop(machine: Machine, factory: Any) -> None:
    button(factory, 5, Ear())
    assert machine.header.lines[5].settings.event_clock is Clock.MONOTONIC


def test_of_more_edges_than_the_kernel_keeps_the_last_ones_are_heard(machine: Machine, factory: Any) -> None:
    ear = Ear()
    button(factory, 5, ear)
    for step in range(2 * WAITING_EDGES + 1):
        machine.after(1, 5, step % 2)
    factory.dispatch()
    assert len(ear.heard) == WAITING_EDGES
    assert ear.heard[-1] == (pytest.approx(machine.now * 1e-9), 0)


@pytest.fixture
def early(machine: Machine) -> Any:
    early = EarlyLines(lambda: machine.gpiod, lambda: PATHS)
    yield early
    early.close()


def test_edges_of_lines_that_were_taken_early_wait_for_their_pins(machine: Machine, early: EarlyLines) -> None:
    early.take({5: "up", 6: "down"})
    machine.after(10, 5, 0)
    machine.after(10, 6, 1)
    machine.after(10, 5, 1)
    first, second = Ear(), Ear()
    with GpiodFactory(machine.gpiod, PATHS, early) as factory:
        pin = button(factory, 5, first)
        other = factory.pin(6)
        other.input_with_pull("down")
        other.when_changed = second.hear
        machine.after(10, 5, 0)
        factory.dispatch()
        assert first.heard == [(pytest.approx(1.00001 + n * 1e-5), level) for n, level in ((0, 0), (2, 1), (3, 0))]
        assert second.heard == [(pytest.approx(1.00002), 1)]
        assert pin.state == 0


def test_what_a_pin_is_not_asked_for_at_once_waits_too(machine: Machine, early: EarlyLines) -> None:
    early.take({5: "up"})
    ear = Ear()
    with GpiodFactory(machine.gpiod, PATHS, early) as factory:
        pin = factory.pin(5)
        pin.input_with_pull("up")
        machine.after(10, 5, 0)
        pin.when_changed = ear.hear
        factory.dispatch()
        assert [state for _, state in ear.heard] == [0]


def test_a_second_handler_hears_nothing_of_the_time_before(machine: Machine, early: EarlyLines) -> None:
    early.take({5: "up"})
    ear = Ear()
    with GpiodFactory(machine.gpiod, PATHS, early) as factory:
        pin = button(factory, 5, Ear())
        pin.when_changed = None
        machine.after(10, 5, 0)
        pin.when_changed = ear.hear
        factory.dispatch()
        assert ear.heard == []


def test_a_line_that_was_taken_early_can_become_an_output(machine: Machine, early: EarlyLines) -> None:
    early.take({5: "up"})
    with GpiodFactory(machine.gpiod, PATHS, early) as factory:
        factory.pin(5).output_with_state(1)
        assert machine.header.level(5) == 1


def test_early_lines_are_released_by_whoever_has_them(machine: Machine, early: EarlyLines) -> None:
    early.take({5: "up", 6: "up"})
    assert [machine.header.lines[number].consumer for number in (5, 6)] == ["companion", "companion"]
    assert not any(machine.gpiod.opened)
    with GpiodFactory(machine.gpiod, PATHS, early) as factory:
        factory.pin(5).input_with_pull("up")
    assert [machine.header.lines[number].consumer for number in (5, 6)] == ["", "companion"]
    early.close()
    assert machine.header.lines[6].consumer == ""


def test_all_early_lines_are_taken_or_none(machine: Machine, early: EarlyLines) -> None:
    machine.header.lines[6].consumer = "fan"
    with pytest.raises(PinTrouble, match=r'^Pin 6 is in use by "fan"'):
        early.take({5: "up", 6: "up"})
    assert machine.header.lines[5].consumer == ""
    assert not any(machine.gpiod.opened)


def test_no_thread_is_started(machine: Machine, factory: Any) -> None:
    before = threading.enumerate()
    ears = [Ear() for _ in range(5)]
    for number, ear in enumerate(ears, 4):
        button(factory, number, ear)
        machine.after(1, number, 0)
    factory.dispatch()
    assert [len(ear.heard) for ear in ears] == [1] * 5
    assert threading.enumerate() == before


def test_a_closed_factory_has_no_descriptor(factory: Any) -> None:
    factory.close()
    with pytest.raises(ValueError, match="closed"):
        factory.fileno()


def test_a_closed_factory_takes_no_more_lines(factory: Any) -> None:
    factory.close()
    with pytest.raises(RuntimeError):
        factory.pin(5).input_with_pull("up")


def test_the_chips_of_the_machine_are_device_files() -> None:
    assert all(path.startswith("/dev/gpiochip") for path in headers.chips())


@pytest.mark.parametrize("misuse", ["blocking read", "closed chip", "released line", "another's line", "set an input"])
def test_the_fake_chip_refuses_misuse(machine: Machine, misuse: str) -> None:
    chip = machine.gpiod.Chip(PATHS[1])
    request = chip.request_lines({5: fake_chip.LineSettings(direction=fake_chip.Direction.INPUT)})

    def closed() -> None:
        chip.close()
        chip.get_info()

    def released() -> None:
        request.release()
        request.get_value(5)

    acts = {
        "blocking read": request.read_edge_events,
        "closed chip": closed,
        "released line": released,
        "another's line": lambda: request.get_value(6),
        "set an input": lambda: request.set_value(5, fake_chip.Value.ACTIVE),
    }
    try:
        with pytest.raises((RuntimeError, PermissionError)):
            acts[misuse]()
    finally:
        request.release()


def test_the_fake_has_the_names_of_the_real_package() -> None:
    gpiod = pytest.importorskip("gpiod", reason="the package gpiod is not installed")
    for enum in (fake_chip.Direction, fake_chip.Bias, fake_chip.Edge, fake_chip.Clock, fake_chip.Value):
        assert {member.name for member in enum} <= {member.name for member in getattr(gpiod.line, enum.__name__)}
    assert {member.name for member in fake_chip.EventType} == {member.name for member in gpiod.EdgeEvent.Type}
    assert {f.name for f in fields(fake_chip.LineSettings)} <= {f.name for f in fields(gpiod.LineSettings)}
    assert {f.name for f in fields(fake_chip.EdgeEvent)} <= {f.name for f in fields(gpiod.EdgeEvent)}
    for fake, real in ((fake_chip.Chip, gpiod.Chip), (fake_chip.LineRequest, gpiod.LineRequest)):
        for name, method in inspect.getmembers(fake, inspect.isfunction):
            if not name.startswith("_") and name != "happened":
                ours, theirs = (set(inspect.signature(found).parameters) for found in (method, getattr(real, name)))
                assert ours <= theirs, name


def test_our_settings_are_taken_by_the_real_package(monkeypatch: pytest.MonkeyPatch) -> None:
    gpiod = pytest.importorskip("gpiod", reason="the package gpiod is not installed")
    made: list[Any] = []
    monkeypatch.setattr(pins, "open_header", lambda module, paths: (Recorder(made), 0xC03111))
    with GpiodFactory(gpiod, ()) as factory:
        factory.pin(5).input_with_pull("up")
        factory.pin(25).output_with_state(1)
    first, second = made
    assert (first.direction, first.bias) == (gpiod.line.Direction.INPUT, gpiod.line.Bias.PULL_UP)
    assert (first.edge_detection, first.event_clock) == (gpiod.line.Edge.NONE, gpiod.line.Clock.MONOTONIC)
    assert (second.direction, second.output_value) == (gpiod.line.Direction.OUTPUT, gpiod.line.Value.ACTIVE)


def test_a_chip_that_cannot_be_opened_is_not_the_header() -> None:
    def gone(_path: str) -> None:
        raise OSError(errno.ENODEV, "No such device")

    with pytest.raises(PinTrouble, match="There is no header of a Raspberry Pi here"):
        open_header(SimpleNamespace(Chip=gone), ["/dev/gpiochip9"])


class Recorder:
    """A chip that only remembers what is asked of it."""

    def __init__(self, made: list[Any]) -> None:
        self.made = made

    def request_lines(self, config: dict[int, Any], consumer: str, event_buffer_size: int) -> Any:
        self.made.extend(config.values())
        return self

    def release(self) -> None: ...

    def close(self) -> None: ...
