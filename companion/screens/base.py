"""What a screen is: it draws itself, takes intents, and answers each with an effect. Screens are frozen values.

The session keeps the stack of screens, carries the effects out, and hands in everything a screen may look at as a
View. Nothing here knows a clock, a file or a device.
"""

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from msgspec import Struct, StructMeta, field

from companion.games.match import Match, move_line
from companion.games.rules import DONE
from companion.screens.canvas import Canvas
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lamps import DARK

Translate = Callable[[str], str]
TranslateCount = Callable[[str, str, int], str]


class View(Struct, frozen=True):
    """What a screen may look at: the time in seconds of a steady clock, the words, the people, the match on the table.

    `tr` translates a text, `trn` one with a number; `labels` are what is printed beside the controls; `match` is the
    one on the table, also when it has just ended; `aside` counts the matches put aside; `group` are the players of
    the latest match in seat order; `settings` are by key, as text; `seats` are the people whose
    buttons are known, by the number of the seat; `buttons` says how many seats have a button that answers: 0 without a
    hub, all after a press of one where no hub tells.
    """

    now: float
    tr: Translate
    trn: TranslateCount
    labels: Mapping[Control, str]
    settings: Mapping[str, str]
    languages: tuple[tuple[str, str], ...]
    people: tuple[str, ...] = ()
    group: tuple[str, ...] = ()
    match: Match | None = None
    aside: int = 0
    seats: Mapping[int, str] = field(default_factory=dict)
    buttons: int = 0


class ScreenMeta(StructMeta, ABCMeta):
    """Structs whose abstract methods must be given."""


class Effect(Struct, frozen=True):
    """What a press leads to."""


class Stay(Effect, frozen=True):
    """Nothing changes."""


class Swap(Effect, frozen=True):
    """Another screen, or a changed one, takes the place of this one."""

    screen: "Screen"


class Push(Effect, frozen=True):
    """Another screen opens above this one; BACK there leads back here."""

    screen: "Screen"


class Pop(Effect, frozen=True):
    """This screen closes; the one below receives `answer`, unless it is None."""

    answer: object = None


class Retry(Effect, frozen=True):
    """This screen closes and the one below has its effect again."""

    effect: Effect


class GoHome(Effect, frozen=True):
    """Back to the first screen; a match on the table stays as it is."""


class ToTable(Effect, frozen=True):
    """To the match on the table; `told` is said first."""

    told: str = ""


class Play(Effect, frozen=True):
    """A line for the match on the table, and those that go with it: all are played, or none and the table stays.

    `again`: the line was played before and is put back; what comes of it is shown at once and not heard.
    """

    line: str
    then: tuple[str, ...] = ()
    again: bool = False


class Ask(Effect, frozen=True):
    """Something that only the session can do; the screen receives the answer."""

    request: object


STAY = Stay()
UNDO_LINE = move_line("undo")


class Screen(Struct, frozen=True, metaclass=ScreenMeta):
    """Where the person is. Subclasses are frozen dataclasses and give `name`, `draw` and `press`.

    `stays` is True where something is kept that must not be lost when too many screens lie above each other.
    """

    name: ClassVar[str]
    typing: ClassVar[bool] = False
    stays: ClassVar[bool] = False

    def holds(self, view: View) -> frozenset[Control]:
        """The controls among OK and ROLL whose long press means something here."""
        return frozenset()

    def lamps(self, view: View) -> str:
        """How the lamps of seats 1 to 8 shine: whose press is expected here."""
        return DARK

    @abstractmethod
    def draw(self, canvas: Canvas, view: View) -> None:
        """Draws the whole picture of `view.now`."""

    @abstractmethod
    def press(self, intent: Intent, view: View) -> Effect:
        """What the intent leads to."""

    def receive(self, answer: Any, view: View) -> Effect:
        """Takes what a screen above popped, or the answer to an Ask."""
        return STAY

    def type(self, text: str, view: View) -> Effect:
        """Takes a whole text at once, where `typing` says that the screen takes one."""
        return STAY

    def enter(self, sign: str, view: View) -> Effect | None:
        """Takes one sign of a keyboard, or DELETE; None where the key is to mean what it means elsewhere."""
        return None

    def due(self, view: View) -> float | None:
        """When the picture changes next by itself, or None."""
        return None

    def covered(self) -> "Screen":
        """This screen as it is to be found again when another has opened above it."""
        return self


class TableScreen(Screen, frozen=True):
    """A screen of the match on the table: hold BACK takes back the last move, OK puts it back until the next one.

    `puts_back` is False where OK keeps its own meaning after an undo.
    """

    puts_back: ClassVar[bool] = True
    stays: ClassVar[bool] = True

    def press(self, intent: Intent, view: View) -> Effect:
        undone = table(view).undone
        if intent.kind is Kind.UNDO:
            return Play(UNDO_LINE)
        if intent.kind is Kind.OK and undone and self.puts_back:
            return Play(undone[0], again=True)
        return self.act(intent, view)

    def taking_over(self, before: Screen, view: View) -> Screen:
        """This screen with what people had begun to enter on the one before the last move."""
        return self

    @abstractmethod
    def act(self, intent: Intent, view: View) -> Effect:
        """What the intent leads to when it is neither undo nor putting back."""


def table(view: View) -> Match:
    """The match on the table; screens of a match are only shown while there is one."""
    if view.match is None:
        raise AssertionError("no match is on the table")
    return view.match


def playing(view: View) -> bool:
    """Whether a match is on the table that is not over."""
    return view.match is not None and view.match.state.phase != DONE


def step(at: int, intent: Intent, count: int) -> int:
    """The place after UP or DOWN among `count` places, going round at both ends."""
    move = {Kind.UP: -1, Kind.DOWN: 1}.get(intent.kind, 0)
    return (at + move) % count if count else 0
