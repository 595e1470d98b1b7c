"""Lines of the header, asked of the kernel through the package `gpiod`, and inputs that are taken early.

From the moment on in which a line is asked for, the kernel keeps its edges. gpiozero takes seconds to import on a small
Pi: what is pressed meanwhile waits behind lines that were taken before, until pins come for them. gpiozero is not
known here.
"""

import errno
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from companion.devices.headers import CONSUMER, PinTrouble, busy, open_header

PULLS = {"low": "up", "high": "down"}
"""The pull resistor against which a button works, by the level of its pin when pressed."""

WAITING_EDGES = 64
"""Edges of one line that the kernel keeps for us; more than that, and it drops the oldest."""

BIASES: Mapping[str, str] = MappingProxyType({"up": "PULL_UP", "down": "PULL_DOWN", "floating": "DISABLED"})
"""What `gpiod` calls a pull resistor."""


def load_gpiod() -> Any:
    """The package. Raises PinTrouble."""
    try:
        import gpiod  # noqa: PLC0415  # on a PC it is not installed
    except ImportError as error:
        raise PinTrouble(f"The package gpiod cannot be loaded ({error}): install it (pip install gpiod).") from error
    return gpiod


def input_settings(gpiod: Any, pull: str, edges: str) -> Any:
    """An input with a pull of BIASES and the edges "none", "falling", "rising" or "both", on the loop's clock."""
    line = gpiod.line
    return gpiod.LineSettings(
        direction=line.Direction.INPUT,
        bias=getattr(line.Bias, BIASES[pull]),
        edge_detection=getattr(line.Edge, edges.upper()),
        event_clock=line.Clock.MONOTONIC,
    )


def ask(chip: Any, number: int, settings: Any) -> Any:
    """The kernel's line of this number. Raises PinTrouble with the name of who has it, if the kernel knows."""
    try:
        return chip.request_lines({number: settings}, consumer=CONSUMER, event_buffer_size=WAITING_EDGES)
    except OSError as error:
        raise PinTrouble(_why_not(chip, number, error)) from error


def consumer(chip: Any, number: int) -> str:
    """Who has a line, as the kernel knows it; "" when nobody has."""
    return str(chip.get_line_info(number).consumer or "")


class EarlyLines:
    """Inputs whose edges wait for the pins that come for them. `gpiod` gives the package, `paths` the chips."""

    def __init__(self, gpiod: Callable[[], Any], paths: Callable[[], Iterable[str]]) -> None:
        self._gpiod = gpiod
        self._paths = paths
        self._lines: dict[int, Any] = {}

    def take(self, pulls: Mapping[int, str]) -> None:
        """Take the lines of these numbers with their pulls, all of them or none. Raises PinTrouble."""
        gpiod = self._gpiod()
        chip, _ = open_header(gpiod, self._paths())
        try:
            for number, pull in pulls.items():
                self._lines[number] = ask(chip, number, input_settings(gpiod, pull, "both"))
        except PinTrouble:
            self.close()
            raise
        finally:
            chip.close()

    def hand_over(self, number: int) -> Any:
        """The line with all edges since it was taken, for the caller to release; None if it is not here."""
        return self._lines.pop(number, None)

    def close(self) -> None:
        """Release the lines that nobody came for."""
        while self._lines:
            self._lines.popitem()[1].release()


def _why_not(chip: Any, number: int, error: OSError) -> str:
    if error.errno != errno.EBUSY:
        return f"Pin {number} cannot be used ({error.strerror}): give it another pin in the board file."
    return busy(number, consumer(chip, number))
