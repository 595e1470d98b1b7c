"""The lines of a match script in other names: the same match, with other people in it."""

import msgspec
import pytest
from msgspec import UNSET

from companion.games.match import GAMES, header_line, move_line, start
from companion.games.renaming import NAMING, in_other_names
from companion.games.rules import Move

CASES = {
    "13-sheep": [
        move_line("roll", face=6),
        *[move_line("roll", face=6)] * 6,
        move_line("score", player="Ann", areas=[3]),
        move_line("score", player="wolf", areas=[1, 2]),
        move_line("score", player="Cat", areas=[]),
        move_line("undo"),
        move_line("score", player="Cat", areas=[1]),
    ],
    "insheepnia": [
        move_line("power", card="wolf", by="wolf", blocked_by=["Ann"]),
        move_line("play", card="neighbours-dog", by="Cat", blocked_by=["Ann", "wolf"]),
        move_line("play", card="insomnia", by="Ann", into="wolf"),
        move_line("play", card="earplugs", by="wolf", clears="insomnia"),
        move_line("announce", by="Cat", bed=9, hand={"1": 2, "other": 1}),
    ],
    "schlafmuetze": [
        move_line("call", by="Ann", against="wolf"),
        move_line("uphold", no_draw_pile=["Ann"]),
        move_line("call", by="wolf"),
        move_line("dismiss"),
        move_line("won", by="Ann"),
    ],
}
"""A player is called as a card is: the card stays."""

SWAPPED = {"Ann": "wolf", "wolf": "Ann", "Cat": "Zoë “Z”"}
WOLF_BEGINS = {"turns": True, "first": "wolf"}
OPTIONS = {"13-sheep": {}, "insheepnia": WOLF_BEGINS, "schlafmuetze": WOLF_BEGINS}


def played(game: str, names: dict[str, str]) -> list[dict[str, object]]:
    header = header_line(game, ("Ann", "wolf", "Cat"), bytes(32), OPTIONS[game])
    match = start(in_other_names(header, names))
    views = []
    for line in CASES[game]:
        outcome = match.read(in_other_names(line, names))
        match = outcome.match
        views.append({**match.view, **outcome.extra})
    return views


def called(value, names):
    """Everything in a state with the players called otherwise, but in the order they have."""
    if isinstance(value, dict):
        return {names.get(key, key): called(part, names) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [called(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("game", CASES)
def test_a_match_in_other_names_goes_as_it_did(game):
    assert called(played(game, {}), SWAPPED) == called(played(game, SWAPPED), {})


@pytest.mark.parametrize("game", CASES)
def test_back_in_the_old_names_every_line_is_what_it_was(game):
    back = {new: old for old, new in SWAPPED.items()}
    for line in (header_line(game, ("Ann", "wolf", "Cat"), bytes(32), OPTIONS[game]), *CASES[game]):
        assert in_other_names(in_other_names(line, SWAPPED), back) == line


def test_a_line_without_names_stays_to_the_letter():
    for line in ('{"do":  "roll"}', '{"do": "roll"', "[]", "", '{"do": "power", "card": "wolf",   "by": "Ben"}'):
        assert in_other_names(line, SWAPPED) == line


MOVES = [kind for game in GAMES.values() for kind in game.moves]


@pytest.mark.parametrize("kind", MOVES, ids=lambda kind: kind.__name__)
def test_every_field_of_a_move_that_names_a_player_is_known(kind: type[Move]):
    fields = msgspec.structs.fields(kind)
    for field in fields:
        others = {other.name: UNSET if other.default is UNSET else () for other in fields}
        tried = [kind(**{**others, field.name: value}) for value in ("Ann", ("Ann",))]
        assert (field.name in NAMING) == any("Ann" in move.names() or ("Ann",) in move.names() for move in tried)
