"""The packets of firmware/PROTOCOL.md: one frozen value for each kind, a line of bytes for each value, and back.

A packet is a table: its kind, and a pattern for each field. What does not match is no packet.
"""

import re
from binascii import crc_hqx
from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import astuple, fields

VERSION = 1
LONGEST = 96
"""Bytes of the longest line without its end."""

OFF, ON, SLOW, FAST = "-", "1", "s", "f"
"""How a lamp shines."""

DARK = OFF * 8
"""All eight lamps off."""


class Hello(Struct, frozen=True):
    """The hub greets, or answers the `Show` with this nonce ("-": none). `micros` is now, wrapping at 2^30."""

    uid: str
    boot: str
    seats: int
    first: int
    missed: int
    micros: int
    nonce: str = "-"


class Foreign(Struct, frozen=True):
    """A hub greets that speaks another version; what `Maintenance` needs is the same in all of them."""

    version: int
    uid: str
    boot: str


class Buzz(Struct, frozen=True):
    """The button of a seat (1 to 8) went down at `micros`, wrapping at 2^30."""

    boot: str
    number: int
    seat: int
    micros: int


class Late(Buzz, frozen=True):
    """A buzz that waited for longer than 2 s."""


class Show(Struct, frozen=True):
    """What the hub is to do: take presses or not, and how each of the eight lamps shines."""

    nonce: str
    armed: bool
    lamps: str


class Ack(Struct, frozen=True):
    """All buzzes of this boot up to this number have come."""

    boot: str
    number: int


class Maintenance(Struct, frozen=True):
    """The hub with this boot id is to start anew so that it can be updated."""

    boot: str


Packet = Hello | Foreign | Buzz | Late | Show | Ack | Maintenance

_NUMBER, _UID, _ID, _NONCE = "[0-9]{1,9}", "[0-9a-f]{4,32}", "[0-9a-f]{8}", "-|[0-9a-f]{8}"
_MICROS = "[0-9]{1,10}"
_BUZZ = (_ID, _NUMBER, "[1-8]", _MICROS)
_PATTERNS: Mapping[type, tuple[str, ...]] = MappingProxyType(
    {
        Hello: (_UID, _ID, "[1-8]", _NUMBER, _NUMBER, _MICROS, _NONCE),
        Buzz: _BUZZ,
        Late: _BUZZ,
        Show: (_ID, "[01]", "[-1sf]{8}"),
        Ack: (_ID, _NUMBER),
        Maintenance: (_ID,),
    }
)
_KINDS: Mapping[type, str] = MappingProxyType(
    {
        Hello: f"hello {VERSION}", Buzz: "buzz", Late: "late", Show: "show", Ack: "ack", Maintenance: "maintenance",
    }
)  # fmt: skip
_READ: Mapping[object, Callable[[str], object]] = MappingProxyType({str: str, int: int, bool: "1".__eq__})
_SHAPES = tuple(
    (
        kind,
        re.compile(" ".join((_KINDS[kind], *(f"({pattern})" for pattern in patterns)))),
        tuple(_READ[field.type] for field in fields(kind)),
    )
    for kind, patterns in _PATTERNS.items()
)
_FOREIGN = re.compile(rf"hello ({_NUMBER}) ({_UID}) ({_ID})(?: .*)?")
_PERIOD = 1 << 30


def pack(packet: Packet) -> bytes:
    """A packet as a line, with its end."""
    values = (str(int(value)) if isinstance(value, bool) else str(value) for value in astuple(packet))
    return seal(" ".join((_KINDS.get(type(packet), "hello"), *values)))


def seal(text: str) -> bytes:
    """A packet's text with check sum and end."""
    data = text.encode("ascii")
    return data + b"*%04X\n" % crc_hqx(data, 0xFFFF)


def unpack(line: bytes) -> Packet | None:
    """The packet in a line, its end left out; None for what is none."""
    if len(line) > LONGEST or not line.isascii():
        return None
    text = line[:-5].decode("ascii")
    if seal(text) != line + b"\n":
        return None
    for kind, shape, readers in _SHAPES:
        if found := shape.fullmatch(text):
            return _in_range(kind(*(read(field) for read, field in zip(readers, found.groups(), strict=True))))
    foreign = _FOREIGN.fullmatch(text)
    return Foreign(int(foreign[1]), foreign[2], foreign[3]) if foreign and int(foreign[1]) != VERSION else None


def _in_range(packet: Packet) -> Packet | None:
    return None if isinstance(packet, Hello | Buzz) and packet.micros >= _PERIOD else packet
