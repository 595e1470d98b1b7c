"""What a box runs on, handed to it from outside, so that a fake machine does as well as a real one."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.boards import Board
from companion.devices.headers import PinTrouble
from companion.devices.lines import PULLS, EarlyLines
from companion.devices.ports import Places
from companion.glass import Panel
from companion.notify import Notifier


class Machine(Struct, frozen=True):
    """What the box runs on: its board, its panel, who gives the pins, who waits for word, where the log goes, where
    serial ports are found, and where the hub's may be borrowed.
    """

    board: Board
    panel: Panel
    pins: "Pins"
    notifier: Notifier
    say: Callable[[str], None]
    places: Places
    door: Path | None = None


class Pins:
    """The pins of the header, chosen when they are first wanted and kept then; `early` has the lines taken before."""

    def __init__(self, choose: Callable[[EarlyLines], Any], early: EarlyLines) -> None:
        self._choose = choose
        self._early = early
        self._factory: Any = None

    def __call__(self) -> Any:
        """The pin factory. Raises PinTrouble."""
        if self._factory is None:
            self._factory = self._choose(self._early)
        return self._factory

    def listen(self, board: Board) -> None:
        """Have the kernel keep the edges of the controls, if it can be; who wants their pins is told why it cannot."""
        with suppress(PinTrouble):
            self._early.take({control.pin: PULLS[control.active] for control in board.controls.by_name().values()})

    def close(self) -> None:
        self._early.close()
        if self._factory is not None:
            self._factory.close()
