import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion import typefaces
from companion.screens.canvas import Canvas
from companion.screens.frames import to_image
from companion.screens.pieces import FENCES, draw_die, draw_fence, draw_tracker
from tests.goldens import assert_only, check_golden

FONTS = typefaces.load()
BOOK = [0, 0, 0, 0, 0, 0, 6, 5, 4, 1]
TRACKERS = {
    "fresh": (BOOK, 0, False),
    "sixth-next": (BOOK, 5, False),
    "limit-next": (BOOK, 6, False),
    "two-limits-crossed": (BOOK, 8, False),
    "over": (BOOK, 8, True),
    "one-box": ([1], 0, False),
    "two-boxes": ([4, 1], 1, False),
    "twenty-limits": ([6] * 20, 9, False),
    "twenty-blanks": ([0] * 20, 5, False),
}
DICE = {f"die-{face}": face for face in range(7)}
FENCE_NAMES = {f"fence-{face}": face for face in range(1, 7)}
SEGMENTS = {  # of each fence, as pairs of grid points, the start at (0, 0)
    1: [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1))],
    2: [((0, 0), (0, 1)), ((0, 1), (0, 2))],
    3: [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (1, 2))],
    4: [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((-1, 2), (0, 2))],
    5: [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 2))],
    6: [((0, 0), (0, 1)), ((-1, 1), (0, 1)), ((-1, 1), (-1, 2))],
}


def picture(draw, *arguments):
    canvas = Canvas(FONTS)
    draw(canvas, *arguments)
    return canvas, to_image(canvas.frame())


def test_the_goldens_of_the_pieces_are_all_used():
    assert_only("pieces", {*DICE, *FENCE_NAMES, *(f"tracker-{name}" for name in TRACKERS)})


@pytest.mark.parametrize(("name", "face"), DICE.items())
def test_the_faces_of_the_die_look_as_recorded(name, face):
    canvas, _ = picture(draw_die, 40, 4, 48, face)
    check_golden(f"pieces/{name}", canvas.frame(), canvas.words)


@pytest.mark.parametrize(("name", "face"), FENCE_NAMES.items())
def test_the_fences_look_as_recorded(name, face):
    canvas, _ = picture(draw_fence, 40, 4, 42, face)
    check_golden(f"pieces/{name}", canvas.frame(), canvas.words)


@pytest.mark.parametrize(("name", "tracker"), TRACKERS.items())
def test_the_trackers_look_as_recorded(name, tracker):
    canvas, _ = picture(draw_tracker, (111, 0, 127, 63), *tracker)
    check_golden(f"pieces/tracker-{name}", canvas.frame(), canvas.words)


@pytest.mark.parametrize("size", [9, 12, 16, 24, 30, 48, 56])
@pytest.mark.parametrize("face", range(7))
def test_a_die_shows_as_many_pips_as_its_face(size, face):
    _, image = picture(draw_die, 0, 0, size, face)
    assert image.getbbox() == (0, 0, size, size)
    assert islands(image) - 1 == face


@pytest.mark.parametrize("size", [9, 12, 16, 24, 30, 48, 56])
@pytest.mark.parametrize("face", [0, 1, 4, 5, 6])
def test_a_die_is_its_own_mirror_image(size, face):
    _, image = picture(draw_die, 0, 0, size, face)
    die = image.crop((0, 0, size, size))
    assert die.transpose(Image.Transpose.FLIP_LEFT_RIGHT).tobytes() == die.tobytes()
    assert die.transpose(Image.Transpose.FLIP_TOP_BOTTOM).tobytes() == die.tobytes()


@pytest.mark.parametrize("face", FENCES)
def test_a_fence_runs_along_its_segments_and_nowhere_else(face):
    _, image = picture(draw_fence, 0, 0, 42, face)
    wide = [(x, y) for x in range(1, 127) for y in range(1, 63) if all_lit(image, x, y)]
    points = [point for segment in SEGMENTS[face] for point in segment]
    left, top = min(x for x, _ in wide), min(y for _, y in wide)
    first = min(x for x, _ in points)
    wanted = {
        (
            left + round((x0 + (x1 - x0) * step / 14 - first) * 14),
            top + round((y0 + (y1 - y0) * step / 14) * 14),
        )
        for (x0, y0), (x1, y1) in SEGMENTS[face]
        for step in range(15)
    }
    assert set(wide) == wanted


@pytest.mark.parametrize(("one", "other"), [(3, 4), (5, 6)])
def test_two_pairs_of_fences_are_each_others_mirror_image(one, other):
    area = (0, 0, 43, 43)
    left = picture(draw_fence, 0, 0, 42, one)[1].crop(area)
    right = picture(draw_fence, 0, 0, 42, other)[1].crop(area)
    assert left.transpose(Image.Transpose.FLIP_LEFT_RIGHT).tobytes() == right.tobytes()


@given(st.lists(st.integers(0, 6), min_size=1, max_size=20), st.data())
def test_a_tracker_stays_in_its_area_and_shows_the_next_limit(limits, data):
    crossed = data.draw(st.integers(0, len(limits)))
    canvas, image = picture(draw_tracker, (100, 2, 116, 61), limits, crossed)
    left, top, right, bottom = image.getbbox()
    assert (left >= 100, top >= 2, right <= 117, bottom <= 62) == (True,) * 4
    ahead = [str(limit) for limit in limits[crossed:] if limit]
    assert list(canvas.words) == ahead[: len(canvas.words)]
    assert len(canvas.words) >= min(len(ahead), 2)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=20), st.data())
def test_every_box_crossed_off_changes_the_tracker(limits, data):
    crossed = data.draw(st.integers(0, len(limits) - 1))
    area = (100, 2, 116, 61)
    assert (
        picture(draw_tracker, area, limits, crossed)[1].tobytes()
        != picture(draw_tracker, area, limits, crossed + 1)[1].tobytes()
    )


def all_lit(image, x, y):
    return all(image.getpixel((x + dx, y + dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def islands(image):
    """How many groups of lit pixels that touch at a side or a corner there are."""
    left = {(x, y) for x in range(image.width) for y in range(image.height) if image.getpixel((x, y))}
    found = 0
    while left:
        found, edge = found + 1, [left.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & left
            left -= near
            edge.extend(near)
    return found
