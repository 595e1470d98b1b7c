"""Whole matches as text: each case is a script and the lines that `companion replay` prints for it."""

import io
import json
from itertools import zip_longest
from pathlib import Path

import pytest

from companion.games.match import GAMES
from companion.replay import BAD_HEADER, GOOD, replay

CASES = Path(__file__).parents[1] / "golden" / "cases"
EXPECTED = ".expected.jsonl"
FOLDERS = sorted(folder for folder in CASES.iterdir() if folder.is_dir())
SCRIPTS = sorted(path for path in CASES.glob("*/*.jsonl") if not path.name.endswith(EXPECTED))


def title(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def expected_of(script: Path) -> Path:
    return script.with_name(script.stem + EXPECTED)


def printed(script: Path) -> tuple[int, list[str]]:
    output = io.BytesIO()
    with script.open("rb") as lines:
        status = replay(lines, output)
    return status, output.getvalue().decode().splitlines()


def assert_alike(found: str, expected: str) -> None:
    """Equal as JSON, 1 and 1.0 and true told apart; an expected `"*"` is any non-empty sentence."""
    entry, wanted = json.loads(found), json.loads(expected)
    if wanted.get("why") == "*":
        assert isinstance(entry["why"], str)
        assert entry["why"].strip()
        wanted["why"] = entry["why"]
    assert json.dumps(entry, sort_keys=True) == json.dumps(wanted, sort_keys=True)


@pytest.mark.parametrize("script", SCRIPTS, ids=title)
def test_a_case_prints_what_it_should_line_by_line(script):
    status, found = printed(script)
    expected = expected_of(script).read_text(encoding="utf-8").splitlines()
    for number, (line, wanted) in enumerate(zip_longest(found, expected), start=1):
        assert line is not None, f"line {number} is missing"
        assert wanted is not None, f"line {number} is too much: {line}"
        assert_alike(line, wanted)
    assert status == (GOOD if json.loads(expected[0])["ok"] else BAD_HEADER)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_folder_has_cases_and_each_case_its_expected_lines(folder):
    expected = {path for path in folder.iterdir() if path.name.endswith(EXPECTED)}
    scripts = set(folder.iterdir()) - expected
    assert scripts
    assert {expected_of(script) for script in scripts} == expected
    assert all(path.read_text(encoding="utf-8").strip() for path in scripts | expected)


def test_every_game_has_its_folder_of_cases():
    assert {folder.name for folder in FOLDERS} == {"header", *GAMES}


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ('{"ok": false, "why": ""}', '{"ok": false, "why": "*"}'),
        ('{"ok": false, "why": 1}', '{"ok": false, "why": "*"}'),
        ('{"ok": true, "face": 1}', '{"ok": true}'),
        ('{"ok": true, "face": 1}', '{"ok": true, "face": true}'),
        ('{"ok": true, "face": 1}', '{"ok": true, "face": 1.0}'),
    ],
)
def test_the_comparison_tells_lines_apart(found, expected):
    with pytest.raises(AssertionError):
        assert_alike(found, expected)
