"""All chance of a match, drawn from its seed: the same seed and index give the same number on every machine.

A roll that is taken back comes back the same, a power cut changes nothing, and anyone who knows the seed can check
a finished match. Nothing here may know a clock or a source of randomness: seeds come from outside.
"""

import hashlib
import hmac
from itertools import count

SEED_BYTES = 32
MAX_SIDES = 256


def uniform(seed: bytes, index: int, sides: int) -> int:
    """The number 1..`sides` that `seed` holds at `index` (from 0), every number equally likely.

    `sides` is 1..256, else ValueError. Bytes that would favour the low numbers are skipped (rejection sampling over
    the HMAC-SHA256 blocks of "Chance" in the match script contract).
    """
    if not 1 <= sides <= MAX_SIDES:
        raise ValueError(f"sides must be 1..{MAX_SIDES}, not {sides}")
    limit = MAX_SIDES - MAX_SIDES % sides
    for block in count():
        message = index.to_bytes(8, "big") + block.to_bytes(4, "big")
        for byte in hmac.digest(seed, message, "sha256"):
            if byte < limit:
                return byte % sides + 1
    raise AssertionError("count() does not end")


def commitment(seed: bytes) -> str:
    """SHA-256 of the 32 seed bytes as 64 hex digits: shown when a match starts, checked when the seed is shown."""
    return hashlib.sha256(seed).hexdigest()


class Chance:
    """A cursor over the numbers of one seed; `index` is the next one, and goes up by one at each draw."""

    def __init__(self, seed: bytes, index: int = 0) -> None:
        self._seed = seed
        self.index = index

    def draw(self, sides: int) -> int:
        """The next number, 1..`sides`."""
        number = uniform(self._seed, self.index, sides)
        self.index += 1
        return number
