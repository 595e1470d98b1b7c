"""What was entered half and left with BACK: it goes up with the screen that closes and is there when it opens again."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.screens.base import STAY, Effect, Pop, Screen, Swap, View
from companion.screens.menu import Menu

Key = tuple[str | None, ...]


class Kept(Struct, frozen=True):
    """Values by key, until the next move."""

    entries: tuple[tuple[Key, Any], ...] = ()

    def get(self, key: Key, otherwise: Any) -> Any:
        """What was kept under a key."""
        return dict(self.entries).get(key, otherwise)

    def put(self, key: Key, value: Any) -> "Kept":
        """The same with another value under a key."""
        return Kept(((key, value), *(entry for entry in self.entries if entry[0] != key)))


NOTHING = Kept()


class Keeper(Screen, frozen=True):
    """A screen that passes on what was kept: down when it opens another, up when it closes."""

    kept: Kept = NOTHING

    def leave(self, view: View) -> Effect:
        """What BACK leads to."""
        return Pop(self.kept)

    def receive(self, answer: Any, view: View) -> Effect:
        return _taken(self, answer)


class KeeperMenu(Menu, frozen=True):
    """A menu that passes on what was kept."""

    kept: Kept = NOTHING

    def leave(self, view: View) -> Effect:
        """What BACK leads to."""
        return Pop(self.kept)

    def receive(self, answer: Any, view: View) -> Effect:
        return _taken(self, answer)


def _taken(keeper: Keeper | KeeperMenu, answer: Any) -> Effect:
    return Swap(replace(keeper, kept=answer)) if isinstance(answer, Kept) else STAY
