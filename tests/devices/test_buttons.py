"""Pins become edges of controls, on every board and every factory; bounce through the pins; the choice of a factory."""

import asyncio
import random
import threading
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from companion import boards, data
from companion.boards import Board
from companion.devices import buttons
from companion.devices.buttons import Buttons, Way, choose_factory
from companion.devices.fake_chip import FakeChip, FakeGpiod
from companion.devices.headers import PinTrouble, chips
from companion.devices.pins import GpiodFactory
from companion.screens.gestures import Edge, Gestures
from companion.screens.intents import Control, Kind
from tests.devices.hands import PATH, ChipHand, Hand, hands

BOARDS = {name: boards.read(path) for name, path in data.boards().items()}
BOARD = BOARDS["hand-wired"]
HIGH = structs.replace(
    BOARD,
    controls=boards.Controls(
        **{name: structs.replace(control, active="high") for name, control in BOARD.controls.by_name().items()}
    ),
)
PRESS, RELEASE = 0, 1


@pytest.fixture(params=hands())
def hand(request: pytest.FixtureRequest) -> Iterator[Hand]:
    hand = request.param()
    yield hand
    hand.close()


def pin(board: Board, control: Control) -> int:
    return board.controls.by_name()[control].pin


@pytest.mark.parametrize("name", BOARDS)
def test_every_control_of_every_shipped_board_is_heard(hand: Hand, name: str) -> None:
    heard: list[Edge] = []
    with Buttons(BOARDS[name], hand.factory) as opened:
        opened.listen(heard.append)
        for control in Control:
            hand.put(pin(BOARDS[name], control), PRESS)
            hand.put(pin(BOARDS[name], control), RELEASE)
    assert [(edge.line, edge.pressed) for edge in heard] == [
        (control, pressed) for control in Control for pressed in (True, False)
    ]
    assert all(earlier.time <= later.time for earlier, later in pairwise(heard))


def test_a_control_that_goes_high_when_pressed_is_pulled_down(hand: Hand) -> None:
    heard: list[Edge] = []
    with Buttons(HIGH, hand.factory) as opened:
        opened.listen(heard.append)
        assert [hand.level(pin(HIGH, control)) for control in Control] == [0] * 5
        hand.put(pin(HIGH, Control.OK), 1)
        hand.put(pin(HIGH, Control.OK), 0)
    assert [edge.pressed for edge in heard] == [True, False]


def test_the_controls_are_pulled_up(hand: Hand) -> None:
    with Buttons(BOARD, hand.factory):
        assert [hand.level(pin(BOARD, control)) for control in Control] == [1] * 5


def test_nothing_is_heard_before_listening_and_after_closing(hand: Hand) -> None:
    heard: list[Edge] = []
    opened = Buttons(BOARD, hand.factory)
    opened.open()
    hand.put(5, PRESS)
    hand.put(5, RELEASE)
    opened.listen(heard.append)
    hand.put(5, PRESS)
    opened.close()
    hand.put(5, RELEASE)
    assert [edge.pressed for edge in heard] == [True]


def test_closed_buttons_can_be_opened_again(hand: Hand) -> None:
    heard: list[Edge] = []
    opened = Buttons(BOARD, hand.factory)
    for _ in range(2):
        with opened:
            opened.listen(heard.append)
            hand.put(6, PRESS)
            hand.put(6, RELEASE)
    assert len(heard) == 4


@pytest.mark.parametrize("misuse", ["closed", "twice", "opened twice"])
def test_misuse_is_refused(hand: Hand, misuse: str) -> None:
    opened = Buttons(BOARD, hand.factory)
    if misuse != "closed":
        opened.open()
        opened.listen(print)
    with pytest.raises(RuntimeError):
        opened.open() if misuse == "opened twice" else opened.listen(print)
    opened.close()


def test_a_button_held_while_the_box_starts_says_nothing_until_it_is_pressed_anew() -> None:
    hand, gestures, heard = ChipHand(), Gestures(), []
    hand.chip.contact(pin(BOARD, Control.BACK), PRESS)
    with Buttons(BOARD, hand.factory) as opened:
        opened.listen(lambda edge: heard.extend(gestures.edge(edge)))
        hand.put(pin(BOARD, Control.BACK), RELEASE)
        assert (heard, gestures.due()) == ([], None)
    hand.close()


def test_when_one_pin_is_taken_none_is_kept() -> None:
    hand = ChipHand()
    hand.chip.lines[pin(BOARD, Control.ROLL)].consumer = "fan"
    opened = Buttons(BOARD, hand.factory)
    with pytest.raises(PinTrouble, match=r'Pin 26 is in use by "fan"'):
        opened.open()
    assert {hand.chip.lines[pin(BOARD, control)].consumer for control in Control} == {"", "fan"}
    hand.chip.lines[pin(BOARD, Control.ROLL)].consumer = ""
    opened.open()
    opened.close()
    hand.close()


class LgpioError(Exception):
    """What lgpio raises."""


class Broken(MockFactory):
    """gpiozero's fake with pins that cannot be had."""

    def __init__(self, message: str) -> None:
        super().__init__()
        self.message = message

    def pin(self, name: object) -> Any:
        raise LgpioError(self.message)


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("'GPIO busy'", "Pin 5 is in use by another program: stop that, or give it another pin in the board file."),
        ("'bad handle'", "Pin 5 cannot be used ('bad handle'): give it another in the board file."),
    ],
)
def test_a_pin_that_another_driver_refuses_is_told_in_a_sentence(message: str, says: str) -> None:
    with pytest.raises(PinTrouble) as caught:
        Buttons(BOARD, Broken(message)).open()
    assert str(caught.value) == says


async def in_the_loop(hand: Hand, acts: list[tuple[int, int]], wanted: int) -> list[tuple[Edge, str, float]]:
    """What a loop hears while the hand acts: the edge, the thread it came in, and the loop's time."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()
    heard: list[tuple[Edge, str, float]] = []

    def hear(edge: Edge) -> None:
        heard.append((edge, threading.current_thread().name, loop.time()))
        if len(heard) == wanted:
            done.set()

    with Buttons(BOARD, hand.factory) as opened:
        opened.attach(loop, hear)
        for number, level in acts:
            hand.chip.contact(number, level) if isinstance(hand, ChipHand) else hand.put(number, level)
        await asyncio.wait_for(done.wait(), 5)
    return heard


def test_the_loop_hears_edges_on_its_own_clock(hand: Hand) -> None:
    start = asyncio.run(clock())
    heard = asyncio.run(in_the_loop(hand, [(5, PRESS), (6, PRESS), (5, RELEASE)], 3))
    assert [(edge.line, edge.pressed) for edge, _, _ in heard] == [
        (Control.UP, True),
        (Control.DOWN, True),
        (Control.UP, False),
    ]
    assert all(start <= edge.time <= at for edge, _, at in heard)


async def clock() -> float:
    return asyncio.get_running_loop().time()


def test_edges_from_a_driver_s_thread_arrive_in_the_thread_of_the_loop() -> None:
    factory = MockFactory()

    async def listen() -> list[str]:
        loop, heard = asyncio.get_running_loop(), asyncio.Queue[str]()
        with Buttons(BOARD, factory) as opened:
            opened.attach(loop, lambda edge: heard.put_nowait(threading.current_thread().name))
            await asyncio.to_thread(factory.pin(5).drive_low)
            return [await asyncio.wait_for(heard.get(), 5)]

    assert asyncio.run(listen()) == [threading.current_thread().name]


def test_an_edge_that_comes_when_the_loop_is_over_is_dropped() -> None:
    factory, heard = MockFactory(), []
    opened = Buttons(BOARD, factory)
    opened.open()
    loop = asyncio.new_event_loop()
    opened.attach(loop, heard.append)
    loop.close()
    factory.pin(5).drive_low()
    opened.close()
    assert heard == []


def test_closed_buttons_leave_nothing_in_the_loop() -> None:
    async def attach_and_close() -> bool:
        hand, loop = ChipHand(), asyncio.get_running_loop()
        opened = Buttons(BOARD, hand.factory)
        opened.open()
        opened.attach(loop, print)
        opened.close()
        left = loop.remove_reader(hand.factory.fileno())
        hand.close()
        return left

    assert asyncio.run(attach_and_close()) is False


class ClockedPin(MockPin):
    """gpiozero's fake pin with the time of its factory in place of the real one."""

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.now, self._state)


class ClockedMock:
    """A hand on gpiozero's fake in virtual time."""

    def __init__(self) -> None:
        self.factory = MockFactory(pin_class=ClockedPin)
        self.factory.now = 0.0

    def put(self, number: int, level: int, time: float) -> None:
        self.factory.now = time
        line = self.factory.pin(number)
        line.drive_high() if level else line.drive_low()


class ClockedChip:
    """A hand on our pins in virtual time; edges are reported when the loop comes round, up to 4 at once."""

    def __init__(self) -> None:
        self.now, self.waiting = 0.0, 0
        self.chip = FakeChip(lambda: round(self.now * 1e9))
        self.factory = GpiodFactory(FakeGpiod({PATH: self.chip}), [PATH])

    def put(self, number: int, level: int, time: float) -> None:
        self.now, self.waiting = time, self.waiting + 1
        self.chip.contact(number, level)
        if self.waiting % 4 == 0:
            self.factory.dispatch()


def bouncing_taps(seed: int) -> tuple[list[tuple[float, Control, int]], dict[Control, int]]:
    """Levels in time: taps of 15 to 40 ms and pauses from 30 ms on, each change bouncing for up to 5 ms."""
    chance, levels, taps = random.Random(seed), [], {}
    for control in Control:
        moment = chance.uniform(0, 0.05)
        taps[control] = chance.randrange(4)
        for _ in range(taps[control]):
            for level, length in ((PRESS, chance.uniform(0.015, 0.04)), (RELEASE, chance.uniform(0.03, 0.2))):
                bounces = sorted(chance.uniform(0, 0.005) for _ in range(2 * chance.randrange(5)))
                changes = [(moment, level), *((moment + b, level ^ (n % 2 == 0)) for n, b in enumerate(bounces))]
                levels += [(time, control, state) for time, state in changes]
                moment += length
    return sorted(levels), taps


@pytest.mark.parametrize("clocked", [ClockedMock, ClockedChip])
@given(seed=st.integers(0, 2**32))
def test_bouncing_taps_of_all_controls_are_each_one_intent(clocked: type[Any], seed: int) -> None:
    hand, gestures = clocked(), Gestures()
    levels, taps = bouncing_taps(seed)
    heard: list[Kind] = []
    with Buttons(BOARD, hand.factory) as opened:
        opened.listen(lambda edge: heard.extend(intent.kind for intent in gestures.edge(edge)))
        for time, control, level in levels:
            hand.put(pin(BOARD, control), level, time)
        if isinstance(hand, ClockedChip):
            hand.factory.dispatch()
        heard += [intent.kind for intent in gestures.advance(10)]
    hand.factory.close()
    assert {control: heard.count(Kind(control)) for control in Control} == taps
    assert len(heard) == sum(taps.values())
    assert gestures.due() is None


OURS, OTHER = object(), object()


def fails(error: Exception) -> Any:
    def open_it() -> Any:
        raise error

    return open_it


def test_our_pins_are_taken_when_they_open_and_nothing_is_said() -> None:
    said: list[str] = []
    assert choose_factory([Way("libgpiod", lambda: OURS), Way("lgpio", lambda: OTHER)], said.append) is OURS
    assert said == []


@pytest.mark.parametrize("error", [PinTrouble("No gpiod."), ImportError("No gpiod."), RuntimeError("No gpiod.")])
def test_when_ours_do_not_open_the_next_stands_in_and_the_log_says_so_and_why(error: Exception) -> None:
    said: list[str] = []
    ways = [Way("libgpiod", fails(error)), Way("lgpio", lambda: OTHER, "it polls")]
    assert choose_factory(ways, said.append) is OTHER
    assert said == ["The pins are driven by lgpio instead of libgpiod; it polls. Why: No gpiod."]


def test_the_ways_are_tried_in_order_and_the_first_reason_is_the_one_told() -> None:
    said: list[str] = []
    ways = [Way("a", fails(PinTrouble("One."))), Way("b", fails(ImportError("Two."))), Way("c", lambda: OTHER)]
    assert choose_factory(ways, said.append) is OTHER
    assert said == [
        "The pins are driven by c instead of libgpiod; it reports edges from a thread of its own. Why: One."
    ]


def test_without_any_way_the_reason_of_ours_is_the_trouble() -> None:
    said: list[str] = []
    with pytest.raises(PinTrouble, match=r"^One\.$"):
        choose_factory([Way("a", fails(PinTrouble("One."))), Way("b", fails(ImportError("Two.")))], said.append)
    assert said == []


def test_the_only_stand_ins_are_debian_s_lgpio_and_the_legacy_extra() -> None:
    assert [way.name for way in buttons.WAYS] == ["libgpiod", "lgpio", "RPi.GPIO"]


@pytest.mark.skipif(bool(chips()), reason="this machine has GPIO chips")
def test_a_machine_without_pins_is_told_so_in_one_sentence(caplog: pytest.LogCaptureFixture) -> None:
    ways = [Way(way.name, way.open) for way in buttons.WAYS]
    with pytest.raises(PinTrouble, match=r"^(There is no header|The package gpiod cannot be loaded) .*\.$"):
        choose_factory(ways)
    assert caplog.records == []


def test_the_stand_in_is_told_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    choose_factory([Way("libgpiod", fails(PinTrouble("No gpiod."))), Way("lgpio", lambda: OTHER)])
    assert [(record.levelname, record.name) for record in caplog.records] == [("WARNING", "companion.devices.buttons")]
