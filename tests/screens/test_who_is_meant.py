"""Names that are cut say who is meant: unlike those of all players, also of those who are not on the panel."""

import dataclasses
import re

import pytest
from msgspec.structs import replace

from companion.games.insheepnia_cards import MODIFIERS
from companion.games.records import Standing
from companion.screens.insheepnia.rows import draw_beds
from companion.screens.records import Standings
from companion.screens.schlafmuetze.case import Case
from companion.screens.schlafmuetze.facts import OWN, OWN_MIDDLE
from companion.screens.schlafmuetze.question import asking
from tests.boxes import box
from tests.pictures import WatchedCanvas
from tests.screens import bedtime, sleepy, test_fences
from tests.screens.bedtime import press

ALIKE = tuple(f"Maximilian{both}" for both in ("AA", "AB", "BA", "BB", "CA", "CB", "DA", "DB"))
"""No letter of these tells one from all others: when they are cut, each ends with its number."""


def told(picture):
    """The numbers behind the names that are cut, in the order of the panel."""
    return [int(number) for word in picture.words for number in re.findall(r"M\w*…(\d)", word)]


def test_those_who_block_are_told_from_those_who_do_not(tmp_path):
    with bedtime.table(tmp_path / "j.db", ALIKE) as at:
        assert told(press(at, "ok down*2 ok seat:3 seat:5 ok")) == [3, 5]


@pytest.mark.parametrize("place", [2, 3])
def test_one_who_blocks_alone_is_called_by_the_whole_name(tmp_path, place):
    with bedtime.table(tmp_path / "j.db", ALIKE) as at:
        words = press(at, f"ok*2 {'down ' * (place - 2)} ok seat:{place} ok").words
        assert f"Double Espresso: not for {ALIKE[place - 1]}" in words


def test_those_who_call_are_told_from_those_who_do_not(tmp_path):
    with sleepy.table(tmp_path, ALIKE) as at:
        assert told(press(at, "seat:3 seat:5 seat:8")) == [3, 5, 8]


def test_those_who_give_a_card_are_told_from_the_sleepyhead(tmp_path):
    with sleepy.table(tmp_path, ALIKE) as at:
        assert set(told(press(at, f"seat:3 {sleepy.UPHOLD} ok"))) == {1, 3, 4, 5, 6, 7, 8}


def test_those_who_get_fewer_cards_are_told_from_the_others(tmp_path):
    with box(tmp_path / "j.db") as at:
        assert told(press(at, f"{sleepy.to_choices(ALIKE[:7])} back")) == [5, 6, 7]


def test_those_who_still_draw_are_told_from_the_others(tmp_path, monkeypatch):
    monkeypatch.setattr(test_fences, "NAMES", ALIKE)
    with test_fences.table(tmp_path, 8) as at:
        missing = set(range(1, 9))
        press(at, "roll wait:1")
        for seat in (2, 3, 5):
            missing -= {seat}
            assert set(told(press(at, f"seat:{seat}"))) == missing
            assert set(told(press(at, "roll"))) == missing
            press(at, "ok")


def drawn(at, screen):
    canvas = WatchedCanvas(at.session._fonts)
    screen.draw(canvas, at.session.view(at.clock.now))
    assert canvas.collisions == []
    return canvas.words


def test_standings_of_hundreds_of_matches_leave_the_names_whole(tmp_path):
    with box(tmp_path / "j.db") as at:
        played = tuple(Standing(name, 1100, 1000 - place, None) for place, name in enumerate(bedtime.WIDE_NAMES))
        words = drawn(at, Standings(standings=played))
        assert words[:4] == (bedtime.WIDE_NAMES[0], "1000/1100", bedtime.WIDE_NAMES[1], "999/1100")


@pytest.mark.parametrize("answers", [{}, {OWN: 10, OWN_MIDDLE: True}])
def test_whom_a_question_is_about_is_said_with_the_whole_name(tmp_path, answers):
    names = tuple("羊" * 11 + letter for letter in "ABC")
    with sleepy.table(tmp_path, names) as at:
        case = Case(names[0], names[1], answers=answers)
        assert names[1] in drawn(at, asking(case, len(answers)))


def test_a_sleeper_with_all_five_cards_has_the_whole_name_above_the_beds(tmp_path):
    with bedtime.table(tmp_path / "j.db", bedtime.WIDE_NAMES) as at:
        view, sleeper = at.session.view(at.clock.now), bedtime.WIDE_NAMES[0]
        state = view.match.state
        state = replace(state, skipped=sleeper, beds={**state.beds, sleeper: tuple(MODIFIERS)})
        canvas = WatchedCanvas(at.session._fonts)
        draw_beds(canvas, replace(view, match=dataclasses.replace(view.match, state=state)), sleeper)
        assert canvas.collisions == []
        assert canvas.words[0] == sleeper
