"""The test's view of the bus: how much went over it, and what panels that listen to it show.

Knows no machine: the bytes of the log come from a function.
"""

import base64
import copy
import threading
from collections.abc import Callable
from typing import NamedTuple

from tests.vm.channel import CHUNK, Answer, VmTrouble
from tests.vm.panel import ADDRESS, CHIPS, Message, Panel, Rows, messages

Panels = dict[str, Panel]


class BusCount(NamedTuple):
    """What went over the bus: bytes without the addresses, messages acknowledged, messages that failed."""

    bytes: int = 0
    messages: int = 0
    failed: int = 0

    def since(self, before: "BusCount") -> "BusCount":
        return BusCount(*(now - then for now, then in zip(self, before, strict=True)))


def new_panels() -> Panels:
    """A panel with each chip, all listening to the same bus: look at the one that the box has."""
    return {chip: Panel(chip) for chip in CHIPS}


class Bus:
    """Panels on a bus whose log `take` gives, each part once."""

    def __init__(self, take: Callable[[], Answer], panels: Panels) -> None:
        self._take = take
        self._panels = copy.deepcopy(panels)
        self._count, self._unread = BusCount(), b""
        self._lock = threading.Lock()

    @property
    def panels(self) -> Panels:
        self._read()
        return self._panels

    @property
    def count(self) -> BusCount:
        self._read()
        return self._count

    def film(self, chip: str) -> list[tuple[int, Rows]]:
        """What a panel showed after each message that nobody has looked at yet, and when: nanoseconds of the
        machine's monotonic clock."""
        pictures: list[tuple[int, Rows]] = []
        self._read(lambda message: pictures.append((message.ns, self._panels[chip].rows())))
        return pictures

    def panels_lose_power(self) -> None:
        for panel in self.panels.values():
            panel.power_on()

    def _read(self, look: Callable[[Message], None] = lambda _: None) -> None:
        with self._lock:
            size = CHUNK
            while size == CHUNK:
                answer = self._take()
                if answer["lost"]:
                    raise VmTrouble(f"{answer['lost']} messages on the bus were lost: look at it more often")
                raw = base64.b64decode(answer["data"])
                size = len(raw)
                found, self._unread = messages(self._unread + raw)
                for message in found:
                    self._show(message)
                    look(message)

    def _show(self, message: Message) -> None:
        good = message.acknowledged
        size, sent, failed = self._count
        self._count = BusCount(size + len(message.data), sent + good, failed + (not good))
        if good and message.address == ADDRESS and not message.read:
            for panel in self._panels.values():
                panel.write(message.data)
