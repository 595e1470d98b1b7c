"""Every text that is made from the sources, by the path it is committed under."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from hardware.workshop import harness, shopping, wires
from hardware.workshop.sources import HARDWARE, all_boards, ready_made, seats

WIRING = HARDWARE / "wiring"


def texts() -> Mapping[Path, str]:
    """What each file must hold."""
    pictures = {
        name: harness.plugged_on(board) if ready_made(name) else harness.hand_wired(board)
        for name, board in all_boards().items()
    }
    pictures["hub"] = harness.hub(seats())
    return {
        HARDWARE / "WIRING.md": wires.page(),
        HARDWARE / "PARTS.md": shopping.as_markdown(),
        HARDWARE / "parts.csv": shopping.as_csv(),
        **{WIRING / f"{name}.yaml": text for name, text in pictures.items()},
    }


def mark(text: str) -> str:
    """The comment in the picture of this text."""
    return f"<!-- Made of the YAML with SHA-256 {hashlib.sha256(text.encode()).hexdigest()} -->"


def write() -> None:
    """Write them all."""
    WIRING.mkdir(exist_ok=True)
    for path, text in texts().items():
        path.write_text(text, encoding="utf-8")
