"""Lines of a match script with other names for the players.

A script keeps the names it began with, whatever people are called later. Rules only.
"""

import json
from collections.abc import Mapping
from typing import Any

from companion.games.lines import read_object
from companion.games.refusals import Refusal

NAMING = frozenset({"players", "first", "player", "by", "against", "into", "blocked_by", "no_draw_pile"})
"""The keys of headers, options and moves whose values are names of players."""


def in_other_names(line: str, names: Mapping[str, str]) -> str:
    """The line of a header or a move with the players called as `names` has it; to the letter where nothing changes."""
    entry = read_object(line) if any(old != new for old, new in names.items()) else {}
    if isinstance(entry, Refusal) or not entry:
        return line
    changed = _renamed(entry, names)
    return line if changed == entry else json.dumps(changed, ensure_ascii=False)


def _renamed(entry: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {key: _value(value, names, key in NAMING) for key, value in entry.items()}


def _value(value: Any, names: Mapping[str, str], named: bool) -> Any:
    if isinstance(value, dict):
        return _renamed(value, names)
    if isinstance(value, list):
        return [_value(part, names, named) for part in value]
    return names.get(value, value) if named and isinstance(value, str) else value
