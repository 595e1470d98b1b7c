"""The composition root: `open_box` puts the session together from configuration, journal, board, fonts and luck.

Every way to run the box uses it.
"""

import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from companion import boards, typefaces
from companion.assistant import Assistant
from companion.config import Config
from companion.journal import Journal, JournalTrouble
from companion.lock import Lock
from companion.luck import Luck, TrueLuck
from companion.screens.insheepnia import setup as insheepnia_setup
from companion.screens.intents import Control
from companion.screens.schlafmuetze import setup as schlafmuetze_setup
from companion.screens.thirteen_sheep import fences
from companion.session import Session
from companion.surroundings import Surroundings


def defaults(config: Config) -> dict[str, str]:
    """The settings of a box on which nobody has changed any, as text by key."""
    return {
        "language": config.language,
        "sound": "true" if config.sound else "false",
        "brightness": str(config.brightness),
        "dim_after": f"{config.dim_after:g}",
        "blank_after": f"{config.blank_after:g}",
        "blank_after_in_match": f"{config.blank_after_in_match:g}",
        "rotation": str(config.rotation),
        "long_press": f"{config.long_press:g}",
        **fences.DEFAULTS,
        **insheepnia_setup.DEFAULTS,
        **schlafmuetze_setup.DEFAULTS,
    }


def labels(config: Config) -> dict[Control, str]:
    """What is printed beside the controls of the board in use. Raises boards.BoardError."""
    return {Control(name): label for name, label in boards.read(config.board).labels().items()}


def local_day(seconds: float) -> str:
    """The date of a time in seconds since 1970, as YYYY-MM-DD where the box stands."""
    return datetime.fromtimestamp(seconds).astimezone().date().isoformat()


def open_box(
    config: Config,
    now: float,
    luck: Luck | None = None,
    wall: Callable[[], float] = time.time,
    day: Callable[[float], str] = local_day,
    named: Callable[[Path], str] = str,
    lock: Lock | None = None,
) -> Session:
    """The session of a box, its journal open; for the rest see Surroundings. Raises JournalTrouble, BoardError.

    Without a `lock` nobody else may know of the journal.
    """
    around = Surroundings(luck or TrueLuck(), wall, day, labels(config), defaults(config), config.backup, named)
    journal = Journal.open(config.journal, lock=lock)
    try:
        return Session(Assistant(journal, around), typefaces.load(), now)
    except JournalTrouble:
        journal.close()
        raise
