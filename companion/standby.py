"""A session that may have to wait for its journal: until the disk lets it, the box shows why and tries again.

Has the session's port, so that the loop sees no difference. Time comes in as an argument.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from companion.journal import JournalTrouble
from companion.screens import frames, service
from companion.screens.base import View
from companion.screens.canvas import Canvas
from companion.screens.hub_notes import Word
from companion.screens.intents import Control, Intent
from companion.screens.lamps import DARK
from companion.screens.lettering import Fonts
from companion.screens.rest import BLANK, Rest, rest_of
from companion.screens.sounds import Sound
from companion.session import Picture, Session, picture_of

RETRY = 5.0
"""Seconds between two attempts to open the journal."""


class Standby:
    """One power-on of the box; `view` is what can be known without a journal."""

    def __init__(self, open_session: Callable[[float], Session], fonts: Fonts, view: View, now: float) -> None:
        self._open_session = open_session
        self._fonts = fonts
        self._view = view
        self._session: Session | None = None
        self._buttons = 0
        self._last_press = now
        self.trouble: JournalTrouble | None = None
        self._try(now)

    def view(self, now: float) -> View:
        """What the session's screens look at; without a session, what is known anyway."""
        return self._session.view(now) if self._session else replace(self._view, now=now)

    def holds(self, now: float) -> frozenset[Control]:
        return self._session.holds(now) if self._session else frozenset()

    def press(self, intents: Sequence[Intent], now: float) -> None:
        """What one press means; without a session, any control tries again. A blank panel only wakes."""
        if self._session:
            self._session.press(intents, now)
            return
        blank = self.rest(now).level == BLANK
        self._last_press = now
        if intents and not blank:
            self._try(now)

    @property
    def armed(self) -> bool:
        """Whether presses of the seats can mean anything."""
        return self._session is not None

    def lamps(self, now: float) -> str:
        """The session's lamps; dark without one."""
        return self._session.lamps(now) if self._session else DARK

    def buttons(self, count: int) -> None:
        """So many seats have a button; a session that opens later is told, too."""
        self._buttons = count
        if self._session:
            self._session.buttons(count)

    def tell(self, word: Word) -> None:
        """Tell people of the hub, if a session is there to tell it."""
        if self._session:
            self._session.tell(word)

    @property
    def heard(self) -> tuple[Sound, ...]:
        """The sounds of the last press."""
        return self._session.heard if self._session else ()

    def picture(self, now: float) -> Picture:
        """The session's picture, or why there is no session."""
        if self._session:
            return self._session.picture(now)
        if self.rest(now).level == BLANK:
            return Picture("no-journal", (), frames.BLANK)
        canvas = Canvas(self._fonts)
        service.no_journal(canvas, self._view, self.trouble.sentence if self.trouble else "")
        return picture_of("no-journal", canvas, self._view)

    def goodbye(self, now: float) -> Picture:
        """The last picture."""
        canvas, view = Canvas(self._fonts), self.view(now)
        service.goodbye(canvas, view)
        return picture_of("goodbye", canvas, view)

    def rest(self, now: float) -> Rest:
        return self._session.rest(now) if self._session else rest_of(self.view(now), self._last_press)

    def due(self, now: float) -> float | None:
        """When something happens by itself next."""
        if self._session:
            return self._session.due(now)
        until = self.rest(now).until
        return self._again_at if until is None else min(self._again_at, until)

    def tick(self, now: float) -> None:
        """Does what is due, besides the picture."""
        if self._session:
            self._session.tick(now)
        elif now >= self._again_at:
            self._try(now)

    def close(self) -> None:
        """The end of the session, if there is one."""
        if self._session:
            self._session.close()

    def _try(self, now: float) -> None:
        try:
            self._session, self.trouble = self._open_session(now), None
            self._session.buttons(self._buttons)
        except JournalTrouble as trouble:
            self.trouble = trouble
            self._again_at = now + RETRY
