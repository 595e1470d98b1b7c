"""13 Sheep walked whole: every line of a written alphabet in every position it can reach, counted."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import product

import pytest

from tests.games.walk import ABANDON, UNDO, Counts, accepted, begin, compare, line, position, walk

PLAYERS = ("Ann", "Ben")
AREAS = ([], [0], [1], [7], [13], [14])
ROLLS = (line("roll"), *(line("roll", face=face) for face in range(1, 7)))
SCORES = tuple(line("score", player=player, areas=areas) for player, areas in product(PLAYERS, AREAS))
SIZES = tuple(line("largest", player=player, cells=cells) for player, cells in product(PLAYERS, (0, 5)))
ALPHABET = (*ROLLS, *SCORES, *SIZES, UNDO, ABANDON)
SIX_BLANKS = (line("roll", face=6),) * 6


@dataclass(frozen=True)
class Walk:
    """Where a walk begins and how many moves it goes; without a tracker it is the rulebook's."""

    depth: int
    tracker: tuple[int, ...] | None = None
    opening: tuple[str, ...] = ()
    alphabet: tuple[str, ...] = ALPHABET

    def counts(self) -> Counts:
        options = {"tracker": self.tracker} if self.tracker else {}
        return walk(begin("13-sheep", PLAYERS, self.opening, **options), self.alphabet, self.depth)


QUICK = {
    "tracker 1, to the end": Walk(depth=6, tracker=(1,)),
    "tracker 4 1, to the end": Walk(depth=7, tracker=(4, 1)),
    "rulebook's tracker, from the start": Walk(depth=4),
    "rulebook's tracker, from the first limit": Walk(depth=4, opening=SIX_BLANKS),
}
DEEP = {
    "rulebook's tracker, from the start": Walk(depth=6),
    "rulebook's tracker, from the first limit": Walk(depth=8, opening=SIX_BLANKS),
}


@cache
def quick(title):
    return QUICK[title].counts()


def test_walks_count_what_the_file_says_and_meet_every_phase_and_result():
    found = {title: quick(title) for title in QUICK}
    met = sum_of(found.values())
    assert set(met.phases) == {"rolling", "scoring", "tie-break", "done"}
    assert set(met.results) == {"Ann", "Ben", "Ann and Ben", "nobody"}
    assert set(met.rulings) == {"over-six", "shared-victory"}
    assert set(met.refusals) == {"nothing-to-undo", "too-many-sheep", "wrong-phase"}
    compare("13-sheep", found)


@pytest.mark.parametrize("title", [title for title in QUICK if "to the end" in title])
def test_each_walk_to_the_wolf_meets_a_tie_and_a_shared_victory(title):
    counts = quick(title)
    assert counts.phases["tie-break"] > 0
    assert counts.results["Ann and Ben"] > 0


@pytest.mark.soak
def test_deep_walks_count_what_the_file_says():
    compare("13-sheep-deep", {title: deep.counts() for title, deep in DEEP.items()})


def test_a_small_walk_is_what_a_person_counts():
    counts = walk(begin("13-sheep", ["Ann"], tracker=[1]), (line("roll", face=1), UNDO, ABANDON), 2)
    assert counts.positions == 4, "start, abandoned at once, wolf, abandoned after the wolf"
    assert counts.accepted == 2 + 2 + 1, "start: roll, abandon; wolf: undo, abandon; abandoned: undo"
    assert counts.refusals == {"nothing-to-undo": 1, "wrong-phase": 1 + 2}
    assert counts.phases == {"rolling": 1, "scoring": 1, "done": 2}
    assert counts.results == {"nobody": 2}


def test_a_walk_to_the_end_goes_no_further_with_more_moves():
    deep = quick("tracker 1, to the end")
    deeper = walk(begin("13-sheep", PLAYERS, tracker=[1]), ALPHABET, 7)
    assert deeper.positions == deep.positions
    assert deeper.results == deep.results


def test_positions_differ_by_state_and_by_index():
    match = begin("13-sheep", PLAYERS)
    box, real = accepted(match, line("roll")).match, accepted(match, line("roll", face=6)).match
    assert box.state.rolls == real.state.rolls
    assert len({position(match), position(box), position(real)}) == 3


def test_recording_writes_the_file_and_fails(monkeypatch, tmp_path):
    monkeypatch.setattr("tests.games.walk.WALKS", tmp_path)
    counts = {"nothing": Counts(positions=1)}
    monkeypatch.setenv("COMPANION_RECORD", "1")
    with pytest.raises(AssertionError, match="recorded"):
        compare("some", counts)
    monkeypatch.delenv("COMPANION_RECORD")
    compare("some", counts)
    with pytest.raises(AssertionError):
        compare("some", {"nothing": Counts(positions=2)})
    with pytest.raises(FileNotFoundError):
        compare("other", counts)


def sum_of(walks):
    total = Counts()
    for counts in walks:
        for name in ("refusals", "phases", "results", "rulings"):
            getattr(total, name).update(Counter(getattr(counts, name)))
    return total
