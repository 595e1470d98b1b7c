"""The pictures that the service shows without a session."""

import pytest

from companion import app, typefaces
from companion.data import languages as spoken
from companion.journal.troubles import SENTENCES
from companion.screens import service
from companion.screens.base import View
from companion.screens.canvas import Canvas
from companion.tongues import languages, translation
from tests.goldens import assert_only, check_golden
from tests.pictures import DEFAULTS

FONTS = typefaces.load()


def view(language: str = "en") -> View:
    words = translation(language)
    return View(0.0, words.gettext, words.ngettext, app.labels(DEFAULTS), app.defaults(DEFAULTS), languages())


def drawn(draw, *more, language: str = "en") -> Canvas:
    canvas = Canvas(FONTS)
    draw(canvas, view(language), *more)
    return canvas


def good_night() -> bytes:
    return drawn(service.goodbye).frame()


def test_a_journal_that_does_not_open_is_told_as_recorded():
    canvas = drawn(service.no_journal, SENTENCES["newer"])
    check_golden("service/no-journal", canvas.frame(), canvas.words)


def test_the_last_picture_is_as_recorded():
    canvas = drawn(service.goodbye)
    check_golden("service/goodbye", canvas.frame(), canvas.words)


def test_no_golden_is_left_over():
    assert_only("service", ["no-journal", "goodbye"])


@pytest.mark.parametrize("language", spoken())
@pytest.mark.parametrize("kind", SENTENCES)
def test_no_sentence_is_cut_in_any_language(language, kind):
    canvas = drawn(service.no_journal, SENTENCES[kind], language=language)
    assert not [word for word in canvas.words if "…" in word]
