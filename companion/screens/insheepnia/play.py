"""What a player of Insheepnia can do, one thing after the other in large: play a card, look, ask for help, announce."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.games.insheepnia import why_not_turn
from companion.games.insheepnia_beds import copies_left, why_not_into
from companion.games.insheepnia_cards import DOG, EARPLUGS, MODIFIERS
from companion.games.refusals import Refusal
from companion.games.texts import Text
from companion.screens.base import STAY, Effect, Push, Screen, Swap, View, step, table
from companion.screens.canvas import Canvas
from companion.screens.insheepnia.announce import Announce
from companion.screens.insheepnia.bed import BedOf
from companion.screens.insheepnia.help import Help
from companion.screens.insheepnia.into import Into, Plugs
from companion.screens.insheepnia.kept import Keeper
from companion.screens.insheepnia.milk import milk_or_play
from companion.screens.insheepnia.picks import Pick
from companion.screens.insheepnia.powers import Powers
from companion.screens.insheepnia.words import PICTURES, card_title
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Hint, leads_back, moves, show_controls
from companion.screens.notes import Refused
from companion.screens.pictograms import (
    ASLEEP_SMALL,
    BED,
    BED_SMALL,
    BOOK,
    CARD_SMALL,
    HAND,
    MOON,
    QUESTION_SMALL,
    Pictogram,
)

TEXT_X = 34
TEXT_WIDTH = 128 - TEXT_X
STRIP_Y, STRIP_STEP = 45, 14
POWER, BED_OF, HELP, ANNOUNCE = "power", "bed-of", "help", "announce"


class Deed(Struct, frozen=True):
    """A thing to do: its title and its pictures."""

    title: Text
    large: Pictogram
    small: Pictogram


OTHERS: Mapping[str, Deed] = MappingProxyType(
    {
        POWER: Deed(Text("Power card"), HAND, CARD_SMALL),
        BED_OF: Deed(Text("Look at the bed"), BED, BED_SMALL),
        HELP: Deed(Text("Help"), BOOK, QUESTION_SMALL),
        ANNOUNCE: Deed(Text("Announce: asleep!"), MOON, ASLEEP_SMALL),
    }
)


class Deeds(Keeper, frozen=True):
    """UP and DOWN go through the things to do, OK chooses; ROLL picks a random card."""

    player: str = ""
    at: int = 0
    name: ClassVar[str] = "deeds"

    def draw(self, canvas: Canvas, view: View) -> None:
        deeds = _deeds(view)
        deed = _deed(deeds[self.at], view)
        canvas.picture(0, 5, deed.large)
        canvas.text(TEXT_X, 0, self.player, Face.SMALL)
        canvas.wrapped(TEXT_X, 8, deed.title, _face(canvas, deed.title), TEXT_WIDTH, 2)
        self._draw_left(canvas, view, deeds[self.at])
        for place, each in enumerate(deeds):
            canvas.picture(2 + place * STRIP_STEP, STRIP_Y, _deed(each, view).small)
        left = self.at * STRIP_STEP
        canvas.box(left, STRIP_Y - 2, left + 12, STRIP_Y + 10, radius=2)
        random = Hint(Control.ROLL, view.tr("pick card"))
        show_controls(canvas, view, [moves(), Hint(Control.OK, ""), random, leads_back()])

    def _draw_left(self, canvas: Canvas, view: View, deed: str) -> None:
        if deed in MODIFIERS:
            left = copies_left(table(view).state, deed)
            text = view.trn("{count} left", "{count} left", left).format(count=left)
            canvas.text(128, 0, text, Face.SMALL, anchor="r")

    def press(self, intent: Intent, view: View) -> Effect:
        deeds = _deeds(view)
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, len(deeds))))
            case Kind.OK:
                return self._choose(deeds[self.at], view)
            case Kind.ROLL:
                return Push(Pick.of(self.kept))
            case Kind.BACK:
                return self.leave(view)
        return STAY

    def _choose(self, deed: str, view: View) -> Effect:
        if deed == HELP:
            return Push(Help())
        if deed == BED_OF:
            return Push(BedOf(self.player))
        refusal = why_not_turn(table(view).state, self.player) or self._why_not(deed, view)
        if refusal:
            return Push(Refused(refusal))
        return milk_or_play(view, self.kept, deed, self.player) if deed == DOG else Push(self._form(deed, view))

    def _why_not(self, deed: str, view: View) -> Refusal | None:
        return why_not_into(table(view).state, DOG, self.player, self.player) if deed == DOG else None

    def _form(self, deed: str, view: View) -> Screen:
        if deed == ANNOUNCE:
            return Announce.of(self.kept, self.player, view)
        if deed == POWER:
            return Powers(kept=self.kept, by=self.player)
        if deed == EARPLUGS:
            return Plugs(kept=self.kept, by=self.player)
        return Into(kept=self.kept, card=deed, by=self.player)


def _deeds(view: View) -> tuple[str, ...]:
    power = () if table(view).state.turn is None else (POWER,)
    return (*MODIFIERS, *power, BED_OF, HELP, ANNOUNCE)


def _deed(deed: str, view: View) -> Deed:
    if deed in OTHERS:
        return replace(OTHERS[deed], title=view.tr(OTHERS[deed].title))
    return Deed(card_title(deed, view), PICTURES[deed].large, PICTURES[deed].small)


def _face(canvas: Canvas, title: str) -> Face:
    """The largest letters in which no word is torn."""
    return Face.TITLE if canvas.fits(title, Face.TITLE, TEXT_WIDTH, 2) else Face.BODY
