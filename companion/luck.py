"""Where the 32 bytes of a match's chance come from: the system's randomness, or a number for repeatable runs."""

import hmac
import os
from typing import Protocol

from msgspec import Struct

from companion.games.chance import SEED_BYTES

PLAIN = 0
"""The place of the seed for everything outside of matches; the n-th match has place n, from 1."""

LARGEST_SEED = 2**64 - 1


class Luck(Protocol):
    """A source of seeds."""

    def seed(self, place: int) -> bytes:
        """The 32 bytes for the match with this number (0: outside of matches)."""


class TrueLuck:
    """Seeds that nobody can foretell; each is asked for once."""

    def seed(self, place: int) -> bytes:
        """32 fresh bytes, whatever the place."""
        return os.urandom(SEED_BYTES)


class NumberedLuck(Struct, frozen=True):
    """Seeds that follow from a number 0..2**64 − 1, for repeatable runs."""

    number: int

    def seed(self, place: int) -> bytes:
        """HMAC-SHA256 of the number and the place, 8 bytes big-endian each."""
        return hmac.digest(self.number.to_bytes(8, "big"), place.to_bytes(8, "big"), "sha256")
