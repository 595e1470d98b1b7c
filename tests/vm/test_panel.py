"""The model of the panel shows what the data sheets say, so that the tests on the virtual Pi see what people would."""

import base64

import pytest

from tests.vm.bus import Bus, new_panels
from tests.vm.panel import ADDRESS, DARK, RECORD, Message, Panel, messages


def lit(x: int, y: int) -> bool:
    """A pattern unlike each of its own mirrored, turned or shifted copies."""
    return (x * 7 + y * 13 + x * y // 5) % 11 < 3


PICTURE = tuple("".join(".#"[lit(x, y)] for x in range(128)) for y in range(64))
PAGES = [bytes(sum(lit(x, 8 * page + bit) << bit for bit in range(8)) for x in range(128)) for page in range(8)]


def switched_on(chip: str = "ssd1306") -> Panel:
    panel = Panel(chip)
    panel.write(bytes([0x00, 0xAE, 0xA1, 0xC8, 0xAF]))
    if chip == "ssd1306":
        panel.write(bytes([0x00, 0x8D, 0x14]))
    return panel


def commands(panel: Panel, *codes: int) -> Panel:
    panel.write(bytes([0x00, *codes]))
    return panel


@pytest.mark.parametrize("chip", ["ssd1306", "ssd1309"])
def test_horizontal_addressing_fills_row_by_row(chip: str) -> None:
    panel = commands(switched_on(chip), 0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7)
    data = b"".join(PAGES)
    for at in range(0, 1024, 100):  # a message need not end with a page
        panel.write(b"\x40" + data[at : at + 100])
    assert panel.rows() == PICTURE


def test_vertical_addressing_fills_column_by_column() -> None:
    panel = commands(switched_on(), 0x20, 0x01, 0x21, 0, 127, 0x22, 0, 7)
    panel.write(b"\x40" + bytes(page[x] for x in range(128) for page in PAGES))
    assert panel.rows() == PICTURE


def test_page_addressing_stays_in_its_page() -> None:
    panel = switched_on()
    for number, page in enumerate(PAGES):
        commands(panel, 0xB0 + number, 0x00, 0x10).write(b"\x40" + page)
    assert panel.rows() == PICTURE


def test_a_window_bounds_what_is_written() -> None:
    panel = commands(switched_on(), 0x20, 0x00)
    panel.write(b"\x40" + bytes(1024))
    commands(panel, 0x21, 10, 13, 0x22, 2, 3).write(b"\x40" + b"\xff" * 8)
    inside = "." * 10 + "####" + "." * 114
    assert panel.rows() == tuple(inside if 16 <= y < 32 else DARK[0] for y in range(64))


def test_an_sh1106_shows_its_memory_from_the_third_column() -> None:
    panel = switched_on("sh1106")
    for number, page in enumerate(PAGES):
        panel.write(bytes([0x80, 0xB0 + number, 0x80, 0x02, 0x80, 0x10, 0x40]) + page)
    assert panel.rows() == PICTURE
    commands(panel, 0xB0, 0x00, 0x10).write(b"\x40" + PAGES[0])  # the usual mistake: no offset
    assert panel.rows()[0] == PICTURE[0][2:] + PICTURE[0][-2:]


@pytest.mark.parametrize("chip", ["ssd1306", "ssd1309", "sh1106"])
@pytest.mark.parametrize("halves", [(0x0E, 0x13), (0x13, 0x0E)])
def test_a_column_is_told_in_two_halves_wherever_the_pointer_was(chip: str, halves: tuple[int, int]) -> None:
    panel = commands(switched_on(chip), 0xB0, 0x00, 0x18 if chip == "sh1106" else 0x17)
    panel.write(b"\x40\0")
    before = panel.rows()[0]
    at = 0x3E - 2 * (chip == "sh1106")
    for byte, seen in ((0x00, "."), (0xFF, "#")):
        commands(panel, *halves).write(bytes([0x40, byte]))
        assert panel.rows()[0] == before[:at] + seen + before[at + 1 :]


NEGATIVE = tuple(row.translate(str.maketrans(".#", "#.")) for row in PICTURE)


@pytest.mark.parametrize(
    ("codes", "seen"),
    [
        ([0xA7], NEGATIVE),
        ([0xA7, 0xA6], PICTURE),
        ([0xAE], DARK),
        ([0xA5], ("#" * 128,) * 64),
        ([0xC0], PICTURE[::-1]),
        ([0x48], PICTURE[8:] + PICTURE[:8]),
        ([0xD3, 8], PICTURE[8:] + PICTURE[:8]),
        ([0xA8, 31], PICTURE[:32] + DARK[32:]),
        ([0x8D, 0x10], DARK),
    ],
)
def test_a_switch_changes_what_is_seen(codes: list[int], seen: tuple[str, ...]) -> None:
    panel = commands(switched_on(), 0x20, 0x00)
    panel.write(b"\x40" + b"".join(PAGES))
    assert commands(panel, *codes).rows() == seen


def test_a_panel_without_power_forgets_and_stays_dark_until_it_is_set_up() -> None:
    panel = commands(switched_on(), 0x20, 0x00)
    panel.write(b"\x40" + b"".join(PAGES))
    panel.power_on()
    assert panel.rows() == DARK
    assert commands(panel, 0xAF).rows() == DARK  # no charge pump, no light
    assert commands(panel, 0x8D, 0x14).rows() not in (DARK, PICTURE)  # memory holds noise


def test_messages_are_read_from_the_log_also_in_pieces() -> None:
    log = bytes.fromhex("0500000000000000 3c 00 0200 00ae  0600000000000000 3d 03 0000")
    expected = [Message(5, 0x3C, False, True, b"\x00\xae"), Message(6, 0x3D, True, False, b"")]
    assert messages(log) == (expected, b"")
    for cut in range(len(log)):
        first, rest = messages(log[:cut])
        then, left = messages(rest + log[cut:])
        assert (first + then, left) == (expected, b"")


def record(ns: int, data: bytes) -> bytes:
    return RECORD.pack(ns, ADDRESS, 0, len(data)) + data


def test_a_film_has_every_picture_since_the_last_look_with_its_time() -> None:
    lights = [bytes([0x00, 0x8D, 0x14, 0xA5, 0xAF]), b"\x00\xae", b"\x00\xaf", b"\x00\xae"]
    log = iter([record(5, lights[0]), record(6, lights[1]) + record(7, lights[2]), record(8, lights[3]), b""])
    bus = Bus(lambda: {"lost": 0, "data": base64.b64encode(next(log)).decode()}, new_panels())
    white = ("#" * 128,) * 64
    assert bus.film("ssd1306") == [(5, white)]
    assert bus.film("ssd1306") == [(6, DARK), (7, white)]
    assert bus.panels["ssd1306"].rows() == DARK
    assert bus.film("ssd1306") == []
