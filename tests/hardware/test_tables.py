"""The tables, the YAML of the pictures and the parts list are those of the board files; no pin is written by hand."""

import csv
import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion import wiring
from hardware.workshop import harness, pico, tables, versions, wires
from hardware.workshop.header import coloured, signals
from hardware.workshop.sources import HARDWARE, ROOT, all_boards, parts, ready_made, seats

BOARDS = all_boards()
HATS = [name for name in BOARDS if ready_made(name)]
BY_HAND = [name for name in BOARDS if not ready_made(name)]
TEXTS = tables.texts()
CODES = {
    "BK": "black", "BN": "brown", "RD": "red", "OG": "orange", "YE": "yellow", "GN": "green", "BU": "blue",
    "VT": "violet", "GY": "grey", "WH": "white",
}  # fmt: skip
"""The colours as IEC 60757 writes them."""

SEATS = {
    "switch": ("switches", ""),
    "switch, other side": ("switches", "all"),
    "lamp −": ("lamps", ""),
    "lamp +": ("lamps", "all"),
}
"""The part of the hub's picture that a seat's terminal is at, and its pin there where all seats have one together."""

PIN_BY_HAND = re.compile(r"\b(GPIO|BCM|GP|[Pp]ins?) ?\d")


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_a_committed_text_is_the_one_that_make_tables_makes(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == TEXTS[path], "run make tables"


@pytest.mark.parametrize("path", sorted(tables.WIRING.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_picture_is_made_of_its_committed_text(path: Path) -> None:
    svg = path.with_suffix(".svg").read_text(encoding="utf-8")
    assert tables.mark(path.read_text(encoding="utf-8")) in svg, "run make hardware"


def test_there_is_a_picture_for_each_board_and_the_hub_and_no_other() -> None:
    named = {*BOARDS, "hub"}
    assert {path.stem for path in tables.WIRING.glob("*.yaml")} == named
    assert {path.stem for path in tables.WIRING.glob("*.svg")} == named


def drawn(name: str) -> dict[str, Any]:
    """The committed text of a picture: parts and cables by their names, and connections."""
    text = (tables.WIRING / f"{name}.yaml").read_text(encoding="utf-8")
    found = {}
    for title, entries in re.findall(r"^(\w+):\n((?:  .*\n)+)", text, re.MULTILINE):
        frame = "[{}]" if title == "connections" else "{{{}}}"
        found[title] = json.loads(frame.format(",".join(re.findall(r"^  (?:- )?(.*)", entries, re.MULTILINE))))
    return found


def lines(name: str) -> list[tuple[str, int, str, str, int | str]]:
    """Every wire of a picture: from a pin of a part, in a colour, to a terminal of another."""
    picture, found = drawn(name), []
    for ends in picture["connections"]:
        (start, pins), (cable, numbers), (end, terminals) = (next(iter(item.items())) for item in ends)
        colours = [CODES[picture["cables"][cable]["colors"][number - 1]] for number in numbers]
        ways = zip(pins, colours, terminals, strict=True)
        found += [(start, pin, colour, end, terminal) for pin, colour, terminal in ways]
    return found


def labels(name: str, part: str) -> dict[int, str]:
    """What is written at each pin of a part of a picture."""
    connector = drawn(name)["connectors"][part]
    return dict(zip(connector["pins"], connector["pinlabels"], strict=True))


@pytest.mark.parametrize("name", BY_HAND)
def test_the_picture_of_a_hand_wired_board_has_each_wire_from_pin_to_terminal(name: str) -> None:
    rows = coloured(BOARDS[name])
    assert sorted(lines(name)) == sorted(
        (harness.PI, wire.position, colour, wire.part, wire.terminal) for wire, colour in rows
    )
    assert labels(name, harness.PI) == {wire.position: wire.signal for wire, _ in rows}


@pytest.mark.parametrize("name", HATS)
def test_the_picture_of_a_ready_made_board_has_what_is_behind_each_pin(name: str) -> None:
    wires = [row.wire for row in signals(BOARDS[name])]
    pins = sorted(wire.position for wire in wires)
    assert drawn(name)["connections"] == [[{harness.PI: pins}, "<-->", {harness.HAT: pins}]]
    assert labels(name, harness.PI) == {wire.position: wire.signal for wire in wires}
    behind = {wire.position: f"{wire.part} {wire.terminal}".removesuffix(" one side") for wire in wires}
    assert labels(name, harness.HAT) == behind


def near(link: pico.Link) -> tuple[str, int | str]:
    """The first end of a wire of the hub, as its picture has it."""
    if link.terminal in SEATS:
        part, together = SEATS[link.terminal]
        return part, together or int(link.part.removeprefix("seat "))
    return link.part.split(" GP")[0], int(link.terminal or 1)


def test_the_picture_of_the_hub_has_each_wire_of_its_table() -> None:
    links = pico.links(seats())
    wires = {frozenset([(start, pin), colour, (end, terminal)]) for start, pin, colour, end, terminal in lines("hub")}
    assert wires == {frozenset([near(link), link.colour, (link.to, link.pin or 1)]) for link in links}
    for part in (pico.PICO, pico.DRIVER):
        told = {link.pin: link.signal for link in links if link.to == part}
        told |= {pin: link.part.split()[1] for link in links for end, pin in [near(link)] if end == part}
        assert {pin: label.removesuffix(" (5 V)") for pin, label in labels("hub", part).items()} == told


def said(name: str) -> Counter[str]:
    """The texts in a picture, each as often as it stands there."""
    root = ET.parse(tables.WIRING / f"{name}.svg").getroot()
    texts = (
        "".join(node.itertext()).replace("\xa0", " ").strip() for node in root.iter("{http://www.w3.org/2000/svg}text")
    )
    return Counter(texts)


@pytest.mark.parametrize("name", [*BOARDS, "hub"])
def test_a_drawn_picture_counts_no_pins_but_those_that_a_part_has(name: str) -> None:
    counted = {text for text in said(name) if re.search(r"\d+-pin", text)}
    assert counted == ({"40-pin header"} if name in BOARDS else set())


@pytest.mark.parametrize("name", BY_HAND)
def test_the_drawn_picture_of_a_hand_wired_board_names_each_pin_and_terminal(name: str) -> None:
    board, texts = BOARDS[name], said(name)
    for control in board.controls.by_name().values():
        assert f"Raspberry Pi:{wiring.HEADER[control.pin]}:GPIO {control.pin}" in texts
        assert f"button {control.label}:one side" in texts
        assert f"button {control.label}:other side" in texts
    for terminal, pin in board.display.bus.lines().items():
        assert f"Raspberry Pi:{wiring.HEADER[pin]}:GPIO {pin}" in texts
        assert f"display:{terminal}" in texts
    assert f"Raspberry Pi:{wiring.HEADER[board.speaker.pin]}:GPIO {board.speaker.pin}" in texts
    ends = [text for text in texts.elements() if text.startswith("Raspberry Pi:")]
    assert len(ends) == len(wiring.wiring(board))


@pytest.mark.parametrize("name", HATS)
def test_the_drawn_picture_of_a_ready_made_board_names_each_pin_it_uses(name: str) -> None:
    board, texts = BOARDS[name], said(name)
    for control in board.controls.by_name().values():
        assert texts[f"GPIO {control.pin}"] == 1
        assert texts[str(wiring.HEADER[control.pin])] == 2
        assert texts[f"button {control.label}"] == 1


def test_the_drawn_picture_of_the_hub_names_the_pins_of_its_program() -> None:
    texts = said("hub")
    for line, seat in enumerate(seats(), 1):
        assert texts[f"Pico:{pico.HEADER[seat.button]}:GP{seat.button}"] == 1
        assert texts[f"switches:{seat.number}:switch"] == 1
        assert texts[f"Pico:{pico.HEADER[seat.lamp]}:GP{seat.lamp}"] == 1
        assert texts[f"ULN2803A:{line}:IN {line}"] == 1
        assert texts[f"ULN2803A:{19 - line}:OUT {line}"] == 1
        assert texts[f"lamps:{seat.number}:lamp −"] == 1
    assert texts["Pico:40:VBUS (5 V)"] == texts["Pico:38:ground"] == 1


def test_the_pages_show_the_routes_without_soldering_first() -> None:
    page = wires.page()
    first = [page.index(f"`{name}`") for name in HATS]
    assert max(first) < min(page.index(f"`{name}`.") for name in BY_HAND)
    assert page.count("No soldering with a Pi that has its header") == len(HATS) == 2


def test_the_wires_of_one_part_have_different_colours() -> None:
    for name in BY_HAND:
        of_part = Counter((row.wire.part, row.colour) for row in coloured(BOARDS[name]))
        assert set(of_part.values()) == {1}, name


def test_no_pin_is_written_by_hand() -> None:
    ours = [path for path in HARDWARE.rglob("*") if path.suffix in {".md", ".toml", ".csv", ".py"}]
    pages = [*ours, *ROOT.glob("*.md"), *(ROOT / "firmware").glob("*.md")]
    found = {
        f"{path.name}: {line}"
        for path in pages
        if path not in TEXTS and path.parent.name != "boards"
        for line in path.read_text(encoding="utf-8").splitlines()
        if PIN_BY_HAND.search(line) and "Pin 1 is the corner" not in line
    }
    assert found == set()
    assert PIN_BY_HAND.search("GPIO 17 to pin 11")


# the hub


def test_the_hub_has_eight_seats_with_pins_of_their_own() -> None:
    assert [seat.number for seat in seats()] == list(range(1, 9))
    used = Counter(number for seat in seats() for number in (seat.button, seat.lamp))
    assert set(used.values()) == {1}
    assert set(used) <= set(pico.HEADER)


def test_the_pico_s_pins_are_forty_and_each_is_one_thing() -> None:
    special = {30, 33, 35, 36, 37, 39, pico.VBUS}  # RUN, AGND, ADC_VREF, 3V3, 3V3_EN, VSYS
    positions = [*pico.HEADER.values(), *pico.GROUNDS, *special]
    assert sorted(positions) == list(range(1, 41))


def test_a_lamp_never_hangs_on_a_pin_of_the_pico() -> None:
    lamps = [link for link in pico.links(seats()) if link.terminal.startswith("lamp")]
    assert len(lamps) == 16
    assert {link.to for link in lamps} == {pico.DRIVER, pico.SUPPLY_RAIL}


def test_an_output_of_the_driver_faces_its_input() -> None:
    pairs = [pico.driver_pins(line) for line in range(8)]
    assert pairs[0] == (1, 18)
    assert pairs[7] == (8, 11)
    assert {sum(pair) for pair in pairs} == {19}


def test_the_hub_with_all_lamps_lit_stays_below_what_a_usb_port_gives() -> None:
    assert pico.current(len(seats())) == 210 < pico.ASKED_MA < pico.BUDGET_MA
    assert "210 mA" in wires.page()


# the parts


def test_every_board_has_a_part_with_its_display() -> None:
    for name, board in BOARDS.items():
        chip = board.display.chip.upper()
        rows = [row for row in listed() if name in row["Boards"].split() and chip in row["Look for"]]
        assert len(rows) == 1, name


def test_there_are_wires_enough() -> None:
    (box,) = [part for part in parts() if part.part.startswith("Jumper wire") and part.unit == "box"]
    assert {len(wiring.wiring(BOARDS[name])) for name in box.boards} == {box.quantity}
    hub = {part.part: part.quantity for part in parts() if part.part.startswith("Jumper wire") and part.unit == "hub"}
    to_seats = [link for link in pico.links(seats()) if link.terminal in SEATS]
    on_the_breadboard = len(pico.links(seats())) - len(to_seats)
    assert hub == {
        "Jumper wire, pin at both ends": on_the_breadboard,
        "Jumper wire, pin at one end": len(to_seats),
    }


def test_the_list_has_what_the_box_the_hub_and_a_seat_need_and_tools_and_no_shop() -> None:
    assert {row["For"] for row in listed()} == {"box", "hub", "seat", "tool"}
    assert {board for part in parts() for board in part.boards} == set(BOARDS)
    assert all(int(row["Quantity"]) > 0 and row["Look for"] for row in listed())
    assert "://" not in (HARDWARE / "parts.csv").read_text(encoding="utf-8")
    assert "{" not in (HARDWARE / "parts.csv").read_text(encoding="utf-8")


def listed() -> list[dict[str, str]]:
    with (HARDWARE / "parts.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_versions_of_the_tools_are_kept_exactly_as_the_extra_pins_them() -> None:
    project = (HARDWARE.parent / "pyproject.toml").read_text(encoding="utf-8")
    kept = versions.committed()
    assert set(kept) == {"graphviz", "font", *versions.PACKAGES}
    assert all(f'"{name}=={kept[name]}"' in project for name in versions.PACKAGES)
