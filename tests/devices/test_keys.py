"""Bytes of a terminal in, keys out, however they are portioned; and the legend of the keys."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.keys import BINDINGS, QUIT, Key, KeyDecoder, Quit, Stroke, legend
from companion.screens.intents import DELETE, SEATS, Control

UP, DOWN, OK, BACK, ROLL = (Key(control) for control in Control)
SENT = [(sent, binding.key) for binding in BINDINGS for sent in binding.sends]


def keys(strokes: list[Stroke]) -> list[Key | Quit]:
    """What the strokes mean where no text is asked for."""
    return [stroke.key for stroke in strokes if stroke.key]


def strokes(portions: list[bytes]) -> list[Stroke]:
    decoder = KeyDecoder()
    return [stroke for portion in portions for stroke in decoder.feed(portion)] + decoder.flush()


def whole(data: bytes) -> list[Key | Quit]:
    return keys(strokes([data]))


def typed(data: bytes) -> str:
    """The signs that the keys type where a text is asked for."""
    return "".join(stroke.sign for stroke in strokes([data]))


def portioned(portions: list[bytes]) -> list[Key | Quit]:
    return keys(strokes(portions))


def byte_by_byte(data: bytes) -> list[Key | Quit]:
    return portioned([bytes([byte]) for byte in data])


@pytest.mark.parametrize(("sent", "key"), SENT)
def test_each_key_means_what_the_table_says(sent: bytes, key: Key | Quit) -> None:
    assert whole(sent) == byte_by_byte(sent) == [key]


def test_every_control_every_hold_every_seat_and_the_end_have_a_key() -> None:
    meant = [binding.key for binding in BINDINGS]
    expected = [Key(c, held) for c in Control for held in (False, True)] + [Key(s) for s in SEATS] + [QUIT]
    assert sorted(map(repr, meant)) == sorted(map(repr, expected))


def test_no_two_keys_send_the_same() -> None:
    assert len({sent for sent, _ in SENT}) == len(SENT)


def test_the_keys_people_expect_are_there() -> None:
    assert whole(b"\x1b[A\x1bOAk \r\x7f12qu") == [
        UP, UP, UP, ROLL, OK, BACK, Key(1), Key(2), QUIT, Key(Control.BACK, held=True),
    ]  # fmt: skip


def test_several_keys_in_one_read_all_count() -> None:
    assert whole(b"\x1b[A\x1b[A j") == [UP, UP, ROLL, DOWN]


def test_an_escape_waits_for_more_and_is_back_when_nothing_comes() -> None:
    decoder = KeyDecoder()
    assert decoder.feed(b"\x1b") == []
    assert decoder.waiting
    assert keys(decoder.flush()) == [BACK]
    assert not decoder.waiting


def test_an_escape_before_a_key_is_a_key_of_its_own() -> None:
    assert whole(b"\x1b ") == byte_by_byte(b"\x1b ") == [BACK, ROLL]


def test_two_escapes_are_back_twice() -> None:
    assert whole(b"\x1b\x1b") == byte_by_byte(b"\x1b\x1b") == [BACK, BACK]


def test_an_escape_before_an_arrow_leaves_the_arrow_whole() -> None:
    assert whole(b"\x1b\x1b[A") == byte_by_byte(b"\x1b\x1b[A") == [BACK, UP]


@pytest.mark.parametrize(
    "unknown",
    [
        b"\x1b[C", b"\x1b[1;5A", b"\x1b[3~", b"\x1b[15~", b"\x1bOP", b"\x1b[[A", b"\x1b[?1;2c", b"\x1b[I",
        b"\x1b]11;rgb:1/2/8\x07", b"\x1b]0;quit 1\x1b\\", b"\x1bP1$r0 q\x1b\\", b"\x1b[<0;1;1M", b"\x1b[ q",
        "äöü→😀".encode(), b"\xff\x80\xc3", b"x", b"A", b"\x00", b"\t", b"9", b"0",
    ],
)  # fmt: skip
def test_what_is_no_key_of_ours_is_passed_over_whole(unknown: bytes) -> None:
    assert whole(unknown + b" ") == byte_by_byte(unknown + b" ") == [ROLL]


@pytest.mark.parametrize("torn", [b"\x1b[", b"\x1b[1;5", b"\x1bO", b"\x1b]0;1 q", b"\x1b[["])
def test_a_torn_sequence_is_nothing_and_the_next_key_counts(torn: bytes) -> None:
    decoder = KeyDecoder()
    assert decoder.feed(torn) == []
    assert decoder.waiting
    assert decoder.flush() == []
    assert keys(decoder.feed(b" ")) == [ROLL]


def test_an_arrow_after_a_torn_sequence_counts() -> None:
    assert whole(b"\x1b[5\x1b[A") == byte_by_byte(b"\x1b[5\x1b[A") == [UP]
    assert whole(b"\x1b]0;1\x1b[A") == byte_by_byte(b"\x1b]0;1\x1b[A") == [UP]


def test_ctrl_c_in_a_torn_sequence_still_leaves() -> None:
    assert whole(b"\x1b[5\x03") == byte_by_byte(b"\x1b[5\x03") == [QUIT]


def test_what_is_pasted_is_no_key() -> None:
    pasted = b" \x1b[200~quit 1 2\r\x1b[A\x1b[201~j"
    assert whole(pasted) == byte_by_byte(pasted) == [ROLL, DOWN]


PIECES = st.sampled_from(
    [sent for sent, _ in SENT] + [b"\x1b", b"[", b"O", b"]", b"\x07", b"\x1b\\", b";", b"~", b"\xc3"]
)
STREAMS = st.lists(PIECES | st.binary(max_size=3), max_size=12).map(b"".join)


@given(STREAMS, st.lists(st.integers(0, 40), max_size=6))
def test_the_portions_never_change_the_keys(stream: bytes, cuts: list[int]) -> None:
    ends = sorted({*cuts, len(stream)})
    portions = [stream[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    assert strokes(portions) == strokes([stream[at : at + 1] for at in range(len(stream))]) == strokes([stream])


@pytest.mark.parametrize("text", ["qourjk", "Zoë", "Äöß", "日本", "😀", "’- 1290", "x\u0308"])
def test_letters_are_typed_whole_however_they_come(text: str) -> None:
    data = text.encode()
    assert typed(data) == text
    assert "".join(stroke.sign for stroke in strokes([bytes([byte]) for byte in data])) == text


def test_backspace_types_a_delete_and_what_is_no_sign_types_nothing() -> None:
    assert typed(b"a\x7fb\b") == f"a{DELETE}b{DELETE}"
    assert typed(b"\r\n\t\x1b\x03\x00\x1b[A\x1b[5~\x1b]0;abc\x07\xff\xc3 \x1b[200~abc\x1b[201~") == " "


def test_half_a_letter_waits_for_the_rest() -> None:
    decoder = KeyDecoder()
    assert decoder.feed("ö".encode()[:1]) == []
    assert decoder.waiting
    assert decoder.feed("ö".encode()[1:]) == [Stroke(None, "ö")]
    assert not decoder.waiting


def test_the_legend_names_the_controls_as_the_board_does_and_a_key_for_all() -> None:
    lines = legend({control: f"<{control}>" for control in Control})
    for binding in BINDINGS:
        if not isinstance(binding.key, Key) or isinstance(binding.key.line, Control):
            assert re.search(rf"(^| ){re.escape(binding.names[0])}( |$)", " ".join(lines)), binding
    assert all(f"<{control}>" in lines[0] for control in Control)
    assert "1-8" in lines[0]


def test_the_legend_of_the_usual_labels_is_a_table() -> None:
    assert legend({control: control.upper() for control in Control}) == (
        "UP ↑       DOWN ↓     OK Enter  BACK Esc  ROLL Space  seats 1-8",
        "hold PgUp  hold PgDn  hold o    hold u    hold r      quit  q",
        "or k       or j                 or ← ⌫                type names",
    )
