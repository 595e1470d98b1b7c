"""Tables in Markdown, and the sentence that stands over everything that is made and not written."""

from collections.abc import Iterator, Sequence

MADE = "Made by `make tables` from the board files; change those, not this page."


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
