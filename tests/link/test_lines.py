"""Lines on both sides of the wire: whole, byte by byte, and through everything that is no packet."""

import pytest
import wire
from hypothesis import given
from hypothesis import strategies as st

from companion.link import lines, packets
from tests.firmware.document import HUB_LINES

BOTH = pytest.mark.parametrize("make", [lines.Lines, wire.Lines], ids=["box", "hub"])
STREAM = b"".join(line + b"\n" for line in HUB_LINES)


def in_pieces(make, data, size):
    reader = make()
    return [line for at in range(0, len(data), size) for line in reader.feed(data[at : at + size])]


def test_both_sides_allow_the_same_length():
    assert wire.LONGEST == packets.LONGEST


@BOTH
def test_a_stream_gives_the_same_lines_whole_and_byte_by_byte(make):
    assert in_pieces(make, STREAM, len(STREAM)) == list(HUB_LINES)
    assert in_pieces(make, STREAM, 1) == list(HUB_LINES)


@BOTH
@given(st.lists(st.binary(max_size=120), max_size=8), st.integers(1, 130))
def test_the_pieces_make_no_difference(make, chunks, size):
    data = b"\n".join(chunks) + b"\n"
    expected = [line for line in data.split(b"\n")[:-1] if len(line) <= wire.LONGEST]
    assert in_pieces(make, data, size) == expected


@BOTH
@pytest.mark.parametrize("size", [1, 7, 96, 97, 65536])
def test_after_64_kib_without_an_end_the_next_line_is_read(make, size):
    reader = make()
    for _ in range(65536 // size):
        assert reader.feed(b"x" * size) == []
    assert reader.feed(b"x\n" + HUB_LINES[0] + b"\n") == [HUB_LINES[0]]


def test_what_has_no_end_is_not_kept():
    reader = lines.Lines()
    reader.feed(b"x" * 65536)
    assert reader._begun == b""
    reader.feed(b"\n" + b"x" * 96)
    assert len(reader._begun) == 96


@BOTH
def test_the_longest_line_is_read_and_one_byte_more_is_not(make):
    assert make().feed(b"x" * 96 + b"\n" + b"y" * 97 + b"\nz\n") == [b"x" * 96, b"z"]
