"""What everything is made from: the board files, the hub's table of pins and the list of parts.

Knows where the files are and what they hold, not what becomes of them.
"""

import ast
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from companion import boards, data
from companion.boards import Board

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "hardware"
HUB = ROOT / "firmware" / "board.py"


class Seat(NamedTuple):
    """One seat of the hub: its number at the table, and the GP numbers of its button and its lamp on the Pico."""

    number: int
    button: int
    lamp: int


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the parts list.

    `quantity` is for one box, one hub or one seat, as `unit` says; a tool is for all of them. `boards` names those
    that need the part, none for every one; `ready_made` marks a board that is bought as a whole and plugged on.
    """

    unit: Literal["box", "hub", "seat", "tool"]
    part: str
    quantity: int
    look_for: str
    alternatives: str = ""
    boards: tuple[str, ...] = ()
    ready_made: bool = False


class _Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    part: tuple[Part, ...]


def all_boards() -> dict[str, Board]:
    """Every shipped board by the name of its file."""
    return {name: boards.read(path) for name, path in data.boards().items()}


def seats() -> tuple[Seat, ...]:
    """The hub's seats, from the table that the hub's own program uses."""
    for node in ast.parse(HUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["SEATS"]:
            return tuple(Seat(*row) for row in ast.literal_eval(node.value))
    raise ValueError(f"{HUB} has no table SEATS.")


def parts() -> tuple[Part, ...]:
    """The parts list as `parts.toml` has it."""
    return msgspec.toml.decode((HARDWARE / "parts.toml").read_bytes(), type=_Parts).part


def ready_made(name: str) -> bool:
    """Whether this board is bought as a whole and plugged on the Pi."""
    return any(part.ready_made and name in part.boards for part in parts())
