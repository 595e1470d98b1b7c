"""What was entered half and left with BACK: it goes up with the screen that closes and is there when it opens again."""

from dataclasses import dataclass, replace
from typing import Any

from companion.screens.base import STAY, Effect, Pop, Screen, Swap, View

Key = tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """Values by key, until the next move."""

    entries: tuple[tuple[Key, Any], ...] = ()

    def get(self, key: Key, otherwise: Any) -> Any:
        """What was kept under a key."""
        return dict(self.entries).get(key, otherwise)

    def put(self, key: Key, value: Any) -> "Kept":
        """The same with another value under a key."""
        return Kept(((key, value), *(entry for entry in self.entries if entry[0] != key)))


NOTHING = Kept()


@dataclass(frozen=True)
class Keeper(Screen):
    """A screen that passes on what was kept: down when it opens another, up when it closes."""

    kept: Kept = NOTHING

    def leave(self, view: View) -> Effect:
        """What BACK leads to."""
        return Pop(self.kept)

    def receive(self, answer: Any, view: View) -> Effect:
        return Swap(replace(self, kept=answer)) if isinstance(answer, Kept) else STAY
