"""A whole game of Schlafmütze in German, chosen in the settings, with keys only."""

import pytest

from companion.tongues import translation
from tests import texts
from tests.boxes import Box, box
from tests.screens.bedtime import press
from tests.screens.sleepy import DISMISS, UPHOLD, call, moves, state

CHOOSE_GERMAN = "up*2 ok ok down ok"
TYPE_AE = "ok down:hold*5 down ok roll"
"""Ä is the 27th letter of the wheel."""


def english() -> set[str]:
    """The texts that German has other words for."""
    german = translation("de").gettext
    return {text for text in texts.source_texts() if isinstance(text, str) and german(text) != text}


@pytest.fixture
def at(tmp_path):
    """A box that was switched on again after German was chosen."""
    with box(tmp_path / "journal.db") as first:
        assert press(first, CHOOSE_GERMAN).words[:2] == ("Sprache", "Deutsch")
    with box(tmp_path / "journal.db") as again:
        yield again


def test_a_whole_game_in_german(at: Box):
    seen = []

    def see(presses: str) -> tuple[str, ...]:
        seen.append(press(at, presses).words)
        return seen[-1]

    assert see("wait:0")[:2] == ("Neues Spiel", "Würfel")
    assert see("ok down*2 ok")[0] == "Neuer Name …"
    assert see(TYPE_AE)[:2] == ("1", "Ä")
    see("ok say:Bärbel ok say:Groß")
    assert see("roll")[:2] == ("Wer beginnt?", "Wer heute zuletzt aufstand.")
    assert "in die Mitte" in see("ok")
    assert see("ok")[:2] == ("Karten für jeden", "32")
    see("ok")
    assert see("ok")[0] == "Ä"

    assert "Schlafmütze!" in see(call(1))
    assert see(UPHOLD)[0] == "Ä"
    see("ok*3")
    assert "falscher Ruf" in see(f"{call(1)} {DISMISS}")
    see("ok")
    see(f"{call(1)} ok up ok")
    assert see("ok*3")[:3] == ("Fehler!", "Die 10 gehört in die Mitte, auf die 9.", "Die Mitte kommt zuerst.")
    see("ok*2 ok*3")
    see("back down ok")
    assert see("down ok")[:2] == ("Bärbel", "gewinnt: alle Karten los!")
    assert see("back:hold")[:2] == ("Rückgängig", "Der Sieg von Bärbel.")
    assert see("ok")[0] == "Bärbel"

    assert moves(at) == ["call", "uphold", "call", "dismiss", "call", "uphold", "won"]
    assert state(at)["winners"] == ("Bärbel",)
    assert {word for words in seen for word in words} & english() == set()
