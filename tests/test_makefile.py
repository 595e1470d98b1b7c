"""The Makefile lists what it can do, and says in one sentence what a machine lacks."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")

# What a stand-in for python3 does, and what make says of it.
LACKING = {
    "an older Python": (
        'case "$*" in *version_info*) exit 1;; -V) echo "Python 3.9.2";; esac',
        "python3 is Python 3.9.2, but 3.11 or newer is needed: install it",
    ),
    "no venv module": (
        'case "$*" in *ensurepip*) exit 1;; esac',
        "python3 has no venv module: install it (Debian and Raspberry Pi OS: sudo apt install python3-venv).",
    ),
}


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A checkout that was never set up, on a machine with nothing but a shell and make."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "bin").mkdir()
    for tool in ("sh", "make", "sed", "awk", "rm"):
        found = shutil.which(tool)
        assert found
        (tmp_path / "bin" / tool).symlink_to(found)
    return tmp_path


def make(machine: Path, *targets: str) -> subprocess.CompletedProcess[str]:
    environ = {"PATH": str(machine / "bin"), "HOME": str(machine)}
    command = [str(machine / "bin" / "make"), *targets]
    return subprocess.run(command, cwd=machine, env=environ, capture_output=True, text=True, check=False)


def test_make_alone_lists_every_target_for_people(machine: Path) -> None:
    (phony,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE.replace("\\\n", ""), re.MULTILINE)
    result = make(machine)
    assert result.returncode == 0
    assert re.findall(r"^  make ([\w-]+) +\w", result.stdout, re.MULTILINE) == phony.split()


@pytest.mark.parametrize(
    "target",
    ["play", "test", "lint", "setup", "soak", "lowest", "vm", "screens", "locale", "tables", "hardware", "enclosure"],
)
@pytest.mark.parametrize("lack", LACKING)
def test_a_machine_that_lacks_something_gets_one_sentence(machine: Path, target: str, lack: str) -> None:
    script, says = LACKING[lack]
    python = machine / "bin" / "python3"
    python.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    python.chmod(0o755)
    result = make(machine, target)
    assert result.returncode != 0
    first, *rest = result.stderr.splitlines()
    assert first.startswith(says)
    assert all(line.startswith("make") for line in rest)
    assert not (machine / ".venv").exists()


def test_a_machine_without_python_gets_one_sentence(machine: Path) -> None:
    result = make(machine, "play")
    assert result.returncode != 0
    assert result.stderr.startswith("There is no python3 here: install Python 3.11 or newer.\n")


def test_the_continuous_integration_runs_what_people_run() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    text = script.read_text(encoding="utf-8")
    assert "set -euo pipefail" in text
    for target in ("lint", "test", "soak", "lowest", "hardware-test", "vm"):
        assert f"make {target}\n" in text
