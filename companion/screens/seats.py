"""Whose button is at which seat: asked in a set-up, known until the box is switched off, the same for all games.

Without a press, the n-th seat is the n-th player's.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.screens.base import STAY, Ask, Effect, Pop, Push, Screen, Swap, View, step, table
from companion.screens.canvas import Canvas
from companion.screens.intents import SEATS, Control, Intent, Kind
from companion.screens.lamps import Lamp
from companion.screens.lettering import Face
from companion.screens.menu import Hint, leads_back, show_controls
from companion.screens.notes import Message
from companion.screens.pictograms import PEOPLE
from companion.screens.requests import AssignSeat, Done, StartMatch


def player_at(seat: int, view: View) -> str | None:
    """The player of the match on the table whose button is at a seat; None if nobody's is."""
    players = table(view).header.players
    known = {place: name for place, name in view.seats.items() if name in players}
    if seat in known:
        return known[seat]
    player = players[seat - 1] if seat <= len(players) else None
    return None if player in known.values() else player


def with_buttons(view: View) -> tuple[str, ...]:
    """The players of the match on the table whose button answers, in their order."""
    there = {player_at(seat, view) for seat in SEATS[: view.buttons]}
    return tuple(player for player in table(view).header.players if player in there)


def lamps_of(view: View, wanted: Mapping[str, Lamp]) -> str:
    """The lamps of all seats, with those of some players of the match on the table as wanted and the others off."""
    return "".join(wanted.get(player_at(seat, view) or "", Lamp.OFF) for seat in SEATS)


class Seats(Screen, frozen=True):
    """Asks each player in turn to press their button; OK skips one, ROLL starts the match."""

    start: StartMatch
    at: int = 0
    pressed: tuple[str, ...] = ()
    name: ClassVar[str] = "seats"

    def lamps(self, view: View) -> str:
        """Every seat that is nobody's yet blinks; the one that is the player's already, faster."""
        taken = {seat for seat, name in view.seats.items() if name in self.pressed}
        mine = {seat for seat, name in view.seats.items() if name == self.start.players[self.at]}
        return "".join(Lamp.FAST if seat in mine else Lamp.OFF if seat in taken else Lamp.SLOW for seat in SEATS)

    def draw(self, canvas: Canvas, view: View) -> None:
        player = self.start.players[self.at]
        canvas.fit(0, -4, player, (Face.BIG, Face.TITLE, Face.WIDE), 128)
        canvas.wrapped(0, 28, view.tr("press your button"), Face.BODY, 92, 2)
        known = [seat for seat, name in view.seats.items() if name == player]
        if known:
            canvas.text(128, 24, str(known[0]), Face.BIG, anchor="r")
        else:
            canvas.picture(96, 22, PEOPLE)
        last = self.at + 1 == len(self.start.players)
        skip = [] if last else [Hint(Control.OK, view.tr("next"))]
        start = Hint(Control.OK, view.tr("start"), other=Control.ROLL) if last else Hint(Control.ROLL, view.tr("start"))
        show_controls(canvas, view, [*skip, start, leads_back()])

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.SEAT:
                return self._assign(intent.seat, view)
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, len(self.start.players))))
            case Kind.OK:
                return self._next(self.pressed)
            case Kind.ROLL:
                return Ask(self.start)
            case Kind.BACK:
                return Pop()
        return STAY

    def _assign(self, seat: int, view: View) -> Effect:
        player, owner = self.start.players[self.at], view.seats.get(seat)
        if owner != player and owner in self.pressed:
            return Push(Message(view.tr("This is the button of {name}.").format(name=owner), PEOPLE))
        return Ask(AssignSeat(seat, player))

    def receive(self, answer: Any, view: View) -> Effect:
        if not isinstance(answer, Done):
            return STAY
        return self._next((*self.pressed, self.start.players[self.at]))

    def _next(self, pressed: tuple[str, ...]) -> Effect:
        if self.at + 1 == len(self.start.players):
            return Ask(self.start)
        return Swap(replace(self, at=self.at + 1, pressed=pressed))
