"""“Warm Milk?”: who blocks a card of Insheepnia before it takes effect."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.games.insheepnia_beds import affected, most_blocks, why_not_block
from companion.games.insheepnia_cards import MODIFIERS
from companion.games.match import move_line
from companion.screens.base import STAY, Effect, Play, Push, Swap, View, step, table
from companion.screens.canvas import Canvas
from companion.screens.insheepnia.kept import Keeper, Kept
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import PICTURE_X, ROW_HEIGHT, ROW_X, Hint, leads_back, show_controls
from companion.screens.notes import Refused
from companion.screens.pictograms import TICK, WARM_MILK
from companion.screens.seats import player_at

ROWS = 3
TOP = 17
TICK_X = 84


class Card(Struct, frozen=True):
    """A card about to be played: a modifier (with the bed it goes to, if it is not clear) or a power."""

    card: str
    by: str
    into: str | None = None

    def line(self, blocked_by: Sequence[str]) -> str:
        """The move as one line."""
        into = {"into": self.into} if self.into else {}
        blocks = {"blocked_by": list(blocked_by)} if blocked_by else {}
        return move_line("play" if self.card in MODIFIERS else "power", card=self.card, by=self.by, **into, **blocks)


def milk_or_play(view: View, kept: Kept, card: str, by: str, into: str | None = None) -> Effect:
    """The question who blocks, if anybody can; else the move itself."""
    played = Card(card, by, into)
    if not affected(table(view).header.players, card, by, into):
        return Play(played.line(()))
    return Push(Milk(kept, played, kept.get((card, by, into), ())))


class Milk(Keeper, frozen=True):
    """Who blocks: nobody with OK at once; ROLL or their seat's button ticks a player."""

    played: Card = Card("", "")
    blocked_by: tuple[str, ...] = ()
    at: int = 0
    name: ClassVar[str] = "warm-milk"

    def _affected(self, view: View) -> tuple[str, ...]:
        return affected(table(view).header.players, self.played.card, self.played.by, self.played.into)

    def draw(self, canvas: Canvas, view: View) -> None:
        players = self._affected(view)
        canvas.fit(0, 0, view.tr("Warm Milk?"), (Face.TITLE, Face.BODY), 94)
        canvas.picture(PICTURE_X, 10, WARM_MILK)
        top = self.at // ROWS * ROWS
        for place, player in enumerate(players[top : top + ROWS]):
            canvas.text(ROW_X, TOP + place * ROW_HEIGHT, player)
            if player in self.blocked_by:
                canvas.picture(TICK_X, TOP + 2 + place * ROW_HEIGHT, TICK)
        canvas.arrow(0, TOP + 2 + self.at % ROWS * ROW_HEIGHT)
        self._draw_marks(canvas, top, len(players))
        show_controls(canvas, view, self._hints(view, players[self.at]))

    def _draw_marks(self, canvas: Canvas, top: int, count: int) -> None:
        for row in range(3):
            if top > 0:
                canvas.line(((88 - row, TOP - 3 + row), (88 + row, TOP - 3 + row)))
            if top + ROWS < count:
                canvas.line(((88 - row, 54 - row), (88 + row, 54 - row)))

    def _hints(self, view: View, marked: str) -> list[Hint]:
        verb = view.tr("does not") if marked in self.blocked_by else view.tr("blocks")
        done = view.tr("done") if self.blocked_by else view.tr("nobody")
        return [Hint(Control.OK, done), Hint(Control.ROLL, verb), leads_back()]

    def press(self, intent: Intent, view: View) -> Effect:
        players = self._affected(view)
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, len(players))))
            case Kind.OK:
                return Play(self.played.line(self.blocked_by))
            case Kind.ROLL:
                return self._toggle(players[self.at], view)
            case Kind.SEAT:
                player = player_at(intent.seat, view)
                return self._toggle(player, view) if player else STAY
            case Kind.BACK:
                return self.leave(view)
        return STAY

    def _toggle(self, player: str, view: View) -> Effect:
        players, played = table(view).header.players, self.played
        if player in self.blocked_by:
            return self._with(tuple(name for name in self.blocked_by if name != player), player, view)
        one = most_blocks(players, played.card, played.by, played.into) == 1
        blocked_by = (player,) if one else (*self.blocked_by, player)
        refusal = why_not_block(players, played.card, played.by, blocked_by, played.into)
        return Push(Refused(refusal)) if refusal else self._with(blocked_by, player, view)

    def _with(self, blocked_by: tuple[str, ...], player: str, view: View) -> Effect:
        key = (self.played.card, self.played.by, self.played.into)
        at = self._affected(view).index(player)
        return Swap(replace(self, blocked_by=blocked_by, at=at, kept=self.kept.put(key, blocked_by)))
