"""Building in stages, each made again only when what it is made of changed."""

import hashlib
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

START = time.monotonic()


def say(text: str) -> None:
    sys.stdout.write(f"[{time.monotonic() - START:4.0f} s] {text}\n")
    sys.stdout.flush()


def digest(*paths: Path) -> str:
    """A short hash of the names, modes and contents of all that is at or below the paths."""
    found = hashlib.sha256()
    for top in paths:
        for path in sorted([top, *top.rglob("*")]):
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(f"{path.relative_to(top.parent)} {path.stat().st_mode:o}\n".encode())
                found.update(path.read_bytes())
    return found.hexdigest()[:16]


def key_of(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def stage(folder: Path, key: str, make: Callable[[Path], None]) -> Path:
    """`folder` as `make` fills it, left alone when it was made with this key."""
    stamp = folder / "key"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == key:
        return folder
    say(f"making the {folder.name}")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    make(folder)
    stamp.write_text(key, encoding="utf-8")
    return folder


def run(*command: str | Path, cwd: Path | None = None, log: Path | None = None) -> None:
    """Run a command that has to succeed; its output goes to `log`, or nowhere unless it fails."""
    done = subprocess.run(command, cwd=cwd, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if log:
        log.write_text(done.stdout, encoding="utf-8")
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))} failed:\n{done.stdout[-3000:]}")


def pipe(*commands: list[str | Path]) -> None:
    """Run commands, each reading what the one before it writes; RuntimeError when the last one fails.

    Only the last is heard: one that has all it wants makes those before it complain.
    """
    running: list[subprocess.Popen[bytes]] = []
    for command in commands:
        source = running[-1].stdout if running else None
        errors = None if command is commands[-1] else subprocess.DEVNULL
        running.append(subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=errors))
        if source:
            source.close()
    running[-1].communicate()
    for child in running:
        child.wait()
    if running[-1].returncode:
        raise RuntimeError(f"{commands[-1][0]} failed after {commands[0][0]}")
