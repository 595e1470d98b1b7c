"""What a move costs on the disk, traced by the journal's own tests."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.rows import Row
from tests.journal.test_durability import run, syncs, traceable, written


def moves() -> Iterator[Row]:
    """Syncs and bytes of one move, beside SQLite's own settings for the same durability; nothing without strace."""
    if not traceable():
        return
    with TemporaryDirectory() as folder:
        ours, stock = _moves("trace", Path(folder) / "ours"), _moves("default", Path(folder) / "stock")
    yield Row("syncs of a move", _mean(map(syncs, ours)), _mean(map(syncs, stock)), 1, 1)
    most = 0.55 * _mean(map(written, stock))
    yield Row("bytes of a move", _mean(map(written, ours)), _mean(map(written, stock)), None, round(most))


def _moves(mode: str, folder: Path) -> list[list[tuple[str, str, int]]]:
    return [calls for name, calls in run(mode, folder) if name == "move"][:200]


def _mean(figures) -> float:
    values = list(figures)
    return round(sum(values) / len(values), 2)
