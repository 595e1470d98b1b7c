"""`companion drive` as a stranger would try it: its grammar, its clock, its chance, and what it prints."""

import hmac
import json
import sqlite3
from contextlib import closing

import pytest

from companion.drive import LONGEST_WAIT
from companion.games.chance import uniform
from tests.boxes import PLAYERS, START, box, frame_of, lines_of, program, records, run

NO_TOKENS = [
    "", " ", "ROLL", "Roll", "roll ", " roll", "roll:", "roll:1", "roll::hold", "roll:hold:hold", ":hold", "hold",
    "rol", "roll,roll", "say", "seat", "seat:", "seat:0", "seat:9", "seat:-1", "seat:1.0", "seat:10", "seat:a",
    "seat: 1",
    "seat:١", "seat:hold", "seat:0:hold", "seat:1:2", "quit", "undo", "ok-held", "{}", "\x00", "röll", "🎲", "x" * 5000,
]  # fmt: skip
NO_WAITS = [
    "wait", "wait:", "wait: 1", "wait:1 ", "wait:-1", "wait:-0.5", "wait:+1", "wait:nan", "wait:inf", "wait:-inf",
    "wait:infinity", "wait:1e400", "wait:1e3", "wait:1_0", "wait:1,5", "wait:0x10", "wait:.", "wait:1s", "wait:١",
    "wait:1.5.2", "wait:hold", "wait:1:hold", f"wait:{LONGEST_WAIT + 1}", "wait:" + "9" * 400,
]  # fmt: skip
NO_TEXTS_HERE = ["say", "say:", "say:Anna", "say:Anna:hold"]


@pytest.mark.parametrize("token", [*NO_TOKENS, *NO_WAITS, *NO_TEXTS_HERE])
def test_a_wrong_token_prints_an_error_and_changes_nothing(tmp_path, token):
    with box(tmp_path / "j.db", *START, "roll", "wait:0.2") as here:
        before, time, match = here.take(), here.clock.now, here.match
        (line,) = here.say(token)
        assert list(line) == ["error"]
        assert len(line["error"]) > 10
        assert "\n" not in line["error"]
        assert (here.take(), here.clock.now, here.match) == (before, time, match)


def test_wrong_tokens_do_not_keep_the_panel_awake(tmp_path):
    with box(tmp_path / "j.db", "wait:599") as here:
        here.say("seat:9", "wait:-1", "say:Anna", "nothing")
        assert here.take("wait:0.9").words != ()
        assert here.take("wait:0.2").words == ()


def test_a_line_that_is_no_utf_8_is_an_error_and_the_lines_after_it_are_read(tmp_path):
    with box(tmp_path / "j.db") as here:
        home, broken, again = here.say_bytes(b"wait:0\n", b"say:\xff\n", b"wait:0\r\n")
        assert home == again
        assert list(broken) == ["error"]


@pytest.mark.parametrize(
    "wait", ["wait:0", "wait:0.0", "wait:1", "wait:1.5", "wait:.5", "wait:5.", f"wait:{LONGEST_WAIT}"]
)
def test_time_passes_by_the_seconds_that_are_waited(tmp_path, wait):
    with box(tmp_path / "j.db", wait) as here:
        assert here.clock.now == float(wait.removeprefix("wait:"))


def test_the_clock_stops_before_the_calendar_does(tmp_path):
    with box(tmp_path / "j.db") as here:
        here.clock.now = 252_423_000_000.0
        first, *_, last = here.say(*[f"wait:{LONGEST_WAIT}"] * 40)
        assert "screen" in first
        assert "9999" in last["error"]
        here.take("back", *START, "back", "up", "ok", "ok:hold", "back")
        assert here.take("down", "down", "ok", "ok").screen == "history"


def test_the_last_token_needs_no_end_of_line(tmp_path):
    assert [line["screen"] for line in lines_of(run_text(tmp_path, "ok\nok"))] == ["games", "players"]


def test_no_tokens_print_nothing(tmp_path):
    assert run("drive", "--journal", str(tmp_path / "j.db")) == b""


def run_text(folder, text: str) -> bytes:
    return run("drive", "--journal", str(folder / "j.db"), "--seed", "7", text=text)


# texts


@pytest.mark.parametrize(
    "name", ["x", "1", "Zoë", "W" * 12, "Anna Lena", "Ole-Bjørn", "e\u0301" * 6, "李雷", "🐑", "a:b", "hold"]
)
def test_a_name_is_typed_in_one_token(tmp_path, name):
    with box(tmp_path / "j.db", "ok", "ok", "ok") as here:
        (line,) = here.say(f"say:{name}")
        assert line["screen"] == "players"
        assert here.session.view(0.0).people == (name,)


@pytest.mark.parametrize(
    "name", ["", " ", "W" * 13, " Anna", "Anna ", "An\tna", "\x07", "\u200b", "a\u202eb", "\u00a0x"]
)
def test_what_is_no_name_is_told_and_not_taken(tmp_path, name):
    with box(tmp_path / "j.db", "ok", "ok", "ok") as here:
        (line,) = here.say(f"say:{name}")
        assert line["screen"] == "message"
        assert here.session.view(0.0).people == ()
        assert here.take("ok").screen == "name"


def test_a_name_that_is_taken_is_told_and_what_was_typed_stays(tmp_path):
    with box(tmp_path / "j.db", *PLAYERS, "ok", "ok", "down", "ok") as here:
        typed = here.take()
        assert "Ab" in typed.words
        here.take("back", "up:hold", "ok", "ok")
    with box(tmp_path / "j.db", "ok", "ok", "up", "ok", "say:Al", "ok", "ok", "up:hold", "up:hold", "up:hold") as here:
        assert here.take("say:Anna").screen == "message"
        assert any("Anna" in word for word in here.take().words)
        assert here.take("ok").screen == "name"
        assert here.session.view(0.0).people.count("Anna") == 1


def test_a_typed_name_that_is_taken_can_be_changed(tmp_path):
    with box(tmp_path / "j.db", "ok", "ok", "ok", "say:A", "ok", "ok", "roll") as here:
        assert here.take().screen == "message"
        assert "A" in here.take("ok").words
        assert here.take("down", "ok", "roll").screen == "players"
        assert here.session.view(0.0).people == ("A", "Ab")


# what is printed


def test_every_line_has_the_screen_the_words_and_the_frame(tmp_path):
    lines = lines_of(run("drive", "--journal", str(tmp_path / "j.db"), tokens=["wait:0", *START, "roll"]))
    assert len(lines) == 2 + len(START)
    for line in lines:
        assert list(line) == ["screen", "words", "frame"]
        assert all(isinstance(word, str) for word in line["words"])
        assert len(frame_of(line)) == 1024
    assert lines[0]["screen"] == "home"
    assert lines[0]["words"][0] == "New game"


def test_what_a_line_shows_is_on_the_disk_when_it_is_printed(tmp_path):
    with box(tmp_path / "j.db", *START) as here:
        for _ in range(5):
            here.take("roll", "roll")
            with closing(sqlite3.connect(tmp_path / "j.db")) as other:
                lines = [line for (line,) in other.execute("SELECT line FROM lines ORDER BY n")]
            assert len(lines) == len(here.match.state.rolls)


# chance


def test_the_same_seed_and_tokens_give_the_same_lines_and_the_same_export(tmp_path):
    tokens = [
        *START,
        *["roll", "wait:0.3", "roll", "back:hold"] * 3,
        *["roll"] * 40,
        "back",
        "back",
        "down",
        "ok",
        "down",
    ]
    tokens += [
        "ok",
        "ok",
        "ok",
        "roll",
        "roll",
        "ok",
        "roll",
        "back",
        "back",
        "up:hold",
        "ok",
        "roll",
        "wait:100",
        "roll",
    ]
    printed = []
    for folder in ("one", "two"):
        journal = tmp_path / folder / "j.db"
        out = run("drive", "--journal", str(journal), "--seed", "42", tokens=tokens)
        printed.append((out, run("export", "--journal", str(journal), "--all"), journal.read_bytes()))
    assert printed[0] == printed[1]
    other = run("drive", "--journal", str(tmp_path / "j.db"), "--seed", "43", tokens=tokens)
    assert other != printed[0][0]


def test_a_backup_looks_the_same_wherever_the_journal_lies(tmp_path):
    tokens = ["down:hold", "up", "ok", "up", "ok", "ok"]
    one, two = (
        run("drive", "--journal", str(tmp_path / folder / "j.db"), "--seed", "1", tokens=tokens) for folder in "ab"
    )
    assert lines_of(one)[-1]["screen"] == "backup"
    assert (tmp_path / "a" / "backups" / "companion-2000-01-01-1.db").exists()
    assert one == two


@pytest.mark.parametrize("number", [0, 7, 2**64 - 1])
def test_the_nth_match_has_the_seed_of_its_number_from_1(tmp_path, number):
    with box(tmp_path / "j.db", *START, seed=number) as here:
        for match in range(1, 4):
            seed = hmac.digest(number.to_bytes(8, "big"), match.to_bytes(8, "big"), "sha256")
            assert here.match.header.seed == seed
            here.take("roll", "roll")
            assert here.match.state.rolls == (uniform(seed, 0, 6),)
            here.take("back", "up", "ok", "ok:hold", "roll")
    assert json.loads(records(tmp_path / "j.db")[2].header)["seed"] == here_seed(number, 3).hex()


def here_seed(number: int, match: int) -> bytes:
    return hmac.digest(number.to_bytes(8, "big"), match.to_bytes(8, "big"), "sha256")


@pytest.mark.parametrize("number", ["-1", "1.5", "x", "", "١", str(2**64)])
def test_a_seed_that_is_none_is_refused_in_one_sentence(tmp_path, number):
    with program("drive", "--journal", str(tmp_path / "j.db"), f"--seed={number}") as process:
        out, err = process.communicate()
    assert (process.returncode, out) == (2, b"")
    assert b"whole number from 0" in err
    assert not (tmp_path / "j.db").exists()


def test_a_roll_taken_back_comes_back_the_same_also_after_a_restart(tmp_path):
    with box(tmp_path / "j.db", *START, *["roll"] * 7) as here:
        rolls = here.match.state.rolls
        assert len(rolls) == 4
        for _ in range(3):
            here.take("back:hold", "roll", "roll")
            assert here.match.state.rolls == rolls
        here.take("back:hold", "back:hold")
    with box(tmp_path / "j.db", "ok", seed=99) as here:
        assert here.take("roll", "roll", "roll").screen == "13-sheep"
        assert here.match.state.rolls == rolls


def test_without_a_seed_chance_is_not_foretold(tmp_path):
    for folder in "ab":
        run("drive", "--journal", str(tmp_path / folder / "j.db"), tokens=START)
    one, two = (json.loads(records(tmp_path / folder / "j.db")[0].header)["seed"] for folder in "ab")
    assert one != two
