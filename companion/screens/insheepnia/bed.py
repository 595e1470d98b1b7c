"""One bed of Insheepnia with everything that counts in it."""

from typing import ClassVar

from msgspec.structs import replace

from companion.games.insheepnia import needed
from companion.games.insheepnia_beds import additions, needs
from companion.games.insheepnia_cards import DOG
from companion.screens.base import STAY, Effect, Pop, Screen, Swap, View, step, table
from companion.screens.canvas import Canvas
from companion.screens.insheepnia.words import PICTURES, card_title, signed
from companion.screens.intents import Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import leads_back, moves, show_controls

LINES_Y, LINE = 13, 8
PICTURE_X, TITLE_X, ADDS_X = 0, 11, 82


class BedOf(Screen, frozen=True):
    """The cards that lie in a bed and the dog heard there, and what they add; UP and DOWN go to the next bed."""

    player: str
    name: ClassVar[str] = "bed"

    def draw(self, canvas: Canvas, view: View) -> None:
        state = table(view).state
        canvas.text(0, 0, self.player)
        for place, (card, added) in enumerate(self._lines(view)):
            y = LINES_Y + place * LINE
            canvas.picture(PICTURE_X, y, PICTURES[card].tiny)
            canvas.text(TITLE_X, y, card_title(card, view), Face.SMALL, width=ADDS_X - TITLE_X - 10)
            canvas.text(ADDS_X, y, signed(added), Face.SMALL, anchor="r")
        canvas.text(128, 7, signed(needs(state, self.player)), Face.HUGE, anchor="r")
        if self.player in state.shown:
            bed = state.shown[self.player]
            count = needed(state, self.player, bed)
            text = view.trn("{count} sheep", "{count} sheep", count).format(count=count)
            canvas.text(128, 2, text, Face.SMALL, anchor="r", width=52)
        show_controls(canvas, view, [moves(view.tr("next bed")), leads_back()])

    def _lines(self, view: View) -> list[tuple[str, int]]:
        state = table(view).state
        counts = dict(additions(state, self.player))
        own = [(card, counts.get(card, 0)) for card in state.beds[self.player]]
        return own if DOG in state.beds[self.player] or DOG not in counts else [*own, (DOG, counts[DOG])]

    def press(self, intent: Intent, view: View) -> Effect:
        players = table(view).header.players
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                place = step(players.index(self.player), intent, len(players))
                return Swap(replace(self, player=players[place]))
            case Kind.BACK:
                return Pop()
        return STAY
