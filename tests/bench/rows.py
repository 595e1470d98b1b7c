"""A figure beside what it is compared with, and the table of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of a table; `goal` is the most that `ours` may be, None where there is none."""

    name: str
    ours: float
    stock: float | None = None
    floor: float | None = None
    goal: float | None = None

    @property
    def holds(self) -> bool:
        return self.goal is None or self.ours <= self.goal


HEAD = ("", "this program", "stock", "floor", "goal", "")


def table(title: str, rows: Iterable[Row]) -> str:
    """The rows under their title, in columns; a goal that does not hold is marked."""
    lines = [HEAD, *map(_cells, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    return "\n".join([title, *(_line(line, widths) for line in lines), ""])


def as_json(rows: Iterable[Row]) -> dict[str, dict[str, float | None]]:
    """The rows by their names, for a comparison with another run."""
    return {row.name: {"ours": row.ours, "stock": row.stock, "floor": row.floor, "goal": row.goal} for row in rows}


def _cells(row: Row) -> Sequence[str]:
    figures = (row.ours, row.stock, row.floor, row.goal)
    return (row.name, *("" if figure is None else _text(figure) for figure in figures), "" if row.holds else "missed")


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    name, *figures = (cell for cell in cells)
    return "  ".join([f"  {name:{widths[0]}}", *(f"{cell:>{w}}" for cell, w in zip(figures, widths[1:], strict=True))])


def _text(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.4g}"
