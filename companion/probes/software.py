"""Probes of what runs here: program, platform, configuration, board, fonts and languages."""

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from companion import __version__, boards, data, typefaces
from companion.config import Config
from companion.journal.versions import SQLITE
from companion.probes.report import Report

PACKAGES = ("gpiozero", "luma.oled", "msgspec", "Pillow", "pyserial", "segno", "smbus2")
OPTIONAL = ("gpiod", "spidev", "RPi.GPIO")
"""Packages that only some boxes have."""

MODEL = Path("/proc/device-tree/model")
"""Where Linux says which Pi this is."""


def program(config: Config) -> Report:
    """The program, Python, SQLite and the packages."""
    found = {name: _version(name) for name in (*PACKAGES, *OPTIONAL)}
    return Report(
        (
            f"companion {__version__}",
            f"Python {platform.python_version()} ({platform.python_implementation()})",
            f"SQLite {SQLITE}",
            *(f"{name} {number}" for name, number in found.items() if number),
        ),
        tuple(
            f"The package {name} is missing: install the program again, with pip or `make setup`."
            for name in PACKAGES
            if not found[name]
        ),
    )


def machine(config: Config) -> Report:
    """The operating system and the machine."""
    facts = [platform.platform(), platform.machine()]
    if MODEL.exists():
        facts.append(MODEL.read_text(encoding="utf-8", errors="replace").rstrip("\x00\n"))
    return Report(tuple(facts))


def configuration(config: Config) -> Report:
    """The file in use, and each value as it would stand in one."""
    values = {key: value for key, value in msgspec.structs.asdict(config).items() if key != "source"}
    source = str(config.source or "no file, so the defaults hold")
    return Report((source, *(f"{key} = {_toml(value)}" for key, value in values.items())))


def board(config: Config) -> Report:
    """The board in use: its display and its controls."""
    try:
        found = boards.read(config.board)
    except boards.BoardError as error:
        return Report((str(config.board),), (str(error),))
    controls = found.controls.by_name().items()
    return Report(
        (
            f"{found.name} ({config.board})",
            f"display {found.display.chip}, {found.display.width}x{found.display.height}",
            f"bus {_bus(found.display.bus)}",
            *(f"{name}: pin {control.pin}, “{control.label}”" for name, control in controls),
        )
    )


def fonts(config: Config) -> Report:
    """The letters."""
    try:
        loaded = typefaces.load()
    except OSError as error:
        return Report((str(data.fonts()),), (f"The fonts cannot be read ({error}): install the program again.",))
    names = {font.getname()[0] or "?" for faces in loaded.faces.values() for font in faces}
    return Report((", ".join(sorted(names)),))


def languages(config: Config) -> Report:
    """The languages the box speaks."""
    return Report((", ".join(data.languages()),))


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str | Path) else f"{value:g}"


def _bus(bus: boards.I2C | boards.SPI) -> str:
    if isinstance(bus, boards.I2C):
        return f"I2C {bus.port}, address 0x{bus.address:02X}"
    return f"SPI {bus.port}.{bus.device}, DC pin {bus.dc}, RST pin {bus.rst}"
