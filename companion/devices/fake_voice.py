"""A voice of which everything is known: the fake of the buzzer and the piezo. It refuses the same misuse."""

from companion.devices.voices import VoiceTrouble, check


class FakeVoice:
    """Remembers each pitch that it is told, 0 for silence; while `broken` has a sentence, it fails with it."""

    def __init__(self, broken: str = "") -> None:
        self.broken = broken
        self.told: list[int] = []
        self._open = False

    @property
    def sounding(self) -> int:
        """The pitch at this moment, 0 for silence."""
        return self.told[-1] if self._open and self.told else 0

    def open(self) -> None:
        if self._open:
            raise RuntimeError("this voice is open already")
        self._fail()
        self._open = True

    def tone(self, hertz: int) -> None:
        check(self._open, hertz)
        self._fail()
        self.told.append(hertz)

    def silence(self) -> None:
        check(self._open)
        self._fail()
        self.told.append(0)

    def close(self) -> None:
        self._open = False

    def _fail(self) -> None:
        if self.broken:
            raise VoiceTrouble(self.broken)
