"""The record of matches on disk, in SQLite.

`journal`, with its parts `roster` and `outcomes`, is what the rest of the program uses; `refusals` what it
refuses. Below: `database`, one file that survives pulled power; `opening`; `migrations`, the
tables; `troubles`, what the disk refuses. Nothing in here knows the rules of a game, a clock or a screen.
"""

from companion.games.records import Past, Record, Result, Standing
from companion.journal.backups import names_in
from companion.journal.journal import Journal
from companion.journal.refusals import REFUSALS, JournalRefusal
from companion.journal.troubles import SENTENCES, JournalTrouble

__all__ = [
    "REFUSALS",
    "SENTENCES",
    "Journal",
    "JournalRefusal",
    "JournalTrouble",
    "Past",
    "Record",
    "Result",
    "Standing",
    "names_in",
]
