"""A box's wires with the colours they have in the tables and the pictures."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.boards import Board
from companion.wiring import Wire, wiring

_COMMON: Mapping[str, str] = MappingProxyType({"3.3 V": "red", "ground": "black"})
_TERMINALS: Mapping[str, str] = MappingProxyType(
    {"SDA": "blue", "SCL": "yellow", "DIN": "blue", "CLK": "yellow", "CS": "orange", "DC": "green", "RST": "white"}
)
_BUTTONS = ("white", "grey", "green", "orange", "violet")
_SPEAKER = "brown"


class Coloured(NamedTuple):
    """A wire and its colour."""

    wire: Wire
    colour: str


def coloured(board: Board) -> tuple[Coloured, ...]:
    """Every wire of a box with this board, in the order of `companion.wiring`."""
    buttons = {f"button {label}": _BUTTONS[place] for place, label in enumerate(board.labels().values())}
    return tuple(Coloured(wire, _colour(wire, buttons)) for wire in wiring(board))


def signals(board: Board) -> tuple[Coloured, ...]:
    """The same without the buttons' side that all have in common, as a ready-made board has it inside."""
    return tuple(row for row in coloured(board) if row.wire.terminal != "other side")


def _colour(wire: Wire, buttons: Mapping[str, str]) -> str:
    common = _COMMON.get(wire.signal)
    return common or _TERMINALS.get(wire.terminal) or buttons.get(wire.part) or _SPEAKER
