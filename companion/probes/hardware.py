"""Probes of what a box on a Raspberry Pi needs: what its config.txt says, the display, the pins, the hub.

On another machine there is nothing to look at. A box may go on playing: the display is sent a command that does nothing
(NOP, 0xE3 in the data sheets of all our chips), and the pins of the controls are asked who has them and not taken. Only
where nobody has them does the display get a border, and a panel on SPI its two pins for it.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from companion import boards, wiring
from companion.boards import I2C, Board
from companion.config import Config
from companion.devices.buttons import WAYS, choose_factory
from companion.devices.headers import CONSUMER, PinTrouble, busy
from companion.devices.i2c import I2c
from companion.devices.panel_trouble import PanelTrouble, sentence
from companion.devices.ports import BOOTSEL, HUB, USB, plugged, serial
from companion.devices.windows import COMMAND
from companion.probes import border
from companion.probes.report import Report

MODEL = Path("/proc/device-tree/model")
BOOT = (Path("/boot/firmware/config.txt"), Path("/boot/config.txt"))
DEV = Path("/dev")
NOP = COMMAND + b"\xe3"
ELSEWHERE = Report(("not looked at: this machine is no Raspberry Pi",))
ALIASES = {
    "i2c": "i2c_arm",
    "i2c1": "i2c_arm",
    "i2c_baudrate": "i2c_arm_baudrate",
    "i2c1_baudrate": "i2c_arm_baudrate",
}
ON = ("on", "yes", "true", "1", "")


def boot(config: Config) -> Report:
    """Whether the Pi's config.txt has the lines that the board needs; the last value of a parameter counts."""
    file = next((path for path in BOOT if path.is_file()), None)
    board = _board(config)
    if board is None or not _is_pi() or file is None:
        return Report(("there is no config.txt here",)) if _is_pi() else ELSEWHERE
    text = file.read_text(encoding="utf-8", errors="replace")
    known = dict(setting for line in text.splitlines() for setting in _in(line))
    needed = wiring.boot_lines(board)
    missing = [line for line in needed if not set(_in(line)) <= known.items()]
    facts = (f"{line}{' is missing, or a later line undoes it' if line in missing else ''}" for line in needed)
    return Report(
        (str(file), *facts),
        tuple(f"Add the line {line} at the end of {file} and restart the Pi (sudo reboot)." for line in missing),
    )


def display(config: Config) -> Report:
    """Whether something answers where the board says the display is, and what to look for on it.

    SPI has no answers, only a device.
    """
    board = _board(config)
    if board is None or not _is_pi():
        return ELSEWHERE
    bus = board.display.bus
    name = f"i2c-{bus.port}" if isinstance(bus, I2C) else f"spidev{bus.port}.{bus.device}"
    try:
        (DEV / name).stat()
        if isinstance(bus, I2C):
            with closing(I2c(str(DEV / name), bus.address)) as wire:
                wire.send([NOP])
    except OSError as error:
        return Report((f"{DEV / name}",), (sentence(bus, error),))
    there = f"{DEV / name}: {'an answer' if isinstance(bus, I2C) else 'there, which is all that SPI tells'}"
    try:
        return Report((there, _border(board)))
    except PanelTrouble as trouble:
        return Report((there,), (str(trouble),))


def pins(config: Config) -> Report:
    """Who has the pins of the controls."""
    board = _board(config)
    if board is None or not _is_pi():
        return ELSEWHERE
    try:
        with closing(choose_factory(WAYS[:1])) as factory:
            users = _users(board, factory)
    except PinTrouble as trouble:
        return Report((), (str(trouble),))
    facts = (f"{name}: pin {pin}, {f'used by {user}' if user else 'free'}" for name, (pin, user) in users.items())
    others = tuple(busy(pin, user) for pin, user in users.values() if user not in ("", CONSUMER))
    return Report(tuple(facts), others)


def hub(config: Config) -> Report:
    """The buzzer hubs on USB; a box needs none."""
    found = tuple(f"{device.name}: {serial(device) or 'no serial number'}" for device in plugged(USB, [HUB]))
    bare = tuple(f"{device.name}: a Pico without a program" for device in plugged(USB, BOOTSEL))
    return Report(found + bare or ("none",))


def _border(board: Board) -> str:
    """Draws the border where no box can have the panel; what there is to say of it. Raises PanelTrouble."""
    try:
        with closing(choose_factory(WAYS[:1])) as factory:
            users = {user for _, user in _users(board, factory).values() if user}
            if users:
                return border.left_out(users)
            border.draw(board.display, factory)
    except PinTrouble:
        return border.UNASKED
    return border.drawn(board.display)


def _users(board: Board, factory: Any) -> dict[str, tuple[int, str]]:
    """The pin of each control and who has it; "" for nobody."""
    controls = board.controls.by_name().items()
    return {name: (control.pin, factory.consumer(control.pin)) for name, control in controls}


def _is_pi() -> bool:
    return "Raspberry Pi" in _text(MODEL)


def _board(config: Config) -> Board | None:
    """The board in use; None when its file is wrong, which another probe tells."""
    try:
        return boards.read(config.board)
    except boards.BoardError:
        return None


def _in(line: str) -> Iterator[tuple[str, str]]:
    """The settings in a line of config.txt, each spelt in one way: a parameter and its value, or a whole line."""
    kind, _, rest = line.partition("#")[0].strip().partition("=")
    if kind.strip() != "dtparam":
        yield f"{kind.strip()}={rest.replace(' ', '')}", ""
        return
    for setting in rest.split(","):
        name, _, value = setting.strip().partition("=")
        yield f"dtparam={ALIASES.get(name, name)}", "on" if value in ON else value


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""
