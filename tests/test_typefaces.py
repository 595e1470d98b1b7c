import pytest
from PIL import Image, ImageDraw

from companion import data, typefaces
from companion.screens import lettering
from companion.screens.lettering import Face

ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;!?-+/()'&%#*=<>@"
LETTERS = {
    "German": "äöüßÄÖÜẞ",
    "Spanish": "áéíóúüñÁÉÍÓÚÜÑ¿¡",
    "Catalan": "àéèíïóòúüçÀÉÈÍÏÓÒÚÜÇ·",
    "French": "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»",
    "Polish": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”",
    "signs": "−×’“”…·",
    "basic": ALPHABET,
}


@pytest.fixture(scope="module")
def fonts():
    return typefaces.load()


@pytest.mark.parametrize("face", Face)
@pytest.mark.parametrize("language", LETTERS)
def test_every_face_has_the_letters_of_every_language(fonts, face, language):
    assert [letter for letter in LETTERS[language] if not lettering.has(fonts, face, letter)] == []


def test_a_letter_that_no_font_has_is_known_to_be_missing(fonts):
    assert not lettering.has(fonts, Face.BODY, "一")


def test_every_font_file_is_used_and_has_its_licence_beside_it():
    licences = {"TerminusTTF-OFL.txt", "jersey-10-OFL.txt", "tiny5-OFL.txt"}
    used = {name for names in typefaces.FILES.values() for name in names}
    assert {path.name for path in data.fonts().iterdir()} == used | licences
    for licence in licences:
        text = (data.fonts() / licence).read_text(encoding="utf-8")
        assert text.startswith("Copyright")
        assert "SIL OPEN FONT LICENSE Version 1.1" in text


@pytest.mark.parametrize(("face", "times"), [(Face.BIG, 2), (Face.HUGE, 3)])
def test_the_big_faces_are_the_title_face_with_every_pixel_doubled_or_tripled(fonts, face, times):
    for letter in ALPHABET + "äöüßñçłż×…":
        small = lettering.strip(fonts, Face.TITLE, letter)
        grown = small.resize((small.width * times, small.height * times))
        assert grown.tobytes() == lettering.strip(fonts, face, letter).tobytes(), letter


@pytest.mark.parametrize("face", Face)
def test_the_measures_of_a_face_are_those_of_its_letters(fonts, face):
    baseline = face.accent + face.ascent
    _, top, right, bottom = lettering.strip(fonts, face, "H").getbbox()
    assert (top, bottom) == (baseline - face.capital, baseline)
    assert right <= lettering.width(fonts, face, "H")


@pytest.mark.parametrize("face", Face)
def test_no_accent_and_no_tail_is_cut(fonts, face):
    for letter in "".join(LETTERS.values()).replace(" ", ""):
        shown, font, _ = lettering._letter(fonts, face, letter)
        sheet = Image.new("1", (200, 200))
        ImageDraw.Draw(sheet).text((50, 100), shown, fill=1, font=font, anchor="ls")
        _, top, _, bottom = lettering.strip(fonts, face, letter).getbbox()
        assert bottom - top == sheet.getbbox()[3] - sheet.getbbox()[1], letter
