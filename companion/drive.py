"""`companion drive`: the whole box without hardware or real time.

Reads control tokens from a stream, one a line, and writes one JSON line for each: the screen's name, its words, its
frame. Time passes by `wait:` only, and the wall clock is virtual, from 2000-01-01 on.
"""

import argparse
import base64
import json
import os
import re
import sys
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

import msgspec

from companion import app, config
from companion.lock import Lock
from companion.luck import LARGEST_SEED, NumberedLuck
from companion.screens.gestures import Gestures
from companion.screens.hub_notes import Word
from companion.screens.intents import SEATS, Control, Line
from companion.screens.rest import BLANK
from companion.session import Picture, Session
from companion.troubles import Trouble

EPOCH = datetime(2000, 1, 1, tzinfo=UTC).timestamp()
LAST = datetime(9999, 12, 30, tzinfo=UTC).timestamp()
LONGEST_WAIT = 10**7
"""Seconds, about four months: more is a slip of the keyboard."""

SECONDS = re.compile(r"[0-9]+(\.[0-9]*)?|\.[0-9]+")


class BadToken(ValueError):
    """A token that is none; the text is one sentence that says what to do."""


class VirtualClock:
    """Time that passes only when told."""

    def __init__(self) -> None:
        self.now = 0.0

    def wall(self) -> float:
        """Seconds since 1970, as a wall clock that began with 2000 would show them."""
        return EPOCH + self.now


def utc_day(time: float) -> str:
    """The date of a time in seconds since 1970, as YYYY-MM-DD in UTC."""
    return datetime.fromtimestamp(time, UTC).date().isoformat()


def last_part(folder: Path) -> str:
    """What a folder is called on the panel, wherever it lies."""
    return folder.name


class Driver:
    """Feeds tokens to a session."""

    def __init__(self, session: Session, clock: VirtualClock) -> None:
        self._session = session
        self._clock = clock
        self._gestures = Gestures()

    def tell(self, word: Word) -> None:
        """There is something to know of a buzzer hub; none of the tokens brings one."""
        self._session.tell(word)

    def take(self, token: str) -> Picture:
        """What the panel shows after a token. Raises BadToken; then nothing has changed."""
        head, colon, rest = token.partition(":")
        if colon and head == "wait":
            self._wait(rest)
        elif colon and head == "say":
            self._say(rest)
        else:
            self._press(token)
        return self._session.picture(self._clock.now)

    def _press(self, token: str) -> None:
        line, held = _line_of(token)
        now = self._clock.now
        gesture = self._gestures.hold if held else self._gestures.click
        self._session.press(gesture(line, self._session.holds(now)), now)

    def _wait(self, text: str) -> None:
        if not SECONDS.fullmatch(text) or float(text) > LONGEST_WAIT:
            raise BadToken(f"“wait:{text}” must be wait: and the seconds, up to {LONGEST_WAIT}, such as wait:1.5.")
        if self._clock.wall() + float(text) > LAST:
            raise BadToken("The virtual clock has come to the end of the year 9999: begin anew.")
        self._clock.now += float(text)
        self._session.tick(self._clock.now)

    def _say(self, text: str) -> None:
        if self._session.rest(self._clock.now).level == BLANK:
            raise BadToken("The panel is blank: wake it with a press, then say the text.")
        if not self._session.type(text, self._clock.now):
            raise BadToken(f"The screen “{self._session.screen.name}” takes no text: go to one that asks for a name.")


def _line_of(token: str) -> tuple[Line, bool]:
    head, _, tail = token.removesuffix(":hold").partition(":")
    held = token.endswith(":hold")
    if head == "seat" and tail in {str(seat) for seat in SEATS}:
        return int(tail), held
    if not tail and head in set(Control) and token.count(":") == held:
        return Control(head), held
    raise BadToken(
        f"There is no token “{token}”: use roll, up, down, ok, back (with :hold for a long press), seat:1 to seat:8, "
        "wait:SECONDS or say:TEXT."
    )


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    config.arguments(parser)
    parser.add_argument("--journal", type=Path, required=True, metavar="FILE", help="where the matches are kept")
    parser.add_argument("--seed", type=_seed, metavar="N", help="a number for repeatable chance and time")


def run(given: argparse.Namespace) -> int:
    """Drives a box with the tokens of standard input."""
    if sys.stdin is None:
        raise Trouble("Standard input is closed: give the tokens there, one a line.")
    if not given.journal.name:
        raise Trouble(f"“{given.journal}” is no file for a journal: name one after --journal.")
    settings = msgspec.structs.replace(
        config.of(given, os.environ), journal=given.journal, backup=given.journal.parent / "backups"
    )
    clock = VirtualClock()
    with Lock(settings.journal, "drive") as lock, closing(_box(settings, clock, given.seed, lock)) as session:
        drive(sys.stdin.buffer, sys.stdout.buffer, Driver(session, clock))
    return 0


def _box(settings: config.Config, clock: VirtualClock, seed: int | None, lock: Lock) -> Session:
    if seed is None:
        return app.open_box(settings, clock.now, lock=lock)
    return app.open_box(settings, clock.now, NumberedLuck(seed), clock.wall, utc_day, last_part, lock)


def _seed(text: str) -> int:
    if text.isascii() and text.isdecimal() and int(text) <= LARGEST_SEED:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text} is no whole number from 0 to {LARGEST_SEED}")


def drive(tokens: Iterable[bytes], output: BinaryIO, driver: Driver) -> None:
    """Takes tokens line by line and writes a JSON line for each; a wrong one gives {"error": SENTENCE}."""
    for line in tokens:
        _write(output, _taken(line.rstrip(b"\r\n"), driver))


def _taken(line: bytes, driver: Driver) -> dict[str, object]:
    try:
        picture = driver.take(line.decode())
    except UnicodeDecodeError:
        return {"error": "This line is not UTF-8 text."}
    except BadToken as problem:
        return {"error": str(problem)}
    frame = base64.b64encode(picture.frame).decode()
    return {"screen": picture.screen, "words": picture.words, "frame": frame}


def _write(output: BinaryIO, entry: dict[str, object]) -> None:
    output.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
    output.flush()
