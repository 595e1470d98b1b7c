"""The box's side of the talk with a hub over an open port, for a command that waits for what comes."""

import secrets
import select
from collections.abc import Callable, Sequence

from companion.devices.hub import Port
from companion.devices.hub_trouble import HubTrouble
from companion.link.conversation import Conversation, Event, Here, Seen, Stranger


class Talk:
    """`clock` in seconds. All of it raises HubTrouble when the hub is gone."""

    def __init__(self, port: Port, clock: Callable[[], float]) -> None:
        self._port = port
        self._clock = clock
        self._conversation = Conversation(Seen(), secrets.randbits(32), clock())
        self._events: list[Event] = []

    def show(self, armed: bool, lamps: str) -> None:
        """What the hub is to do from now on; `lamps` as in link.packets.Show."""
        self._conversation.show(armed, lamps, self._clock())
        self._turn()

    def listen(self, until: float, others: Sequence[int] = ()) -> list[Event]:
        """What comes next: at the latest when it is time, or when one of the other descriptors can be read."""
        self._turn()
        wait = 0.0 if self._events else min(self._conversation.due(), until) - self._clock()
        ready, _, _ = select.select([self._port.fileno(), *others], [], [], max(0.0, wait))
        if self._port.fileno() in ready:
            self._events += self._conversation.receive(self._port.read(), self._clock())
            self._turn()
        events, self._events = self._events, []
        return events

    def meet(self, seconds: float) -> Here | Stranger | None:
        """The hub's greeting, if one comes in time; what else comes with it can be listened to."""
        end = self._clock() + seconds
        while self._clock() < end:
            events = self.listen(end)
            for event in events:
                if isinstance(event, Here | Stranger):
                    self._events = events
                    return event
        return None

    def maintain(self, seconds: float) -> bool:
        """Have the hub start for maintenance; whether it has gone to do so in time."""
        end = self._clock() + seconds
        self._conversation.maintain(self._clock())
        try:
            while self._clock() < end:
                self.listen(end)
        except HubTrouble:
            return True
        return False

    def _turn(self) -> None:
        now = self._clock()
        if now >= self._conversation.due():
            self._events += self._conversation.turn(now)
        if data := self._conversation.outgoing():
            self._port.write(data)
