"""Which moves are heard, in whole matches of the three games."""

import json

import pytest

from companion.games import match
from companion.games.match import Accepted
from companion.games.refusals import Refusal
from companion.screens.sounds import TABLE, Sound, sound_of

SEED = bytes(range(32))  # its dice: 6, 2, 2, 4, 3, 4, 2, 6, 3, 4
PLAYERS = ("Ann", "Ben", "Cat")


def heard(game: str, *lines: str) -> list[Sound | None]:
    """The sounds of the lines, one by one."""
    current = match.start(match.header_line(game, PLAYERS, SEED, {}))
    sounds = []
    for line in lines:
        assert not isinstance(current, Refusal)
        outcome = current.read(line)
        assert isinstance(outcome, Accepted), line
        sounds.append(sound_of(line, outcome))
        current = outcome.match
    return sounds


def move(do: str, **values: object) -> str:
    return match.move_line(do, **values)


def score(player: str, *areas: int) -> str:
    return move("score", player=player, areas=list(areas))


def test_a_roll_rattles_and_the_wolf_howls() -> None:
    rolls = [move("roll", face=face) for face in (6, 6, 6, 6, 6, 6, 5, 5)]
    assert heard("13-sheep", *rolls) == [Sound.ROLL] * 7 + [Sound.WOLF]


def test_the_end_of_13_sheep_is_heard_at_the_last_score() -> None:
    wolf = [move("roll", face=6)] * 7
    scores = [score("Ann", 1), score("Ben", 2), score("Cat", 3)]
    assert heard("13-sheep", *wolf, *scores)[7:] == [None, None, Sound.WON]


def test_a_tie_is_silent_until_it_is_broken() -> None:
    wolf = [move("roll", face=6)] * 7
    scores = [score("Ann", 3), score("Ben", 3), score("Cat", 1)]
    cells = [move("largest", player="Ann", cells=9), move("largest", player="Ben", cells=8)]
    assert heard("13-sheep", *wolf, *scores, *cells)[7:] == [None, None, None, None, Sound.WON]


@pytest.mark.parametrize(("hand", "sound"), [({"1": 9}, Sound.SWEET_DREAMS), ({"1": 8}, Sound.FALSE_ALARM)])
def test_an_announcement_is_a_lullaby_or_an_alarm(hand: dict[str, int], sound: Sound) -> None:
    assert heard("insheepnia", move("announce", by="Ann", bed=9, hand=hand)) == [sound]


def test_cards_and_picks_are_silent() -> None:
    lines = [move("play", card="insomnia", by="Ann", into="Ben"), move("pick", of=5, count=1)]
    assert heard("insheepnia", *lines) == [None, None]


def test_sleepyhead_is_called_out_and_its_settling_is_silent() -> None:
    lines = [
        move("call", by="Ann", against="Ben"),
        move("uphold"),
        move("call", by="Ben", against="Cat"),
        move("dismiss"),
    ]
    assert heard("schlafmuetze", *lines) == [Sound.SLEEPYHEAD, None, Sound.SLEEPYHEAD, None]


def test_who_gets_rid_of_the_last_card_is_heard() -> None:
    assert heard("schlafmuetze", move("won", by="Ann")) == [Sound.WON]


def test_undo_is_silent_and_the_move_made_again_is_heard_again() -> None:
    lines = [move("won", by="Ann"), move("undo"), move("call", by="Cat", against="Ann"), move("undo")]
    assert heard("schlafmuetze", *lines) == [Sound.WON, None, Sound.SLEEPYHEAD, None]


def test_a_match_that_is_given_up_ends_in_silence() -> None:
    assert heard("13-sheep", move("roll"), move("abandon")) == [Sound.ROLL, None]


def test_a_question_is_silent_even_after_the_result() -> None:
    question = json.dumps(
        {"ask": "placement", "card": 9, "source": "draw", "middle": [1, 1, 2, 5, 1], "others": [["Ben", 6]]}
    )
    assert heard("schlafmuetze", move("won", by="Ann"), question) == [Sound.WON, None]


def test_every_sound_belongs_to_a_move_that_a_game_has() -> None:
    moves = {tag for game in match.GAMES.values() for tag in (kind.__struct_config__.tag for kind in game.moves)}
    assert {row.do for row in TABLE} <= moves
    assert {row.sound for row in TABLE} == set(Sound)
