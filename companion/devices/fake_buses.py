"""The buses of the fake display: I2C as i2c.py offers it, SPI and pins as luma asks for them.

They keep what went over them, break when a test wants it, and refuse misuse.
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.devices.fake_oled import FakeDisplay, Misuse


@dataclass
class FakeWire:
    """An I2C bus with a display on it: the fake of i2c.py, with what went over it and ways to break it.

    `calls` has for each transfer its messages as they arrived. `fail(after)` breaks the bus once, after so many more
    messages; `unplug` breaks it until `plug`.
    """

    display: FakeDisplay
    error: int = errno.EREMOTEIO
    calls: list[list[bytes]] = field(default_factory=list)
    plugged: bool = True
    open: bool = False
    _fails_after: int | None = None

    def connect(self) -> FakeWire:
        """Open the bus; it is there even when nothing is plugged to it."""
        if self.open:
            raise Misuse("the bus is open already")
        self.open = True
        return self

    def send(self, messages: Sequence[bytes]) -> None:
        if not self.open:
            raise Misuse("the bus is not open")
        if not 0 < len(messages) <= 42:
            raise ValueError(f"one transfer takes 1 to 42 messages, not {len(messages)}")
        self.calls.append([])
        for message in messages:
            self._fail_if_due()
            self.calls[-1].append(bytes(message))
            self.display.receive(message)

    def close(self) -> None:
        self.open = False

    def fail(self, after: int) -> None:
        self._fails_after = after

    def plug(self, display: FakeDisplay | None = None) -> None:
        """Plug the same module, or another one, as it is after power-on."""
        self.display = display or self.display
        self.display.power_on()
        self.plugged = True

    def unplug(self) -> None:
        self.plugged = False

    def bytes_sent(self) -> int:
        """Bytes on the bus so far, the address of each message counted."""
        return sum(1 + len(message) for call in self.calls for message in call)

    def _fail_if_due(self) -> None:
        if self._fails_after is not None:
            self._fails_after -= 1
        if not self.plugged or self._fails_after == -1:
            self._fails_after = None
            raise OSError(self.error, "the fake bus fails")


class FakeGpio:
    """The pins of an SPI panel as luma asks for them: levels by BCM number."""

    OUT: int = 0
    LOW: int = 0
    HIGH: int = 1

    def __init__(self) -> None:
        self.levels: dict[int, int] = {}

    def setup(self, pin: int, direction: int) -> None:
        if direction != self.OUT:
            raise Misuse("a display's pins are outputs")
        self.levels[pin] = self.LOW

    def output(self, pin: int, level: int) -> None:
        if pin not in self.levels:
            raise Misuse(f"pin {pin} is not set up")
        self.levels[pin] = level


class FakeSpidev:
    """spidev's SpiDev with a display behind it; D/C and reset are pins of `gpio`."""

    def __init__(self, display: FakeDisplay, gpio: FakeGpio, dc: int, rst: int) -> None:
        self.display = display
        self.max_speed_hz = 0
        self.writes: list[tuple[bool, bytes]] = []
        self.opened: tuple[int, int] | None = None
        self.absent = False
        self._pins = gpio.levels
        self._dc, self._rst = dc, rst

    def open(self, port: int, device: int) -> None:
        if self.absent:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        if self._pins.get(self._rst) != FakeGpio.HIGH:
            raise Misuse("the display is not out of its reset")
        self.display.reset()
        self.opened = port, device

    def writebytes(self, values: Sequence[int]) -> None:
        """Write at most 4096 bytes, as the kernel's default is; the D/C pin says what they are."""
        if self.opened is None or not 0 < len(values) <= 4096:
            raise Misuse("write 1 to 4096 bytes to an open bus")
        data = self._pins[self._dc] == FakeGpio.HIGH
        self.writes.append((data, bytes(values)))
        (self.display.data if data else self.display.commands)(bytes(values))

    def close(self) -> None:
        self.opened = None
