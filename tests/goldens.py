"""Golden screens: a frame and its words as text that a reviewer reads in a diff.

Each lies in `tests/golden/screens/NAME.txt`: the words, then 32 rows of half-blocks in a border. To record
them anew run the tests with COMPANION_RECORD=1: the run fails where it recorded, so nothing passes unseen.
"""

import difflib
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from companion.screens.frames import HEIGHT, WIDTH, to_image

FOLDER = Path(__file__).parent / "golden" / "screens"

_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def as_text(frame: bytes, words: Sequence[str] = ()) -> str:
    """The words one a line in quotation marks, and the picture, two rows of pixels in one of text."""
    lit = to_image(frame).load()
    rows = ["".join(_HALVES[bool(lit[x, y]), bool(lit[x, y + 1])] for x in range(WIDTH)) for y in range(0, HEIGHT, 2)]
    border = "─" * WIDTH
    picture = [f"┌{border}┐", *(f"│{row}│" for row in rows), f"└{border}┘"]
    return "\n".join([*(f'"{word}"' for word in words), *picture, ""])


def check_golden(name: str, frame: bytes, words: Sequence[str] = ()) -> None:
    """Compare with the golden of this name; a name may have a folder: `pieces/die-5`."""
    path, shown = FOLDER / f"{name}.txt", as_text(frame, words)
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    if shown == known:
        return
    if os.environ.get("COMPANION_RECORD") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(shown, encoding="utf-8", newline="\n")
        pytest.fail(f"recorded the golden {name}: look at it, then run again without COMPANION_RECORD")
    if not known:
        pytest.fail(f"there is no golden {name}: run with COMPANION_RECORD=1 to record it\n{shown}")
    diff = difflib.unified_diff(known.splitlines(), shown.splitlines(), "golden", "now", lineterm="")
    pytest.fail(f"the screen differs from the golden {name}:\n" + "\n".join(diff))


def assert_only(folder: str, names: Iterable[str]) -> None:
    """Fail unless the folder holds the goldens of exactly these names (given without the folder)."""
    assert {path.stem for path in (FOLDER / folder).iterdir()} == set(names)
