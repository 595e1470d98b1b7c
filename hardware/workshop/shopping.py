"""The parts list as CSV for a spreadsheet and as Markdown to read, from `parts.toml` and the board files."""

import csv
import io
from collections.abc import Iterator, Mapping

from companion.boards import I2C, Board
from hardware.workshop.markdown import made, table
from hardware.workshop.sources import Part, all_boards, parts

COLUMNS = ("For", "Boards", "Part", "Quantity", "Look for", "Instead")
TITLES = {
    "box": "The box, whatever its board",
    "hub": "The buzzer hub",
    "seat": "Each seat of the hub",
    "tool": "Tools",
}


def as_csv() -> str:
    """The whole list, a part a line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for part in parts():
        writer.writerow(
            (part.unit, " ".join(part.boards), part.part, part.quantity, _look_for(part), part.alternatives)
        )
    return text.getvalue()


def as_markdown() -> str:
    """The whole list, a table for what all boxes need, for each board, for the hub, for a seat and for the tools."""
    boards = all_boards()
    pages = [(TITLES["box"], [part for part in parts() if part.unit == "box" and not part.boards])]
    pages += [
        (f"Also for {board.name}", [part for part in parts() if name in part.boards]) for name, board in boards.items()
    ]
    pages += [(TITLES[unit], [part for part in parts() if part.unit == unit]) for unit in ("hub", "seat", "tool")]
    lines = (line for page in pages for line in _page(*page))
    return "\n".join(("# Parts", "", made("`parts.toml` and the board files"), "", *lines))


def _page(title: str, rows: list[Part]) -> Iterator[str]:
    yield f"## {title}"
    yield ""
    cells = [(f"{row.quantity}", row.part, _look_for(row), row.alternatives) for row in rows]
    yield from table(("", "Part", "Look for", "Instead"), cells)
    yield ""


def _look_for(part: Part) -> str:
    boards = all_boards()
    return part.look_for.format_map(_facts(boards[part.boards[0]]) if part.boards else {})


def _facts(board: Board) -> Mapping[str, str]:
    bus = board.display.bus
    address = f"0x{bus.address:02X}" if isinstance(bus, I2C) else ""
    return {"chip": board.display.chip.upper(), "bus": "I2C" if address else "SPI", "address": address}
