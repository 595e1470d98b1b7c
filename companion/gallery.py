"""`companion screens`: a picture of every stop of the tour, as a PNG file.

The box runs as in `companion drive`: with a journal of its own in a folder that is gone afterwards, a clock that
only tokens move, and chance from a number, so the same program draws the same pictures.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import chdir, closing, contextmanager, nullcontext
from pathlib import Path
from types import MappingProxyType

import msgspec
from PIL import Image, ImageOps

from companion import app, config, tour
from companion.config import Config
from companion.drive import Driver, VirtualClock, utc_day
from companion.games.match import header_line
from companion.journal import Journal
from companion.journal.database import Database
from companion.luck import NumberedLuck
from companion.screens import frames
from companion.screens.hub_notes import Word
from companion.session import Picture
from companion.tour.stops import Circumstance, Stop, Trip
from companion.troubles import Trouble

SEED = 13
SCALE = 4
BORDER = 8
DARK, LIT = (11, 15, 20), (214, 234, 255)
"""The colours of an OLED's pixels, red, green and blue from 0 to 255."""

JOURNAL, BACKUPS = Path("journal.db"), Path("backups")
"""Both in the folder of a trip, and shown on screens: without the way to it they are the same everywhere."""

MEMORY = "/dev/shm"  # noqa: S108  a folder of random name in it
"""Where Linux keeps files in memory: the journals need not survive anything, and a disk takes ten times as long."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    config.arguments(parser)
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the pictures go; made if it is not there")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only the pictures of these names (default: all)")


def run(given: argparse.Namespace) -> int:
    """Writes the pictures and says what was written."""
    folder: Path = given.folder.absolute()
    pictures = visit(config.of(given, os.environ), _known(given.names))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, picture in pictures.items():
            as_image(picture.frame).save(folder / f"{name}.png", optimize=True)
    except OSError as error:
        raise Trouble(f"{given.folder} cannot be written ({error.strerror}): choose another folder.") from error
    count = "1 picture" if len(pictures) == 1 else f"{len(pictures)} pictures"
    sys.stdout.buffer.write(f"Wrote {count} to {given.folder}.\n".encode(errors="surrogateescape"))
    return 0


def _known(names: Collection[str]) -> tuple[Stop, ...]:
    known = {stop.name for stop in tour.STOPS}
    for name in names:
        if name not in known:
            raise Trouble(f"There is no picture “{name}”: without a name all are written, and you see what there is.")
    return tuple(stop for stop in tour.STOPS if not names or stop.name in names)


def visit(settings: Config, stops: Collection[Stop] = tour.STOPS) -> dict[str, Picture]:
    """What the panel shows at these stops, by name, in the order of the tour."""
    wanted = {stop.name for stop in stops}
    seen: dict[str, Picture] = {}
    for trip in tour.trips(tour.STOPS):
        if any(stop.name in wanted and stop.name not in seen for stop in trip):
            seen |= _travel(settings, trip)
    return {stop.name: seen[stop.name] for stop in stops}


def as_image(frame: bytes) -> Image.Image:
    """A frame as it looks on an OLED, enlarged, with a dark border."""
    image = frames.to_image(frame).convert("P")
    image.putpalette([*DARK, *LIT])
    width, height = SCALE * frames.WIDTH, SCALE * frames.HEIGHT
    enlarged = image.resize((width, height), Image.Resampling.NEAREST)
    return ImageOps.expand(enlarged, BORDER, 0)


def _travel(settings: Config, trip: Trip) -> dict[str, Picture]:
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder, chdir(folder):
        _prepare(trip[0].under)
        with _driver(settings) as driver:
            return {stop.name: _arrive(stop, driver) for stop in trip}


@contextmanager
def _driver(settings: Config) -> Iterator[Driver]:
    clock = VirtualClock()
    here = msgspec.structs.replace(settings, journal=JOURNAL, backup=BACKUPS)
    with closing(app.open_box(here, clock.now, NumberedLuck(SEED), clock.wall, utc_day)) as session:
        yield Driver(session, clock)


def _arrive(stop: Stop, driver: Driver) -> Picture:
    *most, last = ("wait:0", *stop.tokens())
    for token in most:
        driver.take(token)
    if word := _WORDS.get(stop.under):
        driver.tell(word)
    with _held_by_another_program() if stop.under is Circumstance.BUSY else nullcontext():
        return driver.take(last)


@contextmanager
def _held_by_another_program() -> Iterator[None]:
    with closing(Database(JOURNAL)) as other, other.transaction():
        yield


def _prepare(circumstance: Circumstance | None) -> None:
    prepare = _PREPARATIONS.get(circumstance)
    if prepare:
        prepare()


def _damage() -> None:
    JOURNAL.write_bytes(b"no journal " * 1000)


def _record_what_nobody_can_read() -> None:
    with closing(Journal.open(JOURNAL)) as journal:
        journal.start(header_line("chess", ("Anna", "Ben"), bytes(32), {}), ("Anna", "Ben"), VirtualClock().wall())


_WORDS: Mapping[Circumstance | None, Word] = MappingProxyType(
    {
        Circumstance.HUB_GONE: Word.GONE,
        Circumstance.HUB_BACK: Word.BACK,
        Circumstance.HUB_WAS_OFF: Word.WAS_OFF,
        Circumstance.BUZZ_LATE: Word.LATE,
        Circumstance.HUB_STRANGE: Word.STRANGE,
        Circumstance.HUB_LENT: Word.LENT,
    }
)
_PREPARATIONS: Mapping[Circumstance | None, Callable[[], None]] = MappingProxyType(
    {Circumstance.DAMAGED: _damage, Circumstance.UNREADABLE: _record_what_nobody_can_read}
)
