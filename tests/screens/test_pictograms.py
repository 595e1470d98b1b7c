import pytest

from companion.screens import pictograms
from companion.screens.pictograms import Pictogram

NAMES = sorted(set(pictograms.__all__) - {"Pictogram"})
SIZES = {"ARROW": (5, 9), "STAR_SMALL": (9, 9), "TICK": (9, 9), "CROSS": (9, 9), "ZZZ": (16, 12)}
SIZES |= {"SHEEP_SMALL": (16, 16), "WOLF_SMALL": (16, 16)}
SIZES |= {name: (9, 9) for name in NAMES if name.endswith("_SMALL") and name not in SIZES}
SIZES |= {name: (7, 7) for name in NAMES if name.endswith("_TINY")}
SYMMETRICAL = [
    "BOOK",
    "BOTTLE_SMALL",
    "BOTTLE_TINY",
    "DIE",
    "DOG_SMALL",
    "DOG_TINY",
    "EYE_SMALL",
    "EYE_TINY",
    "GEAR",
    "HOURGLASS",
    "SHEEP",
    "STAR",
    "STAR_SMALL",
    "TROUBLE",
    "WOLF",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_pictogram_has_its_size_and_is_not_empty(name):
    pictogram = getattr(pictograms, name)
    assert (pictogram.width, pictogram.height) == SIZES.get(name, (32, 32))
    assert "#" in "".join(pictogram.rows)


@pytest.mark.parametrize("name", SYMMETRICAL)
def test_a_pictogram_that_should_be_is_its_own_mirror_image(name):
    assert all(row == row[::-1] for row in getattr(pictograms, name).rows)


def test_no_two_pictograms_are_the_same():
    assert len({getattr(pictograms, name) for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize("text", ["", "##\n#", "#x", "# .."])
def test_rows_that_are_no_picture_are_refused(text):
    with pytest.raises(ValueError, match="rows of # and"):
        Pictogram.of(text)
