"""One power-on of the box: the stack of screens, the match on the table, and what presses lead to.

The only owner of state. Time comes in with every call, in seconds of a steady clock; drivers, real and simulated,
hand in intents and show pictures. A move is in the journal before its effect is in a picture.
"""

from collections.abc import Mapping, Sequence
from functools import singledispatchmethod
from typing import Any

from msgspec import Struct

from companion.assistant import CHANGED, Assistant
from companion.games.match import Match
from companion.games.refusals import Refusal
from companion.journal import JournalRefusal, JournalTrouble
from companion.screens import frames
from companion.screens.base import (
    Ask,
    Effect,
    GoHome,
    Play,
    Pop,
    Push,
    Retry,
    Screen,
    Stay,
    Swap,
    TableScreen,
    ToTable,
    View,
)
from companion.screens.canvas import Canvas
from companion.screens.home import Home
from companion.screens.hub_notes import HubNote, Word
from companion.screens.intents import SEATS, Control, Intent, Kind
from companion.screens.lettering import Fonts
from companion.screens.notes import Message, Refused, Trouble
from companion.screens.pictograms import HOURGLASS
from companion.screens.requests import Rolled
from companion.screens.rest import BLANK, Rest, rest_of
from companion.screens.sounds import Sound, sound_of

Stack = tuple[Screen, ...]
DEEPEST = 6
"""Screens above each other: six presses of BACK lead home from everywhere, and some screens take two."""

IDLE_AFTER = 5.0
"""Seconds without a press after which the journal is brought to rest."""


class Picture(Struct, frozen=True):
    """What the panel shows: the screen's name, the texts on it, and the 1024 bytes of the frame."""

    screen: str
    words: tuple[str, ...]
    frame: bytes


def picture_of(screen: str, canvas: Canvas, view: View) -> Picture:
    """The picture on a canvas, the way up that the panel hangs."""
    frame = canvas.frame()
    return Picture(screen, canvas.words, frames.rotated(frame) if view.settings["rotation"] == "180" else frame)


class Session:
    """Takes intents, keeps the state, gives pictures. `now` never runs backwards."""

    def __init__(self, assistant: Assistant, fonts: Fonts, now: float) -> None:
        self._assistant = assistant
        self._fonts = fonts
        self._last_press = now
        self._settled = True
        self._buttons = 0
        self.heard: tuple[Sound, ...] = ()
        """The sounds of the last press, in order."""
        self._stack: Stack = (Home(),)
        self._left: tuple[Match | None, Screen] = (None, Home())
        for text in assistant.notices:
            self._stack = (*self._stack, Message(text))

    @property
    def screen(self) -> Screen:
        """The screen on top."""
        return self._stack[-1]

    def view(self, now: float) -> View:
        """What screens may look at."""
        return self._assistant.view(now, self._buttons)

    def holds(self, now: float) -> frozenset[Control]:
        """The controls among OK and ROLL that have a long press on this screen."""
        return self.screen.holds(self.view(now))

    def lamps(self, now: float) -> str:
        """How the lamps of the seats shine. A note of the hub hides nothing from the seats."""
        return next(screen for screen in reversed(self._stack) if not isinstance(screen, HubNote)).lamps(self.view(now))

    def buttons(self, count: int) -> None:
        """So many seats have a button that answers; 0: none any more."""
        self._buttons = count

    def tell(self, word: Word) -> None:
        """Tell people of the hub; the latest word is enough."""
        self._drop_hub_note()
        self._open(HubNote(word))

    def press(self, intents: Sequence[Intent], now: float) -> None:
        """What one press means. A blank panel only wakes, unless the press is a seat's.

        A seat's press shows that the seats have buttons, where no hub tells: they are keys of a simulator.
        """
        blank = self.rest(now).level == BLANK
        self._last_press, self._settled, self.heard = now, False, ()
        for intent in intents:
            if intent.kind is Kind.SEAT:
                self._buttons = self._buttons or len(SEATS)
                self._drop_hub_note()
            if not blank or intent.kind is Kind.SEAT:
                self._apply(self.screen.press(intent, self.view(now)), now)

    def type(self, text: str, now: float) -> bool:
        """Types a whole text where the screen takes one; False where it takes none."""
        if not self.screen.typing or self.rest(now).level == BLANK:
            return False
        self._last_press, self._settled = now, False
        self._apply(self.screen.type(text, self.view(now)), now)
        return True

    def enter(self, sign: str, now: float) -> bool:
        """Types one sign, or DELETE, of a keyboard; False where it is none of a text. A blank panel only wakes."""
        effect = self.screen.enter(sign, self.view(now))
        if effect is None:
            return False
        blank = self.rest(now).level == BLANK
        self._last_press, self._settled, self.heard = now, False, ()
        if not blank:
            self._apply(effect, now)
        return True

    def picture(self, now: float) -> Picture:
        """The picture at this moment."""
        if self.rest(now).level == BLANK:
            return Picture(self.screen.name, (), frames.BLANK)
        canvas, view = Canvas(self._fonts), self.view(now)
        self.screen.draw(canvas, view)
        return picture_of(self.screen.name, canvas, view)

    def rest(self, now: float) -> Rest:
        """How bright the panel is, and when that changes by itself."""
        return rest_of(self.view(now), self._last_press)

    def due(self, now: float) -> float | None:
        """When something happens by itself next: the picture changes, the panel dims, the journal comes to rest."""
        moments = [self.screen.due(self.view(now)), self.rest(now).until]
        if not self._settled:
            moments.append(self._last_press + IDLE_AFTER)
        return min((moment for moment in moments if moment is not None), default=None)

    def tick(self, now: float) -> None:
        """Does what is due, besides the picture."""
        if not self._settled and now >= self._last_press + IDLE_AFTER:
            self._settled = True
            self._assistant.settle_quietly()

    def close(self) -> None:
        """The end of the session."""
        self._assistant.close()

    def _apply(self, effect: Effect, now: float) -> None:
        try:
            self._carry_out(effect, now)
        except JournalTrouble as trouble:
            self._tell(trouble, effect, now)
        except JournalRefusal as refusal:
            self._open(Message(self.view(now).tr(refusal.sentence)))

    def _tell(self, trouble: JournalTrouble, effect: Effect, now: float) -> None:
        """Says what the disk refuses. What does not belong to the journal as it is now is not asked for again."""
        told = self._assistant.recover(trouble)
        if told is None or (isinstance(effect, Play) and trouble.kind != CHANGED):
            self._open(Trouble(told or trouble.sentence, effect))
        else:
            self._stack = (Home(), Message(told))

    def _drop_hub_note(self) -> None:
        if isinstance(self.screen, HubNote):
            self._stack = self._stack[:-1]

    def _open(self, screen: Screen) -> None:
        """Opens a screen above; a stack that grows too deep loses the lowest that need not stay."""
        self._stack = (*self._stack, screen)
        if len(self._stack) > DEEPEST:
            lost = next(place for place, below in enumerate(self._stack) if not below.stays)
            self._stack = (*self._stack[:lost], *self._stack[lost + 1 :])

    @singledispatchmethod
    def _carry_out(self, effect: Effect, now: float) -> None:
        raise AssertionError(f"nothing is known of {effect}")

    @_carry_out.register
    def _stay(self, effect: Stay, now: float) -> None:
        """Leave everything as it is."""

    @_carry_out.register
    def _swap(self, effect: Swap, now: float) -> None:
        self._stack = (*self._stack[:-1], effect.screen)

    @_carry_out.register
    def _push(self, effect: Push, now: float) -> None:
        self._stack = (*self._stack[:-1], self.screen.covered())
        self._open(effect.screen)

    @_carry_out.register
    def _pop(self, effect: Pop, now: float) -> None:
        self._stack = self._stack[:-1] or (Home(),)
        if effect.answer is not None:
            self._receive(effect.answer, now)

    @_carry_out.register
    def _retry(self, effect: Retry, now: float) -> None:
        self._stack = self._stack[:-1]
        self._apply(effect.effect, now)

    @_carry_out.register
    def _go_home(self, effect: GoHome, now: float) -> None:
        if screen := self._table():
            self._left = (self.view(now).match, screen)
        self._stack = (Home(),)

    @_carry_out.register
    def _to_table(self, effect: ToTable, now: float) -> None:
        match, screen = self._left
        view = self.view(now)
        self._stack = (Home(), screen if match is view.match else _table_screen(view))
        if effect.told:
            self._open(Message(effect.told, HOURGLASS))

    @_carry_out.register
    def _play(self, effect: Play, now: float) -> None:
        outcome = self._assistant.play(effect.line, effect.then)
        if isinstance(outcome, Refusal):
            self._open(Refused(outcome))
        elif effect.again:
            self._show_table(now)
        else:
            if sound := sound_of((effect.line, *effect.then)[-1], outcome):
                self.heard = (*self.heard, sound)
            self._show_table(now, outcome.extra)

    def _show_table(self, now: float, *extra: Mapping[str, Any]) -> None:
        view = self.view(now)
        screen = _table_screen(view, *extra)
        before = self._table()
        taken_over = screen.taking_over(before, view) if before and isinstance(screen, TableScreen) else screen
        self._stack = (Home(), taken_over)

    def _table(self) -> TableScreen | None:
        """The screen of the match, if it is in the stack: it lies on the first one."""
        return next((screen for screen in self._stack if isinstance(screen, TableScreen)), None)

    @_carry_out.register
    def _ask(self, effect: Ask, now: float) -> None:
        answer = self._assistant.answer(effect.request)
        if isinstance(answer, ToTable):
            self._to_table(answer, now)
        else:
            if isinstance(answer, Rolled):
                self.heard = (*self.heard, Sound.ROLL)
            self._receive(answer, now)

    def _receive(self, answer: object, now: float) -> None:
        self._apply(self.screen.receive(answer, self.view(now)), now)


def _table_screen(view: View, *extra: Mapping[str, Any]) -> Screen:
    """As tables.table_screen. Most screens there are hang on it, and the box's first picture needs none of them."""
    from companion.screens.tables import table_screen  # noqa: PLC0415

    return table_screen(view, *extra)
