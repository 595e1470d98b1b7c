"""The page of wires: for every board and the hub a table pin by pin, and what to check before power is on."""

from collections.abc import Iterable, Iterator

from companion import wiring
from companion.boards import Board
from hardware.workshop import pico
from hardware.workshop.header import coloured, signals
from hardware.workshop.markdown import made, table
from hardware.workshop.sources import all_boards, ready_made, seats

_PI = "Pin 1 is the corner of the header with the square pad; odd pins are in the row away from the board's edge."
_NO_SOLDERING = "No soldering with a Pi that has its header: it is plugged on, and these pins meet."
_TERMINALS = {"one side": ""}
_PLUGGED = "Before power:"
_PLUG_CHECKS = (
    "The board lies over the Pi, not beside it, and covers all 40 pins: none stands free at either end.",
    "Nothing of the Pi (the HDMI socket above all) touches the underside of the board.",
)
_BEFORE = "Before power, with a multimeter that beeps, nothing plugged into the Pi's USB:"


def page() -> str:
    """The whole page; the boards that need no soldering come first."""
    boards = sorted(all_boards().items(), key=lambda item: not ready_made(item[0]))
    sections = [line for name, board in boards for line in _board(name, board)]
    return "\n".join(("# Wires", "", made("the board files and `firmware/board.py`"), "", _PI, "", *sections, *_hub()))


def _board(name: str, board: Board) -> Iterator[str]:
    plugged = ready_made(name)
    soldering = _NO_SOLDERING if plugged else "One wire a row; each has a pin of the header for itself."
    yield from (f"## {board.name}", "", f"Board `{name}`. {soldering}", "", f"![Wires](wiring/{name}.svg)", "")
    yield from _inside(board) if plugged else _wires(board)
    yield from ("", "At the end of `/boot/firmware/config.txt`:", "")
    yield from (*(f"    {line}" for line in wiring.boot_lines(board)), "")
    yield from (_PLUGGED if plugged else _BEFORE, "")
    yield from (*_numbered(_PLUG_CHECKS if plugged else _checks(board)), "")


def _inside(board: Board) -> Iterator[str]:
    rows = [row.wire for row in signals(board)]
    cells = [
        (wire.part, _TERMINALS.get(wire.terminal, wire.terminal), f"{wire.position}", wire.signal) for wire in rows
    ]
    return table(("Part", "Terminal", "Header pin", "Signal (BCM)"), cells)


def _wires(board: Board) -> Iterator[str]:
    cells = [(*row.wire[:2], row.colour, f"{row.wire.position}", row.wire.signal) for row in coloured(board)]
    return table(("Part", "Terminal", "Colour", "Header pin", "Signal (BCM)"), cells)


def _checks(board: Board) -> Iterator[str]:
    wires = wiring.wiring(board)
    supply, ground = (next(wire.position for wire in wires if wire.signal == name) for name in ("3.3 V", "ground"))
    yield f"Header pin {supply} (3.3 V) against {ground} (ground): no beep. A beep is a short: find it first."
    yield (
        f"The panel's VCC against header pin {supply}, its GND against {ground}: a beep. Read the print on the panel, "
        "not a picture of another: some have GND first, some VCC."
    )
    for control in board.controls.by_name().values():
        common = {"low": ground, "high": supply}[control.active]
        position = wiring.HEADER[control.pin]
        yield f"Header pin {position} against {common}: a beep only while {control.label} is pressed."


def _hub() -> Iterator[str]:
    rows = pico.links(seats())
    yield from ("## Buzzer hub", "", "The pins are those of `firmware/board.py`.", "", "![Wires](wiring/hub.svg)", "")
    yield from table(
        ("Part", "Terminal", "Colour", "To", "Pin", "Signal"),
        [
            (link.part, link.terminal, link.colour, link.to, "" if link.pin is None else f"{link.pin}", link.signal)
            for link in rows
        ],
    )
    yield from ("", *_current(), "", "Before USB is plugged in, with a multimeter that beeps:", "")
    yield from (*_numbered(_hub_checks()), "")


def _current() -> Iterator[str]:
    count = len(seats())
    yield "A lamp never hangs on a pin of the Pico, which gives 3.3 V and a few mA: it hangs between the 5 V of"
    yield f"VBUS and an output of the driver. With {count} lamps of {pico.LAMP_MA} mA lit, and {pico.PICO_MA} mA for"
    yield f"the Pico, the hub draws {pico.current(count)} mA: less than the {pico.ASKED_MA} mA that its program asks"
    yield f"for, and than the {pico.BUDGET_MA} mA of a USB 2.0 port. On a Zero 2 W the power supply gives them on"
    yield "top of the Pi's own. The driver takes up to 0.9 V of the 5 V."


def _hub_checks() -> Iterator[str]:
    first, last = seats()[0], seats()[-1]
    out = pico.driver_pins(0)[1]
    yield f"Pico pin {pico.VBUS} (VBUS) against pin {pico.GROUND} (ground): no beep. A beep is a short: find it first."
    yield (
        f"Driver pin {pico.DRIVER_GROUND} against Pico pin {pico.GROUND}: a beep. Driver pin {pico.DRIVER_COMMON} "
        f"against Pico pin {pico.VBUS}: a beep."
    )
    yield (
        f"The Pico's pins of the switches, {pico.HEADER[first.button]} (seat {first.number}) to "
        f"{pico.HEADER[last.button]} (seat {last.number}), one after the other against pin {pico.GROUND}: a beep only "
        "while that seat is pressed."
    )
    yield (
        f"The lamp of seat {first.number}: its − against driver pin {out} and its + against Pico pin {pico.VBUS} beep. "
        "The other seats likewise, with the pins of the table."
    )


def _numbered(steps: Iterable[str]) -> Iterator[str]:
    return (f"{number}. {step}" for number, step in enumerate(steps, 1))
