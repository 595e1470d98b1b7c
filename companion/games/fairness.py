"""Whether a die's counts are plausible, by Pearson's chi-square test for six equally likely faces."""

from collections.abc import Sequence
from enum import StrEnum

FEWEST_ROLLS = 30
"""Five of each face expected: fewer rolls say nothing (the usual rule for the test)."""

ONCE_IN_20, ONCE_IN_1000 = 11.070, 20.515
"""Critical values of chi-square with 5 degrees of freedom, for 0.05 and 0.001."""


class Verdict(StrEnum):
    """What the counts say of the die."""

    FEW = "few"
    PLAUSIBLE = "plausible"
    UNUSUAL = "unusual"
    DOUBTFUL = "doubtful"


def chi_square(counts: Sequence[int]) -> float:
    """The test's figure: 0 when all counts are equal, growing with the difference. At least one roll."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def verdict(counts: Sequence[int]) -> Verdict:
    """What six counts say: too few to tell, plausible, seen once in 20 dice, or less than once in 1000."""
    if sum(counts) < FEWEST_ROLLS:
        return Verdict.FEW
    figure = chi_square(counts)
    if figure < ONCE_IN_20:
        return Verdict.PLAUSIBLE
    return Verdict.UNUSUAL if figure < ONCE_IN_1000 else Verdict.DOUBTFUL
