"""The service's life as systemd sees it: signs of life from the loop itself, and the match on the table."""

from companion.games.rules import DONE
from companion.notify import Notifier
from companion.screens.base import View
from companion.screens.titles import TITLES


class Pulse:
    """Tells the notifier what it is to tell. `now` in seconds of the loop's clock."""

    def __init__(self, notifier: Notifier, now: float) -> None:
        self._notifier = notifier
        self._next = now

    def due(self) -> float | None:
        """When the next sign of life is due, if anybody waits for one."""
        return self._next if self._notifier.beat else None

    def turn(self, now: float) -> None:
        """Give a sign of life if one is due."""
        if self._notifier.beat and now >= self._next:
            self._next = now + self._notifier.beat
            self._notifier.alive()

    def see(self, view: View) -> None:
        """Tell the match on the table."""
        self._notifier.status(status(view))


def status(view: View) -> str:
    """The match on the table in one line, in English as all of the log."""
    if view.match is None:
        return "No match on the table"
    header = view.match.header
    over = " (over)" if view.match.state.phase == DONE else ""
    return f"{TITLES.get(header.game, header.game)}{over}: {', '.join(view.group)}"
