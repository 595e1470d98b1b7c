"""The command line: help for everything, and one sentence instead of a traceback for whatever a person can mend."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion import __main__, __version__
from companion.__main__ import COMMANDS, main
from companion.games.match import header_line
from companion.journal import Journal

ROOT = Path(__file__).parents[1]

WRONG_WORDS = [
    ["--volume"],
    ["dance"],
    ["drive"],
    ["drive", "--journal"],
    ["drive", "--journal", "j.db", "--seed", "x"],
    ["drive", "--journal", "j.db", "--seed", "-1"],
    ["drive", "--journal", "j.db", "--seed", "1.5"],
    ["drive", "--journal", "j.db", "--seed", "²"],
    ["drive", "--journal", "j.db", "--seed", str(2**64)],
    ["export"],
    ["export", "three"],
    ["export", "1", "--all"],
    ["hub"],
    ["hub", "fly"],
    ["hub", "install", "now"],
    ["hub", "test", "--port"],
    ["replay", "a", "b"],
    ["check", "everything"],
    ["screens"],
    ["play", "--journal", "j.db"],
]

WRONG_CONFIGS = {
    "an unknown key": ("volume = 3\n", 'line 1: there is no key "volume"; '),
    "a wrong value": ("sound = true\nbrightness = 11\n", 'line 2: "brightness" takes a whole number from 1 to 10; '),
    "no TOML": ("sound: yes\n", "is not valid TOML: "),
    "an unknown board": ('board = "breadboard"\n', 'line 1: "board": there is no board "breadboard"; '),
}

WITH_CONFIG = [["play"], ["drive", "--journal", "j.db"], ["export", "--all"], ["rebuild"], ["check"], ["screens", "o"]]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty folder to work in, and a person who has nothing yet."""
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    return tmp_path


def refused(words: list[str], capfd) -> str:
    """The one line with which a command is refused with exit status 2."""
    assert main(words) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.endswith((".\n", ")\n"))
    return err


@pytest.mark.parametrize("words", [["--help"], ["-h"], *([name, "--help"] for name in COMMANDS)], ids=" ".join)
def test_there_is_help_for_every_command(words, capsys):
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: companion {'' if words[0].startswith('-') else words[0]}".rstrip())
    summary = COMMANDS.get(words[0], ("", "referee and score keeper for three games at the table"))[1]
    assert summary[1:] in " ".join(shown.split())


def test_the_help_lists_every_command_with_what_it_does(capsys):
    assert main([]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert all(f"{name} {summary}" in shown for name, (_, summary) in COMMANDS.items())


def test_the_version_is_told(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert (ended.value.code, capsys.readouterr().out) == (0, f"companion {__version__}\n")


@pytest.mark.parametrize("words", WRONG_WORDS, ids=" ".join)
def test_wrong_words_end_with_2_and_one_line_about_them(words, capsys, folder):
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: companion")
    assert ": error: " in err.splitlines()[-1]
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("before", [[], ["check"]], ids=["no command", "check"])
def test_wrong_words_are_told_without_what_would_disturb_a_terminal(before, capsys):
    with pytest.raises(SystemExit):
        main([*before, "--\x1b[2J\nhere\t"])
    assert capsys.readouterr().err.splitlines()[-1].endswith(r": --\x1b[2J\nhere\t")


@pytest.mark.parametrize("command", WITH_CONFIG, ids=" ".join)
@pytest.mark.parametrize("mistake", WRONG_CONFIGS)
def test_a_wrong_configuration_is_told_with_its_place(command, mistake, capfd, folder):
    text, says = WRONG_CONFIGS[mistake]
    Path("c.toml").write_text(text, encoding="utf-8")
    told = refused([*command, "--config", "c.toml"], capfd)
    assert told.startswith("c.toml")
    assert says in told
    assert [path.name for path in folder.iterdir()] == ["c.toml"]


@pytest.mark.parametrize("command", WITH_CONFIG, ids=" ".join)
def test_a_configuration_that_is_not_there_is_told(command, capfd):
    told = refused([*command, "--config", "none.toml"], capfd)
    assert told == "There is no file none.toml: correct the path after --config, or leave --config out.\n"


def test_to_export_from_a_journal_that_is_not_there_is_told_and_none_is_made(capfd, folder):
    told = refused(["export", "--journal", "none.db", "--all"], capfd)
    assert told.startswith("There is no journal here yet: play a match first, or choose another file.")
    assert list(folder.iterdir()) == []


def test_to_export_a_match_that_is_not_there_is_told(capfd):
    Journal.open(Path("j.db")).close()
    assert refused(["export", "--journal", "j.db", "3"], capfd) == (
        "j.db has no match 3: `companion export --all` prints all there are.\n"
    )


def test_to_export_all_of_nothing_is_nothing(capfdbinary):
    Journal.open(Path("j.db")).close()
    assert main(["export", "--journal", "j.db", "--all"]) == 0
    assert capfdbinary.readouterr() == (b"", b"")


@pytest.mark.parametrize("content", [b"no journal " * 1000, b""])
def test_a_journal_that_is_none_is_told_and_left_as_it_is(content, capfd):
    Path("j.db").write_bytes(content)
    status = main(["export", "--journal", "j.db", "--all"])
    assert capfd.readouterr().err.count("\n") == (1 if status else 0)
    assert Path("j.db").read_bytes() == content


def test_to_drive_with_a_journal_in_no_folder_is_told(capfd):
    Path("file").touch()
    assert refused(["drive", "--journal", "file/j.db"], capfd).startswith("The journal cannot be opened: ")


def test_to_replay_a_file_that_is_not_there_is_told(capfd):
    assert refused(["replay", "none.jsonl"], capfd).startswith("none.jsonl cannot be read (No such file or directory)")


def test_ctrl_c_ends_a_command_with_130_and_no_word(monkeypatch, capfd):
    def interrupted(given):
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.check.run", interrupted)
    assert main(["check"]) == __main__.INTERRUPTED == 130
    assert capfd.readouterr() == ("", "")


def test_ctrl_c_ends_a_running_command_without_a_traceback():
    with started("drive", "--journal", "j.db", stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(b"wait:0\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(b'{"screen": "home"')
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=10) == (b"", b"")
        assert process.returncode == 130


def test_a_reader_that_has_seen_enough_ends_a_command_quietly():
    with closing(Journal.open(Path("j.db"))) as journal:
        match = journal.start(header_line("13-sheep", ("Anna",), bytes(32), {}), ("Anna",), 0.0)
        with journal._file.transaction():
            for number in range(1, 2000):
                journal._file.run("INSERT INTO lines VALUES (?, ?, ?)", match, number, "x" * 100)
    reading, writing = os.pipe()
    with started("export", "--journal", "j.db", "--all", stdout=writing) as process:
        os.close(writing)
        os.read(reading, 1)
        os.close(reading)
        assert process.communicate(timeout=10)[1] == b""
        assert process.returncode == 0


def started(*words: str, **pipes: object) -> subprocess.Popen[bytes]:
    """The command in a process of its own, in the folder of the test."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([sys.executable, "-m", "companion", *words], env=environ, stderr=subprocess.PIPE, **pipes)


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["check"], ["replay", "script.jsonl"]])
def test_an_output_that_is_full_is_one_sentence(words, tmp_path):
    (tmp_path / "script.jsonl").write_text(header_line("13-sheep", ("Ann",), bytes(32), {}) + "\n", encoding="utf-8")
    quiet = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "companion", *words]
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, cwd=tmp_path, env=quiet, check=False)
    assert (ran.returncode, len(ran.stderr.decode().splitlines())) == (2, 1)


@pytest.mark.parametrize("match", ["0", "-1", "99999999999999999999"])
def test_a_match_that_cannot_be_is_none_of_the_journal(match, tmp_path, capsys):
    Journal.open(tmp_path / "box.db").close()
    assert main(["export", "--journal", str(tmp_path / "box.db"), "--", match]) == 2
    assert f"has no match {match}" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["", ".", "/"])
def test_a_journal_without_a_name_is_one_sentence(name, capsys):
    assert main(["drive", "--journal", name]) == 2
    assert capsys.readouterr().err.count("\n") == 1
