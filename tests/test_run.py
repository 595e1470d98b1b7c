"""`companion run`: the whole box on a fake header and a fake display, from power-on to the last picture."""

import asyncio
import errno
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from msgspec import structs

from companion import app, boards, data, ending, loading, parts
from companion.__main__ import main
from companion.journal import Journal
from companion.lock import Lock, Taken
from companion.run import GOODBYE
from companion.screens.frames import BLANK, rotated
from companion.screens.intents import Intent, Kind
from tests.boxes import ENVIRON, box
from tests.boxes import program as companion
from tests.pi import BOARD, HEADER, TAP, Pi
from tests.screens.test_service import good_night

BUZZING = structs.replace(BOARD, speaker=boards.Speaker("buzzer", 12))
FULL = BOARD.display.contrast


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


@pytest.fixture
def shown(tmp_path: Path):
    """The frame that the same presses lead to in a box without hardware."""

    def frame(*tokens: str) -> bytes:
        with TemporaryDirectory(dir=tmp_path) as folder, box(Path(folder) / "journal.db") as twin:
            return twin.take("wait:0", *tokens).frame

    return frame


def test_the_first_frame_is_there_before_systemd_is_told_that_the_box_is_ready(pi, shown):
    async def script():
        assert pi.heard.messages[0] == ("READY=1", shown())

    pi.play(script)


def test_presses_of_pins_lead_where_they_lead_in_the_simulator(pi, shown):
    async def script():
        await pi.tap("down", "ok")
        assert pi.frame == shown("down", "ok")
        await pi.tap("back")
        assert pi.frame == shown("down", "ok", "back")

    pi.play(script)


@pytest.fixture
def before_the_first_frame(pi, monkeypatch):
    """Has this happen when the panel is reached for, and 3 seconds pass."""
    connect = pi.wire.connect

    def early(happen):
        def slow():
            happen()
            pi.loop.selector.now += 3
            return connect()

        monkeypatch.setattr(pi.wire, "connect", slow)

    return early


def press_and_let_go(pi: Pi, *controls: str) -> None:
    for control in controls:
        pi.hold(control)
        pi.loop.selector.now += TAP
        pi.let_go(control)
        pi.loop.selector.now += TAP


def test_presses_before_the_first_frame_count_after_it(pi, shown, before_the_first_frame):
    before_the_first_frame(lambda: press_and_let_go(pi, "down", "ok"))

    async def script():
        assert pi.heard.messages[0] == ("READY=1", shown())
        await asyncio.sleep(0.1)
        assert pi.frame == shown("down", "ok")
        await pi.tap("back")
        assert pi.frame == shown("down", "ok", "back")

    pi.play(script)


def test_what_is_let_go_after_the_first_frame_is_not_held_for_ever(pi, shown, before_the_first_frame):
    before_the_first_frame(lambda: pi.hold("down"))

    async def script():
        await asyncio.sleep(0.01)
        pi.let_go("down")
        await asyncio.sleep(0.1)
        released = pi.frame
        assert released != shown()
        await asyncio.sleep(3)
        assert pi.frame == released

    pi.play(script)


def test_lines_of_a_box_that_ends_before_its_first_frame_are_given_back(pi, before_the_first_frame):
    before_the_first_frame(broken)

    async def script():
        """Nothing: the box ends by itself."""

    with pytest.raises(ZeroDivisionError):
        pi.play(script)
    assert all(pi.chip.lines[control.pin].request is None for control in BOARD.controls.by_name().values())


def test_a_held_control_repeats_and_a_shorter_press_does_not(pi, shown):
    async def script():
        await pi.tap("up", seconds=0.39)
        assert pi.frame == shown("up")
        await pi.tap("down", seconds=0.75)
        assert pi.frame == shown("up", "down:hold")

    pi.play(script)


def test_a_bouncing_press_counts_once(pi, shown):
    async def script():
        for _ in range(4):
            pi.hold("down")
            await asyncio.sleep(0.001)
            pi.let_go("down")
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.1)
        assert pi.frame == shown("down")

    pi.play(script)


def test_the_panel_dims_and_goes_dark_by_itself(pi, shown):
    async def script():
        await asyncio.sleep(119)
        assert pi.contrast == FULL * 8 // 10
        await asyncio.sleep(2)
        assert (pi.contrast, pi.frame) == (FULL * 8 // 10 // 10, shown())
        await asyncio.sleep(480)
        assert not pi.wire.display.lit

    pi.play(script)


def test_a_press_on_a_dim_panel_acts_and_brightens_it(pi, shown):
    async def script():
        await asyncio.sleep(121)
        await pi.tap("down")
        assert (pi.contrast, pi.frame) == (FULL * 8 // 10, shown("down"))

    pi.play(script)


@pytest.mark.parametrize("control", ["up", "down", "ok", "back", "roll"])
def test_the_first_press_on_a_dark_panel_only_wakes_it(pi, shown, control):
    async def script():
        await asyncio.sleep(601)
        pi.hold(control)
        await asyncio.sleep(0.01)
        assert (pi.wire.display.lit, pi.frame) == (True, shown())
        await asyncio.sleep(5)
        pi.let_go(control)
        await asyncio.sleep(0.1)
        assert pi.frame == shown()
        await pi.tap("down")
        assert pi.frame == shown("down")

    pi.play(script)


def test_brightness_counts_at_once(pi):
    async def script():
        await pi.tap("up", "up", "ok", "down", "down", "ok", "down", "ok")
        assert pi.contrast == FULL * 9 // 10

    pi.play(script)


def test_the_picture_turns_at_once(pi, shown):
    async def script():
        to_rotation = ("up", "up", "ok", *["down"] * 6, "ok")
        await pi.tap(*to_rotation, "down", "ok")
        turned = pi.frame
        assert turned == shown(*to_rotation, "down", "ok") != shown(*to_rotation)
        await pi.tap("ok", "down", "ok")
        assert shown(*to_rotation, "down", "ok", "ok", "down", "ok") == pi.frame
        assert rotated(pi.frame) != turned

    pi.play(script)


def test_the_length_of_a_long_press_counts_at_once(pi, shown):
    async def script():
        to_long_press = ("up", "up", "ok", *["down"] * 7, "ok")
        await pi.tap(*to_long_press, "up", "ok")
        await pi.tap("back", seconds=0.45)
        assert pi.frame == shown(*to_long_press, "up", "ok", "back:hold")

    pi.play(script)


def test_without_a_panel_the_game_goes_on_and_the_log_says_so_once(pi, shown):
    async def script():
        pi.wire.unplug()
        await pi.tap("down", "ok")
        await asyncio.sleep(60)
        assert len(pi.log) == 1
        pi.wire.plug()
        await asyncio.sleep(3)
        assert pi.frame == shown("down", "ok")
        assert pi.log[1:] == ["Working again: the display."]

    pi.play(script)
    assert pi.log[0].startswith("No display answers at address 0x3C of I2C bus 1: check its wires")


def test_a_box_that_starts_without_a_panel_is_ready_and_finds_it_later(pi, shown):
    pi.wire.unplug()

    async def script():
        assert pi.heard.words("READY") == ["READY=1"]
        await asyncio.sleep(20)
        tries = len(pi.wire.calls)
        await asyncio.sleep(10)
        assert 2 <= len(pi.wire.calls) - tries <= 5
        pi.wire.plug()
        await asyncio.sleep(3)
        assert pi.frame == shown()

    pi.play(script)


def test_a_box_that_starts_without_pins_is_ready_and_finds_them_later(pi, shown):
    pi.chips.clear()

    async def script():
        await asyncio.sleep(60)
        assert pi.log == ["There is no header of a Raspberry Pi here."]
        pi.chips["/dev/gpiochip0"] = pi.chip
        await asyncio.sleep(6)
        assert pi.log[1:] == ["Working again: the controls."]
        await pi.tap("down")
        assert pi.frame == shown("down")

    pi.play(script)


def test_pins_that_another_program_has_are_asked_for_again(pi, shown):
    taken = pi._choose()
    taken.pin(BOARD.controls.roll.pin).input_with_pull("up")

    async def script():
        await asyncio.sleep(20)
        assert len(pi.log) == 1
        taken.close()
        await asyncio.sleep(6)
        await pi.tap("down")
        assert pi.frame == shown("down")

    pi.play(script)
    assert f"pin {BOARD.controls.roll.pin}" in pi.log[0]


@pytest.mark.parametrize("name", data.boards())
def test_every_board_that_is_shipped_is_played_with(tmp_path, name):
    pi = Pi(tmp_path, board=structs.replace(boards.read(data.boards()[name]), speaker=None))
    pi.settings = structs.replace(pi.settings, board=data.boards()[name])
    twin = structs.replace(pi.settings, journal=tmp_path / "twin.db")
    with closing(app.open_box(twin, 0.0)) as session:
        session.press([Intent(Kind.DOWN)], 0.0)
        down = session.picture(0.0).frame
    mounted = rotated(down) if pi.board.display.rotation else down

    async def script():
        await pi.tap("down")
        assert pi.frame == mounted

    pi.play(script)
    assert pi.log == []
    assert not pi.wire.display.lit


def test_a_panel_on_spi_waits_for_its_pins(tmp_path):
    pi = Pi(tmp_path, board=boards.read(data.boards()["waveshare-oled-hat"]))
    pi.chips.clear()

    async def script():
        await asyncio.sleep(30)
        assert len(pi.log) == 2
        pi.chips[HEADER] = pi.chip
        await asyncio.sleep(6)
        assert pi.wire.display.lit

    pi.play(script)


def test_an_idle_box_sleeps(pi):
    async def script():
        await pi.tap("down")
        await asyncio.sleep(20)
        before, sent = len(pi.loop.woken), pi.wire.bytes_sent()
        await asyncio.sleep(95)
        assert len(pi.loop.woken) - before == 1
        assert pi.wire.bytes_sent() == sent
        await asyncio.sleep(500)
        before, sent = len(pi.loop.woken), pi.wire.bytes_sent()
        await asyncio.sleep(50_000)
        assert len(pi.loop.woken) - before == 1
        assert pi.wire.bytes_sent() == sent

    pi.play(script)


def test_the_loop_gives_signs_of_life_at_half_of_what_the_watchdog_waits(tmp_path):
    pi = Pi(tmp_path, beat=15.0)

    async def script():
        await asyncio.sleep(61)
        assert len(pi.heard.words("WATCHDOG")) == 5

    pi.play(script)


def test_the_status_is_the_match_on_the_table(pi):
    with closing(Journal.open(pi.settings.journal)) as journal:
        journal.start(
            '{"game": "13-sheep", "players": ["Anna", "Ben"], "seed": "%s"}' % ("00" * 32), ("Anna", "Ben"), 0
        )

    async def script():
        assert pi.heard.words("STATUS") == ["STATUS=13 Sheep: Anna, Ben"]

    pi.play(script)


def test_a_signal_ends_the_box_in_good_order(pi, shown):
    async def script():
        await pi.tap("down")
        before = pi.frame
        signal.raise_signal(signal.SIGTERM)
        await asyncio.sleep(GOODBYE / 2)
        assert pi.frame not in (before, BLANK)
        assert pi.chip.lines[BOARD.controls.up.pin].request is None
        await asyncio.sleep(GOODBYE)

    pi.play(script)
    assert not pi.wire.display.lit
    assert not pi.wire.open
    assert pi.heard.words("STOPPING") == ["STOPPING=1"]
    assert pi.log == []


async def the_end(pi: Pi) -> None:
    """The good-bye picture stands for its time; then the box has ended."""
    await asyncio.sleep(GOODBYE / 2)
    assert (pi.frame, pi.wire.display.lit) == (good_night(), True)
    assert pi.heard.words("STOPPING") == ["STOPPING=1"]
    await asyncio.sleep(GOODBYE)
    assert not pi.wire.display.lit
    assert not pi.wire.open
    assert all(pi.chip.lines[control.pin].request is None for control in BOARD.controls.by_name().values())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_before_the_first_frame_ends_the_box_after_it(pi, shown, before_the_first_frame, monkeypatch, number):
    before_the_first_frame(lambda: signal.raise_signal(number))
    monkeypatch.setattr("companion.run._load_parts", broken)

    async def script():
        assert pi.heard.messages[0] == ("READY=1", shown())
        await the_end(pi)

    pi.play(script)


def test_a_signal_while_the_slow_parts_are_loaded_ends_the_box_in_the_midst_of_it(pi, monkeypatch):
    def slow():
        signal.raise_signal(signal.SIGTERM)
        raise AssertionError("this is never reached")

    monkeypatch.setattr("companion.run._load_parts", slow)
    pi.play(lambda: the_end(pi))


def test_a_signal_while_the_library_for_the_lines_of_a_panel_on_spi_is_loaded_ends_the_box_at_once(
    tmp_path, monkeypatch
):
    pi = Pi(tmp_path, board=boards.read(data.boards()["waveshare-oled-hat"]))

    def slow(module):
        assert module == "companion.devices.buttons"
        signal.raise_signal(signal.SIGTERM)
        raise AssertionError("this is never reached")

    monkeypatch.setattr(loading, "load", slow)

    async def script():
        assert pi.heard.words("STOPPING") == ["STOPPING=1"]

    pi.play(script)
    assert pi.wire.calls == []
    assert all(line.request is None for line in pi.chip.lines)


def test_a_signal_while_the_parts_are_added_ends_the_box_after_them(pi, monkeypatch):
    add = parts.add

    def signalled(*given):
        signal.raise_signal(signal.SIGTERM)
        add(*given)

    monkeypatch.setattr(parts, "add", signalled)
    pi.play(lambda: the_end(pi))


def test_more_signals_during_the_last_picture_change_nothing(pi, before_the_first_frame):
    before_the_first_frame(lambda: signal.raise_signal(signal.SIGTERM))

    async def script():
        for _ in range(3):
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGINT)
            await asyncio.sleep(0.01)
        await the_end(pi)

    pi.play(script)


def test_a_signal_ends_a_box_whose_die_tumbles(pi):
    async def script():
        await pi.tap("down", "ok")
        pi.hold("roll")
        await asyncio.sleep(0.1)
        tumbling = pi.frame
        await asyncio.sleep(0.1)
        assert pi.frame != tumbling
        signal.raise_signal(signal.SIGTERM)
        await the_end(pi)

    pi.play(script)
    with closing(Journal.open(pi.settings.journal, read_only=True)) as journal:
        assert journal.plain_rolls() == 1


def test_what_a_signal_does_is_afterwards_what_it_was():
    before = [signal.getsignal(number) for number in ending.SIGNALS]
    with ending.Ending() as heard, pytest.raises(ending.Ended), heard.at_once():
        signal.raise_signal(signal.SIGTERM)
    assert [signal.getsignal(number) for number in ending.SIGNALS] == before


def test_a_signal_ends_a_box_without_a_panel_at_once(pi):
    pi.wire.unplug()

    async def script():
        signal.raise_signal(signal.SIGTERM)

    began = pi.loop.time()
    pi.play(script)
    assert pi.loop.time() == began


def test_the_journal_is_at_rest_when_the_box_has_ended(pi, tmp_path):
    async def script():
        await pi.tap("down", "ok", "roll")

    pi.play(script)
    alone = tmp_path / "alone.db"
    alone.write_bytes(pi.settings.journal.read_bytes())
    with closing(Journal.open(alone, read_only=True)) as journal:
        assert journal.plain_rolls() == 1


def test_a_mistake_in_a_turn_ends_the_box_and_is_raised(pi, monkeypatch):
    async def script():
        monkeypatch.setattr("companion.standby.Standby.press", broken)
        await pi.tap("down")

    began = pi.loop.time()
    with pytest.raises(ZeroDivisionError):
        pi.play(script)
    assert pi.loop.time() - began < GOODBYE
    assert not pi.wire.open
    assert pi.chip.lines[BOARD.controls.up.pin].request is None


def broken(*_: object) -> None:
    raise ZeroDivisionError


async def beeps(pi: Pi, seconds: float) -> int:
    """How often the buzzer begins to beep."""
    levels = []
    for _ in range(round(seconds / 0.005)):
        levels.append(pi.chip.level(12))
        await asyncio.sleep(0.005)
    return sum(after > before for before, after in pairwise([0, *levels]))


def test_a_roll_is_heard_and_a_menu_is_not(tmp_path):
    pi = Pi(tmp_path, board=BUZZING)

    async def script():
        pi.hold("down")
        assert await beeps(pi, 0.3) == 0
        pi.let_go("down")
        await pi.tap("ok")
        pi.hold("roll")
        assert await beeps(pi, 1) == 4
        pi.let_go("roll")

    pi.play(script)
    assert pi.log == []
    assert pi.chip.lines[12].request is None


def test_sound_is_off_at_once_when_the_settings_say_so(tmp_path):
    pi = Pi(tmp_path, board=BUZZING)

    async def script():
        await pi.tap("up", "up", "ok", "down", "ok", "down", "ok", "back", "back", "down", "ok")
        pi.hold("roll")
        assert await beeps(pi, 1) == 0

    pi.play(script)


def test_a_speaker_that_fails_keeps_nobody_from_playing(tmp_path, shown):
    pi = Pi(tmp_path, board=BUZZING)
    taken = pi._choose()
    taken.pin(12).output_with_state(0)

    async def script():
        await pi.tap("down", "ok", "roll")
        assert len(pi.log) == 1

    pi.play(script)
    taken.close()


def newer(path: Path) -> None:
    """A journal as a later version of the program leaves it."""
    Journal.open(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 999")


def test_a_journal_that_does_not_open_is_shown_told_once_and_tried_again(pi, shown):
    newer(pi.settings.journal)

    async def script():
        assert pi.heard.words("READY") == ["READY=1"]
        sorry = pi.frame
        assert sorry != shown()
        await asyncio.sleep(60)
        assert (pi.frame, len(pi.log)) == (sorry, 1)
        pi.settings.journal.unlink()
        await asyncio.sleep(6)
        assert pi.frame == shown()
        assert pi.log[1:] == ["Working again: the journal."]

    pi.play(script)
    assert pi.log[0].startswith("The journal was written by a newer version of this program: update the program.")


def test_without_a_journal_the_panel_rests_too_and_the_first_press_only_wakes(pi, shown):
    newer(pi.settings.journal)

    async def script():
        sorry, bright = pi.frame, pi.contrast
        await asyncio.sleep(pi.settings.dim_after)
        assert (pi.frame, pi.contrast) == (sorry, bright // 10)
        await asyncio.sleep(pi.settings.blank_after - pi.settings.dim_after)
        assert not pi.wire.display.lit
        pi.settings.journal.unlink()
        await pi.tap("ok")
        assert (pi.frame, pi.wire.display.lit) == (sorry, True)
        await pi.tap("ok")
        assert pi.frame == shown()

    pi.play(script)


@pytest.mark.parametrize("journal", [newer, lambda path: None], ids=["no journal", "a journal"])
def test_a_panel_that_hangs_upside_down_shows_all_pictures_so(tmp_path, journal):
    pictures = []
    for rotation in (0, 180):
        pi = Pi(tmp_path / str(rotation))
        pi.settings = structs.replace(pi.settings, rotation=rotation)
        journal(pi.settings.journal)
        pictures.append(pictures_of(pi))
    upright, turned = pictures
    assert list(map(rotated, upright)) == turned != upright


def pictures_of(pi: Pi) -> list[bytes]:
    """The first picture and the last."""
    pictures = []

    async def script():
        pictures.append(pi.frame)
        signal.raise_signal(signal.SIGTERM)
        await asyncio.sleep(GOODBYE / 2)
        pictures.append(pi.frame)

    pi.play(script)
    return pictures


def test_a_press_tries_a_journal_that_did_not_open_again(pi, shown):
    newer(pi.settings.journal)

    async def script():
        await asyncio.sleep(1)
        pi.settings.journal.unlink()
        await pi.tap("ok")
        assert pi.frame == shown()

    pi.play(script)


def test_a_second_box_is_refused_before_it_touches_the_panel(pi):
    async def script():
        """Nothing: the box ends by itself."""

    with Lock(pi.settings.journal, "run"), pytest.raises(Taken):
        pi.play(script)
    assert pi.wire.calls == []


# as a program


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text('journal = "kept/journal.db"\nboard = "adafruit-oled-bonnet"\n', encoding="utf-8")
    return path


def test_the_program_ends_well_at_the_signal(config):
    with companion("run", "--config", str(config)) as process:
        first = process.stderr.readline().decode()
        assert "/dev/i2c-1" in first or "I2C bus 1" in first
        process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        assert process.stderr.read() == b""


def test_an_error_of_the_system_ends_the_box_and_is_not_taken_for_one_of_the_output(config, mocker):
    """The service is started anew then, as it is not after a mistake in the configuration."""
    mocker.patch("companion.run.oled.open_panel")
    mocker.patch("companion.run.serve", side_effect=OSError(errno.ENOLCK, "No locks available"))
    with pytest.raises(RuntimeError, match="a driver let an error of the system through"):
        main(["run", "--config", str(config)])


WITH_A_DISPLAY = """
import sys
from companion.__main__ import main
from companion.devices import oled
from companion.devices.fake_buses import FakeWire
from companion.devices.fake_oled import FakeDisplay

class Wire(FakeWire):
    def send(self, messages):
        super().send(messages)
        print(self.display.lit, self.display.frame().hex(), flush=True)

wire = Wire(FakeDisplay("ssd1306"))
oled.I2c = lambda path, address: wire.connect()
sys.exit(main(sys.argv[1:]))
"""


def test_the_program_shows_the_last_picture_then_nothing_and_ends_well(config):
    command = [sys.executable, "-c", WITH_A_DISPLAY, "run", "--config", str(config)]
    with subprocess.Popen(command, env=ENVIRON, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        *_, last, dark = process.stdout.read().decode().splitlines()
        assert process.wait(10) == 0
    assert last == f"True {good_night().hex()}"
    assert dark.startswith("False ")


def test_the_second_program_names_the_first(config):
    with companion("run", "--config", str(config)) as first:
        first.stderr.readline()
        second = subprocess.run(
            [sys.executable, "-m", "companion", "run", "--config", str(config)],
            env=ENVIRON,
            capture_output=True,
            text=True,
            check=False,
        )
        first.send_signal(signal.SIGTERM)
        first.communicate()
    assert second.returncode == 2
    assert second.stderr.startswith(f"`companion run` (process {first.pid}) is using ")
    assert second.stderr.count("\n") == 1
