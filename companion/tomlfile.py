"""A TOML file read into a frozen struct, or one sentence about what is wrong with it.

The sentence has the place (file, line and key where known), what is wrong and what to do. What the keys mean
is the caller's: it hands over the struct, and for each key the words that say what the key takes.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.troubles import Trouble

T = TypeVar("T")

_UNKNOWN = re.compile(r"contains unknown field `(?P<name>[^`]*)`")
_MISSING = re.compile(r"missing required field `(?P<name>[^`]*)`")
_AT = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")


class FileTrouble(Trouble):
    """A file that people write is wrong; the text is one sentence for them."""


def read(path: Path, shape: type[T], takes: Mapping[str, str]) -> T:
    """Read `path` as a `shape`.

    `takes` says for each dotted key what it takes ("a whole number from 1 to 10"). Raises FileNotFoundError
    or NotADirectoryError when there is no such file, FileTrouble when it cannot be read or is not right.
    """
    text = _text(path)
    try:
        return msgspec.convert(tomllib.loads(text), shape)
    except tomllib.TOMLDecodeError as error:
        raise FileTrouble(f"{path} is not valid TOML: {error}; correct that line.") from error
    except msgspec.ValidationError as error:
        raise FileTrouble(_sentence(path, text, str(error), takes)) from error


def place(path: Path, text: str, key: str) -> str:
    """Where `key` (dotted) stands in `text`: the file, and the line when the key is written out on one."""
    name = key.rpartition(".")[2]
    pattern = re.compile(rf"""\s*(?:\[.*)?["']?{re.escape(name)}["']?\s*[=\].]""")
    found = [number for number, line in enumerate(text.splitlines(), 1) if pattern.match(line)]
    return f"{path}, line {found[0]}" if len(found) == 1 else f"{path}"


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        raise
    except UnicodeDecodeError as error:
        raise FileTrouble(f"{path} is not a text in UTF-8: save it as UTF-8.") from error
    except OSError as error:
        raise FileTrouble(f"{path} cannot be read ({error.strerror}): check what it is and who may read it.") from error


def _sentence(path: Path, text: str, error: str, takes: Mapping[str, str]) -> str:
    at = _AT.search(error)
    parent = at["path"] if at else ""
    what = error[: at.start()] if at else error
    if named := _UNKNOWN.search(what) or _MISSING.search(what):
        return _about_name(path, text, _join(parent, named["name"]), named.re is _UNKNOWN, takes)
    where = place(path, text, parent)
    if parent in takes:
        return f'{where}: "{parent}" takes {takes[parent]}; correct the value.'
    return f'{where}: "{parent}": {what}; correct that.' if parent else f"{where}: {what}; correct that."


def _about_name(path: Path, text: str, key: str, unknown: bool, takes: Mapping[str, str]) -> str:
    if not unknown:
        return f'{path}: the key "{key}" is missing; add it, it takes {takes.get(key, "a table")}.'
    parent = key.rpartition(".")[0]
    known = sorted(name for name in takes if name.rpartition(".")[0] == parent)
    says = f"the keys here are {', '.join(known)}" if known else "see the files in hardware/boards"
    return f'{place(path, text, key)}: there is no key "{key}"; correct its name or delete it ({says}).'


def _join(parent: str, name: str) -> str:
    return f"{parent}.{name}" if parent else name
