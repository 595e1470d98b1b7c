"""The loop itself, with a box that only remembers: what seats may, and what wakes whom."""

import asyncio
from collections.abc import Callable

import pytest

from companion.bulletin import Bulletin
from companion.glass import Glass
from companion.loop import Loop
from companion.screens.frames import BLANK as DARK
from companion.screens.gestures import Edge
from companion.screens.intents import Control, Intent, Kind
from companion.screens.rest import Level, Rest
from companion.session import Picture
from tests.clockwork import Clockwork
from tests.devices.panels import Bench
from tests.pictures import DEFAULTS


class FakeBox:
    """A box with one screen that never changes."""

    heard = ()

    def __init__(self) -> None:
        self.pressed: list[list[Intent]] = []
        self.level: Level = "on"
        self.alarm: float | None = None
        self.ticks: list[float] = []

    def view(self, _now):
        return self

    @property
    def settings(self) -> dict[str, str]:
        return {"long_press": f"{DEFAULTS.long_press}", "brightness": "10", "sound": "true"}

    def holds(self, _now):
        return frozenset({Control.OK})

    def press(self, intents, _now):
        self.pressed.append(list(intents))
        self.level = "on"

    def picture(self, _now):
        return Picture("one", (), DARK)

    def rest(self, _now):
        return Rest(self.level, None)

    def due(self, _now):
        return self.alarm

    def tick(self, now):
        if self.alarm is not None and now >= self.alarm:
            self.ticks.append(now)
            self.alarm = None


class Table:
    """The loop, its box, and what one does to them."""

    def __init__(self) -> None:
        self.turns = Clockwork()
        self.box = FakeBox()
        self.loop = Loop(self.turns, self.box, Glass(Bench("ssd1306").panel, 255, Bulletin(print)))

    def play(self, script: Callable) -> None:
        with asyncio.Runner(loop_factory=lambda: self.turns) as runner:
            runner.run(self._play(script))

    async def _play(self, script) -> None:
        self.loop.show()
        running = asyncio.create_task(self.loop.run())
        await script()
        self.loop.end()
        await running

    def edge(self, line, pressed: bool) -> None:
        self.loop.edge(Edge(line, pressed, self.turns.time()))


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_seat_acts_on_a_dark_panel(table):
    async def script():
        table.box.level = "blank"
        table.edge(3, True)
        assert table.box.pressed == [[Intent(Kind.SEAT, 3)]]

    table.play(script)


@pytest.mark.parametrize("control", list(Control))
def test_a_control_held_long_on_a_dark_panel_only_wakes(table, control):
    async def script():
        table.box.level = "blank"
        table.edge(control, True)
        await asyncio.sleep(3)
        table.edge(control, False)
        await asyncio.sleep(3)
        assert all(pressed == [] or pressed == table.box.pressed[0] for pressed in table.box.pressed)
        assert len(table.box.pressed) == 1

    table.play(script)


def test_a_control_that_acts_on_release_brightens_a_dim_panel_at_once(table):
    async def script():
        table.box.level = "dim"
        table.edge(Control.BACK, True)
        assert (table.box.pressed, table.box.level) == ([[]], "on")
        await asyncio.sleep(0.1)
        table.edge(Control.BACK, False)
        assert table.box.pressed[1:] == [[Intent(Kind.BACK)]]

    table.play(script)


def test_a_long_press_comes_by_itself(table):
    async def script():
        table.edge(Control.OK, True)
        await asyncio.sleep(0.59)
        assert table.box.pressed == []
        await asyncio.sleep(0.02)
        assert table.box.pressed == [[Intent(Kind.OK_HELD)]]

    table.play(script)


def test_there_is_one_timer_for_the_earliest_moment(table):
    class Part:
        turns: list[float] = []  # noqa: RUF012
        moment: float | None = 1007.0

        def due(self):
            return self.moment

        def turn(self, now):
            if self.moment is not None and now >= self.moment:
                self.turns.append(now)
                self.moment = None

    async def script():
        part = Part()
        table.box.alarm = 1005.0
        table.loop.add(part)
        await asyncio.sleep(20)
        assert (table.box.ticks, part.turns) == ([1005.0], [1007.0])
        assert table.turns.woken == [1005.0, 1007.0, 1020.0]

    table.play(script)


def test_a_watcher_sees_the_box_now_and_after_each_press(table):
    seen = []

    async def script():
        table.loop.watch(lambda view: seen.append(len(view.pressed)))
        table.edge(Control.UP, True)

    table.play(script)
    assert seen == [0, 1]


def test_what_goes_wrong_in_a_turn_is_raised_at_the_end(table):
    async def script():
        table.box.tick = lambda _now: 1 // 0
        table.box.alarm = 1001.0
        table.loop.show()
        await asyncio.sleep(5)

    with pytest.raises(ZeroDivisionError):
        table.play(script)
