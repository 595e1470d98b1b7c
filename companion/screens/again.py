"""Another match of the same people, with the same options."""

from msgspec import to_builtins

from companion.screens.base import Ask, View, table
from companion.screens.requests import StartMatch


def again(view: View) -> Ask:
    """Starts it; who began begins again, whatever they are called by now."""
    header = table(view).header
    options: dict[str, object] = to_builtins(header.options)
    if "first" in options:
        options["first"] = view.group[header.players.index(str(options["first"]))]
    return Ask(StartMatch(header.game, view.group, options))
