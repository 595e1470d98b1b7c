"""Packets of PROTOCOL.md as text and bytes: the check sum, one packet to a line, lines out of any bytes.

Knows what a packet looks like, not what any of them means. Plain Python, the same under MicroPython and CPython.
"""

LONGEST = 96
"""Bytes of the longest line without its end. What is longer is no packet."""

_NIBBLES = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE (polynomial 1021, begins with FFFF): 29B1 for 123456789."""
    crc = 0xFFFF
    for byte in data:
        crc = _NIBBLES[crc >> 12 ^ byte >> 4] ^ crc << 4 & 0xFFFF
        crc = _NIBBLES[crc >> 12 ^ byte & 15] ^ crc << 4 & 0xFFFF
    return crc


def pack(*fields: object) -> bytes:
    """One packet as a line."""
    text = " ".join([str(field) for field in fields]).encode()
    return text + b"*%04X\n" % crc16(text)


def unpack(line: bytes) -> list[str] | None:
    """The fields of a line without its end; None for what is no packet."""
    text, mark, check = line[:-5], line[-5:-4], line[-4:]
    if mark != b"*" or b"%04X" % crc16(text) != check or not _printable(text):
        return None
    return text.decode().split(" ")


def _printable(text: bytes) -> bool:
    return all(32 <= byte < 127 for byte in text)


class Lines:
    """Cuts a stream into lines. A line that grows too long is dropped as a whole; nothing else is remembered of it."""

    def __init__(self) -> None:
        self._line = bytearray(LONGEST)
        self._size = 0

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that end in `data`, without their ends."""
        lines: list[bytes] = []
        for byte in data:
            if byte == 10:
                if self._size <= LONGEST:
                    lines.append(bytes(self._line[: self._size]))
                self._size = 0
            elif self._size < LONGEST:
                self._line[self._size] = byte
                self._size += 1
            else:
                self._size = LONGEST + 1
        return lines
