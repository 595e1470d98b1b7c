"""Without COMPANION_HARDWARE, which `make hardware-test` sets, only the tests that need no heavy tools run."""

import os
from pathlib import Path

WANTED = bool(os.environ.get("COMPANION_HARDWARE"))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    return True if collection_path.name == "heavy" and not WANTED else None
