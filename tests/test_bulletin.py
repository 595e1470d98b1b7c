"""The log tells each change once."""

import pytest

from companion.bulletin import Bulletin


@pytest.fixture
def lines() -> list[str]:
    return []


@pytest.fixture
def bulletin(lines) -> Bulletin:
    return Bulletin(lines.append)


def test_what_stays_broken_is_said_once(bulletin, lines):
    for _ in range(1000):
        bulletin.wrong("the panel", "No panel answers.")
    assert lines == ["No panel answers."]
    assert bulletin.missing == ("the panel",)


def test_what_works_again_is_said_once(bulletin, lines):
    bulletin.wrong("the panel", "No panel answers.")
    for _ in range(3):
        bulletin.right("the panel")
    assert lines == ["No panel answers.", "Working again: the panel."]
    assert bulletin.missing == ()


def test_what_never_broke_is_not_said_to_work(bulletin, lines):
    bulletin.right("the panel")
    assert lines == []


def test_another_cause_is_said_too(bulletin, lines):
    bulletin.wrong("the panel", "No panel answers.")
    bulletin.wrong("the panel", "The panel holds its bus.")
    assert lines == ["No panel answers.", "The panel holds its bus."]


def test_each_part_is_told_for_itself(bulletin, lines):
    bulletin.wrong("the panel", "Gone.")
    bulletin.wrong("the controls", "Gone.")
    bulletin.right("the panel")
    assert lines == ["Gone.", "Gone.", "Working again: the panel."]
    assert bulletin.missing == ("the controls",)
