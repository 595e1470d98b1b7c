"""Board files: the shipped ones are right, and a wrong one is told in one sentence."""

from pathlib import Path

import pytest

from companion import boards, data

GOOD = data.boards()["hand-wired"].read_text(encoding="utf-8")

# What FACTS of the makers say: chip, bus, and the pins we use.
SHIPPED = {
    "hand-wired": ("ssd1306", boards.I2C(1, 0x3C), {"up": 5, "down": 6, "ok": 13, "back": 19, "roll": 26}),
    "adafruit-oled-bonnet": (
        "ssd1306",
        boards.I2C(1, 0x3C),
        {"up": 17, "down": 22, "ok": 4, "back": 5, "roll": 6},
    ),
    "waveshare-oled-hat": (
        "sh1106",
        boards.SPI(0, 0, 24, 25),
        {"up": 6, "down": 19, "ok": 20, "back": 16, "roll": 21},
    ),
}

WRONG = [
    ("pin = 5,", "pin = 2,", "the bus (SDA) and up have the same pin 2"),
    ("pin = 5,", "pin = 6,", "up and down have the same pin 6"),
    ("pin = 5,", "pin = 28,", '"controls.up.pin" takes a BCM pin from 0 to 27'),
    ('"OK"', '"UP"', "up and ok have the same label UP"),
    ('"OK"', '"CONFIRM"', '"controls.ok.label" takes a text of 1 to 6 characters'),
    ('type = "i2c"', 'type = "usb"', '"display.bus.type" takes "i2c" or "spi"'),
    ("0x3C", "0x78", '"display.bus.address" takes an I2C address from 0x08 to 0x77'),
    ("port = 1", "prt = 1", 'there is no key "display.bus.prt"'),
    ("width = 128", "width = 96", ', line 7: "display.width" takes 128'),
    (
        'chip = "ssd1306"',
        'chip = "ssd1305"',
        ', line 6: "display.chip" takes "ssd1306", "sh1106" or "ssd1309"',
    ),
    ('chip = "ssd1306"', "", 'the key "display.chip" is missing'),
    ("[controls]", "[control]", ', line 11: there is no key "control"'),
    ("up = {", "upp = {", ', line 12: there is no key "controls.upp"'),
    ("height = 64", "height = ", "is not valid TOML: "),
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
    chip, bus, pins = SHIPPED[name]
    assert (board.display.chip, board.display.bus) == (chip, bus)
    assert {control: pin.pin for control, pin in board.controls.by_name().items()} == pins


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


def test_an_spi_display_keeps_its_pins_for_itself(tmp_path: Path) -> None:
    text = data.boards()["waveshare-oled-hat"].read_text(encoding="utf-8")
    with pytest.raises(
        boards.BoardError, match=r"the display's dc and down have the same pin 24: give each its own"
    ):
        read(tmp_path, text.replace("pin = 19", "pin = 24"))
    with pytest.raises(
        boards.BoardError, match=r"the bus \(CE\) and down have the same pin 8: give each its own"
    ):
        read(tmp_path, text.replace("pin = 19", "pin = 8"))


def test_a_missing_board_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(boards.BoardError, match=r"There is no board file .*none\.toml: correct the name"):
        boards.read(tmp_path / "none.toml")
