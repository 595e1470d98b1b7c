from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.screens.short_names import short_among, short_names


def letters(room, place, text):
    return len(text) <= room


@pytest.mark.parametrize(
    ("room", "names", "shown"),
    [
        (12, ["Anna", "Benedikt"], ["Anna", "Benedikt"]),
        (6, ["Anna", "Benedikt"], ["Anna", "Bened…"]),
        (5, ["Max Müller", "Max Mayer"], ["Max…ü", "Max…a"]),
        (4, ["WWWWWWWWWWWA", "WWWWWWWWWWWB"], ["WW…A", "WW…B"]),
        (4, ["WWWWWWWWWWW", "WWWWWWWWWWWW"], ["WWW…", "WW…W"]),
        (2, ["Annabella", "Annabelle", "Anton"], ["…a", "…e", "…t"]),
        (1, ["Anna", "Anne"], ["…a", "…e"]),
        (3, ["A b c", "A d e"], ["A…b", "A…d"]),
    ],
)
def test_names_are_cut_to_what_tells_them_apart(room, names, shown):
    assert short_names(names, partial(letters, room)) == tuple(shown)


def test_a_name_keeps_what_its_own_room_holds():
    assert short_names(["Benedikt", "Benjamin"], lambda place, text: len(text) <= (8, 4)[place]) == ("Benedikt", "Ben…")


def test_names_that_no_letter_tells_apart_get_their_number():
    assert short_names(["Anna Lena X", "Anna Lena Y", "Bernd Lena"], partial(letters, 1)) == ("…X", "…Y", "…B")
    assert short_names(["abX", "abY", "cdX", "cdY"], partial(letters, 2)) == ("…1", "…2", "…3", "…4")
    assert short_names(["abX", "abY", "…X"], partial(letters, 2)) == ("…1", "…2", "…X")


def test_a_name_that_was_cut_shorter_is_not_left_in_doubt():
    rooms = (4, 6, 12)
    names = ["Maximilian A", "Maximilian B", "Max"]
    assert short_names(names, lambda place, text: len(text) <= rooms[place]) == ("Ma…A", "Maxi…B", "Max")


def test_a_name_is_cut_as_among_all_players_whoever_is_shown_with_it():
    players = ("Maximilian", "Maximiliane", "Max", "Ann")
    for shown in (["Maximilian"], ["Ann", "Maximilian", "Maximiliane"], ["Maximiliane"], []):
        texts = {"Maximilian": "Maxim…", "Maximiliane": "Maxi…e", "Ann": "Ann"}
        assert short_among(shown, players, lambda text: len(text) <= 6) == tuple(texts[name] for name in shown)


@given(st.lists(st.text("ab…1 ", min_size=1, max_size=12), min_size=2, max_size=8, unique=True), st.integers(0, 12))
def test_no_two_names_ever_look_the_same(names, room):
    shown = short_names(names, partial(letters, room))
    assert len(set(shown)) == len(names)
    assert all(short == name or "…" in short or short.isdigit() for short, name in zip(shown, names, strict=True))
