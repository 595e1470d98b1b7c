"""What a person can mean: the five controls, the seats, and the intents that their presses become.

Screens take intents and nothing else. This module knows no pins, no keys and no time; how a press becomes an
intent is in gestures.py.
"""

from enum import StrEnum

from msgspec import Struct

SEATS = range(1, 9)
"""The seats that can have a button, 1 to 8."""

DELETE = "⌫"
"""Takes back the last letter: on the wheel of letters, and what Backspace types."""


class Control(StrEnum):
    """The five controls of the box."""

    UP = "up"
    DOWN = "down"
    OK = "ok"
    BACK = "back"
    ROLL = "roll"


Line = Control | int
"""One input: a control, or the number of a seat's button (1 to 8)."""


class Kind(StrEnum):
    """What is meant. UNDO is BACK held long; OK_HELD and ROLL_HELD come only where a screen asks for them."""

    UP = "up"
    DOWN = "down"
    OK = "ok"
    BACK = "back"
    ROLL = "roll"
    SEAT = "seat"
    UNDO = "undo"
    OK_HELD = "ok-held"
    ROLL_HELD = "roll-held"


class Intent(Struct, frozen=True):
    """One thing meant; `seat` is 1 to 8 for SEAT and 0 for every other kind.

    `together`: so close to the seat's press before it that neither was first.
    """

    kind: Kind
    seat: int = 0
    together: bool = False
