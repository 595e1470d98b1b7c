"""A tour of the box: every screen and every notable state of it, as the presses that lead there.

Data only, one module for each part of the box. Pictures are taken by `companion screens`, goldens by the tests.
"""

from companion.tour import box, insheepnia, people, records, schlafmuetze, sheep
from companion.tour.stops import Circumstance, Stop, trips

STOPS: tuple[Stop, ...] = (
    *box.STOPS,
    *people.STOPS,
    *sheep.STOPS,
    *insheepnia.STOPS,
    *schlafmuetze.STOPS,
    *records.STOPS,
)

__all__ = ["STOPS", "Circumstance", "Stop", "trips"]
