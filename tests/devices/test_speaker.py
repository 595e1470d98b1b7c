"""Tunes in the loop's time on a fake voice: what sounds when, late turns, voices that fail; the tunes themselves."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.bulletin import Bulletin
from companion.devices.fake_voice import FakeVoice
from companion.devices.speaker import SPEAKER, Speaker
from companion.devices.tunes import GAP, LONGEST, TUNES, Tone, glide, melody, pitch
from companion.devices.voices import AUDIBLE
from companion.screens.sounds import Sound

ROLL, WON = Sound.ROLL, Sound.WON


class Box:
    """A speaker on a fake voice, and what the log says."""

    def __init__(self, broken: str = "") -> None:
        self.voice = FakeVoice(broken)
        self.said: list[str] = []
        self.speaker = Speaker(self.voice, Bulletin(self.said.append))

    def until(self, end: float) -> list[tuple[float, int]]:
        """Each pitch with its time, as a loop hears it that turns whenever something is due, up to `end`."""
        heard = []
        while (due := self.speaker.due()) is not None and due <= end:
            before = len(self.voice.told)
            self.speaker.turn(due)
            heard += [(round(due, 6), hertz) for hertz in self.voice.told[before:]]
        return heard


def score(sound: Sound, start: float) -> list[tuple[float, int]]:
    """What a tune has to give: each tone at its time, and silence at the end."""
    moments, now = [], start
    for tone in TUNES[sound]:
        moments.append((round(now, 6), tone.hertz))
        now += tone.seconds
    return [*moments, (round(now, 6), 0)]


@pytest.mark.parametrize("sound", Sound)
def test_a_tune_sounds_tone_by_tone_at_its_times_and_ends_in_silence(sound: Sound) -> None:
    box = Box()
    box.speaker.play(sound, 100.0)
    first = (100.0, box.voice.told[0])
    assert [first, *box.until(200)] == score(sound, 100.0)
    assert (box.speaker.due(), box.voice.sounding) == (None, 0)


def test_nothing_is_due_while_nothing_plays() -> None:
    box = Box()
    assert box.speaker.due() is None
    box.speaker.turn(5)
    assert box.voice.told == []


def test_a_turn_before_its_time_changes_nothing() -> None:
    box = Box()
    box.speaker.play(WON, 1.0)
    due, told = box.speaker.due(), list(box.voice.told)
    box.speaker.turn(1.0)
    assert (box.speaker.due(), box.voice.told) == (due, told)


def test_a_new_tune_takes_the_place_of_the_one_that_plays() -> None:
    box = Box()
    box.speaker.play(Sound.SWEET_DREAMS, 1.0)
    box.until(1.5)
    box.speaker.play(WON, 1.5)
    assert [(1.5, box.voice.told[-1]), *box.until(99)] == score(WON, 1.5)


@given(st.sampled_from(list(Sound)), st.lists(st.floats(0.0, 1.0), max_size=20))
def test_late_turns_leave_out_what_they_missed_and_never_shift_what_follows(sound: Sound, waits: list[float]) -> None:
    box, now = Box(), 10.0
    box.speaker.play(sound, now)
    tune = score(sound, now)
    for wait in waits:
        now += wait
        box.speaker.turn(now)
        expected = [hertz for moment, hertz in tune if moment <= now + 1e-6][-1]
        passed = [moment for moment, _ in tune if abs(moment - now) < 1e-5]
        assert passed or box.voice.sounding == expected
    box.speaker.turn(now + LONGEST)
    assert (box.speaker.due(), box.voice.sounding) == (None, 0)


def test_one_late_turn_sounds_one_tone() -> None:
    box = Box()
    box.speaker.play(WON, 0.0)
    before = len(box.voice.told)
    box.speaker.turn(0.3)
    assert len(box.voice.told) == before + 1


def test_switched_off_it_plays_nothing() -> None:
    box = Box()
    box.speaker.enabled = False
    box.speaker.play(ROLL, 1.0)
    assert (box.speaker.enabled, box.speaker.due(), box.voice.told) == (False, None, [])
    box.speaker.enabled = True
    box.speaker.play(ROLL, 2.0)
    assert box.voice.sounding == TUNES[ROLL][0].hertz


def test_switching_off_ends_the_tune_at_once() -> None:
    box = Box()
    box.speaker.play(WON, 1.0)
    box.speaker.enabled = False
    assert (box.speaker.due(), box.voice.sounding) == (None, 0)


def test_switching_off_in_silence_says_nothing_to_the_voice() -> None:
    box = Box()
    box.speaker.enabled = False
    assert box.voice.told == []


def test_closing_is_silent() -> None:
    box = Box()
    box.speaker.play(WON, 1.0)
    box.speaker.close()
    assert (box.speaker.due(), box.voice.sounding) == (None, 0)
    box.speaker.close()


def test_a_closed_speaker_takes_its_voice_again_for_the_next_tune() -> None:
    box = Box()
    box.speaker.close()
    box.speaker.play(WON, 1.0)
    assert box.voice.sounding == TUNES[WON][0].hertz


def test_a_voice_that_cannot_be_had_is_told_once_and_tried_again_with_the_next_tune() -> None:
    box = Box("The PWM is off.")
    for now in (1.0, 2.0, 3.0):
        box.speaker.play(ROLL, now)
        assert box.speaker.due() is None
    assert box.said == ["The PWM is off."]
    box.voice.broken = ""
    box.speaker.play(ROLL, 4.0)
    first, again = box.said
    assert (first, SPEAKER in again) == ("The PWM is off.", True)
    assert len(box.until(9)) == len(TUNES[ROLL])


def test_a_voice_that_fails_within_a_tune_ends_it_and_is_told_once() -> None:
    box = Box()
    box.speaker.play(WON, 1.0)
    box.voice.broken = "The wire is off."
    assert box.until(99) == []
    assert box.speaker.due() is None
    box.speaker.play(WON, 2.0)
    box.speaker.enabled = False
    box.speaker.close()
    assert box.said == ["The wire is off."]


def test_a_voice_that_fails_in_the_silence_after_a_tone_is_told_too() -> None:
    box = Box()
    box.speaker.play(ROLL, 1.0)
    box.voice.broken = "The wire is off."
    box.speaker.turn(1.02)
    assert (box.said, box.speaker.due()) == (["The wire is off."], None)


def test_every_sound_has_a_tune_and_no_two_are_the_same() -> None:
    assert set(TUNES) == set(Sound)
    assert len(set(TUNES.values())) == len(Sound)


@pytest.mark.parametrize("sound", Sound)
def test_a_tune_is_short_audible_and_begins_with_a_tone(sound: Sound) -> None:
    tune = TUNES[sound]
    assert sum(tone.seconds for tone in tune) <= LONGEST
    assert all(tone.seconds > 0.01 for tone in tune)
    assert all(500 <= tone.hertz <= 3200 and tone.hertz in AUDIBLE for tone in tune if tone.hertz)
    assert tune[0].hertz > 0


def test_on_a_buzzer_with_one_pitch_the_rhythms_still_differ() -> None:
    def rhythm(sound: Sound) -> tuple[tuple[bool, float], ...]:
        beats: list[tuple[bool, float]] = []
        for tone in TUNES[sound]:
            if beats and beats[-1][0] == bool(tone.hertz):
                beats[-1] = (beats[-1][0], round(beats[-1][1] + tone.seconds, 3))
            else:
                beats.append((bool(tone.hertz), round(tone.seconds, 3)))
        return tuple(beats)

    assert len({rhythm(sound) for sound in Sound}) == len(Sound)


def test_the_roll_is_over_before_the_next_press() -> None:
    assert sum(tone.seconds for tone in TUNES[ROLL]) <= 0.4


@pytest.mark.parametrize(("note", "hertz"), [("A4", 440), ("C4", 262), ("E6", 1319), ("C7", 2093), ("B6", 1976)])
def test_notes_have_their_pitch(note: str, hertz: int) -> None:
    assert pitch(note) == hertz


def test_a_melody_has_its_beats_with_a_gap_after_each_note() -> None:
    assert melody(0.5, "A4 A4:2") == (
        Tone(440, pytest.approx(0.5 - GAP)),
        Tone(0, GAP),
        Tone(440, pytest.approx(1.0 - GAP)),
        Tone(0, GAP),
    )


def test_a_glide_goes_from_pitch_to_pitch() -> None:
    tones = glide(600, 500, 1.0, 5)
    assert [tone.hertz for tone in tones] == [600, 575, 550, 525, 500]
    assert sum(tone.seconds for tone in tones) == pytest.approx(1.0)
    assert all(first.hertz > second.hertz for first, second in pairwise(tones))
