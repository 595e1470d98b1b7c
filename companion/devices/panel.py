"""The panel as the loop sees it: shows frames, sends only what changed, and survives its own loss.

The difference of two frames goes out in one transfer. A panel that fails, or that may have lost its power unnoticed,
is started anew. Time is an argument. Which library knows the chip and which bus it hangs on is not known here.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

from companion import boards
from companion.devices.panel_trouble import PanelTrouble, sentence
from companion.devices.windows import COMMAND, MEMORIES
from companion.screens.frames import SIZE, rotated

QUIET: Final = 10.0
"""Seconds without an update after which the panel may have lost its power unnoticed."""
SETTLE: Final = 0.5
"""Seconds without an update after which there is time to start the panel anew."""
RETRY: Final = 2.0
"""Seconds between two attempts to reach a lost panel."""


class Wire(Protocol):
    """What a panel hangs on. A message is a control byte, COMMAND or DATA, and what it announces."""

    def send(self, messages: Sequence[bytes]) -> None:
        """Deliver 1 to 42 messages, in one call to the system if the bus can; OSError when that fails."""

    def close(self) -> None:
        """Give the bus back."""


class Chip(Protocol):
    """The commands of a display chip, as bytes to send."""

    def start(self) -> bytes:
        """From power-on to ready; leaves the chip dark."""

    def restart(self) -> bytes:
        """The same for a chip that may be lit: it stays as it is."""

    def contrast(self, level: int) -> bytes: ...

    def power(self, on: bool) -> bytes: ...


class Panel:
    """One panel of 128×64. It is first reached for by `show`. Every method may raise PanelTrouble, once a loss."""

    def __init__(self, display: boards.Display, chip: Chip, connect: Callable[[], Wire]) -> None:
        """`connect` opens the wire; it raises OSError when there is none."""
        self._display = display
        self._chip = chip
        self._connect = connect
        self._memory = MEMORIES[display.chip]
        self._wire: Wire | None = None
        self._wanted: bytes | None = None
        self._shown: bytes | None = None
        self._awake = True
        self._level = display.contrast
        self._lost = False
        self._last = 0.0
        self._settled_at: float | None = None

    @property
    def lost(self) -> bool:
        """Whether the panel failed and has not answered since."""
        return self._lost

    def show(self, frame: bytes, now: float) -> None:
        """Show a frame of 1024 bytes in page layout. While the panel is lost the frame waits for it."""
        if len(frame) != SIZE:
            raise ValueError(f"a frame has {SIZE} bytes, not {len(frame)}")
        self._wanted = rotated(frame) if self._display.rotation else frame
        if self._lost or self._wanted == self._shown:
            return
        if self._shown is None:
            self._start(self._chip.start(), now)
        else:
            self._update(self._shown, self._wanted, now)

    def contrast(self, level: int) -> None:
        """Set the chip's contrast, 0 to 255; a lost panel gets it when it is back."""
        if not 0 <= level <= 255:
            raise ValueError(f"a contrast is 0 to 255, not {level}")
        if level != self._level:
            self._level = level
            self._command(self._chip.contrast(level))

    def blank(self) -> None:
        """Switch the light off, against burn-in; frames are still taken."""
        self._power(False)

    def wake(self) -> None:
        """Switch the light on again."""
        self._power(True)

    def due(self) -> float | None:
        """When to call `refresh`; None: there is no need to. An update may move it."""
        return self._last + RETRY if self._lost else self._settled_at

    def refresh(self, now: float) -> None:
        """Start the panel anew if that is due. When a lost panel still does not answer, nothing is raised."""
        due = self.due()
        if due is None or now < due:
            return
        if self._lost:
            with suppress(PanelTrouble):
                self._start(self._chip.start(), now)
        else:
            self._start(self._chip.restart(), now)

    def close(self) -> None:
        """Give the bus back; the panel keeps its picture and its light."""
        wire, self._wire, self._shown, self._settled_at = self._wire, None, None, None
        if wire is not None:
            with suppress(OSError):
                wire.close()

    def _start(self, commands: bytes, now: float) -> None:
        """Start the chip, fill its memory, and only then let it shine."""
        self._last, self._settled_at = now, None
        if self._wanted is None:
            return
        start = COMMAND + commands + self._chip.contrast(self._level)
        self._send([start, *self._memory.whole(self._wanted), COMMAND + self._chip.power(self._awake)])
        self._shown, self._lost = self._wanted, False

    def _update(self, old: bytes, new: bytes, now: float) -> None:
        self._send(self._memory.messages(old, new))
        self._shown = new
        if self._settled_at is not None or now - self._last >= QUIET:
            self._settled_at = now + SETTLE
        self._last = now

    def _power(self, on: bool) -> None:
        if on != self._awake:
            self._awake = on
            self._command(self._chip.power(on))

    def _command(self, commands: bytes) -> None:
        """Send commands to a panel that runs; one that does not gets all of them when it starts."""
        if self._shown is not None:
            self._send([COMMAND + commands])

    def _send(self, messages: Sequence[bytes]) -> None:
        try:
            if self._wire is None:
                self._wire = self._connect()
            self._wire.send(messages)
        except OSError as error:
            self.close()
            self._lost = True
            raise PanelTrouble(sentence(self._display.bus, error)) from error
