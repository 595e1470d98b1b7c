"""What the journal refuses, by name and with a sentence; what it takes and gives is in `companion.games.records`."""

from collections.abc import Mapping

from companion.games.texts import Text

REFUSALS: Mapping[str, Text] = {
    "name-taken": "There is somebody of this name already: choose another name.",
    "unknown-person": "There is nobody of this name.",
    "unfinished": "This person is in a match that is not finished: end or finish that match first.",
    "unknown-match": "There is no such match.",
    "other-open": "Another match is open: put it aside or end it first.",
    "not-open": "This match is not open: resume it first.",
    "not-aside": "This match is not put aside.",
    "backup-exists": "There is a file of this name already: choose another name for the backup.",
}


class JournalRefusal(ValueError):
    """What was asked does not fit what the journal holds; nothing changed. `code`: a key of `REFUSALS`."""

    def __init__(self, code: str) -> None:
        super().__init__(REFUSALS[code])
        self.code = code
        self.sentence = REFUSALS[code]
