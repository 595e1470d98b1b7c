"""Tables in Markdown, and the sentence that stands over every page that is made and not written."""

from collections.abc import Iterator, Sequence


def made(sources: str) -> str:
    """What a page is made from."""
    return f"Made by `make tables` from {sources}; change those, not this page."


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
