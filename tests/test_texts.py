"""All texts of the box: everything on a screen is translated, every catalogue is complete, and every text fits."""

import gettext
import re
from functools import cache
from string import Formatter

import pytest
from babel.messages import mofile

from companion import app, assistant, data, gallery, tour, typefaces
from companion.games import refusals
from companion.games.insheepnia_cards import MODIFIERS, POWERS
from companion.journal import refusals as journal_refusals
from companion.journal import troubles
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.lettering import Face
from companion.screens.notes import show_note
from companion.screens.pictograms import QUESTION
from companion.tongues import languages, translation
from tests import pictures, texts

FONTS = typefaces.load()
CATALOGUES = texts.catalogues()
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
LETTERS = "[^\\W\\d_]"
FAR_AWAY = 0xE000
"""Letters of a marked text are moved by so much, to where no font and no alphabet has any."""

NAMES = {word.removeprefix("say:") for stop in tour.STOPS for word in stop.tokens() if word.startswith("say:")}
WIDEST_NAME = "WWWWWWWWWWWW"

# What stands on a screen as it is, and why.
AS_IT_IS = (
    r"W{2,}[A-J]?|W*…[A-J]",  # the widest names, whole or shortened
    r"\b[0-9a-f]{8,16}\b",  # digits of a commitment or a seed
    r"companion-[0-9- ]+\.db|journal[\w.-]+",  # files
)

# The sentences that screens show as a note, and those among the rules' that only scripts can lead to.
NOTES = (refusals.SENTENCES, journal_refusals.REFUSALS, troubles.SENTENCES)
FOR_SCRIPTS = ("bad-line", "bad-header", "bad-question", "impossible-position", "unknown-card", "turns-off")

# Texts that the tour does not meet, and why; how they fit is tested here or where they belong.
NOT_ON_THE_TOUR = {
    *("30 s", "1 min", "5 min", "60 min", "0.4 s", "0.8 s", "1.2 s"),  # it looks at each setting once
    "Good night!",  # the box is switched off
    "unusual: 1 fair die in 20",  # takes luck
}


class MarkedTranslations(gettext.NullTranslations):
    """A language in which every text of the catalogues can be told from any other text; `shown` are those used."""

    def __init__(self):
        super().__init__()
        self.shown = set()

    def gettext(self, message):
        self.shown.add(message)
        return marked(message) if message in known() else message

    def ngettext(self, msgid1, msgid2, n):
        self.shown.add((msgid1, msgid2))
        one = msgid1 if n == 1 else msgid2
        return marked(one) if (msgid1, msgid2) in known() else one


@cache
def known() -> frozenset[texts.Text]:
    return frozenset(texts.source_texts())


def marked(text: str) -> str:
    """The text with all letters moved far away, what stands in braces apart."""
    parts = re.split(r"(\{\w+\})", text)
    return "".join(part if part.startswith("{") else re.sub(LETTERS, _moved, part) for part in parts)


def _moved(letter: re.Match[str]) -> str:
    return chr(FAR_AWAY + ord(letter[0]))


def untranslated(word: str) -> list[str]:
    """The letters together that come from no catalogue, in a text on a screen."""
    rest = re.sub("|".join(AS_IT_IS), "", word)
    others = (*app.labels(pictures.DEFAULTS).values(), *NAMES, str(gallery.BACKUPS))
    tokens = re.findall(f"{LETTERS}+", rest)
    return [token for token in tokens if ord(max(token)) < FAR_AWAY and not begins_any(token, others)]


def begins_any(token, words):
    return any(word.startswith(token) for word in words)


@pytest.fixture(scope="module")
def marked_tour():
    """The tour in marked words: what was seen, and the texts that were used."""
    words = MarkedTranslations()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assistant, "translation", lambda language: words)
        return gallery.visit(pictures.DEFAULTS), words.shown


def test_nothing_untranslated_is_on_any_screen(marked_tour):
    seen, _ = marked_tour
    assert {(name, word) for name, picture in seen.items() for word in picture.words if untranslated(word)} == set()


def test_what_is_untranslated_would_be_seen():
    assert untranslated("Anna rolls") == ["rolls"]
    assert untranslated(f"{marked('Check code')} 1f0e9d8c") == []
    assert untranslated("OK WWWW…B Ben Cla…") == []


def test_the_tour_meets_every_text_but_notes_and_a_few(marked_tour):
    _, shown = marked_tour
    notes = {text for table in NOTES for text in table.values()}
    assert known() - shown - notes == NOT_ON_THE_TOUR


@pytest.mark.parametrize("table", NOTES, ids=["rules", "journal", "disk"])
def test_every_sentence_of_a_table_is_a_text(table):
    assert set(table.values()) <= known()


def notes_on_screens() -> list[str]:
    """The sentences that can come to a screen, apart from the disk's, whose screens have tests of their own."""
    rules = {key: text for key, text in refusals.SENTENCES.items() if not key.startswith(FOR_SCRIPTS)}
    return [*rules.values(), *journal_refusals.REFUSALS.values()]


@pytest.mark.parametrize("language", data.languages())
@pytest.mark.parametrize("text", notes_on_screens())
def test_a_note_is_not_cut_with_the_widest_names(language, text):
    words = translation(language)
    titles = [words.gettext(card.title) for card in (*MODIFIERS.values(), *POWERS.values())]
    names, card = dict.fromkeys(("name", "turn", "into"), WIDEST_NAME), {"card": max(titles, key=len)}
    values = dict.fromkeys(placeholders(text), "10") | names | card
    canvas = Canvas(FONTS)
    show_note(canvas, QUESTION, words.gettext(text).format(**values))
    assert not [word for word in canvas.words if "…" in word]


@pytest.mark.parametrize("language", data.languages())
def test_what_the_tour_does_not_meet_fits_in_its_line(language):
    tr = translation(language).gettext
    assert Canvas(FONTS).width_of(tr("unusual: 1 fair die in 20"), Face.SMALL) <= WIDTH


@pytest.mark.parametrize("language", CATALOGUES)
class TestCatalogue:
    """What holds for every catalogue; `make locale` brings one up to date."""

    def test_it_has_every_text_and_no_other(self, language):
        assert {message.id for message in messages(language)} == known()

    def test_every_text_is_translated_in_all_its_forms(self, language):
        plurals = texts.read(CATALOGUES[language], language).num_plurals
        count = {message.id: len(strings(message)) for message in messages(language)}
        assert [text for text, found in count.items() if found != (1 if isinstance(text, str) else plurals)] == []
        assert [message.id for message in messages(language) if not all(strings(message))] == []

    def test_no_translation_is_a_guess(self, language):
        assert [message.id for message in messages(language) if message.fuzzy] == []

    def test_every_translation_has_the_placeholders_of_its_text(self, language):
        for message in messages(language):
            for string in strings(message):
                assert placeholders(string) == placeholders(forms(message.id)[-1]), message.id

    def test_no_translation_begins_or_ends_in_space(self, language):
        assert [text for message in messages(language) for text in strings(message) if text != text.strip()] == []

    def test_the_compiled_catalogue_is_up_to_date(self, language):
        with CATALOGUES[language].with_suffix(".mo").open("rb") as file:
            compiled = {forms(message.id): strings(message) for message in mofile.read_mo(file) if message.id}
        assert compiled == {forms(message.id): strings(message) for message in messages(language)}

    def test_its_alphabet_begins_with_the_letters_of_english_and_repeats_none(self, language):
        alphabet = translation(language).gettext(ALPHABET)
        assert alphabet.startswith(ALPHABET)
        assert len(set(alphabet)) == len(alphabet)

    def test_the_language_can_be_chosen_by_its_own_name(self, language):
        assert language in data.languages()
        assert dict(languages())[language] != "English"


@pytest.fixture
def some_texts(monkeypatch):
    """Three texts, one of them new."""
    found = {
        "old": ["companion/app.py:1"],
        "new": ["companion/app.py:2"],
        ("{n} old", "{n} olds"): ["companion/app.py:3"],
    }
    monkeypatch.setattr(texts, "source_texts", lambda: found)


def test_a_catalogue_brought_up_to_date_keeps_what_was_translated(some_texts, tmp_path):
    path = tmp_path / "companion.po"
    path.write_text(
        '#, fuzzy\nmsgid "old"\nmsgstr "alt"\n\nmsgid "gone"\nmsgstr "weg"\n\n'
        'msgid "{n} old"\nmsgid_plural "{n} olds"\nmsgstr[0] "{n} altes"\nmsgstr[1] "{n} alte"\n',
        encoding="utf-8",
    )
    for _ in range(2):
        texts.update(path, "de")
        found = {message.id: message for message in texts.read(path, "de") if message.id}
        assert {text: message.string for text, message in found.items()} == {
            "old": "alt",
            "new": "",
            ("{n} old", "{n} olds"): ("{n} altes", "{n} alte"),
        }
        assert {text: texts.translated(message) for text, message in found.items()} == {
            "old": False,
            "new": False,
            ("{n} old", "{n} olds"): True,
        }


def test_a_new_language_begins_with_all_texts(some_texts, tmp_path):
    path = tmp_path / "fr" / "LC_MESSAGES" / "companion.po"
    assert len(texts.update(path, "fr")) == 3
    assert path.with_suffix(".mo").exists()


def test_make_locale_says_how_far_each_language_is(some_texts, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(data, "translations", lambda: tmp_path)
    (tmp_path / "fr").mkdir()
    texts.main()
    assert capsys.readouterr().out == "fr: 3 texts, 3 without a translation\n"


def messages(language):
    return [message for message in texts.read(CATALOGUES[language], language) if message.id]


def forms(text):
    return (text,) if isinstance(text, str) else tuple(text)


def strings(message):
    return forms(message.string)


def placeholders(text):
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name)


def test_there_is_german():
    german = translation("de")
    assert dict(languages()) == {"en": "English", "de": "Deutsch"}
    assert german.gettext(ALPHABET) == f"{ALPHABET}äöüß"
    assert german.gettext("13 Sheep") == "13 Schafe"
