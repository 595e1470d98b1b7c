"""Random tokens: nothing breaks, home is near from everywhere, and the journal holds what is on the panel."""

import io
import json
import random
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.export import write_script
from companion.games.match import Match
from companion.games.rules import DONE
from companion.journal import Journal, Record
from companion.replay import replay
from companion.screens.base import TableScreen
from companion.table import match_of, named_today
from tests.boxes import PLAYERS, START, WOLF, Box, box, records
from tests.soak import counts

WEIGHTS = {
    "ok": 24, "roll": 12, "down": 12, "up": 8, "back": 6, "back:hold": 5, "ok:hold": 3, "up:hold": 4, "down:hold": 3,
    "roll:hold": 1, "seat:1": 1, "seat:2": 1, "seat:8": 1, "wait:0.1": 2, "wait:0.6": 3, "wait:6": 2, "wait:700": 1,
    "wait:4000": 1, "say:Anna": 2, "say:Ben": 2, "say:Zoë": 1, "say:WWWWWWWWWWWW": 1, "say:iiiiiiiiiiii": 1,
    "say:": 1, "nonsense": 1,
}  # fmt: skip
PRESSES_HOME = 6
BEGINNINGS = {
    "nothing": (),
    "13-sheep": START,
    "sheep": (*START, *WOLF, "ok"),
    "fences": (*PLAYERS, "roll", "seat:1", "ok", "down", "ok", "ok", "up", "ok", "roll"),
    "insheepnia": ("ok", "down", *PLAYERS[1:], "roll", *["ok"] * 3, "roll", "ok"),
    "schlafmuetze": ("ok", "up", *PLAYERS[1:], "roll", *["ok"] * 4),
}
RUNS = counts(test=1, soak=4)
TOKENS = counts(test=120, soak=1000)


def tokens(seed: str) -> Iterator[str]:
    chance = random.Random(seed)
    return iter(chance.choices(list(WEIGHTS), list(WEIGHTS.values()), k=TOKENS))


def presses_home(here: Box, folder: Path) -> int:
    """How many times BACK from here to home, tried on a twin: BACK may take a call back. From there Resume leads on."""
    with twin(here, folder) as other:
        if other.session.rest(other.clock.now).level == "blank":
            other.take("up")
        presses = 0
        while other.take().screen != "home" and presses <= PRESSES_HOME:
            other.take("back")
            presses += 1
        if other.match is not None and other.match.state.phase != DONE:
            other.take("back", "ok")
            assert isinstance(other.session.screen, TableScreen)
    return presses


@contextmanager
def twin(here: Box, folder: Path) -> Iterator[Box]:
    """Another box, on a copy of the journal, that shows the same."""
    path = folder / "twin.db"
    for side in ("", "-wal"):
        shutil.copy(f"{here.path}{side}", f"{path}{side}")
    with box(path) as other:
        other.clock.now = here.clock.now
        one, two = here.session, other.session
        vars(two).update({key: value for key, value in vars(one).items() if key != "_assistant"})
        vars(two._assistant).update(_seats=one._assistant._seats, _settings=one._assistant._settings)
        table = vars(one._assistant._table)
        vars(two._assistant._table).update({key: value for key, value in table.items() if key != "_journal"})
        assert other.take() == here.take()
        yield other


@pytest.mark.parametrize("number", range(RUNS))
@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_random_tokens_break_nothing(tmp_path, beginning, number):
    seen = set()
    with box(tmp_path / "j.db", *BEGINNINGS[beginning]) as here:
        for place, token in enumerate(tokens(f"{beginning} {number}")):
            (line,) = here.say(token)
            screen = line.get("screen", "")
            check(here)
            if screen not in seen or place % 8 == 0:
                assert presses_home(here, tmp_path) <= PRESSES_HOME, screen
            seen.add(screen)
        last = here.match
    assert len(seen) >= 8
    for record in records(tmp_path / "j.db"):
        assert isinstance(match_of(record), Match)
        replayed(record)
        if last and json.loads(record.header)["seed"] == last.header.seed.hex():
            assert replayed(named_today(record)) == json.loads(json.dumps(last.view))


def check(here: Box) -> None:
    picture = here.take()
    assert len(picture.frame) == 1024
    assert all(isinstance(word, str) for word in picture.words)
    check_the_record(here)


def replayed(record: Record) -> dict:
    """The state after a replay of what `companion export` prints; every line must be accepted."""
    script, output = io.BytesIO(), io.BytesIO()
    write_script(record, script)
    script.seek(0)
    assert replay(script, output) == 0
    outcomes = [json.loads(line) for line in output.getvalue().splitlines()]
    assert [outcome["ok"] for outcome in outcomes] == [True] * (1 + len(record.lines))
    return outcomes[-1]["state"]


def check_the_record(here: Box) -> None:
    """What the journal holds is what the panel shows, with everybody under today's name."""
    with closing(Journal.open(here.path, read_only=True)) as journal:
        record, match = journal.open_match(), here.match
    if record is None:
        assert match is None or match.state.phase == "done"
        return
    kept = match_of(named_today(record))
    assert (kept.header, kept.state, kept.undone, kept.index) == (match.header, match.state, match.undone, match.index)
