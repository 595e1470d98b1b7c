"""The pictures of the whole tour, taken once in a process, and what on each lies over something else."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw

from companion import config, gallery, session
from companion.drive import Driver
from companion.screens.canvas import Area, Canvas
from companion.screens.frames import HEIGHT, WIDTH
from companion.session import Picture

NO_ETC = Path("/nonexistent/companion/config.toml")
DEFAULTS = config.load(None, {"HOME": "/nonexistent"}, NO_ETC)


class WatchedCanvas(Canvas):
    """A canvas that notes which texts meet with something else on the panel."""

    last: "WatchedCanvas"

    def __init__(self, fonts):
        super().__init__(fonts)
        self.collisions: list[str] = []
        self._ink: list[tuple[str, Image.Image]] = []
        WatchedCanvas.last = self

    def picture(self, x, y, pictogram):
        with self._watched("a pictogram"):
            super().picture(x, y, pictogram)

    def line(self, points, width=1):
        with self._watched("a line"):
            super().line(points, width)

    def clear_area(self, area: Area) -> None:
        kept = []
        for text, ink in self._ink:
            inside = _blank()
            inside.paste(ink.crop(box := (area[0], area[1], area[2] + 1, area[3] + 1)), box)
            if inside.getbbox() and inside.getbbox() != ink.getbbox():
                self.collisions.append(f"“{text}” is cut by what is cleared")
            if inside.getbbox() != ink.getbbox():
                kept.append((text, ink))
        self._ink = kept
        super().clear_area(area)

    def _set(self, x, y, line, face, anchor):
        with self._watched(f"“{line.text}”"):
            left = super()._set(x, y, line, face, anchor)
        ink = _blank()
        ImageDraw.Draw(ink).bitmap((left, max(y - face.accent, -line.top)), line.picture, fill=1)
        self._ink.append((line.text, ink))
        return left

    @contextmanager
    def _watched(self, what: str) -> Iterator[None]:
        """What is drawn inside must not touch the ink of a text."""
        before, self._image = self._image, _blank()
        self._pen = ImageDraw.Draw(self._image)
        yield
        drawn, self._image = self._image, ImageChops.logical_or(before, self._image)
        self._pen = ImageDraw.Draw(self._image)
        touched = [text for text, ink in self._ink if ImageChops.logical_and(ink, drawn).getbbox()]
        self.collisions += [f"“{text}” meets {what}" for text in touched]


@dataclass
class Tour:
    """What was seen at each stop."""

    pictures: dict[str, Picture] = field(default_factory=dict)
    collisions: dict[str, list[str]] = field(default_factory=dict)


@cache
def tour() -> Tour:
    seen = Tour()
    with pytest.MonkeyPatch.context() as patch:
        arrive = gallery._arrive

        def arrive_and_look(stop, driver):
            picture = arrive(stop, driver)
            seen.collisions[stop.name] = _collisions(driver)
            return picture

        patch.setattr(gallery, "_arrive", arrive_and_look)
        seen.pictures = gallery.visit(DEFAULTS)
    return seen


def _collisions(driver: Driver) -> list[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "Canvas", WatchedCanvas)
        driver.take("wait:0")
    return WatchedCanvas.last.collisions


def _blank() -> Image.Image:
    return Image.new("1", (WIDTH, HEIGHT))
