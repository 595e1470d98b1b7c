from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont

from companion import typefaces
from companion.screens import frames, pictograms
from companion.screens.canvas import CONTROLS_GAP, Canvas
from companion.screens.frames import BLANK, to_image
from companion.screens.lettering import Face

FONTS = typefaces.load()


@pytest.fixture
def canvas():
    return Canvas(FONTS)


def lit(canvas):
    picture = to_image(canvas.frame())
    return {(x, y) for x in range(128) for y in range(64) if picture.getpixel((x, y))}


def box_of(canvas):
    return to_image(canvas.frame()).getbbox()


def test_a_new_canvas_is_dark_and_has_no_words(canvas):
    assert (canvas.frame(), canvas.words) == (BLANK, ())


@pytest.mark.parametrize(("anchor", "x"), [("l", 20), ("m", 64), ("r", 100)])
def test_a_text_stands_left_of_right_of_or_around_its_place(canvas, anchor, x):
    taken = canvas.text(x, 10, "HHH", Face.TITLE, anchor)
    left = x - {"l": 0, "m": taken // 2, "r": taken}[anchor]
    assert box_of(canvas) == (left, 13, left + taken, 23)


def test_a_text_wider_than_asked_for_is_shortened_and_the_words_are_what_is_seen(canvas):
    assert canvas.text(0, 0, "Benedikt", width=40) <= 40
    assert canvas.words == ("Bened…",)


@pytest.mark.parametrize(("anchor", "x"), [("l", 90), ("m", 100), ("m", 25), ("r", 40)])
def test_a_text_never_leaves_the_panel(canvas, anchor, x):
    canvas.text(x, 20, "Benedikt and Dominik", anchor=anchor)
    left, _, right, _ = box_of(canvas)
    assert left >= 0
    assert right <= 128
    assert canvas.words[0].endswith("…")


def test_an_accent_that_would_leave_the_panel_at_the_top_moves_the_text_down(canvas):
    canvas.text(0, 0, "Ñandú", Face.TITLE)
    assert box_of(canvas)[1] == 0
    other = Canvas(FONTS)
    other.text(0, 2, "Ñandú", Face.TITLE)
    assert canvas.frame() == other.frame()


def test_the_biggest_face_that_fits_is_taken_and_its_middle_stays(canvas):
    faces = (Face.HUGE, Face.BIG, Face.WIDE)
    assert canvas.fit(64, 4, "Anna", faces, 128, "m") is Face.HUGE
    assert box_of(canvas)[1:4:2] == (13, 43)
    other = Canvas(FONTS)
    assert other.fit(64, 4, "WWWWWWWWWWWW", faces, 128, "m") is Face.WIDE
    assert box_of(other)[1:4:2] == (22, 34)
    assert other.words == ("WWWWWWWWWWWW",)


def test_when_no_face_fits_the_last_one_is_shortened(canvas):
    assert canvas.fit(0, 0, "A name that is far too long", (Face.BIG, Face.BODY), 60) is Face.BODY
    assert canvas.words == ("A name th…",)


def test_a_wrapped_text_is_one_entry_of_the_words(canvas):
    assert canvas.wrapped(0, 0, "5 meets the limit 5. No fence is drawn.", Face.BODY, 128, 3) == 2
    assert canvas.words == ("5 meets the limit 5. No fence is drawn.",)


def test_a_wrapped_text_that_does_not_fit_ends_in_an_ellipsis(canvas):
    assert canvas.wrapped(64, 0, "5 meets the limit 5. No fence is drawn.", Face.BODY, 80, 2, "m") == 2
    assert canvas.words == ("5 meets the limit 5. No…",)


def test_words_are_read_from_top_to_bottom_and_in_a_line_from_left_to_right(canvas):
    canvas.controls([("OK", "choose"), ("BACK", "home")])
    canvas.text(127, 9, "+3", Face.TITLE, "r")
    canvas.text(0, 13, "Anna")
    canvas.text(0, 26, "Benedikt")
    canvas.text(0, 0, "who", Face.SMALL)
    assert canvas.words == ("who", "Anna", "+3", "Benedikt", "OK choose", "BACK home")


def test_an_empty_text_is_no_word(canvas):
    assert canvas.text(0, 0, "") == 0
    canvas.text(0, 0, "  ")
    assert canvas.wrapped(0, 0, "", Face.BODY, 60, 2) == 0
    assert canvas.words == ()


def test_a_cleared_area_is_dark_and_its_texts_are_forgotten(canvas):
    canvas.text(0, 0, "Anna")
    canvas.text(0, 20, "Benedikt")
    canvas.clear_area((0, 20, 127, 31))
    assert canvas.words == ("Anna",)
    assert box_of(canvas)[3] <= 12


@pytest.mark.parametrize("width", [128, 106])
@given(
    pairs=st.lists(
        st.tuples(st.sampled_from(["OK", "ROLL", "hold BACK", "KEY1"]), st.text("abmw ", max_size=20)),
        max_size=4,
    )
)
def test_controls_never_overlap_nor_leave_their_line(width, pairs):
    canvas = Canvas(FONTS)
    canvas.controls(pairs, width)
    shown = [(x, x + canvas.width_of(text, Face.SMALL), baseline) for baseline, x, text in canvas._words]
    for (_, end, _), (following, _, _) in pairwise(shown):
        assert end + CONTROLS_GAP <= following
    assert all(baseline == 63 and end <= width for _, end, baseline in shown)


def test_controls_that_fit_are_not_shortened(canvas):
    canvas.controls([("OK", "choose"), ("BACK", "home")])
    assert canvas.words == ("OK choose", "BACK home")
    left, top, right, bottom = box_of(canvas)
    assert (left, right) == (0, 128)
    assert top >= 56
    assert bottom <= 64


def test_of_controls_that_do_not_fit_the_longest_is_shortened(canvas):
    canvas.controls([("OK", "count"), ("hold BACK", "take back what was done")])
    assert canvas.words[0] == "OK count"
    assert canvas.words[1].startswith("hold BACK take")
    assert canvas.words[1].endswith("…")


def test_one_control_stands_at_the_left(canvas):
    canvas.controls([("OK", "go on")])
    assert box_of(canvas)[0] == 0
    assert box_of(canvas)[2] < 64


def test_the_arrow_is_a_triangle_that_points_right(canvas):
    canvas.arrow(10, 20)
    assert lit(canvas) == {(10 + x, 20 + y) for x in range(5) for y in range(x, 9 - x)}


def test_a_box_is_its_edge_or_filled(canvas):
    canvas.box(1, 1, 4, 3)
    edge = {(x, y) for x in range(1, 5) for y in range(1, 4)} - {(2, 2), (3, 2)}
    assert lit(canvas) == edge
    canvas.box(1, 1, 4, 3, fill=True)
    assert lit(canvas) == edge | {(2, 2), (3, 2)}


def test_inverting_twice_changes_nothing_and_once_swaps_the_area_only(canvas):
    canvas.text(0, 0, "Anna")
    before = lit(canvas)
    canvas.invert((0, 0, 23, 11))
    area = {(x, y) for x in range(24) for y in range(12)}
    assert lit(canvas) == area - before
    canvas.invert((0, 0, 23, 11))
    assert lit(canvas) == before


@pytest.mark.parametrize(
    ("text", "lines", "fits"),
    [("one two", 1, False), ("one two", 2, True), ("onetwo", 2, False), ("", 0, True), ("one\u00a0two", 2, False)],
)
def test_a_text_fits_if_no_word_is_torn(canvas, text, lines, fits):
    assert canvas.fits(text, Face.BODY, 5 * 6, lines) is fits


def test_lines_pixels_and_pictograms_light_their_pixels(canvas):
    canvas.pixel(100, 50)
    canvas.pixel(200, 50)
    canvas.line(((0, 5), (3, 5)))
    canvas.picture(10, 10, pictograms.TICK)
    tick = {
        (10 + x, 10 + y) for y, row in enumerate(pictograms.TICK.rows) for x, pixel in enumerate(row) if pixel == "#"
    }
    assert lit(canvas) == {(100, 50), (0, 5), (1, 5), (2, 5), (3, 5)} | tick


def test_a_screen_drawn_again_asks_no_font(monkeypatch):
    def draw():
        canvas = Canvas(FONTS)
        canvas.fit(0, 0, "Benedikt", (Face.HUGE, Face.BIG), 100)
        canvas.wrapped(0, 30, "Now and then", Face.BODY, 50, 2)
        canvas.controls([("OK", "a verb that is long"), ("BACK", "another that is long")])
        return canvas.frame()

    def refuse(*args, **kwargs):
        raise AssertionError("a font was asked")

    first = draw()
    for name in ("getmask", "getmask2", "getlength", "getbbox"):
        monkeypatch.setattr(ImageFont.FreeTypeFont, name, refuse)
    assert draw() == first


def test_a_frame_has_the_size_of_the_panels_memory(canvas):
    assert len(canvas.frame()) == frames.SIZE
