"""What a box is given from outside: chance, time, labels, settings, and where its backups go."""

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from companion.luck import Luck
from companion.screens.intents import Control


class Surroundings(Struct, frozen=True):
    """What the assistant is given: `wall` tells seconds since 1970, `day` the date of such a time as YYYY-MM-DD.

    `named` is how a folder is called on the panel.
    """

    luck: Luck
    wall: Callable[[], float]
    day: Callable[[float], str]
    labels: Mapping[Control, str]
    defaults: Mapping[str, str]
    backups: Path
    named: Callable[[Path], str] = str
