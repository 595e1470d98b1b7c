"""The window of the simulator as text: the picture in both sizes, the legend, and what is sent when it changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.pixels import braille, half_blocks
from companion.devices.window import compose, patch
from companion.screens.frames import BLANK

LEGEND = ("one  two", "hold a", "or b")


def frame(*lit: tuple[int, int]) -> bytes:
    """A frame with the pixels (x, y) lit."""
    cells = bytearray(1024)
    for x, y in lit:
        cells[y // 8 * 128 + x] |= 1 << y % 8
    return bytes(cells)


STAIRS = frame(*((step, step) for step in range(8)), (127, 0), (127, 1), (0, 63), (127, 63))


def test_half_blocks_show_two_pixels_in_a_cell() -> None:
    rows = half_blocks(STAIRS)
    assert [len(row) for row in rows] == [128] * 32
    assert [row[:9] for row in rows[:5]] == ["▀▄       ", "  ▀▄     ", "    ▀▄   ", "      ▀▄ ", "         "]
    assert rows[0][127] == "█"
    assert (rows[31][0], rows[31][127]) == ("▄", "▄")


def test_braille_shows_eight_pixels_in_a_cell() -> None:
    rows = braille(STAIRS)
    assert [len(row) for row in rows] == [64] * 16
    assert [row[:5] for row in rows[:3]] == ["⠑⢄⠀⠀⠀", "⠀⠀⠑⢄⠀", "⠀⠀⠀⠀⠀"]
    assert (rows[0][63], rows[15][0], rows[15][63]) == ("⠘", "⡀", "⢀")


@pytest.mark.parametrize("draw", [half_blocks, braille])
@pytest.mark.parametrize("size", [0, 1023, 1025])
def test_a_frame_of_a_wrong_length_is_refused(draw: type, size: int) -> None:
    with pytest.raises(ValueError, match=f"1024 bytes, not {size}"):
        draw(bytes(size))


PIXELS = st.sets(st.tuples(st.integers(0, 127), st.integers(0, 63)), max_size=40)


@given(PIXELS)
def test_no_pixel_is_lost_or_added_in_either_size(lit: set[tuple[int, int]]) -> None:
    picture = frame(*lit)
    halves = {
        (x, 2 * y + bit)
        for y, row in enumerate(half_blocks(picture))
        for x, cell in enumerate(row)
        for bit in (0, 1)
        if " ▀▄█".index(cell) >> bit & 1
    }
    dots = {
        (2 * x + number // 4, 4 * y + number % 4)
        for y, row in enumerate(braille(picture))
        for x, cell in enumerate(row)
        for number, weight in enumerate((1, 2, 4, 64, 8, 16, 32, 128))
        if ord(cell) - 0x2800 & weight
    }
    assert halves == dots == lit


@pytest.mark.parametrize(
    ("columns", "rows", "width"),
    [(128, 36, 128), (200, 60, 128), (127, 60, 64), (200, 35, 64), (80, 24, 64), (66, 20, 64)],
)
def test_the_largest_picture_that_fits_is_shown(columns: int, rows: int, width: int) -> None:
    window = compose(BLANK, columns, rows, LEGEND)
    assert len(window) == rows
    assert {len(row) for row in window} == {columns}
    assert sum("─" * width in row for row in window) == 2
    assert not any("─" * (width + 1) in row for row in window)


@pytest.mark.parametrize(("columns", "rows"), [(65, 24), (80, 19), (20, 5), (1, 1)])
def test_a_window_that_is_too_small_says_so(columns: int, rows: int) -> None:
    window = compose(BLANK, columns, rows, LEGEND)
    sentence = f"this window is {columns}×{rows}; at least 66×20 are needed"
    assert [len(row) for row in window] == [columns] * rows
    said = "".join(window).strip()
    assert said == sentence or (said.endswith("…") and sentence.startswith(said[:-1]))


@pytest.mark.parametrize(("rows", "expected"), [(20, 2), (21, 3), (24, 3), (36, 3)])
def test_the_legend_has_as_many_lines_as_there_is_room_for(rows: int, expected: int) -> None:
    window = compose(BLANK, 80, rows, LEGEND)
    assert [line for line in LEGEND if any(line in row for row in window)] == list(LEGEND[:expected])


def test_a_legend_wider_than_the_window_ends_in_an_ellipsis() -> None:
    window = compose(BLANK, 66, 20, ("x" * 70, "hold"))
    assert window[18] == "x" * 65 + "…"


def test_the_legend_at_128_columns_is_below_a_picture_without_sides() -> None:
    window = compose(STAIRS, 128, 36, LEGEND)
    assert window[0] == window[33] == "─" * 128
    assert window[1:33] == half_blocks(STAIRS)


def test_a_window_of_which_nothing_is_known_is_cleared_and_written_whole() -> None:
    assert patch([], ["ab", "cd"]) == "\x1b[2J\x1b[1;1Hab\x1b[2;1Hcd"


def test_only_the_part_of_a_row_that_changed_is_sent() -> None:
    assert patch(["abcdef", "same", "x"], ["abXdYf", "same", "y"]) == "\x1b[1;3HXdY\x1b[3;1Hy"


def test_the_same_window_sends_nothing() -> None:
    assert patch(["ab", "cd"], ["ab", "cd"]) == ""
