import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.oled.device import ssd1306
from PIL import Image

from companion.screens import frames

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")  # luma's

FRAMES = st.binary(min_size=frames.SIZE, max_size=frames.SIZE)


class RecordingBus:
    """What luma's serial interfaces offer, keeping what is sent as pixels."""

    def __init__(self):
        self.sent = b""

    def command(self, *values):
        """Commands are not pixels."""

    def data(self, values):
        self.sent += bytes(values)

    def cleanup(self):
        """Nothing is open."""


@pytest.fixture(scope="module")
def panel():
    device = ssd1306(RecordingBus())
    device.persist = True
    return device


@given(FRAMES)
def test_a_frame_is_what_luma_sends_for_the_same_picture(panel, frame):
    panel._serial_interface.sent = b""
    panel.display(frames.to_image(frame))
    assert panel._serial_interface.sent == frame


@given(FRAMES)
def test_packing_a_picture_and_unpacking_it_gives_it_back(frame):
    image = frames.to_image(frame)
    assert frames.pack(image) == frame
    assert frames.to_image(frames.pack(image)).tobytes() == image.tobytes()


@pytest.mark.parametrize(("x", "y", "byte", "bit"), [(0, 0, 0, 0), (127, 0, 127, 0), (5, 7, 5, 7), (3, 63, 899, 7)])
def test_a_pixel_lies_in_the_byte_of_its_column_and_page(x, y, byte, bit):
    image = Image.new("1", (128, 64))
    image.putpixel((x, y), 1)
    assert {at: value for at, value in enumerate(frames.pack(image)) if value} == {byte: 1 << bit}


@given(FRAMES)
def test_a_frame_turned_by_180_degrees_is_the_picture_turned(frame):
    turned = frames.to_image(frame).transpose(Image.Transpose.ROTATE_180)
    assert frames.rotated(frame) == frames.pack(turned)


def test_a_blank_frame_is_dark():
    assert frames.to_image(frames.BLANK).getbbox() is None


@pytest.mark.parametrize("size", [0, 1023, 1025])
def test_a_frame_of_another_size_is_refused(size):
    with pytest.raises(ValueError, match=f"1024 bytes, not {size}"):
        frames.to_image(bytes(size))


@given(FRAMES, st.integers(-140, 140), st.integers(-70, 70))
def test_moved_ink_is_the_picture_moved_and_cut_at_the_edges_of_the_panel(frame, x, y):
    image, moved = frames.to_image(frame), Image.new("1", (128, 64))
    moved.paste(image, (x, y))
    assert frames.from_ink(frames.moved(frames.ink(image), x, y)) == frames.pack(moved)


@pytest.mark.parametrize("size", [(1, 1), (5, 9), (128, 64), (200, 64), (30, 80)])
def test_the_ink_of_a_picture_of_any_size_has_its_pixels(size):
    image, whole = Image.new("1", size, 1), Image.new("1", (128, 64))
    whole.paste(image, (0, 0))
    assert frames.from_ink(frames.ink(image)) == frames.pack(whole)
