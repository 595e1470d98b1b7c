"""What the log says of parts that break and come back: each change once, in one plain line.

Knows no part by name and no place where the lines go.
"""

from collections.abc import Callable


class Bulletin:
    """Keeps what was said of each part; `say` takes one line."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self._wrong: dict[str, str] = {}

    @property
    def missing(self) -> tuple[str, ...]:
        """The parts that do not work now."""
        return tuple(self._wrong)

    def wrong(self, part: str, sentence: str) -> None:
        """A part does not work; the same sentence again is not said."""
        if self._wrong.get(part) != sentence:
            self._wrong[part] = sentence
            self.say(sentence)

    def right(self, part: str) -> None:
        """A part works; said only if it did not before."""
        if self._wrong.pop(part, None):
            self.say(f"Working again: {part}.")
