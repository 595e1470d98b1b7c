"""The wiring pictures as WireViz wants them: one YAML text for each board and one for the hub.

Connectors are parts, cables are the wires of one part, and nothing is laid out here: that is graphviz's work.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.boards import Board
from hardware.workshop import pico
from hardware.workshop.header import Coloured, coloured, signals
from hardware.workshop.sources import Seat

PI, HAT = "Raspberry Pi", "plugged on"
_CODES: Mapping[str, str] = MappingProxyType(
    {
        "black": "BK", "blue": "BU", "brown": "BN", "green": "GN", "grey": "GY", "orange": "OG", "red": "RD",
        "violet": "VT", "white": "WH", "yellow": "YE",
    }
)  # fmt: skip
_OPTIONS = {"fontname": "DejaVu Sans", "color_mode": "full"}


def hand_wired(board: Board) -> str:
    """The picture of a board whose parts are wired to the Pi one by one."""
    rows = coloured(board)
    connectors = {PI: _header((row.wire.position, row.wire.signal) for row in rows)}
    cables: dict[str, Any] = {}
    connections: list[Any] = []
    for part, group in groupby(rows, lambda row: row.wire.part):
        wires = list(group)
        connectors[part] = _connector(_kind(part, board), pins=[row.wire.terminal for row in wires])
        cables[f"to {part}"] = _bundle([row.colour for row in wires])
        ends = {PI: [row.wire.position for row in wires]}, {part: [row.wire.terminal for row in wires]}
        connections.append([ends[0], {f"to {part}": list(range(1, len(wires) + 1))}, ends[1]])
    return _yaml({"connectors": connectors, "cables": cables, "connections": connections})


def plugged_on(board: Board) -> str:
    """The picture of a ready-made board: what its socket connects, pin by pin."""
    rows = sorted(signals(board), key=lambda row: row.wire.position)
    positions = [row.wire.position for row in rows]
    connectors = {
        PI: _header((row.wire.position, row.wire.signal) for row in rows),
        HAT: _connector(board.name, pins=positions, pinlabels=[_inside(row) for row in rows]),
    }
    return _yaml({"connectors": connectors, "connections": [[{PI: positions}, "<-->", {HAT: positions}]]})


def hub(seats: Sequence[Seat]) -> str:
    """The picture of the buzzer hub: the switches above, the lamps behind their driver below."""
    lines = range(len(seats))
    inputs, outputs = ([pico.driver_pins(line)[end] for line in lines] for end in (0, 1))
    switches, lamps = "switches", "lamps"
    each = [seat.number for seat in seats]
    wires = {
        "buttons": _Run(pico.PICO, [pico.HEADER[seat.button] for seat in seats], switches, each),
        "inputs": _Run(pico.PICO, [pico.HEADER[seat.lamp] for seat in seats], pico.DRIVER, inputs),
        "outputs": _Run(pico.DRIVER, outputs, lamps, each),
        "VBUS": _Run(pico.PICO, [pico.VBUS], pico.SUPPLY_RAIL, [1]),
        "GND": _Run(pico.PICO, [pico.GROUND], pico.GROUND_RAIL, [1]),
        "common": _Run(pico.SUPPLY_RAIL, [1], pico.DRIVER, [pico.DRIVER_COMMON]),
        "earth": _Run(pico.GROUND_RAIL, [1], pico.DRIVER, [pico.DRIVER_GROUND]),
        "sides": _Run(pico.GROUND_RAIL, [1], switches, ["all"]),
        "plus": _Run(pico.SUPPLY_RAIL, [1], lamps, ["all"]),
    }
    connectors = {
        pico.PICO: _pins("Raspberry Pi Pico", _pico(seats)),
        pico.DRIVER: _pins("18 pins", _driver(inputs, outputs)),
        pico.SUPPLY_RAIL: _connector("all red wires", pinlabels=["5 V"]),
        pico.GROUND_RAIL: _connector("all black wires", pinlabels=["ground"]),
        switches: _pins("by seat", [*((seat, "switch") for seat in each), ("all", "other side")]),
        lamps: _pins("by seat", [*((seat, "lamp −") for seat in each), ("all", "lamp +")]),
    }
    cables = {name: _bundle(_run_colours(run)) for name, run in wires.items()}
    connections = [
        [{run.start: run.starts}, {name: list(range(1, len(run.starts) + 1))}, {run.end: run.ends}]
        for name, run in wires.items()
    ]
    return _yaml({"connectors": connectors, "cables": cables, "connections": connections})


class _Run(NamedTuple):
    """Wires side by side from one part to another."""

    start: str
    starts: Sequence[int]
    end: str
    ends: Sequence[int | str]


def _run_colours(run: _Run) -> Sequence[str]:
    rails = {pico.SUPPLY_RAIL: "red", pico.GROUND_RAIL: "black"}
    rail = rails.get(run.start) or rails.get(run.end)
    return [rail] if rail else pico.COLOURS[: len(run.starts)]


def _driver(inputs: Sequence[int], outputs: Sequence[int]) -> list[tuple[int | str, str]]:
    named: dict[int | str, str] = {pico.DRIVER_GROUND: "GND", pico.DRIVER_COMMON: "COM"}
    for line, (entry, out) in enumerate(zip(inputs, outputs, strict=True), 1):
        named |= {entry: f"IN {line}", out: f"OUT {line}"}
    order = [*inputs, pico.DRIVER_GROUND, *outputs, pico.DRIVER_COMMON]
    return [(pin, named[pin]) for pin in order]


def _pico(seats: Sequence[Seat]) -> list[tuple[int | str, str]]:
    used = sorted((pico.HEADER[number], f"GP{number}") for seat in seats for number in (seat.button, seat.lamp))
    return [*used, (pico.GROUND, "ground"), (pico.VBUS, "VBUS (5 V)")]


def _header(pins: Iterable[tuple[int, str]]) -> dict[str, Any]:
    return _pins("40-pin header", sorted(set(pins)))


def _pins(kind: str, pins: Sequence[tuple[int | str, str]]) -> dict[str, Any]:
    return _connector(kind, pins=[pin for pin, _ in pins], pinlabels=[label for _, label in pins])


def _connector(kind: str, **pins: Sequence[int | str]) -> dict[str, Any]:
    """A part without the number of its pins, since only those that are used are drawn."""
    return {"type": kind, **pins, "show_pincount": False}


def _bundle(colours: Sequence[str]) -> dict[str, Any]:
    return {
        "category": "bundle",
        "colors": [_CODES[colour] for colour in colours],
        "show_name": False,
        "show_wirecount": False,
    }


def _kind(part: str, board: Board) -> str:
    display = board.display
    kinds = {
        "display": f"{display.chip.upper()}, {display.width}×{display.height}",
        "piezo": "disc",
        "buzzer": "active",
    }
    return kinds.get(part, "push button")


def _inside(row: Coloured) -> str:
    return row.wire.part if row.wire.terminal == "one side" else f"{row.wire.part} {row.wire.terminal}"


def _yaml(content: Mapping[str, Any]) -> str:
    """YAML of two levels in blocks and the rest in flow style, which is JSON."""
    lines = [f"options: {_flow(_OPTIONS)}"]
    for section, entries in content.items():
        lines.append(f"{section}:")
        if isinstance(entries, Mapping):
            lines += [f"  {_flow(name)}: {_flow(entry)}" for name, entry in entries.items()]
        else:
            lines += [f"  - {_flow(entry)}" for entry in entries]
    return "\n".join(lines) + "\n"


def _flow(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
