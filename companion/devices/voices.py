"""What a speaker speaks with: one tone at a time. The port, and the voice of an active buzzer on a plain output.

Nothing here knows tunes or time.
"""

from collections.abc import Callable
from typing import Any, Protocol

from companion.devices.headers import PinTrouble
from companion.troubles import Trouble

AUDIBLE = range(20, 20_001)
"""The pitches of a tone, in hertz."""


class VoiceTrouble(Trouble):
    """A voice cannot sound; the text is one sentence for the maker of the box."""


class Voice(Protocol):
    """One tone at a time. Every method may raise Trouble, and RuntimeError if the voice is not in the state for it."""

    def open(self) -> None:
        """Take what it needs; silent. RuntimeError if it is open already."""

    def tone(self, hertz: int) -> None:
        """Sound from now on, at this pitch if it can. RuntimeError if it is not open, ValueError if not AUDIBLE."""

    def silence(self) -> None:
        """Be silent from now on. RuntimeError if it is not open."""

    def close(self) -> None:
        """Be silent and give everything back; nothing happens if it is not open."""


def check(is_open: bool, hertz: int = AUDIBLE[0]) -> None:
    """Refuse misuse of a voice, the same for all."""
    if not is_open:
        raise RuntimeError("open the voice before it sounds")
    if hertz not in AUDIBLE:
        raise ValueError(f"a tone is between {AUDIBLE[0]} and {AUDIBLE[-1]} Hz, not {hertz}")


class Buzzer:
    """An active buzzer: it has a pitch of its own and beeps while its pin is high. `factory` gives the pins."""

    def __init__(self, factory: Callable[[], Any], number: int) -> None:
        self._factory = factory
        self._number = number
        self._pin: Any = None

    def open(self) -> None:
        if self._pin:
            raise RuntimeError("this buzzer is open already")
        try:
            pin = self._factory().pin(self._number)
            pin.output_with_state(0)
        except PinTrouble:
            raise
        except Exception as error:  # every driver has errors of its own
            raise VoiceTrouble(f"The buzzer on pin {self._number} cannot be used ({error}).") from error
        self._pin = pin

    def tone(self, hertz: int) -> None:
        check(bool(self._pin), hertz)
        self._pin.state = 1

    def silence(self) -> None:
        check(bool(self._pin))
        self._pin.state = 0

    def close(self) -> None:
        if self._pin:
            self._pin.state = 0
            self._pin.close()
            self._pin = None
