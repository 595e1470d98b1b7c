"""`companion replay`: the referee with no hardware, no journal and no clock.

Reads a match script from a binary stream and writes one JSON line for each line read. What the lines mean is the
rules' business; this module knows bytes, exit statuses and the shape of the output only.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO

from companion.games.lines import is_blank
from companion.games.match import Accepted, Match, start
from companion.games.refusals import Refusal, sentence
from companion.troubles import Trouble

GOOD, BAD_HEADER = 0, 2


class NoHeader(Trouble):
    """The script holds no line but blank ones."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a match script (default: standard input)")


def run(given: argparse.Namespace) -> int:
    """Replays a file or standard input onto standard output."""
    try:
        return replay(_script(given.file), sys.stdout.buffer)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Trouble(f"The answers cannot be written ({error.strerror}): make room for them.") from error


def _script(path: Path | None) -> Iterator[bytes]:
    if path is None and sys.stdin is None:
        raise Trouble("There is no standard input: name the file of a match script.")
    try:
        with path.open("rb") if path else nullcontext(sys.stdin.buffer) as lines:
            yield from lines
    except OSError as error:
        raise Trouble(f"{path or 'Standard input'} cannot be read ({error.strerror}): check the path.") from error


def replay(script: Iterable[bytes], output: BinaryIO) -> int:
    """Plays `script` line by line into `output`, flushed after each; returns the exit status.

    Raises NoHeader when there is no line to read.
    """
    lines = (line for line in script if not is_blank(line))
    header = next(lines, None)
    if header is None:
        raise NoHeader("The match script is empty: its first line must be a header.")
    match = start(header.rstrip(b"\n"))
    if isinstance(match, Refusal):
        _write(output, _refused(match))
        return BAD_HEADER
    _write(output, _accepted(Accepted(match)))
    for line in lines:
        match = _play(match, line.rstrip(b"\n"), output)
    return GOOD


def _play(match: Match, line: bytes, output: BinaryIO) -> Match:
    outcome = match.read(line)
    if isinstance(outcome, Refusal):
        _write(output, _refused(outcome))
        return match
    _write(output, _accepted(outcome))
    return outcome.match


def _accepted(outcome: Accepted) -> dict[str, object]:
    return {"ok": True, "state": outcome.match.view, **outcome.extra}


def _refused(refusal: Refusal) -> dict[str, object]:
    return {"ok": False, "refusal": refusal.code, "why": sentence(refusal)}


def _write(output: BinaryIO, entry: dict[str, object]) -> None:
    output.write(json.dumps(entry, ensure_ascii=False).encode() + b"\n")
    output.flush()
