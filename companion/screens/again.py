"""Another match of the same people, with the same options."""

from msgspec import to_builtins

from companion.screens.base import Ask, View, table
from companion.screens.requests import StartMatch


def again(view: View) -> Ask:
    """Starts it; who began begins again."""
    header = table(view).header
    return Ask(StartMatch(header.game, header.players, to_builtins(header.options)))
