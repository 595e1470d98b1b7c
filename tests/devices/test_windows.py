from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.devices.windows import COMMAND, DATA, MEMORIES, MOST_MESSAGES
from companion.screens.frames import BLANK, HEIGHT, SIZE, WIDTH, pack
from tests.devices.panels import CHANGES, CHIPS, PRICES, die, floor, menu, noise
from tests.goldens import FOLDER
from tests.soak import counts

BYTES = st.integers(0, SIZE - 1)
FRAMES = st.builds(noise, st.integers(0, 2**32 - 1))


def cost(messages) -> int:
    return sum(1 + len(message) for message in messages)


def dotted(frame: bytes, places) -> bytes:
    """The frame with other bytes at these places."""
    return bytes(byte ^ 0xFF if at in places else byte for at, byte in enumerate(frame))


def frame_of(golden) -> bytes:
    """The frame of a golden screen: rows of half-blocks between borders."""
    rows = [line[1:-1] for line in golden.read_text(encoding="utf-8").splitlines() if line.startswith("│")]
    image = Image.new("1", (WIDTH, HEIGHT))
    for y in range(HEIGHT):
        for x, half in enumerate(rows[y // 2]):
            image.putpixel((x, y), half in ("█▀", "█▄")[y % 2])
    return pack(image)


def every(step: int, start: int = 0) -> bytes:
    return dotted(BLANK, set(range(start, SIZE, step)))


@pytest.mark.parametrize("chip", CHIPS)
def test_equal_frames_need_no_message(chip):
    assert MEMORIES[chip].messages(die(3), die(3)) == []


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_takes_the_fewest_bytes_that_windows_can(chip, change):
    old, new = CHANGES[change]
    assert cost(MEMORIES[chip].messages(old, new)) == floor(chip, old, new)


@pytest.mark.parametrize(
    ("chip", "change", "most"),
    [
        ("ssd1306", "menu arrow moved a line", 40),
        ("sh1106", "menu arrow moved a line", 60),
        ("ssd1306", "a 16×16 cell, page-aligned", 42),
        ("sh1106", "a 16×16 cell, page-aligned", 46),
        ("ssd1306", "die 56×56 from 1 to 6", 232),
        ("sh1106", "die 56×56 from 1 to 6", 248),
        ("ssd1306", "everything", 1034),
        ("sh1106", "everything", 1080),
    ],
)
def test_a_change_takes_no_more_bytes_than_the_goal(chip, change, most):
    assert cost(MEMORIES[chip].messages(*CHANGES[change])) <= most


@pytest.mark.parametrize(("chip", "most"), [("ssd1306", 40), ("ssd1309", 40), ("sh1106", 60)])
@pytest.mark.parametrize(("here", "there"), [(0, 1), (1, 2), (2, 3), (3, 2), (2, 1), (1, 0)])
def test_every_step_of_a_menu_is_within_its_goal(chip, most, here, there):
    assert cost(MEMORIES[chip].messages(menu(here), menu(there))) <= most


def test_a_gap_is_sent_along_when_that_costs_no_more_than_another_window():
    for chip in CHIPS:
        price = PRICES[chip]
        near, far = dotted(BLANK, {5, 5 + price}), dotted(BLANK, {5, 5 + price + 2})
        assert cost(MEMORIES[chip].messages(BLANK, near)) == price + price + 1
        assert cost(MEMORIES[chip].messages(BLANK, far)) == 2 * (price + 1)


@pytest.mark.parametrize("chip", CHIPS)
@settings(max_examples=counts(test=6, soak=500))
@given(frame=FRAMES, places=st.sets(BYTES, max_size=40))
def test_scattered_changes_cost_at_most_a_quarter_more_than_the_fewest_bytes(chip, frame, places):
    messages = MEMORIES[chip].messages(frame, dotted(frame, places))
    assert len(messages) == MOST_MESSAGES or 4 * cost(messages) <= 5 * floor(chip, frame, dotted(frame, places))


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_from_screen_to_screen_it_takes_at_most_a_tenth_more_than_the_fewest_bytes(chip):
    for pair in list(pairwise(sorted((FOLDER / "tour").iterdir())))[:: counts(test=80, soak=1)]:
        old, new = map(frame_of, pair)
        assert 10 * cost(MEMORIES[chip].messages(old, new)) <= 11 * floor(chip, old, new)


@pytest.mark.parametrize("chip", CHIPS)
@given(old=FRAMES, places=st.sets(BYTES))
def test_messages_come_in_pairs_and_fit_one_call_of_the_kernel(chip, old, places):
    messages = MEMORIES[chip].messages(old, dotted(old, places))
    assert len(messages) <= MOST_MESSAGES
    assert all(message.startswith(COMMAND) for message in messages[::2])
    assert all(message.startswith(DATA) for message in messages[1::2])
    assert cost(messages) <= cost(MEMORIES[chip].whole(old))


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("step", [2, 5, 9, 11, 13, 17, 31, 127, 129])
def test_windows_too_many_for_one_call_are_joined_until_they_fit(chip, step):
    messages = MEMORIES[chip].messages(BLANK, every(step))
    assert 0 < len(messages) <= MOST_MESSAGES


def test_of_too_many_windows_the_nearest_are_joined():
    columns = [0, 9, *range(19, 128, 12)]  # 12 to a page: one pair is nearer than the others
    old, new = BLANK, dotted(BLANK, {page * 128 + column for page in (0, 4) for column in columns[:11]})
    messages = MEMORIES["sh1106"].messages(old, new)
    assert len(messages) == MOST_MESSAGES - 2
    joined = [message for message in messages[1::2] if len(message) > 2]
    assert joined == [DATA + b"\xff" + bytes(8) + b"\xff"] * 2
