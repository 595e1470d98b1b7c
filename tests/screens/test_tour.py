"""The tour of the box in every language: it goes everywhere, every picture is as recorded, nothing on one is cut."""

import importlib
import inspect
import pkgutil
from functools import cache

import pytest

import companion.screens
from companion import data, tour
from companion.screens.base import Screen
from companion.tongues import translation
from companion.tour import Stop, trips
from tests import pictures, texts
from tests.goldens import assert_only, check_golden

NAMES = [stop.name for stop in tour.STOPS]

LANGUAGES = data.languages()

# Stops where a text may be shortened, in every language, and why.
SHORTENED = {
    "put-aside": "a line has room for the first players only",
    "match-unreadable-put-aside": "a line has room for the first players only",
    "wide-put-aside": "a line has room for the first players only",
    "wide-past": "the points of ten players with the widest names; the winner has a line of their own",
    "wide-past-together": "nine winners with the widest names",
    **dict.fromkeys(
        ("insheepnia-eight", "insheepnia-eight-dog", "insheepnia-eight-cards", "insheepnia-eight-all-five"),
        "eight of the widest names in two columns; the marked one is above in full",
    ),
    "insheepnia-eight-turns": "eight of the widest names in two columns; the marked one is above in full",
    "insheepnia-eight-sleeps": "eight of the widest names in two columns; the marked one is above in full",
    "wide-drawing": "eight of the widest names in two lines; they stay distinct, and ROLL shows more of them",
    "wide-drawing-list": "eight of the widest names in two columns; they stay distinct",
    "wide-drawing-some": "four of the widest names in two lines; ROLL shows them whole",
    "insheepnia-told-dog-wide": "four of the widest names in two lines",
    "insheepnia-told-alarm-blocked": "three of the widest names beside a picture",
    "insheepnia-takes-wide": "the widest names beside two-digit places; they stay distinct",
    "wide-sleepyhead-others": "six callers with the widest names; the first four stay distinct, the others are counted",
    "wide-scores-undone": "the widest name after what was taken back; its two ends tell who it is",
    "wide-penalty-givers": "seven of the widest names in two columns; they stay distinct",
}

# Stops where a word goes over two lines, and why.
TORN = {"backup-made": "the name of a file, which no line has room for"}

# Stops that look alike because they are the same screen in the same state, come to on two ways.
ALIKE = (
    {"sheep-rolled", "sheep-fence-5"},
    {"match-check", "result-check", "past-check"},
    {"match-check-code", "result-check-code"},
    {"home-resume", "wide-home"},
    {"scores", "areas-left-half-filled"},
    {"areas-three", "scores-correct"},
    {"result-undone", "past-taken-up"},
)


def screens() -> set[str]:
    """The names of all screens there are."""
    modules = pkgutil.walk_packages(companion.screens.__path__, "companion.screens.")
    classes = [cls for module in modules for cls in vars(importlib.import_module(module.name)).values()]
    return {cls.name for cls in classes if inspect.isclass(cls) and issubclass(cls, Screen) and hasattr(cls, "name")}


def test_every_screen_is_on_the_tour():
    assert {picture.screen for picture in pictures.tour().pictures.values()} == screens()


def folder(language: str) -> str:
    """Where the goldens of a language lie."""
    return "tour" if language == "en" else f"tour-{language}"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_is_as_recorded(language, name):
    picture = pictures.tour(language).pictures[name]
    check_golden(f"{folder(language)}/{name}", picture.frame, picture.words)


def test_no_golden_is_left_over():
    assert_only("tour", NAMES)
    assert_only("tour-de", NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_cut_but_for_a_reason(language):
    assert {name: words for name in NAMES if name not in SHORTENED and (words := cut(name, language))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_for_a_shortened_text_is_needed(language):
    assert [name for name in SHORTENED if not cut(name, language)] == []


def cut(name: str, language: str) -> list[str]:
    """The texts that were shortened at a stop."""
    return [
        word for word in pictures.tour(language).pictures[name].words if "…" in word and word not in whole(language)
    ]


@cache
def whole(language: str) -> frozenset[str]:
    """The texts that have an ellipsis of their own."""
    own = (text for text in texts.source_texts() if "…" in text)
    return frozenset(translation(language).gettext(text) for text in own)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_covered_or_crossed(language):
    assert {name: found for name, found in pictures.tour(language).collisions.items() if found} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_torn_apart(language):
    torn = {name: lines for name, lines in pictures.tour(language).torn.items() if lines and name not in TORN}
    assert torn == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stop_looks_like_no_other_but_where_it_is_the_same(language):
    looks = {}
    for name, picture in pictures.tour(language).pictures.items():
        looks.setdefault(picture.frame, set()).add(name)
    assert [names for names in looks.values() if len(names) > 1 and not any(names <= alike for alike in ALIKE)] == []


def test_names_are_unique_and_fit_for_files():
    assert len(set(NAMES)) == len(NAMES)
    assert all(name.replace("-", "").isalnum() and name == name.lower() for name in NAMES)


def test_the_presses_of_a_stop_may_be_counted():
    assert Stop("x", "", "ok up:hold*2 wait:1").tokens() == ("ok", "up:hold", "up:hold", "wait:1")
    assert Stop("x", "", "").tokens() == ()


def test_trips_pass_all_stops_and_share_what_is_common():
    first, left, right = Stop("first", "", "ok"), Stop("left", "first", "up"), Stop("right", "first", "down")
    assert trips((first, left, right)) == ((first, left), (first, right))
    assert {stop for trip in trips(tour.STOPS) for stop in trip} == set(tour.STOPS)
