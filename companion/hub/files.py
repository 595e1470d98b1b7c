"""Copies files onto a Pico and starts it anew, through mpremote's command line: its Python modules promise nothing.

`main.py` is removed first and copied last: whenever the cable is pulled, the Pico starts whole or not at all, and a
Pico that starts nothing can be written to again. What asked for maintenance before goes, too, or it would do so again.
"""

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from companion.devices.hub_trouble import HubTrouble

TOOL = "mpremote"
MAIN = "main.py"
PATIENCE = 120.0
"""Seconds that all files may take together."""

MISSING = "mpremote is missing, which copies files to the hub: install it with `{command}`, then run this again."
PULLED = "The cable was pulled while the files were copied, and the hub has no program now: plug it in, run this again."
FORGET = f"import os\nfor name in os.listdir():\n if name in ({MAIN!r}, 'maintenance'): os.remove(name)"

_REASONS: Mapping[str, str] = MappingProxyType(
    {
        "could not enter raw repl": "answers neither as a hub nor as MicroPython: pull its cable, hold the button of"
        " seat 1 down while you plug it in, and run this again; firmware/README.md tells how MicroPython gets onto it.",
        "failed to access": "is used by another program: stop that first.",
        "ENOSPC": "has no room for the files: remove others from it, or put MicroPython on it anew.",
    }
)
"""What mpremote says when it fails, and what that means."""


def require() -> None:
    """Raises HubTrouble where there is no mpremote."""
    if importlib.util.find_spec(TOOL) is None:
        sudo = "" if os.access(sys.prefix, os.W_OK) else "sudo "
        raise HubTrouble(MISSING.format(command=f"{sudo}{sys.executable} -m pip install {TOOL}"))


def of(folder: Path) -> tuple[Path, ...]:
    """What of a folder runs on a hub, in the order of copying."""
    return tuple(sorted(folder.glob("*.py"), key=lambda file: (file.name == MAIN, file.name)))


def copy(port: Path, files: Sequence[Path], inherited: Sequence[int]) -> None:
    """Copy the files to the Pico at the port; the tool inherits these descriptors. Raises HubTrouble."""
    words = ["exec", FORGET]
    for file in files:
        words += ["+", "fs", "cp", str(file), f":{file.name}"]
    said = _run(port, words, inherited)
    if said is not None:
        raise HubTrouble(_sentence(port, said))


def restart(port: Path, inherited: Sequence[int]) -> None:
    """Start the Pico anew. Whether it did shows in what it says then: it may be gone before the tool is done."""
    _run(port, ["resume", "reset"], inherited)


def _run(port: Path, words: Sequence[str], inherited: Sequence[int]) -> str | None:
    """What the tool says when it fails; None when it does not. It says so to a file, and goes on if we are killed."""
    command = [sys.executable, "-P", "-m", TOOL, "connect", str(port), *words]
    with tempfile.TemporaryFile() as said:
        try:
            done = subprocess.run(  # noqa: S603
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, pass_fds=inherited, timeout=PATIENCE,
                check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return f"it took longer than {PATIENCE:.0f} s"
        said.seek(0)
        return said.read().decode(errors="replace") if done.returncode else None


def _sentence(port: Path, said: str) -> str:
    if not port.exists():
        return PULLED
    reason = next((reason for sign, reason in _REASONS.items() if sign in said), None)
    lines = said.split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "it says nothing")
    return f"The hub at {port} {reason or f'took not all of the files ({last}): run this again.'}"
