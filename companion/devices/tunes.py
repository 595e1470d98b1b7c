"""What the sounds of the box sound like: tunes as data.

A tone is a pitch in hertz (0: silence) and its length in seconds. The tunes lie between 500 and 3,200 Hz, where a
piezo disc is loud; a buzzer, which has one pitch of its own, plays their rhythm.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.screens.sounds import Sound

LONGEST = 4.0
"""Seconds that no tune exceeds."""

GAP = 0.02
"""Seconds of silence at the end of each note of a melody, so that two equal ones are two."""

_NOTES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


class Tone(NamedTuple):
    """One tone: its pitch in hertz, 0 for silence, and its length in seconds."""

    hertz: int
    seconds: float


Tune = tuple[Tone, ...]


def pitch(note: str) -> int:
    """The pitch of a note such as A4 (440 Hz), in equal temperament, rounded to whole hertz."""
    semitones = _NOTES[note[0]] - _NOTES["A"] + 12 * (int(note[1:]) - 4)
    return round(440 * 2 ** (semitones / 12))


def melody(beat: float, notes: str) -> Tune:
    """Notes such as "E6 G6:2": each lasts one beat (seconds) or as many as it says."""
    tones: list[Tone] = []
    for word in notes.split():
        note, _, beats = word.partition(":")
        tones += [Tone(pitch(note), beat * float(beats or 1) - GAP), Tone(0, GAP)]
    return tuple(tones)


def glide(start: int, end: int, seconds: float, steps: int) -> Tune:
    """From one pitch to another in equal steps."""
    return tuple(Tone(start + (end - start) * step // (steps - 1), seconds / steps) for step in range(steps))


def repeated(times: int, *tones: Tone) -> Tune:
    """The same tones several times."""
    return tones * times


TUNES: Mapping[Sound, Tune] = MappingProxyType(
    {
        Sound.ROLL: repeated(4, Tone(2400, 0.015), Tone(0, 0.06)),
        Sound.WOLF: (*glide(600, 1300, 0.5, 15), Tone(1300, 0.5), *glide(1300, 500, 0.9, 25)),
        Sound.SWEET_DREAMS: melody(0.2, "E6 E6 G6:3 E6 E6 G6:3 E6 G6 C7:2 B6:2 A6 A6 G6:2"),
        Sound.FALSE_ALARM: repeated(3, Tone(1600, 0.15), Tone(1100, 0.15), Tone(0, 0.05)),
        Sound.SLEEPYHEAD: melody(0.25, "E6 C6:2 E6 C6:2"),
        Sound.WON: melody(0.12, "C6 E6 G6 C7:3"),
    }
)
