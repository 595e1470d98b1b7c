"""A game of 13 Sheep on the real box: fingers on buttons that bounce, eyes on the panel."""

import pytest

from tests.vm.box import Box, Stalled
from tests.vm.table import SET_UP, Installation
from tests.vm.twin import Twin

ATTEMPTS = 3  # a busy machine may stall in the middle of a bounce
OWN_FOUR_AND_BACK = ["ok", "up", "ok", "back:hold"]
NEXT = {  # both players count the same, and the same again in the tie-break: they win together
    "13-sheep": ["roll"],
    "wolf": ["ok"],
    "scores": ["ok"],
    "areas": ["up", "up", "ok", "up", "roll"],
    "tie-break": ["ok"],
    "cells": ["up", "ok"],
}


def follow(box: Box, twin: Twin, *tokens: str) -> None:
    for token in tokens:
        box.press(token)
        box.shows(twin.take(token))


def play_to_the_end(box: Box) -> list[str]:
    """Play a whole game; the screens it went through. After every press the panel shows what the twin shows."""
    with Twin() as twin:
        box.shows(twin.take())
        follow(box, twin, *SET_UP[:-1])
    box.press(SET_UP[-1])
    screens = []
    with Twin(box.journal_of_a_match()) as twin:
        box.shows(twin.take("ok"))
        follow(box, twin, *OWN_FOUR_AND_BACK)
        while twin.screen in NEXT:
            screens.append(twin.screen)
            follow(box, twin, *NEXT[twin.screen])
        assert box.journal_lines() == twin.lines()
        return [*screens, twin.screen]


def test_a_game_played_with_bouncing_buttons_shows_every_frame_that_drive_gives(installation: Installation) -> None:
    for attempt in range(ATTEMPTS):
        with installation.saved.pi() as pi:
            pi.boot()
            try:
                screens = play_to_the_end(Box(pi))
            except Stalled:
                if attempt == ATTEMPTS - 1:
                    pytest.fail("This machine is too busy to let a button bounce.")
            else:
                break
    assert screens.count("13-sheep") >= 6
    assert [*dict.fromkeys(screens)] == [*NEXT, "result"]
