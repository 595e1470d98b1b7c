"""The lamps of the seats: how one can shine, and all eight as one text. Which are lit, each screen says."""

from enum import StrEnum


class Lamp(StrEnum):
    """What a seat's lamp tells: no press is expected, one may come, it is this one's turn, an answer is wanted."""

    OFF = "-"
    ON = "1"
    SLOW = "s"
    FAST = "f"


DARK = Lamp.OFF * 8
"""All eight lamps off, from seat 1 to seat 8."""
