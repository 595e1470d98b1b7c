"""The wiring pictures: WireViz and graphviz make an SVG of every YAML text.

A picture says in a comment which text it is made of, so that a stale one is found without these tools.
"""

import re
import tempfile
from pathlib import Path

from wireviz import wireviz

from hardware.workshop.tables import WIRING, mark

FONTS = "DejaVu Sans,Verdana,sans-serif"
"""Verdana is as wide as DejaVu Sans, for readers who have no DejaVu."""


def draw(text: str) -> str:
    """The SVG of a YAML text."""
    with tempfile.TemporaryDirectory() as folder:
        wireviz.parse(text, output_formats=("svg",), output_dir=folder, output_name="picture")
        svg = (Path(folder) / "picture.svg").read_text(encoding="utf-8")
    svg = svg.replace('font-family="DejaVu Sans"', f'font-family="{FONTS}"')
    return re.sub(r"(?=<svg )", f"{mark(text)}\n", svg, count=1)


def write() -> None:
    """Draw every picture anew."""
    for path in sorted(WIRING.glob("*.yaml")):
        path.with_suffix(".svg").write_text(draw(path.read_text(encoding="utf-8")), encoding="utf-8")
