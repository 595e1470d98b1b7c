"""What every voice does, the fake, the buzzer and the piezo; and how the piezo finds and treats the kernel's PWM."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from companion import boards
from companion.devices import piezo
from companion.devices.fake_voice import FakeVoice
from companion.devices.headers import PinTrouble
from companion.devices.piezo import Piezo
from companion.devices.speaker import voice_of
from companion.devices.voices import Buzzer, VoiceTrouble
from tests.devices.hands import ChipHand
from tests.devices.kernel_pwm import KernelPwm

PI4, PI4_SOUND, PI5, PI5_FAN = "fe20c000.pwm", "fe20c800.pwm", "1f00098000.pwm", "1f0009c000.pwm"
ZERO, ZERO_2 = "20c000.pwm", "3f20c000.pwm"


class FakeEar:
    """Hears the fake."""

    def __init__(self, folder: Path) -> None:
        self.voice = FakeVoice()

    def pitch(self) -> int:
        return self.voice.sounding

    def free(self) -> bool:
        return True


class MockPinEar:
    """Hears a buzzer on gpiozero's fake."""

    def __init__(self, folder: Path) -> None:
        self.factory = MockFactory()
        self.voice = Buzzer(lambda: self.factory, 20)

    def pitch(self) -> int:
        return int(self.factory.pin(20).state)

    def free(self) -> bool:
        return bool(self.factory.pin(20).function == "input")


class ChipEar:
    """Hears a buzzer on our pins."""

    def __init__(self, folder: Path) -> None:
        self.hand = ChipHand()
        self.voice = Buzzer(lambda: self.hand.factory, 20)

    def pitch(self) -> int:
        return self.hand.level(20)

    def free(self) -> bool:
        return self.hand.chip.lines[20].consumer == ""


class PwmEar:
    """Hears a piezo on the kernel's PWM."""

    def __init__(self, folder: Path) -> None:
        self.kernel = KernelPwm(folder, PI4)
        self.voice = Piezo(18, self.kernel.root, self.kernel.put)

    def pitch(self) -> int:
        if self.free():
            return 0
        period, duty, on = (self.kernel.value("pwmchip0/pwm0", name) for name in ("period", "duty_cycle", "enable"))
        return round(1e9 / period) if on and duty else 0

    def free(self) -> bool:
        return not (self.kernel.root / "pwmchip0" / "pwm0").exists()


@pytest.fixture(params=[FakeEar, MockPinEar, ChipEar, PwmEar])
def ear(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    ear = request.param(tmp_path)
    yield ear
    ear.voice.close()


def test_an_open_voice_is_silent(ear: Any) -> None:
    ear.voice.open()
    assert ear.pitch() == 0


@pytest.mark.parametrize("hertz", [20, 440, 2637, 20_000])
def test_a_tone_sounds_until_it_is_silenced(ear: Any, hertz: int) -> None:
    ear.voice.open()
    ear.voice.tone(hertz)
    assert ear.pitch() in {hertz, 1}
    ear.voice.silence()
    assert ear.pitch() == 0


def test_one_tone_follows_another_of_any_pitch(ear: Any) -> None:
    ear.voice.open()
    for hertz in (440, 4000, 20, 20_000, 440, 441):
        ear.voice.tone(hertz)
        assert ear.pitch() in {hertz, 1}


def test_silence_twice_is_silence(ear: Any) -> None:
    ear.voice.open()
    ear.voice.silence()
    ear.voice.tone(440)
    ear.voice.silence()
    ear.voice.silence()
    assert ear.pitch() == 0


def test_a_closed_voice_is_silent_and_has_given_everything_back(ear: Any) -> None:
    ear.voice.close()
    ear.voice.open()
    ear.voice.tone(440)
    ear.voice.close()
    ear.voice.close()
    assert ear.pitch() == 0
    assert ear.free()


def test_a_voice_can_be_opened_again(ear: Any) -> None:
    for _ in range(2):
        ear.voice.open()
        ear.voice.tone(440)
        assert ear.pitch() in {440, 1}
        ear.voice.close()


@pytest.mark.parametrize("hertz", [0, 19, 20_001, -440])
def test_a_tone_that_nobody_hears_is_refused(ear: Any, hertz: int) -> None:
    ear.voice.open()
    with pytest.raises(ValueError, match="a tone is between 20 and 20000 Hz"):
        ear.voice.tone(hertz)
    assert ear.pitch() == 0


@pytest.mark.parametrize(
    "misuse", [lambda voice: voice.tone(440), lambda voice: voice.silence(), lambda voice: (voice.open(), voice.open())]
)
def test_misuse_is_refused(ear: Any, misuse: Callable[[Any], object]) -> None:
    with pytest.raises(RuntimeError):
        misuse(ear.voice)


@pytest.mark.parametrize(
    ("devices", "pin", "channel"),
    [
        ([ZERO], 18, "pwmchip0/pwm0"),
        ([ZERO_2], 12, "pwmchip0/pwm0"),
        ([ZERO_2], 13, "pwmchip0/pwm1"),
        ([PI4_SOUND, PI4], 19, "pwmchip1/pwm1"),
        ([PI5_FAN, PI5], 12, "pwmchip1/pwm0"),
        ([PI5, PI5_FAN], 13, "pwmchip0/pwm1"),
        ([PI5_FAN, PI5], 18, "pwmchip1/pwm2"),
        ([PI5_FAN, PI5], 19, "pwmchip1/pwm3"),
    ],
)
def test_the_controller_is_found_by_its_address_and_the_channel_by_the_pin(
    tmp_path: Path, devices: list[str], pin: int, channel: str
) -> None:
    kernel = KernelPwm(tmp_path, *devices)
    voice = Piezo(pin, kernel.root, kernel.put)
    voice.open()
    voice.tone(1000)
    assert [kernel.value(channel, name) for name in ("period", "duty_cycle", "enable")] == [1_000_000, 500_000, 1]
    assert len(list(kernel.root.glob("pwmchip*/pwm[0-9]"))) == 1


@pytest.mark.parametrize("devices", [[], [PI4_SOUND], [PI5_FAN]])
def test_without_pwm_the_sentence_has_the_lines_to_add(tmp_path: Path, devices: list[str]) -> None:
    kernel = KernelPwm(tmp_path, *devices)
    with pytest.raises(VoiceTrouble) as caught:
        Piezo(13, kernel.root, kernel.put).open()
    assert str(caught.value) == (
        "The piezo is silent, as the PWM is off: add dtoverlay=pwm,pin=13,func=4 and dtparam=audio=off "
        "at the end of /boot/firmware/config.txt and restart the Pi."
    )


def test_a_machine_without_the_folder_is_one_without_pwm(tmp_path: Path) -> None:
    with pytest.raises(VoiceTrouble, match="the PWM is off"):
        Piezo(18, tmp_path / "none").open()


def test_a_tone_that_a_killed_program_left_behind_ends_and_its_channel_is_taken_over(tmp_path: Path) -> None:
    kernel = KernelPwm(tmp_path, PI4)
    left = Piezo(18, kernel.root, kernel.put)
    left.open()
    left.tone(20)
    voice = Piezo(18, kernel.root, kernel.put)
    voice.open()
    assert kernel.value("pwmchip0/pwm0", "enable") == 0
    voice.tone(4000)
    assert kernel.value("pwmchip0/pwm0", "period") == 250_000


REFUSED = [
    (
        errno.EACCES,
        "The piezo is silent (Permission denied): add this user to the group gpio (sudo adduser NAME gpio).",
    ),
    (errno.EBUSY, "The piezo is silent, as another program uses the PWM of pin 18: stop that."),
    (errno.EROFS, "The piezo is silent, as the kernel refuses its PWM (Read-only file system)."),
]


@pytest.mark.parametrize(("number", "says"), REFUSED)
@pytest.mark.parametrize("moment", ["open", "tone", "silence", "close"])
def test_what_the_kernel_refuses_is_told_in_a_sentence(tmp_path: Path, number: int, says: str, moment: str) -> None:
    kernel = KernelPwm(tmp_path, PI4)
    voice = Piezo(18, kernel.root, kernel.put)
    acts = {"open": voice.open, "tone": lambda: voice.tone(440), "silence": voice.silence, "close": voice.close}
    for name in list(acts)[: list(acts).index(moment)]:
        acts[name]()
    kernel.refuse = number
    with pytest.raises(VoiceTrouble) as caught:
        acts[moment]()
    assert str(caught.value) == says


def test_silence_in_silence_writes_nothing(tmp_path: Path) -> None:
    kernel = KernelPwm(tmp_path, PI4)
    voice = Piezo(18, kernel.root, kernel.put)
    voice.open()
    voice.silence()
    voice.tone(440)
    voice.silence()
    voice.silence()
    assert [name for name, _ in kernel.written] == ["export", "period", "duty_cycle", "enable", "enable"]


def test_the_piezo_has_a_channel_for_every_pin_that_a_board_may_give_it() -> None:
    assert all(set(channels) == set(boards.PWM_FUNCTIONS) for channels in piezo.CHANNELS.values())


def test_a_piezo_that_could_not_be_opened_can_be_tried_again(tmp_path: Path) -> None:
    kernel = KernelPwm(tmp_path, PI4)
    voice = Piezo(18, kernel.root, kernel.put)
    kernel.refuse = errno.EBUSY
    with pytest.raises(VoiceTrouble):
        voice.open()
    kernel.refuse = None
    voice.open()
    voice.tone(440)


def test_a_file_is_written_as_it_is_and_never_made(tmp_path: Path) -> None:
    file = tmp_path / "period"
    with pytest.raises(FileNotFoundError):
        piezo.write(file, "12")
    file.write_text("")
    piezo.write(file, "12")
    assert file.read_text() == "12"


def test_a_pin_that_is_taken_keeps_the_buzzer_silent_and_says_whose_it_is() -> None:
    hand = ChipHand()
    hand.chip.lines[20].consumer = "fan"
    with pytest.raises(PinTrouble, match='Pin 20 is in use by "fan"'):
        Buzzer(lambda: hand.factory, 20).open()
    hand.close()


def test_a_machine_without_pins_keeps_the_buzzer_silent() -> None:
    def no_pins() -> Any:
        raise PinTrouble("There are no pins.")

    with pytest.raises(PinTrouble, match=r"There are no pins\."):
        Buzzer(no_pins, 20).open()


def test_a_driver_that_refuses_the_pin_is_told_in_a_sentence() -> None:
    class Broken(MockFactory):
        def pin(self, name: object) -> Any:
            raise KeyError("bad handle")

    with pytest.raises(VoiceTrouble, match=r"^The buzzer on pin 20 cannot be used \('bad handle'\)\.$"):
        Buzzer(Broken, 20).open()


def test_a_board_s_speaker_has_the_voice_of_its_kind(tmp_path: Path) -> None:
    assert isinstance(voice_of(boards.Speaker("piezo", 18), MockFactory, tmp_path), Piezo)
    assert isinstance(voice_of(boards.Speaker("buzzer", 20), MockFactory), Buzzer)
    with pytest.raises(VoiceTrouble, match=r"pin=19,func=2"):
        voice_of(boards.Speaker("piezo", 19), MockFactory, tmp_path).open()
