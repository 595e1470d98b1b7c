"""The first screen and the way into a game: resume, choose a game, what becomes of the match on the table."""

from typing import Any, ClassVar

from msgspec.structs import replace

from companion.screens.base import STAY, Ask, Effect, Pop, Push, Swap, ToTable, View, playing, table
from companion.screens.closing import Plug
from companion.screens.die import PlainDie
from companion.screens.intents import Control
from companion.screens.menu import Entry, Hint, Menu, moves
from companion.screens.notes import Confirm
from companion.screens.people import People
from companion.screens.pictograms import DIE, HOURGLASS, QUESTION, SHEEP, Pictogram
from companion.screens.players import Players
from companion.screens.records import Records, offer_to_delete
from companion.screens.requests import DeleteMatch, Done, EndMatch, ListAside, PutAside, Resume, Unreadable, Waiting
from companion.screens.settings import Settings
from companion.screens.titles import PICTURES, TITLES, title


class Home(Menu, frozen=True):
    """Where everything begins; `left` are the choices of players that were left again."""

    left: tuple[Players, ...] = ()
    name: ClassVar[str] = "home"
    stays: ClassVar[bool] = True

    def picture(self, view: View) -> Pictogram:
        return PICTURES[table(view).header.game] if playing(view) else SHEEP

    def entries(self, view: View) -> tuple[Entry, ...]:
        tr = view.tr
        resume = [Entry(tr("Resume"), ToTable())] if playing(view) else []
        waiting = [Entry(tr("Put aside"), Ask(ListAside()), str(view.aside))] if view.aside else []
        return (
            *resume,
            Entry(tr("New game"), Push(OpenMatch() if playing(view) else Games(left=self.left))),
            *waiting,
            Entry(tr("Die"), Push(PlainDie())),
            Entry(tr("Records"), Push(Records())),
            Entry(tr("People"), Push(People())),
            Entry(tr("Settings"), Push(Settings())),
            Entry(tr("Pull the plug"), Push(Plug())),
        )

    def hints(self, view: View) -> tuple[Hint, ...]:
        return (moves(), Hint(Control.OK, view.tr("choose")))

    def leave(self, view: View) -> Effect:
        return Swap(replace(self, at=0))

    def receive(self, answer: Any, view: View) -> Effect:
        match answer:
            case Waiting():
                return Push(Aside(waiting=answer))
            case Games():
                return Swap(replace(self, left=answer.left))
            case Done():
                return self.leave(view)
        return STAY


NOBODY = Waiting(())


class Aside(Menu, frozen=True):
    """The matches put aside; OK puts one back on the table, or offers to delete one that cannot be read."""

    waiting: Waiting = NOBODY
    name: ClassVar[str] = "resume"

    def picture(self, view: View) -> Pictogram:
        return PICTURES.get(self.waiting.matches[self.at][1], QUESTION)

    def entries(self, view: View) -> tuple[Entry, ...]:
        return tuple(
            Entry(f"{day[5:]} {', '.join(players)}", Ask(Resume(number)))
            for number, _, players, day in self.waiting.matches
        )

    def receive(self, answer: Any, view: View) -> Effect:
        match answer:
            case Unreadable():
                return offer_to_delete(answer, view)
            case DeleteMatch():
                return Ask(answer)
            case Done():
                return Ask(ListAside())
            case Waiting(matches=()):
                return Pop()
            case Waiting():
                return Swap(Aside(min(self.at, len(answer.matches) - 1), answer))
        return STAY


class OpenMatch(Menu, frozen=True):
    """A match is on the table and another is to begin: put aside or end it."""

    name: ClassVar[str] = "open-match"
    pictogram = HOURGLASS

    def entries(self, view: View) -> tuple[Entry, ...]:
        end = Confirm(view.tr("End this match without a result?"), view.tr("end it"), Pop(EndMatch()))
        return (
            Entry(view.tr("Put it aside"), Ask(PutAside())),
            Entry(view.tr("End it"), Push(end)),
            Entry(view.tr("Go on with it"), ToTable()),
        )

    def receive(self, answer: Any, view: View) -> Effect:
        if isinstance(answer, EndMatch):
            return Ask(answer)
        return Swap(Games()) if isinstance(answer, Done) else STAY


class Games(Menu, frozen=True):
    """Which game; `left` are the choices of players that were left again."""

    left: tuple[Players, ...] = ()
    name: ClassVar[str] = "games"
    stays: ClassVar[bool] = True
    pictogram = DIE

    def entries(self, view: View) -> tuple[Entry, ...]:
        left = {players.game: players.known(view) for players in self.left}
        return tuple(Entry(title(game, view), Push(left.get(game) or Players.of(game, view))) for game in TITLES)

    def receive(self, answer: Any, view: View) -> Effect:
        if not isinstance(answer, Players):
            return STAY
        others = tuple(players for players in self.left if players.game != answer.game)
        return Swap(replace(self, left=(*others, answer)))

    def leave(self, view: View) -> Effect:
        return Pop(self)
