"""What a probe gives."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.config import Config


@dataclass(frozen=True, slots=True)
class Report:
    """`facts`, one a line, for whoever helps; `wrong`: each a sentence that says what to do."""

    facts: tuple[str, ...]
    wrong: tuple[str, ...] = ()


Probe = Callable[[Config], Report]
