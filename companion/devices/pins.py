"""gpiozero's pins on libgpiod 2: the header of a Raspberry Pi without a thread and without polling.

A pin asks the kernel for its line when it is first used and hands it back when it is closed. Edges carry the
kernel's CLOCK_MONOTONIC, the clock of the loop; one epoll descriptor, the factory's `fileno()`, covers all pins,
and `dispatch()` reports what waits behind it. Nothing here knows what a pin is for.
"""

import select
import time
from collections.abc import Iterable
from typing import Any

from gpiozero.exc import PinFixedPull, PinInvalidEdges, PinInvalidFunction, PinInvalidPull, PinSetInput
from gpiozero.pins.pi import PiFactory, PiPin

from companion.devices.headers import chips, open_header
from companion.devices.lines import BIASES, EarlyLines, ask, consumer, input_settings, load_gpiod

EDGES = ("none", "falling", "rising", "both")
NANOSECONDS = 1e-9


class GpiodFactory(PiFactory):  # type: ignore[misc]  # gpiozero has no types
    """Pins of the header through `gpiod`, the package of libgpiod 2 or a stand-in with its names.

    `paths` are the chips to look at, `early` the lines that are taken already. Raises PinTrouble when none of the
    chips is a Pi's header.
    """

    def __init__(self, gpiod: Any, paths: Iterable[str], early: EarlyLines | None = None) -> None:
        super().__init__()
        self.gpiod = gpiod
        self.pin_class = GpiodPin
        self._chip, self._revision = open_header(gpiod, paths)
        self._early = early
        self._epoll = select.epoll()
        self._watched: dict[int, GpiodPin] = {}

    def close(self) -> None:
        super().close()
        self._epoll.close()
        self._chip.close()

    def fileno(self) -> int:
        """The one descriptor of all pins: readable when edges wait for `dispatch`."""
        return self._epoll.fileno()

    def dispatch(self) -> None:
        """Reports the edges that wait, of all pins, in the order in which they happened. Never blocks."""
        edges = [edge for fd, _ in self._epoll.poll(0) for edge in self._watched[fd].edges_waiting()]
        for ticks, pin, state in sorted(edges, key=lambda edge: edge[0]):
            pin.report(ticks, state)

    def early(self, number: int) -> Any:
        """The kernel's line for a pin if it was taken early and has not been asked for yet, else None."""
        return self._early.hand_over(number) if self._early else None

    def request(self, number: int, settings: Any) -> Any:
        """The kernel's line for a pin. Raises PinTrouble."""
        return ask(self._chip, number, settings)

    def consumer(self, number: int) -> str:
        """Who has the line of a pin, as the kernel knows it; "" when nobody has."""
        return consumer(self._chip, number)

    def watch(self, request: Any, pin: "GpiodPin") -> None:
        self._watched[request.fd] = pin
        self._epoll.register(request.fd, select.EPOLLIN)

    def unwatch(self, request: Any) -> None:
        del self._watched[request.fd]
        self._epoll.unregister(request.fd)

    @staticmethod
    def ticks() -> float:
        """Seconds of the clock that stamps the edges."""
        return time.monotonic()

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        return later - earlier

    def _get_revision(self) -> int:
        return self._revision


class GpiodPin(PiPin):  # type: ignore[misc]  # gpiozero has no types
    """One pin: an input with a pull resistor and edges, or an output. Levels are 0 (low) and 1 (high).

    The first handler of an input whose line was taken early hears the edges since then, too.
    """

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._function = "input"
        self._pull = info.pull or "floating"
        self._level = 0
        self._edges = "both"
        self._detecting = False
        self._early = False
        self._request: Any = None

    def close(self) -> None:
        self.when_changed = None
        if self._request is not None:
            self._request.release()
            self._request = None

    def output_with_state(self, state: float) -> None:
        """An output that has this level from its first moment on."""
        self._level = int(bool(state))
        self._set_function("output")

    def input_with_pull(self, pull: str) -> None:
        """An input that is pulled from its first moment on."""
        self._check_pull(pull)
        self._pull = pull
        self._set_function("input")

    def edges_waiting(self) -> list[tuple[float, "GpiodPin", int]]:
        """Takes the edges that wait: the time in seconds, this pin, and the level after it."""
        rising = self._factory.gpiod.EdgeEvent.Type.RISING_EDGE
        events = self._request.read_edge_events()
        return [(event.timestamp_ns * NANOSECONDS, self, int(event.event_type is rising)) for event in events]

    def report(self, ticks: float, state: int) -> None:
        """Tells the handler, if there is one still."""
        if self._when_changed is not None:
            self._call_when_changed(ticks, state)

    def _line(self) -> Any:
        if self._request is None:
            self._apply()
        return self._request

    def _apply(self) -> None:
        if self._request is None:
            self._request = self._factory.early(self._number)
            self._early = self._request is not None
        if self._request is None:
            self._request = self._factory.request(self._number, self._settings())
        else:
            self._request.reconfigure_lines({self._number: self._settings()})

    def _settings(self) -> Any:
        gpiod, line = self._factory.gpiod, self._factory.gpiod.line
        if self._function == "output":
            return gpiod.LineSettings(direction=line.Direction.OUTPUT, output_value=line.Value(self._level))
        return input_settings(gpiod, self._pull, self._edges if self._detecting or self._early else "none")

    def _get_function(self) -> str:
        return str(self._function)

    def _set_function(self, value: str) -> None:
        if value not in {"input", "output"}:
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')
        self._function = value
        self._apply()

    def _get_state(self) -> int:
        return int(self._line().get_value(self._number) is self._factory.gpiod.line.Value.ACTIVE)

    def _set_state(self, value: float) -> None:
        if self._function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._level = int(bool(value))
        self._line().set_value(self._number, self._factory.gpiod.line.Value(self._level))

    def _get_pull(self) -> str:
        return str(self._pull)

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        self._check_pull(value)
        self._pull = value
        self._apply()

    def _check_pull(self, value: str) -> None:
        if value not in BIASES:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        if self.info.pull not in {value, ""}:
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")

    def _get_edges(self) -> str:
        return str(self._edges)

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f'invalid edges "{value}" for pin {self!r}')
        self._edges = value
        if self._detecting:
            self._apply()

    def _enable_event_detect(self) -> None:
        line = self._line()
        if not self._early:
            self._forget_old_edges(line)
        self._detecting, self._early = True, False
        self._apply()
        self._factory.watch(self._request, self)

    def _disable_event_detect(self) -> None:
        if self._detecting:
            self._factory.unwatch(self._request)
            self._detecting = False
            self._apply()

    @staticmethod
    def _forget_old_edges(request: Any) -> None:
        while select.select([request.fd], [], [], 0)[0]:
            request.read_edge_events()


def open_gpiod(early: EarlyLines | None = None) -> GpiodFactory:
    """The pins of this machine. Raises PinTrouble."""
    return GpiodFactory(load_gpiod(), chips(), early)
