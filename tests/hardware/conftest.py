"""Without COMPANION_HARDWARE, which `make hardware-test` sets, only the tests that need no heavy tools run."""

import os
import shutil
from pathlib import Path

import pytest

WANTED = bool(os.environ.get("COMPANION_HARDWARE"))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    return True if collection_path.name == "heavy" and not WANTED else None


def pytest_sessionstart() -> None:
    if WANTED and not shutil.which("dot"):
        pytest.exit("There is no graphviz here: install it (Debian: sudo apt install graphviz fonts-dejavu-core).", 2)
