"""The configuration: TOML in, one frozen Config out.

`/etc/companion/config.toml` decides for every command when it exists, else the file in the person's XDG
folder, else the defaults; a file named on the command line comes before all. A mistake is one sentence with
its place.
The environment is an argument; nothing here opens the journal, a board or a device.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion import data, tomlfile

ETC = Path("/etc/companion/config.toml")

Text = Annotated[str, Meta(min_length=1, pattern=r"^[^\x00]*$")]
Seconds = Annotated[float, Meta(ge=1, le=86400)]

_SECONDS = "a number of seconds from 1 to 86400"
_PATH = 'a path in quotes, such as "~/companion/journal.db"'
_TAKES = {
    "journal": _PATH,
    "backup": 'a folder in quotes, such as "~/companion/backups"',
    "board": "the name of a board or the path of a board file, in quotes",
    "language": 'the short name of a language in quotes, such as "en"',
    "sound": "true or false",
    "brightness": "a whole number from 1 to 10",
    "dim_after": _SECONDS,
    "blank_after": _SECONDS,
    "blank_after_in_match": _SECONDS,
    "rotation": "0 or 180 (degrees)",
    "long_press": "a number of seconds from 0.3 to 2",
}


class ConfigError(tomlfile.FileTrouble):
    """The configuration is wrong; the text is one sentence for the person who wrote it."""


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of the file as people write them."""

    journal: Text | None = None
    backup: Text | None = None
    board: Text = "hand-wired"
    language: Text = "en"
    sound: bool = True
    brightness: Annotated[int, Meta(ge=1, le=10)] = 8
    dim_after: Seconds = 120.0
    blank_after: Seconds = 600.0
    blank_after_in_match: Seconds = 1800.0
    rotation: Literal[0, 180] = 0
    long_press: Annotated[float, Meta(ge=0.3, le=2)] = 0.6


class Config(Struct, frozen=True):
    """Everything a box can be told, with paths that are ready to open.

    `source` is the file it came from (None: defaults only), `backup` a folder, `board` a board file,
    `brightness` 1 to 10, `rotation` degrees; `dim_after`, `blank_after`, `blank_after_in_match` and
    `long_press` are seconds.
    """

    source: Path | None
    journal: Path
    backup: Path
    board: Path
    language: str
    sound: bool
    brightness: int
    dim_after: float
    blank_after: float
    blank_after_in_match: float
    rotation: int
    long_press: float


def load(path: Path | None, environ: Mapping[str, str], etc: Path = ETC) -> Config:
    """The configuration of this box; `path` is the file given with --config, if any.

    `environ` is asked for HOME, XDG_CONFIG_HOME and XDG_DATA_HOME. Raises ConfigError.
    """
    if path is not None:
        found = _read(path)
        if found is None:
            raise ConfigError(f"There is no file {path}: correct the path after --config, or leave --config out.")
        return _config(found, path, environ)
    for candidate in (etc, _xdg(environ, "XDG_CONFIG_HOME", ".config") / "companion" / "config.toml"):
        found = _read(candidate)
        if found is not None:
            return _config(found, candidate, environ)
    return _config(_File(), None, environ)


def arguments(parser: argparse.ArgumentParser) -> None:
    """The option of every command that reads the configuration."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="a configuration in place of the usual one")


def of(given: argparse.Namespace, environ: Mapping[str, str]) -> Config:
    """The configuration for a command line. Raises ConfigError."""
    return load(given.config, environ)


def _read(path: Path) -> _File | None:
    try:
        return tomlfile.read(path, _File, _TAKES)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except tomlfile.FileTrouble as error:
        raise ConfigError(str(error)) from error


def _config(file: _File, source: Path | None, environ: Mapping[str, str]) -> Config:
    journal = _path(file.journal, source, environ)
    journal = journal or _xdg(environ, "XDG_DATA_HOME", ".local/share") / "companion" / "journal.db"
    return Config(
        source=source,
        journal=journal,
        backup=_path(file.backup, source, environ) or journal.parent / "backups",
        board=_board(file.board, source, environ),
        language=_language(file.language, source),
        sound=file.sound,
        brightness=file.brightness,
        dim_after=file.dim_after,
        blank_after=file.blank_after,
        blank_after_in_match=file.blank_after_in_match,
        rotation=file.rotation,
        long_press=file.long_press,
    )


def _board(text: str, source: Path | None, environ: Mapping[str, str]) -> Path:
    shipped = data.boards()
    if text in shipped:
        return shipped[text]
    path = _path(text, source, environ)
    if path is not None and path.is_file():
        return path
    known = ", ".join(shipped)
    raise _wrong(source, "board", f'there is no board "{text}"; use one of {known}, or the path of a board file')


def _language(text: str, source: Path | None) -> str:
    if text in data.languages():
        return text
    known = ", ".join(data.languages())
    raise _wrong(source, "language", f'the box does not speak "{text}"; use one of {known}')


def _wrong(source: Path | None, key: str, says: str) -> ConfigError:
    where = tomlfile.place(source, source.read_text(encoding="utf-8"), key) if source else "the defaults"
    return ConfigError(f'{where}: "{key}": {says}.')


def _path(text: str | None, source: Path | None, environ: Mapping[str, str]) -> Path | None:
    """`text` as a path; `~` is the person's home, a relative path starts beside the file it is in."""
    if text is None:
        return None
    if text == "~" or text.startswith("~/"):
        return _home(environ) / text[2:]
    return (source.parent if source else Path()) / text


def _xdg(environ: Mapping[str, str], name: str, default: str) -> Path:
    """A base folder of the XDG specification, which says to ignore a value that is not absolute."""
    path = Path(environ.get(name, ""))
    return path if path.is_absolute() else _home(environ) / default


def _home(environ: Mapping[str, str]) -> Path:
    return Path(environ["HOME"]) if environ.get("HOME") else Path.home()
