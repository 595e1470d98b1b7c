"""Whether this is `make soak`, for tests that count higher there."""

import os
from typing import TypeVar

T = TypeVar("T")

SOAK = os.environ.get("COMPANION_SOAK", "") == "1"


def counts(test: T, soak: T) -> T:
    """The first in `make test`, the second in `make soak`."""
    return soak if SOAK else test
