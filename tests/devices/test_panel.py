import errno

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.fake_oled import FakeDisplay
from companion.devices.panel import QUIET, RETRY, SETTLE
from companion.devices.panel_trouble import PanelTrouble
from companion.screens.frames import BLANK, SIZE, rotated
from tests.devices.panels import CHANGES, CHIPS, Bench, die, menu, noise

LIT = bytes([255]) * SIZE


@pytest.fixture(params=CHIPS)
def bench(request) -> Bench:
    return Bench(request.param)


def retouched(frame: bytes, change) -> bytes:
    """The frame after one change: a block of pages and columns filled with one byte, or everything new."""
    kind, seed, top, height, left, width = change
    if kind == "noise":
        return noise(seed)
    new = bytearray(frame)
    for page in range(top, min(8, top + height)):
        for column in range(left, min(128, left + width)):
            new[page * 128 + column] = seed & 0xFF
    return bytes(new)


SIDES = (st.integers(0, 7), st.integers(1, 8), st.integers(0, 127), st.integers(1, 128))
CHANGE = st.tuples(st.sampled_from(["block", "block", "block", "noise"]), st.integers(0, 2**32 - 1), *SIDES)


@pytest.mark.parametrize("chip", CHIPS)
@given(changes=st.lists(st.lists(CHANGE, max_size=6), max_size=8), rotation=st.sampled_from([0, 180]))
def test_after_any_sequence_of_frames_the_display_shows_the_last(chip, changes, rotation):
    bench, frame = Bench(chip, rotation=rotation), BLANK
    for batch in [[], *changes]:
        for change in batch:
            frame = retouched(frame, change)
        bytes_sent, calls = bench.cost(frame)
        assert bench.seen == (rotated(frame) if rotation else frame)
        assert (calls == 1) == (bytes_sent > 0)
        assert calls <= 1


@pytest.mark.parametrize("change", CHANGES)
def test_an_update_is_one_transfer_and_nothing_is_none(bench, change):
    old, new = CHANGES[change]
    bench.panel.show(old, 0.0)
    assert bench.cost(new)[1] == (old != new)
    assert bench.cost(new) == (0, 0)


@pytest.mark.parametrize(("chip", "stock"), [("ssd1306", 2099), ("ssd1309", 2099), ("sh1106", 2194)])
def test_from_power_on_to_the_first_frame_it_takes_at_most_0_55_of_lumas_bytes_and_one_transfer(chip, stock):
    bytes_sent, calls = Bench(chip).cost(menu(0))
    assert calls == 1
    assert bytes_sent <= 0.55 * stock


def test_the_display_lights_up_only_when_its_memory_holds_the_frame(bench, mocker):
    seen = []
    receive = bench.wire.display.receive

    def watch(message):
        receive(message)
        seen.append(bench.seen)

    mocker.patch.object(bench.wire.display, "receive", watch)
    bench.panel.show(LIT, 0.0)
    assert seen == [BLANK] * (len(seen) - 1) + [LIT]


def test_a_frame_of_another_size_is_refused(bench):
    with pytest.raises(ValueError, match="1024 bytes, not 1000"):
        bench.panel.show(bytes(1000), 0.0)


def test_contrast_is_sent_once_and_set_again_when_the_panel_is_back(bench):
    bench.panel.contrast(40)
    assert bench.wire.calls == []
    bench.panel.show(LIT, 0.0)
    assert bench.wire.display.contrast == 40
    bench.panel.contrast(7)
    bench.panel.contrast(7)
    assert [bench.wire.display.contrast, len(bench.wire.calls)] == [7, 2]
    lose(bench)
    bench.wire.plug(FakeDisplay(bench.chip))
    bench.panel.refresh(RETRY)
    assert bench.wire.display.contrast == 7


@pytest.mark.parametrize("level", [-1, 256])
def test_a_contrast_out_of_range_is_refused(bench, level):
    with pytest.raises(ValueError, match="0 to 255"):
        bench.panel.contrast(level)


def test_the_first_contrast_is_the_boards():
    bench = Bench("sh1106", contrast=90)
    bench.panel.show(LIT, 0.0)
    assert bench.wire.display.contrast == 90


def test_a_blank_panel_is_dark_takes_frames_and_wakes_with_the_last(bench):
    bench.panel.show(LIT, 0.0)
    bench.panel.blank()
    bench.panel.blank()
    assert bench.seen == BLANK
    bench.panel.show(die(4), 1.0)
    assert bench.seen == BLANK
    calls = len(bench.wire.calls)
    bench.panel.wake()
    bench.panel.wake()
    assert bench.seen == die(4)
    assert len(bench.wire.calls) == calls + 1


def test_a_panel_that_was_blank_when_it_got_lost_comes_back_blank(bench):
    bench.panel.show(LIT, 0.0)
    bench.panel.blank()
    lose(bench)
    bench.wire.plug()
    bench.panel.refresh(RETRY)
    assert not bench.panel.lost
    assert bench.seen == BLANK
    bench.panel.wake()
    assert bench.seen == noise(3)


def lose(bench: Bench) -> None:
    """Unplug it; the update that notices raises, once."""
    bench.wire.unplug()
    with pytest.raises(PanelTrouble):
        bench.panel.show(noise(3), 0.0)


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("change", ["menu arrow moved a line", "die 56×56 from 1 to 6", "everything"])
def test_when_the_bus_fails_at_any_message_the_next_start_brings_the_right_picture(chip, change):
    old, new = CHANGES[change]
    count = messages_of(chip, old, new)
    for after in range(count):
        bench = Bench(chip)
        bench.panel.show(old, 0.0)
        bench.wire.fail(after)
        with pytest.raises(PanelTrouble):
            bench.panel.show(new, 1.0)
        assert bench.panel.lost
        bench.panel.refresh(bench.panel.due())
        assert not bench.panel.lost
        assert bench.seen == new


def messages_of(chip, old, new) -> int:
    bench = Bench(chip)
    bench.panel.show(old, 0.0)
    bench.panel.show(new, 0.0)
    return len(bench.wire.calls[-1])


def test_when_the_bus_fails_at_any_message_of_the_start_the_next_start_brings_the_picture(bench):
    bench.panel.show(LIT, 0.0)
    for after in range(len(bench.wire.calls[0])):
        other = Bench(bench.chip)
        other.wire.fail(after)
        with pytest.raises(PanelTrouble):
            other.panel.show(LIT, 0.0)
        other.panel.refresh(RETRY)
        assert other.seen == LIT


@pytest.mark.parametrize("way", ["contrast", "blank", "wake", "refresh"])
def test_every_way_to_reach_a_panel_notices_its_loss_and_makes_up_for_it(bench, way):
    bench.panel.show(LIT, 0.0)
    bench.panel.blank()
    bench.panel.wake()
    bench.panel.show(BLANK, QUIET)
    if way == "wake":
        bench.panel.blank()
    bench.wire.unplug()
    arguments = {"contrast": (5,), "refresh": (QUIET + SETTLE,)}.get(way, ())
    with pytest.raises(PanelTrouble):
        getattr(bench.panel, way)(*arguments)
    assert bench.panel.lost
    bench.wire.plug()
    bench.panel.show(LIT, QUIET + 20)
    bench.panel.refresh(QUIET + 20)
    assert bench.seen == (BLANK if way == "blank" else LIT)
    assert bench.wire.display.contrast == (5 if way == "contrast" else 255)


def test_a_lost_panel_is_tried_every_two_seconds_without_a_word_and_frames_wait_for_it(bench):
    bench.panel.show(LIT, 0.0)
    lose(bench)
    calls = len(bench.wire.calls)
    for at, tries in ((RETRY - 0.1, 0), (RETRY, 1), (2 * RETRY - 0.1, 1), (2 * RETRY, 2)):
        bench.panel.show(die(2), at)
        bench.panel.refresh(at)
        assert len(bench.wire.calls) == calls + tries
        assert bench.panel.lost
    bench.wire.plug()
    bench.panel.refresh(bench.panel.due())
    assert not bench.panel.lost
    assert bench.seen == die(2)
    assert bench.panel.due() is None


def test_a_lost_panel_is_left_alone_between_two_attempts_and_its_bus_is_opened_anew(bench):
    bench.panel.show(LIT, 0.0)
    lose(bench)
    assert not bench.wire.open
    calls = len(bench.wire.calls)
    bench.panel.contrast(5)
    bench.panel.blank()
    bench.panel.wake()
    assert len(bench.wire.calls) == calls


def test_the_first_update_after_ten_quiet_seconds_is_followed_by_a_start_that_wakes_a_panel_that_lost_power(bench):
    bench.panel.show(menu(0), 0.0)
    bench.wire.display.power_on()
    bench.panel.show(menu(1), QUIET)
    assert bench.seen != menu(1)
    assert bench.panel.due() == QUIET + SETTLE
    bench.panel.refresh(QUIET + SETTLE / 2)
    assert bench.seen != menu(1)
    bench.panel.refresh(QUIET + SETTLE)
    assert bench.seen == menu(1)
    assert bench.panel.due() is None


def test_the_start_after_quiet_waits_until_the_updates_pause(bench):
    bench.panel.show(menu(0), 0.0)
    bench.panel.show(menu(1), QUIET)
    bench.panel.show(menu(2), QUIET + 0.3)
    assert bench.panel.due() == QUIET + 0.3 + SETTLE
    bench.panel.show(menu(2), QUIET + 0.4)
    assert bench.panel.due() == QUIET + 0.3 + SETTLE


def test_updates_one_soon_after_the_other_are_followed_by_nothing(bench):
    for second in range(1, 40):
        bench.panel.show(menu(second % 2), second * 9.9)
        assert bench.panel.due() is None


def test_a_panel_that_kept_its_power_does_not_go_dark_when_it_is_started_again(bench, mocker):
    bench.panel.show(LIT, 0.0)
    bench.panel.show(die(1), QUIET)
    switch = mocker.spy(bench.wire.display, "_switch")
    bench.panel.refresh(QUIET + SETTLE)
    codes = [call.args[0] for call in switch.call_args_list]
    assert 0xAF in codes
    assert 0xAE not in codes


def test_nothing_is_due_before_the_first_frame_and_after_the_end(bench):
    assert bench.panel.due() is None
    bench.panel.refresh(100.0)
    bench.panel.show(LIT, 0.0)
    bench.panel.show(BLANK, QUIET)
    bench.panel.close()
    bench.panel.close()
    assert bench.panel.due() is None
    assert not bench.wire.open


def test_the_display_keeps_its_picture_when_the_bus_is_given_back(bench):
    bench.panel.show(LIT, 0.0)
    bench.panel.close()
    assert bench.seen == LIT


def test_a_bus_that_is_not_there_is_a_trouble_once_and_is_taken_when_it_comes():
    bench, there = Bench("ssd1306"), []

    def connect():
        if not there:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", "/dev/i2c-1")
        return bench.wire.connect()

    bench.panel._connect = connect
    with pytest.raises(PanelTrouble, match=r"There is no /dev/i2c-1: switch I2C on"):
        bench.panel.show(LIT, 0.0)
    bench.panel.refresh(RETRY)
    there.append(True)
    bench.panel.refresh(2 * RETRY)
    assert bench.seen == LIT


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (errno.EREMOTEIO, "No display answers at address 0x3C of I2C bus 1: check its wires, and"),
        (errno.ENXIO, "No display answers at address 0x3C of I2C bus 1: check its wires, and"),
        (errno.EIO, "No display answers at address 0x3C of I2C bus 1: check its wires, and"),
        (errno.ETIMEDOUT, "Something holds the bus of the display at address 0x3C of I2C bus 1: check"),
        (errno.EACCES, "This program may not use /dev/i2c-1: add its user to the group i2c"),
        (errno.EBUSY, "The display at address 0x3C of I2C bus 1 does not work (the fake bus fails): check"),
    ],
)
def test_a_trouble_says_what_is_wrong_and_what_to_do(error, says):
    bench = Bench("ssd1306")
    bench.wire.error = error
    bench.wire.unplug()
    with pytest.raises(PanelTrouble) as caught:
        bench.panel.show(LIT, 0.0)
    assert str(caught.value).startswith(says)
