"""What a stop of the tour is, and how stops with a common way are reached in one go. Knows no screen."""

from collections.abc import Iterable, Mapping
from enum import Enum

from msgspec import Struct


class Circumstance(Enum):
    """What is the matter with the journal or the hub, beyond what presses can bring about."""

    DAMAGED = "the file is damaged before the start"
    UNREADABLE = "the open match is none that the rules accept"
    BUSY = "another program holds the file during the last token"
    HUB_GONE = "the buzzer hub is pulled out before the last token"
    HUB_BACK = "the buzzer hub answers again before the last token"
    HUB_WAS_OFF = "the buzzer hub is plugged in again before the last token"
    BUZZ_LATE = "a late press comes before the last token"
    HUB_STRANGE = "a buzzer hub of another version greets before the last token"
    HUB_LENT = "`companion hub` borrows the buzzer hub before the last token"


class Stop(Struct, frozen=True):
    """One picture: `presses` lead to it from the stop called `after` ("": from power-on).

    `presses` are tokens of `companion drive` with a space between; `down*3` stands for three of them.
    """

    name: str
    after: str
    presses: str
    under: Circumstance | None = None

    def tokens(self) -> tuple[str, ...]:
        """The tokens one by one."""
        words = (word.partition("*") for word in self.presses.split())
        return tuple(token for token, _, times in words for _ in range(int(times or 1)))


Trip = tuple[Stop, ...]


def trips(stops: Iterable[Stop]) -> tuple[Trip, ...]:
    """Ways from power-on that lead past all stops, as few as there are stops that nothing comes after."""
    by_name = {stop.name: stop for stop in stops}
    inner = {stop.after for stop in by_name.values()}
    return tuple(_way(stop, by_name) for stop in by_name.values() if stop.name not in inner)


def _way(stop: Stop, by_name: Mapping[str, Stop]) -> Trip:
    before = _way(by_name[stop.after], by_name) if stop.after else ()
    return (*before, stop)
