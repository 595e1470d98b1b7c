"""`companion replay`: a line out for each line in, at once; exit statuses; work that grows with the script only."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games.match import Match, header_line, start
from companion.replay import BAD_HEADER, GOOD, NoHeader, replay

ROOT = Path(__file__).parents[1]
COMMAND = (sys.executable, "-m", "companion", "replay")
HEADER = header_line("13-sheep", ("Ann", "Ben"), bytes(range(32)), {}).encode()
BAD = header_line("13-sheep", (), bytes(32), {}).encode()
ROLL, UNDO = b'{"do": "roll"}', b'{"do": "undo"}'


class Output(io.BytesIO):
    """Keeps what was written and not yet flushed, and the whole of each flush."""

    def __init__(self):
        super().__init__()
        self.waiting, self.flushed = b"", []

    def write(self, text):
        self.waiting += text
        return super().write(text)

    def flush(self):
        self.flushed.append(self.waiting)
        self.waiting = b""


def replayed(*lines, end=b"\n"):
    output = Output()
    status = replay(io.BytesIO(end.join((*lines, b""))), output)
    return status, [json.loads(line) for line in output.getvalue().decode().split("\n")[:-1]]


def run(*words, script=b"", **how):
    done = subprocess.run(
        [*COMMAND, *words], input=script, capture_output=True, cwd=ROOT, check=False, timeout=60, **how
    )
    return done.returncode, done.stdout, done.stderr.decode()


def assert_one_sentence(text):
    assert text.strip()
    assert text.count("\n") == 1
    assert "Traceback" not in text


def test_a_good_header_is_0_however_many_lines_are_refused():
    status, entries = replayed(HEADER, b"roll", b"{}", b"\xff")
    assert status == GOOD == 0
    assert [entry["ok"] for entry in entries] == [True, False, False, False]


def test_a_bad_header_is_2_and_nothing_more_is_read():
    for header in (BAD, b"roll", b"\xff", ROLL):
        status, entries = replayed(header, HEADER, ROLL)
        assert status == BAD_HEADER == 2
        assert [(entry["ok"], entry["refusal"]) for entry in entries] == [(False, "bad-header")]


@pytest.mark.parametrize("script", [b"", b"\n", b" \t\r\n\r\n   "])
def test_a_script_of_nothing_prints_nothing(script):
    output = Output()
    with pytest.raises(NoHeader, match="header"):
        replay(io.BytesIO(script), output)
    assert output.getvalue() == b""


def test_blank_lines_print_nothing_wherever_they_are():
    status, entries = replayed(b"", b" \t\r", HEADER, b"", ROLL, b"\r", b"   ", ROLL, b"")
    assert (status, len(entries)) == (GOOD, 3)


def test_a_refused_line_prints_its_code_and_a_sentence_and_no_state():
    _, (_, entry) = replayed(HEADER, b'{"do": "roll", "face": 7}')
    assert list(entry) == ["ok", "refusal", "why"]
    assert (entry["ok"], entry["refusal"]) == (False, "bad-face")
    assert "7" in entry["why"]


def test_an_accepted_line_prints_the_state_first_and_then_what_it_adds():
    _, (begun, rolled) = replayed(HEADER, ROLL)
    assert list(begun) == ["ok", "state"]
    assert list(rolled) == ["ok", "state", "face", "fence"]
    assert (rolled["state"]["rolls"], rolled["face"], rolled["fence"]) == ([6], 6, True)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b" \t\r\n", b"\n\n"])
def test_line_ends_of_every_system_and_blanks_before_them_are_the_same(end):
    assert replayed(HEADER, ROLL, UNDO, ROLL, end=end) == replayed(HEADER, ROLL, UNDO, ROLL)


def test_a_last_line_without_a_line_feed_counts():
    output = Output()
    assert replay(io.BytesIO(HEADER + b"\n" + ROLL), output) == GOOD
    assert output.getvalue().count(b"\n") == 2


def test_a_carriage_return_alone_ends_no_line():
    _, entries = replayed(HEADER, ROLL + b"\r" + ROLL)
    assert [entry["ok"] for entry in entries] == [True, False]


def test_a_line_of_a_form_feed_is_a_bad_line_and_the_next_is_read():
    _, entries = replayed(HEADER, b"\f", b"\0", b"\xef\xbb\xbf", ROLL)
    assert [entry["ok"] for entry in entries] == [True, False, False, False, True]


def test_each_line_is_flushed_before_the_next_is_read():
    output = Output()

    def script():
        for number, line in enumerate((HEADER, ROLL, b"roll", UNDO)):
            assert len(output.flushed) == number
            assert output.waiting == b""
            yield line + b"\n"

    assert replay(script(), output) == GOOD
    assert [text.count(b"\n") for text in output.flushed] == [1] * 4
    assert all(text.endswith(b"\n") for text in output.flushed)


def test_names_are_printed_as_they_are():
    header = header_line("13-sheep", ("Zoë", "\N{GRINNING FACE}"), bytes(32), {"tracker": [1]}).encode()
    lines = (
        b'{"do": "score", "player": "Zo\xc3\xab", "areas": [1]}',
        b'{"do": "score", "player": "\xf0\x9f\x98\x80", "areas": []}',
    )
    output = Output()
    replay(iter((header, ROLL, *lines)), output)
    assert '"scores": {"Zoë": 1, "😀": 0}' in output.getvalue().decode()


def calls(pairs):
    """How many calls, of Python and of C, a script of a header and `pairs` of roll and undo costs."""
    script = [HEADER + b"\n"] + [ROLL + b"\n", UNDO + b"\n"] * pairs
    total = 0

    def count(_frame, event, _argument):
        nonlocal total
        total += event in {"call", "c_call"}

    output = io.BytesIO()
    sys.setprofile(count)
    try:
        replay(script, output)
    finally:
        sys.setprofile(None)
    assert len(set(output.getvalue().splitlines())) == 2, "each roll and each undo prints what the first one printed"
    return total


def test_twice_as_many_lines_cost_twice_the_work():
    calls(10)
    once, twice = calls(1_000), calls(2_000)
    assert twice <= 2.02 * once


def test_ten_thousand_lines_of_roll_and_undo_leave_nothing_behind():
    match = start(HEADER)
    for _ in range(5_000):
        match = match.read(ROLL).match.read(UNDO).match
    assert isinstance(match, Match)
    assert (match.previous, match.index, match.lines()) == (None, 0, ())
    assert match.undone == (ROLL.decode(),)


def test_the_command_reads_standard_input():
    status, output, trouble = run(script=HEADER + b"\n" + ROLL)
    assert (status, trouble) == (0, "")
    assert [json.loads(line)["ok"] for line in output.splitlines()] == [True, True]


def test_the_command_reads_a_file(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_bytes(HEADER + b"\r\n" + b"roll\r\n" + ROLL)
    status, output, trouble = run(str(path))
    assert (status, trouble) == (0, "")
    assert [json.loads(line)["ok"] for line in output.splitlines()] == [True, False, True]


def test_the_command_says_2_for_a_bad_header_on_standard_output():
    status, output, trouble = run(script=BAD + b"\n" + ROLL)
    assert (status, trouble) == (2, "")
    assert [json.loads(line)["refusal"] for line in output.splitlines()] == ["bad-header"]


@pytest.mark.parametrize("script", [b"", b"\n \r\n"])
def test_the_command_says_2_and_one_sentence_on_standard_error_for_nothing(script):
    status, output, trouble = run(script=script)
    assert (status, output) == (2, b"")
    assert_one_sentence(trouble)


@pytest.mark.parametrize("name", ["missing.jsonl", "", "folder", "file/below"])
def test_the_command_says_2_and_one_sentence_for_a_file_it_cannot_read(tmp_path, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(HEADER)
    status, output, trouble = run(str(tmp_path / name))
    assert (status, output) == (2, b"")
    assert_one_sentence(trouble)
    assert name in trouble


def test_the_command_says_2_and_one_sentence_without_standard_input():
    status, output, trouble = run(preexec_fn=lambda: os.close(0))
    assert (status, output) == (2, b"")
    assert_one_sentence(trouble)


def test_the_command_says_what_is_wrong_when_nothing_more_can_be_written():
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*COMMAND], input=HEADER, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert_one_sentence(done.stderr.decode())
    assert "read" not in done.stderr.decode()


def test_the_command_answers_each_line_before_the_next_is_given():
    with subprocess.Popen([*COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as command:
        for line in (HEADER, ROLL, b"roll", UNDO):
            command.stdin.write(line + b"\n")
            command.stdin.flush()
            assert json.loads(command.stdout.readline())
        command.stdin.close()
    assert command.returncode == 0


def test_the_same_script_gives_the_same_output_in_every_locale_and_every_setting(tmp_path):
    long = [b'{"do": "roll", "face": ' + b"9" * digits + b"}" for digits in (639, 640, 641, 4300, 4301)]
    script = b"\n".join((HEADER, ROLL, "Zoë".encode(), *long, UNDO))
    outputs = set()
    for setting in ({}, {"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONINTMAXSTRDIGITS": "640"}, {"PYTHONHASHSEED": "7"},
                    {"PYTHONIOENCODING": "latin-1"}, {"LANGUAGE": "de", "LC_ALL": "de_DE.UTF-8"}):  # fmt: skip
        environment = {**os.environ, "HOME": str(tmp_path), **setting}
        outputs.add(run(script=script, env=environment))
    assert len(outputs) == 1
