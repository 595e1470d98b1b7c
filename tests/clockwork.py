"""An event loop whose time passes only when everybody waits for it: nothing sleeps, and every wake-up is known."""

import asyncio
import selectors


class _Selector(selectors.DefaultSelector):
    """Looks for what is ready; where a real one would sleep, the time is there at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.woken: list[float] = []

    def select(self, timeout=None):
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        if timeout is None:
            raise AssertionError("everybody waits, and nothing will ever happen")
        self.now += timeout
        self.woken.append(self.now)
        return super().select(0)


class Clockwork(asyncio.SelectorEventLoop):
    """Begins at second 1000."""

    def __init__(self) -> None:
        self.selector = _Selector()
        super().__init__(self.selector)

    def time(self) -> float:
        return self.selector.now

    @property
    def woken(self) -> list[float]:
        """When a timer ended a sleep, so far."""
        return self.selector.woken
