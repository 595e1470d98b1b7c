"""Each packet of PROTOCOL.md on the box's side: its example, what it must not be, and random ones there and back."""

import re
from binascii import crc_hqx

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.packets import LONGEST, Ack, Buzz, Foreign, Hello, Late, Maintenance, Show, pack, seal, unpack
from tests.firmware.document import BOX_LINES, EXAMPLES, HUB_LINES, PROTOCOL

UID, BOOT = "e66164084373532b", "5eed0001"
MEANINGS = [
    Hello(UID, BOOT, 8, 1, 0, 1073000000),
    Show("00c0ffee", True, "-1sf----"),
    Hello(UID, BOOT, 8, 1, 0, 1073000500, "00c0ffee"),
    Buzz(BOOT, 1, 3, 1073500000),
    Ack(BOOT, 1),
    Buzz(BOOT, 2, 8, 1073741800),
    Late(BOOT, 2, 8, 1073741800),
    Ack(BOOT, 2),
    Maintenance(BOOT),
]
NUMBERS = st.integers(0, 10**9 - 1)
IDS = st.integers(0, 2**32 - 1).map("{:08x}".format)
MICROS = st.integers(0, 2**30 - 1)
SEATS = st.integers(1, 8)
PACKETS = st.one_of(
    st.builds(Hello, st.just(UID), IDS, SEATS, NUMBERS, NUMBERS, MICROS, IDS),
    st.builds(Buzz, IDS, NUMBERS, SEATS, MICROS),
    st.builds(Late, IDS, NUMBERS, SEATS, MICROS),
    st.builds(Show, IDS, st.booleans(), st.text("-1sf", min_size=8, max_size=8)),
    st.builds(Ack, IDS, NUMBERS),
    st.builds(Maintenance, IDS),
)


def test_the_check_sum_is_the_named_one():
    assert crc_hqx(b"123456789", 0xFFFF) == 0x29B1
    assert seal("123456789") == b"123456789*29B1\n"


@pytest.mark.parametrize(("example", "meaning"), list(zip(EXAMPLES, MEANINGS, strict=True)))
def test_each_example_means_what_the_document_says(example, meaning):
    line = example[1].encode()
    assert unpack(line) == meaning
    assert pack(meaning) == line + b"\n"


def test_every_kind_in_the_document_has_an_example():
    headings = set(re.findall(r"^### `(\w+)", PROTOCOL, re.MULTILINE))
    assert headings == {line.split()[0].decode() for line in (*HUB_LINES, *BOX_LINES)}
    assert headings == {"hello", "buzz", "late", "show", "ack", "maintenance"}


@given(PACKETS)
def test_every_packet_comes_back_as_it_went_and_fits_a_line(packet):
    line = pack(packet)
    assert line.endswith(b"\n")
    assert len(line) - 1 <= LONGEST
    assert unpack(line[:-1]) == packet


@pytest.mark.parametrize("line", [*HUB_LINES, *BOX_LINES])
def test_no_other_byte_anywhere_leaves_a_packet(line):
    for place in range(len(line)):
        for byte in (0, 10, 32, 42, 48, 255):
            broken = line[:place] + bytes([byte]) + line[place + 1 :]
            assert broken == line or unpack(broken) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "buzz",
        "buzz 5eed0001 1 0 5",
        "buzz 5eed0001 1 9 5",
        "buzz 5eed0001 1 3",
        "buzz 5eed0001 1 3 5 5",
        "buzz 5eed0001  1 3 5",
        "buzz 5eed0001 -1 3 5",
        "buzz 5eed0001 1 3 1073741824",
        "buzz 5eed0001 1234567890 3 5",
        "buzz 5EED0001 1 3 5",
        "Buzz 5eed0001 1 3 5",
        "show 00c0ffee 2 --------",
        "show 00c0ffee 1 -------",
        "show 00c0ffee 1 -------x",
        "ack 5eed0001 one",
        "maintenance",
        "hello 1 e66164084373532b 5eed0001 8 1 0 1073000000",
        "hello",
        "hello world",
    ],
)
def test_what_is_out_of_its_range_is_no_packet(text):
    assert unpack(seal(text)[:-1]) is None


@pytest.mark.parametrize("line", [b"", b"*", b"*FFFF", b"*ffff", b"\xff" * 30, b"buzz*\xff\xff\xff\xff"])
def test_bytes_that_are_no_text_are_no_packet(line):
    assert unpack(line) is None


def test_of_another_version_is_read_what_an_update_needs():
    assert unpack(seal("hello 2 who knows what")[:-1]) is None
    assert unpack(seal("hello 2 e6616408 5eed0001 what ever else")[:-1]) == Foreign(2, "e6616408", "5eed0001")
    assert unpack(seal("hello 17 e6616408 5eed0001")[:-1]) == Foreign(17, "e6616408", "5eed0001")
