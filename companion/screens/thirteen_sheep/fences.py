"""“Has everyone drawn their fence?”: where the seats have buttons, ROLL can wait until each player has pressed theirs.

It is no move of the match. Each roll waits for all; nobody is waited for where it is not known who has pressed: when
a roll was taken back or put back, and when a match is taken up again.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import Struct

from companion.screens.base import STAY, Ask, Effect, Pop, Push, Screen, View, table
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.match_menu import MatchMenu
from companion.screens.menu import PICTURE_X, PICTURE_Y, Entry, Hint, leads_back, show_controls
from companion.screens.pictograms import PEOPLE
from companion.screens.requests import SetSetting
from companion.screens.seats import with_buttons
from companion.screens.short_names import short_among

WAIT = "13-sheep.wait"
YES, NO = "true", "false"
DEFAULTS = {WAIT: NO}
"""The remembered choice, as text by key."""

LINES_Y, LINES = 40, 2
LIST_Y, LIST_LINE, LIST_ROWS = 8, 12, 4
COLUMN = WIDTH // 2 + 2
GAP = 4


class Fences(Struct, frozen=True):
    """Who has pressed since the roll; `known` is False where that is not known."""

    drawn: tuple[str, ...] = ()
    known: bool = True

    def asked(self, view: View) -> tuple[str, ...]:
        """Whose press is waited for or was."""
        return with_buttons(view) if self.known and view.settings[WAIT] == YES else ()

    def missing(self, view: View) -> tuple[str, ...]:
        """Who still draws, as far as anybody is asked."""
        return tuple(player for player in self.asked(view) if player not in self.drawn)

    def pressed(self, player: str) -> "Fences":
        """After a press of this player, who says that the fence is drawn, or takes that back."""
        others = tuple(name for name in self.drawn if name != player)
        return Fences((*others, player) if player not in self.drawn else others)


NOBODY_ASKED = Fences(known=False)


def draw_in_lines(canvas: Canvas, view: View, names: Sequence[str], width: int) -> None:
    """The names in small letters below die and fence: whole if they fit, else side by side, each cut to its share."""
    whole = ", ".join(names)
    if canvas.fits(whole, Face.SMALL, width, LINES):
        canvas.wrapped(0, LINES_Y, whole, Face.SMALL, width, LINES)
        return
    columns = -(-len(names) // LINES)
    share = (width + GAP) // columns
    players = table(view).header.players
    shown = short_among(names, players, lambda text: canvas.width_of(text, Face.SMALL) <= share - GAP)
    for place, name in enumerate(shown):
        line, column = divmod(place, columns)
        canvas.text(column * share, LINES_Y + line * Face.SMALL.height, name, Face.SMALL)


def draw_list(canvas: Canvas, view: View, names: Sequence[str]) -> None:
    """Who still draws, one below the other, from the fifth on in a second column; how to roll all the same."""
    one = len(names) <= LIST_ROWS
    room = PICTURE_X - GAP if one else WIDTH - COLUMN
    shown = short_among(names, table(view).header.players, lambda text: canvas.width_of(text, Face.BODY) <= room)
    canvas.text(0, -1, view.tr("Still drawing a fence:"), Face.SMALL)
    for place, name in enumerate(shown):
        column, row = divmod(place, LIST_ROWS)
        canvas.text(column * COLUMN, LIST_Y + row * LIST_LINE, name)
    if one:
        canvas.picture(PICTURE_X, PICTURE_Y, PEOPLE)
    hints = [Hint(Control.OK, view.tr("go on")), Hint(Control.ROLL, view.tr("roll anyway"), held=True)]
    show_controls(canvas, view, hints)


def wait_entry(view: View) -> Entry:
    """The line of a menu that switches the waiting on, after it was explained, and off."""
    on = view.settings[WAIT] == YES
    effect = Ask(SetSetting(WAIT, NO)) if on else Push(WaitForAll())
    return Entry(view.tr("Waiting"), effect, view.tr("yes") if on else view.tr("no"))


class WaitForAll(Screen, frozen=True):
    """What the waiting is; OK switches it on, and the box remembers."""

    name: ClassVar[str] = "wait-for-all"

    def draw(self, canvas: Canvas, view: View) -> None:
        canvas.fit(0, 0, view.tr("Wait for all?"), (Face.TITLE, Face.BODY), WIDTH)
        text = view.tr("Fence drawn? Press your button. The die waits for all.")
        canvas.wrapped(0, 18, text, Face.BODY, WIDTH, 3)
        show_controls(canvas, view, [Hint(Control.OK, view.tr("yes")), leads_back()])

    def press(self, intent: Intent, view: View) -> Effect:
        return {Kind.OK: Ask(SetSetting(WAIT, YES)), Kind.BACK: Pop()}.get(intent.kind, STAY)

    def receive(self, answer: Any, view: View) -> Effect:
        return Pop()


class SheepMenu(MatchMenu, frozen=True):
    """What can be done with the match, and whether ROLL waits for all, where seats have buttons."""

    def entries(self, view: View) -> tuple[Entry, ...]:
        go_on, take_back, *others = super().entries(view)
        waiting = (wait_entry(view),) if view.buttons else ()
        return (go_on, take_back, *waiting, *others)
