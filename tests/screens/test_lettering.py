import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import typefaces
from companion.screens import lettering
from companion.screens.lettering import Face

FONTS = typefaces.load()
faces = st.sampled_from(Face)


@given(faces, st.text(max_size=40), st.integers(-5, 200))
def test_a_shortened_text_fits_or_is_nothing_and_ends_in_an_ellipsis(face, string, room):
    shown = lettering.shorten(FONTS, face, string, room)
    assert shown == "" or lettering.width(FONTS, face, shown) <= room
    if shown != string:
        assert shown == "" or string.startswith(shown[:-1])
        assert shown.endswith("…") or not shown


def test_a_text_is_shortened_by_no_more_than_needed():
    room = lettering.width(FONTS, Face.BODY, "Anna goes…")
    assert lettering.shorten(FONTS, Face.BODY, "Anna goes home", room) == "Anna goes…"
    assert lettering.shorten(FONTS, Face.BODY, "Anna goes home", room - 1) == "Anna goe…"


def test_no_space_stands_before_an_ellipsis():
    room = lettering.width(FONTS, Face.BODY, "Anna …")
    assert lettering.shorten(FONTS, Face.BODY, "Anna goes home", room) == "Anna…"


@given(faces, st.text(max_size=80), st.integers(12, 128), st.integers(0, 6))
def test_wrapped_lines_are_no_wider_and_no_more_than_asked_for(face, string, room, lines):
    broken = lettering.wrap(FONTS, face, string, room, lines)
    assert len(broken) <= lines
    for line in broken:
        assert len(line) == 1 or lettering.width(FONTS, face, line) <= room


@given(st.lists(st.text("abcÄ一", min_size=1, max_size=15), max_size=12), st.integers(40, 128))
def test_wrapping_with_lines_enough_loses_no_letter(words, room):
    broken = lettering.wrap(FONTS, Face.BODY, " ".join(words), room, 200)
    assert "".join(broken).replace(" ", "") == "".join(words)


@pytest.mark.parametrize(
    ("string", "lines", "wanted"),
    [
        ("the wolf comes now", 3, ["the wolf", "comes now"]),
        ("the wolf comes now", 1, ["the wolf…"]),
        ("the\n  wolf\tcomes now", 3, ["the wolf", "comes now"]),
        ("the wolf comes again and", 2, ["the wolf", "comes ag…"]),
        ("the wolf\u00a0comes", 3, ["the", "wolf\u00a0come", "s"]),
        ("Sleepyheads all", 3, ["Sleepyhea", "ds all"]),
        ("", 3, []),
        ("the wolf", 0, []),
    ],
)
def test_a_text_is_broken_between_words(string, lines, wanted):
    assert lettering.wrap(FONTS, Face.BODY, string, 9 * 6 - 1, lines) == tuple(wanted)


@pytest.mark.parametrize("face", Face)
@pytest.mark.parametrize("character", ["\x00", "\n", "\x7f", "\ud800", "一", "\U0010ffff", "\u200b"])
def test_a_character_that_no_font_has_is_drawn_as_a_box(face, character):
    box = lettering.strip(FONTS, face, character)
    left, top, right, bottom = box.getbbox()
    assert (bottom - top, right - left) == (face.capital, lettering.width(FONTS, face, character))
    assert not lettering.has(FONTS, face, character)


@given(faces, st.text(max_size=20))
def test_any_text_can_be_drawn(face, string):
    picture = lettering.strip(FONTS, face, string)
    assert picture.height == face.accent + face.height
    assert picture.width >= lettering.width(FONTS, face, string)


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\u2009"])
def test_every_kind_of_space_is_drawn_as_a_space(space):
    assert (
        lettering.strip(FONTS, Face.BODY, f"a{space}!").tobytes() == lettering.strip(FONTS, Face.BODY, "a !").tobytes()
    )


def test_twelve_wide_letters_fit_the_panel():
    assert lettering.width(FONTS, Face.WIDE, "WWWWWWWWWWWW") <= 128
    assert lettering.width(FONTS, Face.WIDE, "一" * 12) <= 128


def test_a_text_drawn_before_is_not_drawn_again():
    assert lettering.strip(FONTS, Face.BODY, "again") is lettering.strip(FONTS, Face.BODY, "again")
