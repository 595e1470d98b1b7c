"""What a probe gives."""

from collections.abc import Callable

from msgspec import Struct

from companion.config import Config


class Report(Struct, frozen=True):
    """`facts`, one a line, for whoever helps; `wrong`: each a sentence that says what to do."""

    facts: tuple[str, ...]
    wrong: tuple[str, ...] = ()


Probe = Callable[[Config], Report]
