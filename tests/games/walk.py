"""Walks every position that a small alphabet of lines can reach, and counts what happens there.

A walk tries each line in each position, so it finds what no example thinks of; its counts lie in a data
file, and a change of the rules shows as a changed number. On the way it checks what holds for every game:
reading never changes the match that reads, and undo after an accepted move gives the state and the index
before it. It knows no game.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from companion.games.match import Accepted, Match, start
from companion.games.refusals import Refusal, sentence

UNDO = '{"do": "undo"}'
ABANDON = '{"do": "abandon"}'
WALKS = Path(__file__).parents[1] / "golden" / "walks"


@dataclass
class Counts:
    """What a walk met. A position is a state with its index; `results` counts positions by their winners."""

    positions: int = 0
    accepted: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    results: Counter[str] = field(default_factory=Counter)
    rulings: Counter[str] = field(default_factory=Counter)

    def plain(self) -> dict[str, Any]:
        """The counts as they stand in a data file."""
        return msgspec.to_builtins(self, order="sorted")


def begin(game: str, players: Sequence[str], opening: Iterable[str] = (), **options: object) -> Match:
    """A match of `players` with the seed 00 01 ... 1f after the moves of `opening`, all accepted."""
    header = {"game": game, "players": players, "seed": bytes(range(32)).hex(), "options": options}
    match = start(json.dumps(header))
    assert isinstance(match, Match), match
    for line in opening:
        match = accepted(match, line).match
    return match


def line(do: str, **values: object) -> str:
    """A move as a line of a match script."""
    return json.dumps({"do": do, **values})


def accepted(match: Match, move: str) -> Accepted:
    """What `move` leads to; a refusal fails the test."""
    outcome = match.read(move)
    assert isinstance(outcome, Accepted), f"{move}: {outcome}"
    return outcome


def position(match: Match) -> bytes:
    """The state and the index of a match, equal for equal positions only."""
    return msgspec.json.encode((match.state, match.index), order="deterministic", enc_hook=dict)


def walk(match: Match, alphabet: Sequence[str], depth: int) -> Counts:
    """Counts for every position at most `depth` accepted lines from `match`, each line tried in each once.

    The positions of the last level are counted, and no line is tried there.
    """
    counts = Counts()
    level = {position(match): match}
    seen = set(level)
    _meet(counts, match)
    for _ in range(depth):
        level = _next_level(counts, level, alphabet, seen)
    return counts


def compare(name: str, walks: Mapping[str, Counts]) -> None:
    """Fails unless the file `name` holds exactly these counts; COMPANION_RECORD=1 writes it and fails."""
    path = WALKS / f"{name}.json"
    found = {title: counts.plain() for title, counts in walks.items()}
    if os.environ.get("COMPANION_RECORD") == "1":
        path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        raise AssertionError(f"{path.name} is recorded; read its diff and run again without COMPANION_RECORD")
    assert found == json.loads(path.read_text(encoding="utf-8"))


def _next_level(
    counts: Counts, level: Mapping[bytes, Match], alphabet: Sequence[str], seen: set[bytes]
) -> dict[bytes, Match]:
    found: dict[bytes, Match] = {}
    for before, match in level.items():
        for outcome in (match.read(move) for move in alphabet):
            if isinstance(outcome, Refusal):
                assert sentence(outcome)
                counts.refusals[outcome.code] += 1
                continue
            key = _accept(counts, match, before, outcome)
            if key not in seen:
                seen.add(key)
                found[key] = outcome.match
                _meet(counts, outcome.match)
        assert position(match) == before, "reading a line changed the match that read it"
    return found


def _accept(counts: Counts, match: Match, before: bytes, outcome: Accepted) -> bytes:
    counts.accepted += 1
    if "ruling" in outcome.extra:
        counts.rulings[str(outcome.extra["ruling"])] += 1
    if outcome.match.previous is match:
        taken_back = accepted(outcome.match, UNDO).match
        assert position(taken_back) == before, f"undo of {outcome.match.line} gives another position"
        assert taken_back.undone[0] == outcome.match.line
    return position(outcome.match)


def _meet(counts: Counts, match: Match) -> None:
    view = match.view
    counts.positions += 1
    counts.phases[str(view["phase"])] += 1
    winners = view["winners"]
    if winners is not None:
        counts.results[" and ".join(winners) or "nobody"] += 1  # type: ignore[call-overload]
