"""The committed pictures are what the tools make now; where a tool differs, at least what they say is the same."""

import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from hardware.workshop import pictures, versions
from hardware.workshop.enclosure import build
from hardware.workshop.tables import WIRING

SAME = {name: versions.here()[name] == version for name, version in versions.committed().items()}


@pytest.mark.parametrize("path", sorted(WIRING.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_wiring_picture_is_made_again_byte_for_byte(path: Path) -> None:
    made = pictures.draw(path.read_text(encoding="utf-8"))
    kept = path.with_suffix(".svg").read_text(encoding="utf-8")
    if all(SAME[name] for name in ("graphviz", "wireviz", "font")):
        assert made == kept
    assert texts(made) == texts(kept)
    assert len(texts(made)) > 20


def texts(svg: str) -> list[str]:
    return sorted(re.findall(r"<text[^>]*>(.*?)</text>", svg))


@pytest.mark.parametrize("name", build.SCENES)
def test_a_picture_of_the_guide_is_drawn_again_dot_for_dot(name: str) -> None:
    made = build.draw(name)
    with Image.open(build.PICTURES / f"{name}.png") as kept:
        assert made.size == kept.size
        if all(SAME.values()):
            assert ImageChops.difference(made, kept.convert("RGB")).getbbox() is None


def test_there_is_no_other_picture_in_the_guide() -> None:
    assert {path.stem for path in build.PICTURES.glob("*.png")} == set(build.SCENES)
