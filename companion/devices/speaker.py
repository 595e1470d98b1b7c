"""The speaker: plays tunes in the loop's turns, on whatever voice the board has, and never waits for anything.

Time comes in as an argument, in seconds of the loop's clock. A box whose voice fails goes on in silence; the log says
why once, and the next tune tries again.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion import boards
from companion.bulletin import Bulletin
from companion.devices.piezo import PWM, Piezo
from companion.devices.tunes import TUNES, Tone
from companion.devices.voices import Buzzer, Voice
from companion.screens.sounds import Sound
from companion.troubles import Trouble

SPEAKER = "the speaker"
END = Tone(0, 0)


def voice_of(speaker: boards.Speaker, factory: Callable[[], Any], pwm: Path = PWM) -> Voice:
    """The voice of a board's speaker; `factory` gives the pins when they are wanted, `pwm` is the kernel's folder."""
    return Buzzer(factory, speaker.pin) if speaker.kind == "buzzer" else Piezo(speaker.pin, pwm)


class Speaker:
    """Plays one tune at a time; a new one takes the place of the one that is playing."""

    def __init__(self, voice: Voice, bulletin: Bulletin) -> None:
        self._voice = voice
        self._bulletin = bulletin
        self._enabled = True
        self._tones: Iterator[Tone] = iter(())
        self._next: float | None = None
        self._ready = self._try(voice.open)

    @property
    def enabled(self) -> bool:
        """Whether people want to hear it; switched off, the tune that plays ends at once."""
        return self._enabled

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        self._enabled = enabled
        if not enabled and self._next is not None:
            self._next = None
            self._sound(0)

    def play(self, sound: Sound, now: float) -> None:
        """Begin the tune of `sound`, if sounds are wanted."""
        if not self._enabled:
            return
        self._ready = self._ready or self._try(self._voice.open)
        if self._ready:
            self._tones, self._next = iter(TUNES[sound]), now
            self.turn(now)

    def due(self) -> float | None:
        """When the next tone begins or the tune ends; None while nothing plays."""
        return self._next

    def turn(self, now: float) -> None:
        """Sound the tone of this moment; those that a late turn has missed are left out."""
        tone = None
        while self._next is not None and self._next <= now:
            tone = next(self._tones, END)
            self._next = None if tone is END else self._next + tone.seconds
        if tone is not None:
            self._sound(tone.hertz)

    def close(self) -> None:
        """Be silent and give the voice back."""
        self._next = None
        self._ready = False
        self._try(self._voice.close)

    def _sound(self, hertz: int) -> None:
        if hertz == 0:
            self._try(self._voice.silence)
        elif self._try(lambda: self._voice.tone(hertz)):
            self._bulletin.right(SPEAKER)

    def _try(self, act: Callable[[], None]) -> bool:
        try:
            act()
        except Trouble as trouble:
            self._next = None
            self._bulletin.wrong(SPEAKER, str(trouble))
            return False
        return True
