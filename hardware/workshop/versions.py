"""The versions of the tools that made the committed files, and whether those here are the same.

Other versions make other bytes of the same drawing: `make hardware` names them, so that nobody looks for a change.
"""

import shutil
import subprocess
from collections.abc import Iterator
from importlib import metadata

from hardware.workshop.sources import HARDWARE

FILE = HARDWARE / "versions.txt"
PACKAGES = ("wireviz", "build123d", "cadquery-ocp-novtk", "numpy", "Pillow")
FONT = "DejaVu Sans"


def here() -> dict[str, str]:
    """The version of each tool on this machine; "none" of one that is missing."""
    return {"graphviz": _graphviz(), "font": _font(), **{name: metadata.version(name) for name in PACKAGES}}


def committed() -> dict[str, str]:
    """The same of the machine that made the committed files."""
    lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    return dict(line.split(": ", 1) for line in lines)


def differences() -> Iterator[str]:
    """A sentence for each tool that differs."""
    before = committed()
    for name, version in here().items():
        if name in before and before[name] != version:
            yield f"{name} is {version} here, and the committed files were made with {before[name]}: bytes may differ."


def write() -> None:
    """Keep the versions of this machine."""
    FILE.write_text("".join(f"{name}: {version}\n" for name, version in here().items()), encoding="utf-8")


def _graphviz() -> str:
    # "dot - graphviz version 2.43.0 (0)", on standard error
    return _told("dot", "-V").partition("version ")[2].split(" ")[0] or "none"


def _font() -> str:
    return FONT if FONT in _told("fc-match", "-f", "%{family}", FONT) else "none"


def _told(*command: str) -> str:
    if not shutil.which(command[0]):
        return ""
    result = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  fixed commands
    return result.stdout + result.stderr
