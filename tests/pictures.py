"""The pictures of the whole tour, taken once in a process, and what on each lies over something else."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec
import pytest

from companion import config, gallery, session
from companion.drive import Driver
from companion.screens.canvas import Area, Canvas, _box
from companion.screens.lettering import wrap
from companion.session import Picture

NO_ETC = Path("/nonexistent/companion/config.toml")
DEFAULTS = config.load(None, {"HOME": "/nonexistent"}, NO_ETC)


class WatchedCanvas(Canvas):
    """A canvas that notes which texts meet with something else on the panel, and which words are torn apart."""

    last: "WatchedCanvas"

    def __init__(self, fonts):
        super().__init__(fonts)
        self.collisions: list[str] = []
        self.torn: list[str] = []
        self._texts: list[tuple[str, int]] = []
        WatchedCanvas.last = self

    def picture(self, x, y, pictogram):
        with self._watched("a pictogram"):
            super().picture(x, y, pictogram)

    def line(self, points, width=1):
        with self._watched("a line"):
            super().line(points, width)

    def clear_area(self, area: Area) -> None:
        cleared = _box(area, fill=True)
        cut = [text for text, ink in self._texts if 0 < ink & cleared < ink]
        self.collisions += [f"“{text}” is cut by what is cleared" for text in cut]
        self._texts = [(text, ink) for text, ink in self._texts if ink & cleared < ink]
        super().clear_area(area)

    def wrapped(self, x, y, string, face, width, lines, anchor="l"):
        broken = wrap(self.fonts, face, string, width, lines)
        self.torn += [line for line in broken[:-1] if line.split(" ")[-1] not in string.split(" ")]
        return super().wrapped(x, y, string, face, width, lines, anchor)

    def _set(self, x, y, line, face, anchor):
        with self._watched(f"“{line.text}”") as drawn:
            left = super()._set(x, y, line, face, anchor)
        self._texts += [(line.text, ink) for ink in drawn]
        return left

    @contextmanager
    def _watched(self, what: str) -> Iterator[list[int]]:
        """What is drawn inside must not touch the ink of a text; it is given back when it is drawn."""
        before, self._ink = self._ink, 0
        drawn: list[int] = []
        yield drawn
        drawn.append(self._ink)
        self.collisions += [f"“{text}” meets {what}" for text, ink in self._texts if ink & self._ink]
        self._ink |= before


@dataclass
class Tour:
    """What was seen at each stop."""

    pictures: dict[str, Picture] = field(default_factory=dict)
    collisions: dict[str, list[str]] = field(default_factory=dict)
    torn: dict[str, list[str]] = field(default_factory=dict)


def tour(language: str = "en") -> Tour:
    """The whole tour in a language."""
    return _tour(language)


@cache
def _tour(language: str) -> Tour:
    seen = Tour()
    with pytest.MonkeyPatch.context() as patch:
        arrive = gallery._arrive

        def arrive_and_look(stop, driver):
            picture = arrive(stop, driver)
            looked = _look(driver)
            seen.collisions[stop.name], seen.torn[stop.name] = looked.collisions, looked.torn
            return picture

        patch.setattr(gallery, "_arrive", arrive_and_look)
        seen.pictures = gallery.visit(msgspec.structs.replace(DEFAULTS, language=language))
    return seen


def _look(driver: Driver) -> WatchedCanvas:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "Canvas", WatchedCanvas)
        driver.take("wait:0")
    return WatchedCanvas.last
