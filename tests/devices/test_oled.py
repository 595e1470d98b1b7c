import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import boards, data
from companion.devices.fake_buses import FakeGpio, FakeSpidev
from companion.devices.fake_oled import FakeDisplay
from companion.devices.oled import LumaChip, Spi, open_panel
from companion.devices.panel import Panel
from companion.devices.panel_trouble import PanelTrouble
from companion.screens.frames import BLANK
from tests.devices.panels import CHANGES, CHIPS, Bench, Stock, die, display_of, menu, noise
from tests.soak import counts

FRAMES = st.builds(noise, st.integers(0, 2**32 - 1)) | st.sampled_from([new for _, new in CHANGES.values()])
HAT = boards.SPI(port=0, device=0, dc=24, rst=25)


@pytest.mark.parametrize("rotation", [0, 180])
@pytest.mark.parametrize("chip", CHIPS)
@settings(max_examples=counts(test=10, soak=300))
@given(frames=st.lists(FRAMES, min_size=1, max_size=4))
def test_the_picture_is_bit_for_bit_lumas(chip, rotation, frames):
    bench, stock = Bench(chip, rotation=rotation), Stock(chip, rotation // 90)
    for frame in frames:
        bench.panel.show(frame, 0.0)
        assert bench.seen == stock.show(frame)


@pytest.mark.parametrize("chip", CHIPS)
def test_the_display_ends_up_with_the_settings_that_luma_gives_it(chip):
    bench, stock = Bench(chip), Stock(chip)
    bench.panel.show(die(5), 0.0)
    stock.show(die(5))
    ours, lumas = vars(bench.wire.display) | {"contrast": 0}, vars(stock.display) | {"contrast": 0}
    for places in (ours, lumas):
        places["_window"] = None
    assert ours == lumas


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("change", CHANGES)
def test_no_change_takes_more_bytes_or_calls_than_lumas_own_way(chip, change):
    old, new = CHANGES[change]
    bench, stock = Bench(chip), Stock(chip)
    bench.panel.show(old, 0.0)
    stock.show(old)
    bytes_before, calls_before = stock.bus.sent, stock.bus.calls
    stock.show(new)
    bytes_sent, calls = bench.cost(new)
    assert bytes_sent <= stock.bus.sent - bytes_before
    assert calls < stock.bus.calls - calls_before


@pytest.mark.parametrize("chip", CHIPS)
def test_the_commands_of_a_chip_are_lumas(chip):
    ours = LumaChip(chip)
    assert ours.start()[0] == 0xAE
    assert ours.restart() == ours.start()[1:]
    assert ours.contrast(9) == b"\x81\x09"
    assert (ours.power(True), ours.power(False)) == (b"\xaf", b"\xae")


class Hat:
    """A panel on SPI, its pins and its display."""

    def __init__(self, chip: str) -> None:
        self.display, self.gpio = FakeDisplay(chip), FakeGpio()
        self.spidev = FakeSpidev(self.display, self.gpio, HAT.dc, HAT.rst)
        self.panel = Panel(boards.Display(chip, 128, 64, HAT), LumaChip(chip), self._connect)

    def _connect(self) -> Spi:
        return Spi(HAT, self.gpio, self.spidev)


@pytest.mark.parametrize("chip", CHIPS)
@given(frames=st.lists(FRAMES, min_size=1, max_size=4))
def test_on_spi_the_picture_is_the_frame_and_an_equal_frame_sends_nothing(chip, frames):
    hat = Hat(chip)
    for frame in frames:
        hat.panel.show(frame, 0.0)
        assert hat.display.frame() == frame
    writes = len(hat.spidev.writes)
    hat.panel.show(frames[-1], 0.0)
    assert len(hat.spidev.writes) == writes


def test_on_spi_the_display_is_reset_first_and_only_the_bytes_that_changed_are_sent():
    hat = Hat("sh1106")
    assert hat.gpio.levels == {}
    hat.panel.show(menu(1), 0.0)
    assert hat.spidev.opened == (0, 0)
    assert hat.gpio.levels[HAT.rst] == FakeGpio.HIGH
    assert hat.spidev.max_speed_hz == 8_000_000
    hat.spidev.writes.clear()
    hat.panel.show(menu(2), 0.0)
    assert sum(len(values) for _, values in hat.spidev.writes) <= 60 - 4 * len(hat.spidev.writes) // 2
    assert [data for data, _ in hat.spidev.writes] == [False, True] * (len(hat.spidev.writes) // 2)


def test_an_spi_that_is_switched_off_is_a_trouble_until_it_is_there():
    hat = Hat("sh1106")
    hat.spidev.absent = True
    with pytest.raises(PanelTrouble, match=r"There is no /dev/spidev0\.0: switch SPI on"):
        hat.panel.show(die(1), 0.0)
    hat.spidev.absent = False
    hat.panel.refresh(5.0)
    assert hat.display.frame() == die(1)


def test_a_missing_spidev_package_is_a_trouble(mocker):
    mocker.patch("companion.devices.oled.spi", side_effect=ModuleNotFoundError("No module named 'spidev'"))
    with pytest.raises(PanelTrouble, match=r"on SPI 0\.0 needs the Python package spidev"):
        Hat("sh1106").panel.show(BLANK, 0.0)


def test_giving_the_panel_back_gives_spi_back():
    hat = Hat("ssd1309")
    hat.panel.show(die(1), 0.0)
    hat.panel.close()
    assert hat.spidev.opened is None


@pytest.mark.parametrize("board", data.boards())
def test_every_board_file_shows_its_first_frame(board):
    display = boards.read(data.boards()[board]).display
    fake, bench = FakeDisplay(display.chip), Bench(display.chip)
    gpio, bus = FakeGpio(), display.bus

    def connect():
        if isinstance(bus, boards.I2C):
            return bench.wire.connect()
        return Spi(bus, gpio, FakeSpidev(fake, gpio, bus.dc, bus.rst))

    seen = bench.wire.display if isinstance(bus, boards.I2C) else fake
    Panel(display, LumaChip(display.chip), connect).show(BLANK[:-1] + b"\x80", 0.0)
    assert seen.frame() == (b"\x01" + BLANK[1:] if display.rotation else BLANK[:-1] + b"\x80")


def test_a_panel_on_spi_needs_pins():
    with pytest.raises(ValueError, match="pins for D/C and reset"):
        open_panel(boards.Display("sh1106", 128, 64, HAT))


AT_THE_END = """
import sys, threading
from companion import boards
from companion.devices.oled import open_panel
panel = open_panel(boards.Display("ssd1306", 128, 64, boards.I2C(9, 0x3C)))
open_panel(boards.Display("sh1106", 128, 64, boards.I2C(9, 0x3C)))
for thread in threading.enumerate():
    if thread is not threading.main_thread():
        thread.join(10)
try:
    panel.show(bytes(1024), 0.0)
except Exception as error:
    print(threading.active_count(), "luma" in sys.modules, type(error).__name__, error)
"""


def test_an_open_panel_has_no_thread_and_says_which_bus_is_missing_and_leaves_without_a_word():
    done = subprocess.run([sys.executable, "-c", AT_THE_END], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("1 True PanelTrouble There is no /dev/i2c-9: switch I2C on")
    assert (done.stderr, done.returncode) == ("", 0)


def test_the_display_of_the_tests_is_the_one_of_the_hand_wired_box():
    assert display_of("ssd1306") == boards.read(data.boards()["hand-wired"]).display
