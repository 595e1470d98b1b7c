"""Keys of a terminal: which key is which control, and the bytes of a terminal taken apart into keys.

One table says it all: what a key sends, what it means, and how the legend names it. Bytes come in any
portions; what is no key of ours is passed over whole. No terminal is opened here and no time known: who feeds
the decoder also says when an Escape has been alone for long enough.
"""

import re
from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from companion.screens.intents import DELETE, SEATS, Control, Line


class Key(Struct, frozen=True):
    """A press of a control or of a seat's button (1 to 8), `held` when the key stands for a long press."""

    line: Line
    held: bool = False


class Quit(Enum):
    """The wish to leave."""

    QUIT = "quit"


QUIT = Quit.QUIT


class Stroke(Struct, frozen=True):
    """One key pressed: what it means to the box, and the sign that it types where a text is asked for."""

    key: Key | Quit | None
    sign: str = ""


class Binding(Struct, frozen=True):
    """The keys of one meaning: the first of `names` is the main one; `sends` are the bytes of any of them."""

    key: Key | Quit
    names: tuple[str, ...]
    sends: tuple[bytes, ...]


BINDINGS = (
    Binding(Key(Control.UP), ("↑", "k"), (b"\x1b[A", b"\x1bOA", b"k")),
    Binding(Key(Control.DOWN), ("↓", "j"), (b"\x1b[B", b"\x1bOB", b"j")),
    Binding(Key(Control.OK), ("Enter",), (b"\r", b"\n", b"\x1bOM")),
    Binding(Key(Control.BACK), ("Esc", "←", "⌫"), (b"\x1b", b"\x1b[D", b"\x1bOD", b"\x7f", b"\b")),
    Binding(Key(Control.ROLL), ("Space",), (b" ",)),
    Binding(Key(Control.UP, held=True), ("PgUp",), (b"\x1b[5~",)),
    Binding(Key(Control.DOWN, held=True), ("PgDn",), (b"\x1b[6~",)),
    Binding(Key(Control.OK, held=True), ("o",), (b"o",)),
    Binding(Key(Control.BACK, held=True), ("u",), (b"u",)),
    Binding(Key(Control.ROLL, held=True), ("r",), (b"r",)),
    *(Binding(Key(seat), (str(seat),), (b"%d" % seat,)) for seat in SEATS),
    Binding(QUIT, ("q", "Ctrl-C"), (b"q", b"\x03")),
)

_KEYS = {sent: binding.key for binding in BINDINGS for sent in binding.sends}
_DELETES = (b"\x7f", b"\b")
_NAMES = {binding.key: binding.names for binding in BINDINGS}


def legend(labels: Mapping[Control, str]) -> tuple[str, str, str]:
    """The keys as three lines of a table: the controls, their long presses, and other keys for the same."""
    controls = [Control.UP, Control.DOWN, Control.OK, Control.BACK, Control.ROLL]
    columns = [_column(control, labels[control]) for control in controls]
    columns.append((f"seats {SEATS[0]}-{SEATS[-1]}", f"quit  {_NAMES[QUIT][0]}", "type names"))
    widths = [max(map(len, column)) for column in columns]
    rows = zip(*columns, strict=True)
    first, held, others = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return first, held, others


def _column(control: Control, label: str) -> tuple[str, str, str]:
    main, *others = _NAMES[Key(control)]
    return (
        f"{label} {main}",
        f"hold {_NAMES[Key(control, held=True)][0]}",
        f"or {' '.join(others)}" if others else "",
    )


_ESCAPE = b"\x1b"
_PASTE_BEGINS = b"\x1b[200~"
_PASTE_ENDS = b"\x1b[201~"

# UTF-8, and ECMA-48: CSI, SS3 and control strings; "[[" is how the Linux console begins its function keys.
_WHOLE = re.compile(
    rb"""\x1b (?: \[\[ [^\x1b]
                | \[ [0-?]* [ -/]* [@-Z\\-~]
                | O [0-9;]* [@-~]
                | [\]PX^_] [^\x07\x1b]* (?: \x07 | \x1b\\ ) )
        | [\xc2-\xdf] [\x80-\xbf]
        | [\xe0-\xef] [\x80-\xbf]{2}
        | [\xf0-\xf4] [\x80-\xbf]{3}""",
    re.VERBOSE,
)
_BEGUN = re.compile(
    rb"""\x1b (?: \[\[
                | \[ [0-?]* [ -/]*
                | O [0-9;]*
                | [\]PX^_] [^\x07\x1b]* (?: \x1b\Z )? )?
        | [\xc2-\xdf]
        | [\xe0-\xef] [\x80-\xbf]?
        | [\xf0-\xf4] [\x80-\xbf]{0,2}""",
    re.VERBOSE,
)


def no_text(_sign: str) -> bool:
    """Takes no sign: where nobody asks for a text."""
    return False


class KeyDecoder:
    """Bytes in, keys out: the same keys however the bytes are portioned.

    An Escape may be the key or begin a sequence, and a letter may have several bytes: while `waiting` is true, the
    feeder waits a moment for more and then calls `flush`.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._pasting = False

    @property
    def waiting(self) -> bool:
        """Whether the bytes so far end in an Escape, or in a sequence or letter that has only begun."""
        return bool(self._rest)

    def feed(self, data: bytes) -> list[Stroke]:
        """Take the next bytes and give the keys that they complete."""
        self._rest += data
        strokes: list[Stroke] = []
        while self._rest and not _BEGUN.fullmatch(self._rest):
            strokes += self._meaning(self._next())
        return strokes

    def flush(self) -> list[Stroke]:
        """No more bytes belong to what began: a lone Escape is the key, a torn sequence is nothing."""
        begun, self._rest = self._rest, b""
        return self._meaning(begun)

    def _next(self) -> bytes:
        found = _WHOLE.match(self._rest) or _BEGUN.match(self._rest)
        length = found.end() if found else 1
        token, self._rest = self._rest[:length], self._rest[length:]
        return token

    def _meaning(self, token: bytes) -> list[Stroke]:
        if token in (_PASTE_BEGINS, _PASTE_ENDS):
            self._pasting = token == _PASTE_BEGINS
        stroke = Stroke(_KEYS.get(token), _sign(token))
        return [] if self._pasting or stroke == Stroke(None) else [stroke]


def _sign(token: bytes) -> str:
    letter = token.decode(errors="ignore")
    return letter if len(letter) == 1 and letter.isprintable() else DELETE if token in _DELETES else ""
