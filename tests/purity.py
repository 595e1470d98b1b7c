"""Lint what import-linter and ruff cannot see: built-ins that reach outside, in the pure packages.

Run from the root of the checkout; prints each breach as `file:line` and exits 1 when there is one.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

PURE = ("companion/games", "companion/screens", "companion/link")
REACHING = frozenset(
    [
        "__builtins__",
        "__import__",
        "__loader__",
        "__spec__",
        "breakpoint",
        "compile",
        "eval",
        "exec",
        "globals",
        "input",
        "open",
        "print",
    ]
)


def breaches(root: Path) -> Iterator[str]:
    """Each use of a reaching built-in below `root`, in the order of files and lines."""
    for package in PURE:
        for path in sorted((root / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Name) and node.id in REACHING:
                    yield f"{path.relative_to(root)}:{node.lineno}: {node.id} has no place in a pure package"


if __name__ == "__main__":
    found = list(breaches(Path.cwd()))
    sys.stdout.write("".join(f"{line}\n" for line in found))
    sys.exit(bool(found))
