import re
from pathlib import Path

import pytest

from companion.screens.frames import BLANK
from tests import goldens

DOT = b"\x03" + BLANK[1:]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr(goldens, "FOLDER", tmp_path)
    monkeypatch.delenv("COMPANION_RECORD", raising=False)
    return tmp_path


def test_a_frame_is_written_as_its_words_and_half_blocks_in_a_border():
    lines = goldens.as_text(DOT, ("one", "two")).splitlines()
    assert lines[:2] == ['"one"', '"two"']
    assert lines[3] == "│█" + " " * 127 + "│"
    assert len(lines) == 2 + 32 + 2


def test_a_golden_that_is_missing_fails():
    with pytest.raises(pytest.fail.Exception, match="there is no golden a"):
        goldens.check_golden("a", BLANK)


def test_recording_writes_the_golden_and_fails_the_run(monkeypatch, elsewhere):
    monkeypatch.setenv("COMPANION_RECORD", "1")
    with pytest.raises(pytest.fail.Exception, match="recorded the golden some/a"):
        goldens.check_golden("some/a", DOT, ("hello",))
    assert (elsewhere / "some" / "a.txt").read_text(encoding="utf-8").startswith('"hello"\n┌')
    goldens.check_golden("some/a", DOT, ("hello",))


@pytest.mark.parametrize(("frame", "words"), [(BLANK, ("hello",)), (DOT, ("hullo",))])
def test_another_picture_or_other_words_fail_with_the_difference(elsewhere, frame, words):
    (elsewhere / "a.txt").write_text(goldens.as_text(DOT, ("hello",)), encoding="utf-8")
    with pytest.raises(pytest.fail.Exception, match="differs from the golden a"):
        goldens.check_golden("a", frame, words)


def test_a_file_that_no_test_uses_fails(elsewhere):
    (elsewhere / "a.txt").touch()
    goldens.assert_only("", ["a"])
    with pytest.raises(AssertionError):
        goldens.assert_only("", [])


def test_a_name_without_its_file_fails(elsewhere):
    with pytest.raises(AssertionError):
        goldens.assert_only("", ["a"])


def test_every_folder_of_goldens_is_looked_after_by_a_test():
    tests = Path(__file__).parent
    sources = "".join(path.read_text(encoding="utf-8") for path in tests.rglob("test_*.py"))
    looked_after = set(re.findall(r'assert_only\("([^"]+)"', sources))
    assert {path.name for path in (tests / "golden" / "screens").iterdir()} <= looked_after
