"""The controls of a board: each pin's changes become edges with the time at which they happened.

Only levels and times pass through here; debounce and gestures are in `screens`. There is no thread and no timer: on
our own pins the loop waits for one descriptor. `choose_factory` decides whose pins they are.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Self

from gpiozero.pins import Factory
from msgspec import Struct

from companion.boards import Board, ControlPin
from companion.devices.headers import PinTrouble, busy
from companion.devices.lines import PULLS, EarlyLines
from companion.devices.pins import GpiodFactory, open_gpiod
from companion.screens.gestures import Edge
from companion.screens.intents import Control

Listener = Callable[[Edge], None]


class Way(Struct, frozen=True):
    """A way to the pins: what it is called, how it is opened, and what it costs the box that uses it."""

    name: str
    open: Callable[[], Any]
    costs: str = "it reports edges from a thread of its own"


class Buttons:
    """The controls of `board` on the pins of a gpiozero factory whose ticks are CLOCK_MONOTONIC."""

    def __init__(self, board: Board, factory: Factory) -> None:
        self._controls = board.controls.by_name()
        self._factory = factory
        self._buttons: list[_Button] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open(self) -> None:
        """Takes the pins, all of them or none. Raises PinTrouble."""
        if self._buttons:
            raise RuntimeError("these buttons are open already")
        try:
            for name, control in self._controls.items():
                self._buttons.append(_Button(Control(name), control, _input(self._factory, control)))
        except PinTrouble:
            self.close()
            raise

    def listen(self, listener: Listener) -> None:
        """Calls `listener` with each edge, in whatever thread the factory reports it."""
        if not self._buttons or any(button.heard for button in self._buttons):
            raise RuntimeError("listen to open buttons, and once")
        for button in self._buttons:
            button.listen(listener)

    def attach(self, loop: asyncio.AbstractEventLoop, listener: Listener) -> None:
        """Calls `listener` with each edge in the loop's turn.

        On our own pins, a turn's edges come before its timers: a button released in time is never held long.
        """
        if isinstance(self._factory, GpiodFactory):
            self.listen(listener)
            loop.add_reader(self._factory.fileno(), self._factory.dispatch)
            self._loop = loop
        else:
            self.listen(lambda edge: _hand_over(loop, listener, edge))

    def close(self) -> None:
        """Gives the pins back."""
        if self._loop:
            self._loop.remove_reader(self._factory.fileno())
            self._loop = None
        for button in self._buttons:
            button.close()
        self._buttons.clear()


class _Button:
    """One control and its pin."""

    def __init__(self, line: Control, control: ControlPin, pin: Any) -> None:
        self._line = line
        self._pressed = control.active == "high"
        self._pin = pin
        self._listener: Listener | None = None

    @property
    def heard(self) -> bool:
        return self._listener is not None

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        self._pin.when_changed = self._changed

    def close(self) -> None:
        self._listener = None
        self._pin.close()

    def _changed(self, ticks: float, state: float) -> None:
        if self._listener:
            self._listener(Edge(self._line, bool(state) is self._pressed, ticks))


def choose_factory(ways: Sequence[Way] | None = None, warn: Callable[[str], None] | None = None) -> Any:
    """The pins of this machine: ours, or else the first of the others that opens, which `warn` then tells.

    Raises PinTrouble with the reason why ours do not open when none does.
    """
    reasons: list[str] = []
    for way in WAYS if ways is None else ways:
        try:
            factory = way.open()
        except Exception as error:  # noqa: BLE001  # every driver has errors of its own
            reasons.append(str(error))
            continue
        if reasons:
            (warn or logging.getLogger(__name__).warning)(
                f"The pins are driven by {way.name} instead of libgpiod; {way.costs}. Why: {reasons[0]}"
            )
        return factory
    raise PinTrouble(reasons[0])


def _open_lgpio() -> Any:
    from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415  # needs Debian's python3-lgpio

    return LGPIOFactory()


def _open_rpigpio() -> Any:
    from gpiozero.pins.rpigpio import RPiGPIOFactory  # noqa: PLC0415  # needs RPi.GPIO, the extra `legacy`

    return RPiGPIOFactory()


def ways(early: EarlyLines | None = None) -> tuple[Way, ...]:
    """Ours, on the lines that are taken already, and gpiozero's that may stand in.

    lgpio is as Debian packages it; RPi.GPIO is where the extra `legacy` is.
    """
    return (
        Way("libgpiod", partial(open_gpiod, early)),
        Way("lgpio", _open_lgpio, "it wakes the Pi about 1,500 times a second"),
        Way("RPi.GPIO", _open_rpigpio),
    )


WAYS = ways()


def _input(factory: Factory, control: ControlPin) -> Any:
    try:
        pin = factory.pin(control.pin)
        pin.input_with_pull(PULLS[control.active])
    except PinTrouble:
        raise
    except Exception as error:  # every driver has errors of its own
        if "busy" in str(error).lower():
            raise PinTrouble(busy(control.pin)) from error
        raise PinTrouble(f"Pin {control.pin} cannot be used ({error}): give it another in the board file.") from error
    return pin


def _hand_over(loop: asyncio.AbstractEventLoop, listener: Listener, edge: Edge) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(listener, edge)
