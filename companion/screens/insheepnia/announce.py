"""An announcement in Insheepnia: bed card and hand, entered kind by kind, the sheep counted while they are."""

from collections.abc import Mapping
from typing import ClassVar, Self

from msgspec.structs import replace

from companion.games.insheepnia import needed
from companion.games.insheepnia_beds import possible_beds
from companion.games.insheepnia_cards import HAND, HAND_LIMIT
from companion.games.insheepnia_hands import counted
from companion.games.match import move_line
from companion.games.texts import Text
from companion.screens.base import STAY, Effect, Play, Swap, View, table
from companion.screens.canvas import Canvas
from companion.screens.insheepnia.kept import Keeper, Kept
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Hint, leads_back, show_controls, show_number
from companion.screens.pictograms import SHEEP_SMALL

BED, OTHER = "bed", "other"
KINDS = tuple(kind for kind in HAND if kind != OTHER)
LABELS: Mapping[str, Text] = {
    BED: "on the bed card",
    "1": "ones",
    "2": "twos",
    "3": "threes",
    "black": "black sheep",
    OTHER: "other cards",
}
LIKELY = {"1": 2, "2": 2, "3": 1, "black": 0}
"""A hand as they mostly are when somebody announces: nine sheep, near every bed's number."""

LIKELY_BED = 9
SHEEP_X, TEXT_X = 92, 60


class Announce(Keeper, frozen=True):
    """One number after the other; ROLL goes back one. `other` is asked only where cards will be taken."""

    player: str = ""
    bed: int = LIKELY_BED
    counts: tuple[int, ...] = tuple(LIKELY.values())
    other: int | None = None
    at: int = 0
    name: ClassVar[str] = "announce"

    @classmethod
    def of(cls, kept: Kept, player: str, view: View) -> Self:
        """The form as it was left, or at its beginning; a bed card that was shown is known."""
        state = table(view).state
        beds = possible_beds(state, player)
        fresh = cls(player=player, bed=LIKELY_BED if LIKELY_BED in beds else beds[0], at=int(player in state.shown))
        form: Self = kept.get(("announce", player), fresh)
        return replace(form, kept=kept)

    def _hand(self) -> dict[str, int]:
        return dict(zip(KINDS, self.counts, strict=True))

    def _fields(self) -> tuple[str, ...]:
        return (BED, *KINDS, OTHER)

    def _misses(self, view: View) -> bool:
        """Whether cards will be taken: the number is missed and the penalty is on."""
        missed = counted(self._hand()) != needed(table(view).state, self.player, self.bed)
        return missed and bool(table(view).header.options.false_alarm_penalty)

    def _last(self, view: View) -> int:
        return len(KINDS) + 1 if self._misses(view) else len(KINDS)

    def _other(self) -> int:
        return max(0, HAND_LIMIT - sum(self.counts)) if self.other is None else self.other

    def _value(self) -> int:
        if self.at == 0:
            return self.bed
        return self.counts[self.at - 1] if self.at <= len(KINDS) else self._other()

    def draw(self, canvas: Canvas, view: View) -> None:
        canvas.text(0, 0, self.player)
        canvas.picture(SHEEP_X, 0, SHEEP_SMALL)
        canvas.text(128, 0, str(counted(self._hand())).replace("-", "−"), Face.TITLE, anchor="r")
        if self.at or len(possible_beds(table(view).state, self.player)) > 1:
            show_number(canvas, self._value(), y=8)
        else:
            canvas.text(26, 8, str(self._value()), Face.HUGE, anchor="m")
        canvas.wrapped(TEXT_X, 18, view.tr(LABELS[self._fields()[self.at]]), Face.BODY, 128 - TEXT_X, 2)
        if self.at:
            canvas.text(TEXT_X, 40, view.tr("bed {bed}").format(bed=self.bed), Face.SMALL)
            canvas.text(TEXT_X, 48, self._sum(), Face.SMALL)
        show_controls(canvas, view, self._hints(view))

    def _sum(self) -> str:
        """The hand as far as it was entered, as a sum."""
        ones, twos, threes, black = self.counts
        return "".join((f"{ones}×1", f"+{twos}×2", f"+{threes}×3", f"−{black}")[: self.at])

    def _hints(self, view: View) -> list[Hint]:
        verb = view.tr("announce") if self.at >= self._last(view) else view.tr("next")
        before = [Hint(Control.ROLL, view.tr("one before"))] if self.at else []
        return [Hint(Control.OK, verb), *before, leads_back()]

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return self._changed({Kind.UP: 1, Kind.DOWN: -1}[intent.kind], view)
            case Kind.OK if self.at >= self._last(view):
                return Play(self._line(view))
            case Kind.OK:
                return self._keep(replace(self, at=self.at + 1))
            case Kind.ROLL:
                return self._keep(replace(self, at=max(0, self.at - 1)))
            case Kind.BACK:
                return self.leave(view)
        return STAY

    def _changed(self, change: int, view: View) -> Effect:
        if self.at == 0:
            beds = possible_beds(table(view).state, self.player)
            place = min(len(beds) - 1, max(0, beds.index(self.bed) + change))
            return self._keep(replace(self, bed=beds[place]))
        kind = self._fields()[self.at]
        value = min(HAND[kind].copies, max(0, self._value() + change))
        if kind == OTHER:
            return self._keep(replace(self, other=value))
        place = self.at - 1
        return self._keep(replace(self, counts=(*self.counts[:place], value, *self.counts[place + 1 :])))

    def _keep(self, form: "Announce") -> Effect:
        return Swap(replace(form, kept=self.kept.put(("announce", self.player), form)))

    def _line(self, view: View) -> str:
        other = {OTHER: self._other()} if self._misses(view) else {}
        return move_line("announce", by=self.player, bed=self.bed, hand={**self._hand(), **other})
