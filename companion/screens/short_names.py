"""Names cut to fit where several people share the panel, each with an ellipsis and no two of them alike.

How wide a text is, is handed in; nothing is drawn here.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile

from companion.screens.lettering import ELLIPSIS

Fits = Callable[[int, str], bool]
"""Whether a text fits into the room of the name with this place, from 0."""


def short_names(names: Sequence[str], fits: Fits) -> tuple[str, ...]:
    """The names in their order, those that do not fit shortened; no two are alike.

    A name is cut at its end; where what is left begins another cut name, too, the first letter that tells them apart
    stays behind the ellipsis, and where none does, the number of the place, from 1. Names that differ stay different,
    however small the room is.
    """
    shown = tuple(_cut(name, place, fits) for place, name in enumerate(names))
    doubtful = {place for place in range(len(names)) if _doubtful(names, shown, place)}
    for ending in (_difference, _number):
        apart = tuple(
            _cut(names[place], place, fits, ending(names, place)) if place in doubtful else short
            for place, short in enumerate(shown)
        )
        if len(set(apart)) == len(names):
            return apart
    return tuple(str(place + 1) for place in range(len(names)))


def short_among(names: Sequence[str], players: Sequence[str], fits: Callable[[str], bool]) -> tuple[str, ...]:
    """Some of the players: those names that do not fit shortened, and unlike that of any other player."""
    short = dict(zip(players, short_names(players, lambda _, text: fits(text)), strict=True))
    return tuple(short[name] for name in names)


def _doubtful(names: Sequence[str], shown: Sequence[str], place: int) -> bool:
    """Whether what is left of a name is the beginning of another one that is cut, too."""
    cut = [n for n, name in enumerate(names) if shown[n] != name]
    head = shown[place].removesuffix(ELLIPSIS)
    return place in cut and any(names[n].startswith(head) for n in cut if n != place)


def _cut(name: str, place: int, fits: Fits, ending: str = "") -> str:
    if fits(place, name):
        return name
    tail = ELLIPSIS + ending
    heads = (name[:length].rstrip() for length in range(len(name) - len(tail), 0, -1))
    return next((head + tail for head in heads if fits(place, head + tail)), tail)


def _difference(names: Sequence[str], place: int) -> str:
    """The first letter of a name that tells it from the one most like it; "" if that one goes on from it."""
    name = names[place]
    alike = max(_in_common(name, other) for n, other in enumerate(names) if n != place)
    return name[alike : alike + 1]


def _number(names: Sequence[str], place: int) -> str:
    return str(place + 1)


def _in_common(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return len(tuple(takewhile(lambda pair: pair[0] == pair[1], pairs)))
