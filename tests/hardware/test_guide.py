"""What the build guide says is so: its steps, files, commands, boards, sizes and sentences."""

import re
from pathlib import Path

from companion import data
from hardware.workshop.enclosure.box_plan import CONTROLS
from hardware.workshop.enclosure.sizes import PANELS
from hardware.workshop.sources import HARDWARE, ROOT, ready_made

GUIDE = (HARDWARE / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
SOURCE = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "companion").rglob("*.py"))


def test_the_steps_are_numbered_without_a_gap() -> None:
    steps = [int(number) for number in re.findall(r"^## (\d+)\. ", GUIDE, re.MULTILINE)]
    assert steps == list(range(1, 10))
    for section in re.split(r"^## ", GUIDE, flags=re.MULTILINE):
        numbers = [int(number) for number in re.findall(r"^(\d+)\. ", section.partition("\n")[2], re.MULTILINE)]
        assert numbers == list(range(1, len(numbers) + 1)), section.splitlines()[0]


def test_every_picture_and_link_leads_somewhere() -> None:
    linked = re.findall(r"\]\(([^)]+)\)", GUIDE + (HARDWARE / "WIRING.md").read_text(encoding="utf-8"))
    assert len(linked) > 15
    assert [link for link in linked if not (HARDWARE / link).is_file()] == []


def test_every_picture_of_a_case_is_in_the_guide() -> None:
    shown = set(re.findall(r"\((pictures/[a-z-]+\.png)\)", GUIDE))
    assert shown == {f"pictures/{path.name}" for path in (HARDWARE / "pictures").iterdir()}


def test_the_boards_to_choose_from_are_the_shipped_ones_and_ready_made_ones_come_first() -> None:
    rows = re.findall(r"^\| `([a-z0-9-]+)` \|[^|]*\| ([^|]*) \|", GUIDE, re.MULTILINE)
    assert {name for name, _ in rows} == set(data.boards())
    assert [soldering == "none" for _, soldering in rows] == [ready_made(name) for name, _ in rows]
    assert [ready_made(name) for name, _ in rows] == sorted((ready_made(name) for name, _ in rows), reverse=True)


def test_every_target_of_make_and_every_file_named_exists() -> None:
    targets = set(re.findall(r"^ +(?:sudo )?make ([a-z-]+)|`make ([a-z-]+)`", GUIDE, re.MULTILINE))
    named = {target for pair in targets for target in pair if target}
    assert {"install", "tables", "hardware", "hardware-test", "enclosure"} <= named
    assert all(f"\n{target}: " in MAKEFILE for target in named)
    for path in ("workshop/enclosure/sizes.py", "enclosure/hub-8-base.stl", "parts.toml", "enclosure/box-tab.stl"):
        assert (HARDWARE / path).exists()


def test_every_sentence_in_quotes_is_the_box_s_own_or_stands_on_the_page_of_wires() -> None:
    said = re.findall("“([^”]+)”", GUIDE)
    wires = (HARDWARE / "WIRING.md").read_text(encoding="utf-8").lower()
    assert len(said) >= 7
    assert [part for part in said if part not in SOURCE and f"\n{part} ".lower() not in wires.replace(",", " ")] == []


def test_the_sizes_of_the_panels_are_those_of_the_plans() -> None:
    for name, panel in PANELS.items():
        width, height = panel.board
        assert re.search(rf"{width} × {height} mm\s+\({re.escape(name)} inch\)", GUIDE), name


def test_the_buttons_are_named_in_the_order_of_the_lid() -> None:
    assert ", ".join(control.upper() for control in CONTROLS) in GUIDE


def test_the_lines_of_the_installation_are_those_of_the_readme() -> None:
    readme = Path(ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in GUIDE.splitlines() if line.strip().startswith("sudo apt install make")]
    assert len(lines) == 1
    assert lines[0] in readme
