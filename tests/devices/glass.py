"""What a person sees of a terminal: takes what a program sends, and refuses what it does not know."""

import codecs
import re

_TOKEN = re.compile(r"\x1b\[\?(?P<mode>\d+)(?P<set>[hl])|\x1b\[(?P<args>[\d;]*)(?P<command>[HJm])|(?P<text>[^\x1b])")
_TORN = re.compile(r"\x1b(\[\??[\d;]*)?\Z")
_FOUND = {"1049": False, "25": True, "7": True}


class Glass:
    """The cells of a terminal, and the modes that a program must leave as they were."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.modes = dict(_FOUND)
        self.style = "0"
        self.written = 0
        self._cells: dict[tuple[int, int], str] = {}
        self._at = (1, 1)
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._rest = ""

    @property
    def as_found(self) -> bool:
        """Whether screen, cursor, wrapping and colours are what they were before the program."""
        return self.modes == _FOUND and self.style == "0"

    @property
    def picture(self) -> list[str]:
        return [
            "".join(self._cells.get((row, column), " ") for column in range(1, self.columns + 1))
            for row in range(1, self.rows + 1)
        ]

    def feed(self, data: bytes) -> None:
        self._rest += self._decoder.decode(data)
        while self._rest and not _TORN.match(self._rest):
            token = _TOKEN.match(self._rest)
            assert token, f"unknown: {self._rest[:20]!r}"
            self._rest = self._rest[token.end() :]
            self._take(token)

    def _take(self, token: re.Match[str]) -> None:
        if token["mode"]:
            self.modes[token["mode"]] = token["set"] == "h"
        elif token["command"] == "H":
            row, column = (token["args"] or "1;1").split(";")
            self._at = int(row), int(column)
        elif token["command"] == "J":
            self._cells.clear()
        elif token["command"] == "m":
            self.style = token["args"]
        else:
            self._put(token["text"])

    def _put(self, character: str) -> None:
        row, column = self._at
        self._cells[row, column] = character
        self.written += 1
        self._at = row, column + 1
