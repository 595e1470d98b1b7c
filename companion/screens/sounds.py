"""Which moves make which sound: a table of what was done and what came of it.

Sounds are names here; what they sound like is the speaker's. The screen says everything a sound says.
"""

import json
from enum import StrEnum
from typing import NamedTuple

from companion.games.match import Accepted


class Sound(StrEnum):
    """The sounds of the box."""

    ROLL = "roll"
    WOLF = "wolf"
    SWEET_DREAMS = "sweet dreams"
    FALSE_ALARM = "false alarm"
    SLEEPYHEAD = "sleepyhead"
    WON = "won"


class Row(NamedTuple):
    """After the move `do`, `sound` is heard if the fact has this value."""

    do: str
    fact: str
    value: object
    sound: Sound


TABLE = (
    Row("roll", "fence", True, Sound.ROLL),
    Row("roll", "fence", False, Sound.WOLF),
    Row("announce", "asleep", True, Sound.SWEET_DREAMS),
    Row("announce", "asleep", False, Sound.FALSE_ALARM),
    Row("call", "phase", "dispute", Sound.SLEEPYHEAD),
    Row("score", "won", True, Sound.WON),
    Row("largest", "won", True, Sound.WON),
    Row("won", "won", True, Sound.WON),
)
"""The facts are the extra keys of the move's output, the `phase` after it, and whether the match is `won` by it."""


def sound_of(line: str, accepted: Accepted) -> Sound | None:
    """The sound for a line of a match script that was accepted; None for a silent one, questions and undo too."""
    do = json.loads(line).get("do")
    state = accepted.match.state
    facts = {**accepted.extra, "phase": state.phase, "won": bool(state.winners)}
    return next((row.sound for row in TABLE if row.do == do and facts.get(row.fact) == row.value), None)
