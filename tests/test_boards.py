"""Board files: the shipped ones are right, and a wrong one is told in one sentence."""

import re
from pathlib import Path

import pytest
from msgspec import structs

from companion import boards, config, data
from companion.__main__ import BAD_INPUT, main

FILES = tuple(data.boards().values())
GOOD = data.boards()["hand-wired"].read_text(encoding="utf-8")

HAND_WIRED = {"up": 5, "down": 6, "ok": 13, "back": 19, "roll": 26}
PIEZO = boards.Speaker("piezo", 18)

# What the makers say: chip, bus, rotation, the pins we use, the speaker.
SHIPPED = {
    "hand-wired": ("ssd1306", boards.I2C(1, 0x3C), 0, HAND_WIRED, PIEZO),
    "hand-wired-sh1106": ("sh1106", boards.I2C(1, 0x3C), 0, HAND_WIRED, PIEZO),
    "hand-wired-ssd1309": ("ssd1309", boards.I2C(1, 0x3C), 0, HAND_WIRED, PIEZO),
    "adafruit-oled-bonnet": (
        "ssd1306",
        boards.I2C(1, 0x3C),
        0,
        {"up": 17, "down": 22, "ok": 4, "back": 5, "roll": 6},
        None,
    ),
    "waveshare-oled-hat": (
        "sh1106",
        boards.SPI(0, 0, 24, 25),
        180,
        {"up": 6, "down": 19, "ok": 20, "back": 16, "roll": 21},
        None,
    ),
}

WRONG = [
    ("pin = 5,", "pin = 2,", "the bus (SDA) and up have the same pin 2: give each its own"),
    ("pin = 5,", "pin = 6,", "up and down have the same pin 6: give each its own"),
    ("pin = 5,", "pin = 18,", "up and the speaker have the same pin 18: give each its own"),
    ("pin = 5,", "pin = 28,", '"controls.up.pin" takes a BCM pin from 0 to 27'),
    ("pin = 5,", 'pin = "5",', '"controls.up.pin" takes a BCM pin from 0 to 27'),
    ('"OK"', '"UP"', "up and ok have the same label UP"),
    ('"OK"', '"CONFIRM"', '"controls.ok.label" takes a text of 1 to 6 characters'),
    ('"OK"', '" OK"', '"controls.ok.label" takes a text of 1 to 6 characters'),
    ('"OK"', '"O\\nK"', '"controls.ok.label" takes a text of 1 to 6 characters'),
    ('"OK"', '"OK", active = "up"', '"controls.ok.active" takes "low" or "high"'),
    ('type = "i2c"', 'type = "usb"', '"display.bus.type" takes "i2c" or "spi"'),
    ("0x3C", "0x78", '"display.bus.address" takes an I2C address from 0x08 to 0x77'),
    ("port = 1", "prt = 1", 'there is no key "display.bus.prt"'),
    ("width = 128", "width = 96", ', line 9: "display.width" takes 128'),
    ("rotation = 0", "rotation = 90", ', line 11: "display.rotation" takes 0 or 180 (degrees'),
    ("contrast = 255", "contrast = 0", ', line 12: "display.contrast" takes a whole number from 1 to 255'),
    (
        'chip = "ssd1306"',
        'chip = "ssd1305"',
        ', line 8: "display.chip" takes "ssd1306", "sh1106" or "ssd1309"',
    ),
    ('chip = "ssd1306"', "", 'the key "display.chip" is missing'),
    ("[controls]", "[control]", ', line 15: there is no key "control"'),
    ("up = {", "upp = {", ', line 16: there is no key "controls.upp"'),
    ("height = 64", "height = ", "is not valid TOML: "),
    ('kind = "piezo"', 'kind = "horn"', ', line 24: "speaker.kind" takes "buzzer" (an active one) or "piezo"'),
    ('kind = "piezo"', "loud = true", ', line 24: there is no key "speaker.loud"'),
    ("pin = 18", "pin = 20", "a piezo on pin 20 gets no PWM: give it one of the pins 12, 13, 18, 19"),
    ("[speaker]", "[sound]", 'there is no key "sound"'),
]


def read(folder: Path, text: str) -> boards.Board:
    path = folder / "board.toml"
    path.write_text(text, encoding="utf-8")
    return boards.read(path)


def test_every_shipped_board_is_tested() -> None:
    assert set(data.boards()) == set(SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_board_says_what_its_maker_says(name: str) -> None:
    board = boards.read(data.boards()[name])
    chip, bus, rotation, pins, speaker = SHIPPED[name]
    assert (board.display.chip, board.display.bus, board.display.rotation) == (chip, bus, rotation)
    assert {control: pin.pin for control, pin in board.controls.by_name().items()} == pins
    assert {control.active for control in board.controls.by_name().values()} == {"low"}
    assert board.speaker == speaker


def test_a_table_of_pins_has_its_source_beside_it() -> None:
    assert all(re.search(r"^# .*(Pins: the maker's|Source: )", path.read_text(), re.MULTILINE) for path in FILES)


def test_the_hand_wired_boards_differ_in_the_chip_only() -> None:
    first, *others = (boards.read(data.boards()[name]) for name in SHIPPED if name.startswith("hand-wired"))
    for other in others:
        display = structs.replace(other.display, chip=first.display.chip)
        assert structs.replace(other, name=first.name, display=display) == first


def test_what_a_board_may_leave_out_is_as_most_boards_have_it(tmp_path: Path) -> None:
    text = GOOD.partition("[speaker]")[0].replace("rotation = 0\n", "").replace("contrast = 255\n", "")
    board = read(tmp_path, text)
    assert (board.display.rotation, board.display.contrast, board.speaker) == (0, 255, None)


def test_the_default_board_labels_its_controls_as_the_box_calls_them() -> None:
    labels = boards.read(data.boards()["hand-wired"]).labels()
    assert labels == {"up": "UP", "down": "DOWN", "ok": "OK", "back": "BACK", "roll": "ROLL"}


def test_a_board_is_frozen() -> None:
    board = boards.read(data.boards()["hand-wired"])
    with pytest.raises(AttributeError):
        board.name = "another"  # type: ignore[misc]


@pytest.mark.parametrize(("right", "wrong", "says"), WRONG)
def test_a_wrong_board_is_told_in_one_sentence(tmp_path: Path, right: str, wrong: str, says: str) -> None:
    assert right in GOOD
    with pytest.raises(boards.BoardError) as caught:
        read(tmp_path, GOOD.replace(right, wrong, 1))
    told = str(caught.value)
    assert told.startswith(str(tmp_path / "board.toml"))
    assert says in told
    assert told.endswith(".")
    assert "\n" not in told


@pytest.mark.parametrize(
    ("pin", "user"),
    [
        (24, "the display's dc"),
        (25, "the display's rst"),
        (10, "the bus (MOSI)"),
        (9, "the bus (MISO)"),
        (11, "the bus (SCLK)"),
        (8, "the bus (CE0)"),
        (7, "the bus (CE1)"),
    ],
)
def test_an_spi_display_keeps_its_pins_for_itself(tmp_path: Path, pin: int, user: str) -> None:
    text = data.boards()["waveshare-oled-hat"].read_text(encoding="utf-8")
    with pytest.raises(boards.BoardError) as caught:
        read(tmp_path, text.replace("pin = 19", f"pin = {pin}"))
    assert f": {user} and down have the same pin {pin}: give each its own." in str(caught.value)


@pytest.mark.parametrize(("device", "taken", "free"), [(0, {18, 19, 20, 21}, {7, 8, 17}), (1, {17, 19, 20, 21}, {18})])
def test_the_second_spi_bus_has_other_pins(device: int, taken: set[int], free: set[int]) -> None:
    pins = set(boards.SPI(1, device, 24, 25).pins().values())
    assert pins == taken | {24, 25}
    assert not pins & free


@pytest.mark.parametrize(("port", "pins"), [(0, [0, 1]), (1, [2, 3]), (3, [])])
def test_an_i2c_bus_takes_the_pins_of_its_port(port: int, pins: list[int]) -> None:
    assert list(boards.I2C(port, 0x3C).pins().values()) == pins


def test_a_control_that_goes_high_is_refused_where_the_pi_pulls_up(tmp_path: Path) -> None:
    text = data.boards()["waveshare-oled-hat"].read_text(encoding="utf-8")
    assert read(tmp_path, text.replace("pin = 19,", "pin = 3,")).controls.down.pin == 3
    with pytest.raises(boards.BoardError, match=r"down cannot be active high on pin 3, which the Pi pulls up: give"):
        read(tmp_path, text.replace("pin = 19,", 'pin = 3, active = "high",'))
    assert read(tmp_path, text.replace("pin = 19,", 'pin = 12, active = "high",')).controls.down.active == "high"


def test_a_buzzer_may_have_any_free_pin(tmp_path: Path) -> None:
    board = read(tmp_path, GOOD.replace('"piezo"', '"buzzer"').replace("pin = 18", "pin = 20"))
    assert board.speaker == boards.Speaker("buzzer", 20)


def test_a_person_s_own_file_anywhere_works_the_same(tmp_path: Path) -> None:
    read(tmp_path, GOOD.replace('name = "Hand-wired box, SSD1306"', 'name = "Ours"'))
    path = tmp_path / "config.toml"
    path.write_text('board = "board.toml"\njournal = "box.db"\n', encoding="utf-8")
    assert boards.read(config.load(path, {}).board).name == "Ours"


def test_a_wrong_board_ends_a_command_with_status_2_and_the_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "board.toml").write_text(GOOD.replace("pin = 5,", "pin = 6,"), encoding="utf-8")
    path = tmp_path / "config.toml"
    path.write_text('board = "board.toml"\n', encoding="utf-8")
    assert main(["drive", "--config", str(path), "--journal", str(tmp_path / "box.db")]) == BAD_INPUT
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"{tmp_path / 'board.toml'}: up and down have the same pin 6: give each its own.\n"


def test_a_missing_board_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(boards.BoardError, match=r"There is no board file .*none\.toml: correct the name"):
        boards.read(tmp_path / "none.toml")
