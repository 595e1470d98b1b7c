"""The wires of every board and the lines of config.txt, as a person builds them."""

from collections import Counter

import pytest
from gpiozero.pins.mock import MockFactory
from msgspec import structs

from companion import boards, data, wiring
from companion.boards import I2C, SPI, Speaker
from companion.wiring import GROUNDS, HEADER, SUPPLIES, Wire

BOARDS = {name: boards.read(path) for name, path in data.boards().items()}
BOARD = BOARDS["hand-wired"]
SILENT = structs.replace(BOARD, speaker=None)

HAND_WIRED = """
display      VCC        3.3 V    1
display      GND        ground   6
display      SDA        GPIO 2   3
display      SCL        GPIO 3   5
button UP    one side   GPIO 5   29
button UP    other side ground   30
button DOWN  one side   GPIO 6   31
button DOWN  other side ground   34
button OK    one side   GPIO 13  33
button OK    other side ground   39
button BACK  one side   GPIO 19  35
button BACK  other side ground   25
button ROLL  one side   GPIO 26  37
button ROLL  other side ground   20
piezo        +          GPIO 18  12
piezo        -          ground   14
"""


def table(wires: tuple[Wire, ...]) -> str:
    rows = "".join(f"{w.part:<12} {w.terminal:<10} {w.signal:<8} {w.position}\n" for w in wires)
    return f"\n{rows}"


def on_bus(bus: I2C | SPI) -> boards.Board:
    return structs.replace(SILENT, display=structs.replace(BOARD.display, bus=bus))


def of_display(bus: I2C | SPI) -> dict[str, tuple[str, int]]:
    wires = wiring.wiring(on_bus(bus))
    return {wire.terminal: (wire.signal, wire.position) for wire in wires if wire.part == "display"}


def test_the_wires_of_the_hand_wired_box_are_these() -> None:
    assert table(wiring.wiring(BOARD)) == HAND_WIRED


@pytest.mark.parametrize("revision", ["902120", "c03111", "c04170"])
def test_the_header_is_the_one_that_gpiozero_knows(revision: str) -> None:
    pins = MockFactory(revision=revision).board_info.headers["J8"].pins
    assert {int(pin.name[4:]): number for number, pin in pins.items() if pin.name.startswith("GPIO")} == HEADER
    assert tuple(number for number, pin in pins.items() if pin.name == "GND") == GROUNDS
    assert tuple(number for number, pin in pins.items() if pin.name == "3V3") == SUPPLIES


@pytest.mark.parametrize("name", BOARDS)
def test_no_two_wires_of_a_board_share_a_pin(name: str) -> None:
    wires = wiring.wiring(BOARDS[name])
    assert set(Counter(wire.position for wire in wires).values()) == {1}
    assert all(wire.position in (*GROUNDS, *SUPPLIES, *HEADER.values()) for wire in wires)


def test_an_spi_display_has_its_five_wires() -> None:
    assert of_display(SPI(0, 0, 24, 25)) == {
        "VCC": ("3.3 V", 17),
        "GND": ("ground", 20),
        "DIN": ("GPIO 10", 19),
        "CLK": ("GPIO 11", 23),
        "CS": ("GPIO 8", 24),
        "DC": ("GPIO 24", 18),
        "RST": ("GPIO 25", 22),
    }
    assert of_display(SPI(0, 1, 24, 25))["CS"] == ("GPIO 7", 26)
    assert of_display(SPI(1, 0, 24, 25))["CS"] == ("GPIO 18", 12)


def test_of_a_bus_whose_pins_an_overlay_decides_only_the_supply_is_known() -> None:
    assert of_display(I2C(3, 0x3C)) == {"VCC": ("3.3 V", 1), "GND": ("ground", 6)}


def test_a_button_that_goes_high_is_wired_to_the_supply() -> None:
    controls = structs.replace(BOARD.controls, up=boards.ControlPin(12, "UP", "high"))
    wires = wiring.wiring(structs.replace(BOARD, controls=controls))
    assert [wire[2:] for wire in wires if wire.part == "button UP"] == [("GPIO 12", 32), ("3.3 V", 17)]


def test_wires_share_a_pin_only_when_no_other_is_free() -> None:
    pins = dict(zip(("up", "down", "ok", "back", "roll"), (12, 16, 20, 21, 26), strict=True))
    controls = boards.Controls(**{name: boards.ControlPin(pin, name.upper(), "high") for name, pin in pins.items()})
    wires = wiring.wiring(structs.replace(SILENT, controls=controls))
    assert Counter(wire.position for wire in wires if wire.signal == "3.3 V") == {1: 1, 17: 5}


def test_a_buzzer_is_wired_like_a_piezo() -> None:
    wires = wiring.wiring(structs.replace(BOARD, speaker=Speaker("buzzer", 20)))
    assert wires[-2:] == (Wire("buzzer", "+", "GPIO 20", 38), Wire("buzzer", "-", "ground", 39))


I2C_LINES = ("dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000")


@pytest.mark.parametrize(
    ("board", "lines"),
    [
        (BOARD, (*I2C_LINES, "dtoverlay=pwm,pin=18,func=2", "dtparam=audio=off")),
        (BOARDS["adafruit-oled-bonnet"], I2C_LINES),
        (BOARDS["waveshare-oled-hat"], ("dtparam=spi=on",)),
        (structs.replace(BOARD, speaker=Speaker("buzzer", 18)), I2C_LINES),
        (on_bus(I2C(0, 0x3C)), ()),
        (on_bus(SPI(1, 0, 24, 25)), ()),
    ],
)
def test_the_lines_for_config_txt(board: boards.Board, lines: tuple[str, ...]) -> None:
    assert wiring.boot_lines(board) == lines


@pytest.mark.parametrize(("pin", "function"), [(12, 4), (13, 4), (18, 2), (19, 2)])
def test_the_pwm_overlay_names_the_pin_s_function(pin: int, function: int) -> None:
    assert wiring.pwm_lines(pin)[0] == f"dtoverlay=pwm,pin={pin},func={function}"
