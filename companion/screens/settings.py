"""The settings of the box: each is a row of choices, kept as text under its key."""

from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.games.texts import Text
from companion.screens.base import STAY, Ask, Effect, Pop, Push, Screen, Swap, View, step
from companion.screens.canvas import Canvas
from companion.screens.closing import BackupOffer
from companion.screens.intents import Control, Intent, Kind
from companion.screens.lettering import Face
from companion.screens.menu import Entry, Hint, Menu, moves, show_controls
from companion.screens.pictograms import GEAR
from companion.screens.requests import Done, SetSetting

Choice = tuple[str, str]
"""A value as it is kept, and its text for people."""

ON_OFF: tuple[Choice, ...] = (("true", Text("on")), ("false", Text("off")))
SECONDS: tuple[Choice, ...] = (
    ("30", Text("30 s")),
    ("60", Text("1 min")),
    ("120", Text("2 min")),
    ("300", Text("5 min")),
    ("600", Text("10 min")),
    ("1800", Text("30 min")),
    ("3600", Text("60 min")),
)
LONG_PRESSES: tuple[Choice, ...] = (
    ("0.4", Text("0.4 s")),
    ("0.6", Text("0.6 s")),
    ("0.8", Text("0.8 s")),
    ("1.2", Text("1.2 s")),
)


class Setting(Struct, frozen=True):
    """One setting: its key, its text, its choices."""

    key: str
    label: Text
    choices: tuple[Choice, ...]


SETTINGS: tuple[Setting, ...] = (
    Setting("language", Text("Language"), ()),
    Setting("sound", Text("Sound"), ON_OFF),
    Setting("brightness", Text("Brightness"), tuple((str(n), str(n)) for n in range(1, 11))),
    Setting("dim_after", Text("Dim after"), SECONDS[:-2]),
    Setting("blank_after", Text("Blank after"), SECONDS[2:]),
    Setting("blank_after_in_match", Text("… in a match"), SECONDS[2:]),
    Setting("rotation", Text("Picture"), (("0", Text("upright")), ("180", Text("turned")))),
    Setting("long_press", Text("Long press"), LONG_PRESSES),
)


def choices(setting: Setting, view: View) -> tuple[Choice, ...]:
    """What can be chosen, with the value in force even if it is none of the usual ones."""
    usual = setting.choices or view.languages
    value = view.settings[setting.key]
    return usual if value in dict(usual) else ((value, value), *usual)


def shown(setting: Setting, view: View) -> str:
    """The value in force, as people read it."""
    return view.tr(dict(choices(setting, view))[view.settings[setting.key]])


class Settings(Menu, frozen=True):
    """All settings with their values, and the backup."""

    name: ClassVar[str] = "settings"

    def entries(self, view: View) -> tuple[Entry, ...]:
        rows = tuple(
            Entry(view.tr(setting.label), Push(Change.of(setting, view)), shown(setting, view)) for setting in SETTINGS
        )
        return (*rows, Entry(view.tr("Backup"), Push(BackupOffer())))


class Change(Screen, frozen=True):
    """One setting: UP and DOWN choose, OK keeps, BACK leaves it as it was."""

    setting: Setting
    at: int = 0
    name: ClassVar[str] = "setting"

    @classmethod
    def of(cls, setting: Setting, view: View) -> "Change":
        """The screen at the value in force."""
        values = [value for value, _ in choices(setting, view)]
        return cls(setting, values.index(view.settings[setting.key]))

    def draw(self, canvas: Canvas, view: View) -> None:
        canvas.picture(96, 12, GEAR)
        canvas.text(0, 0, view.tr(self.setting.label))
        text = view.tr(choices(self.setting, view)[self.at][1])
        canvas.fit(0, 14, text, (Face.BIG, Face.TITLE, Face.BODY), 92)
        show_controls(
            canvas,
            view,
            [moves(), Hint(Control.OK, view.tr("keep")), Hint(Control.BACK, view.tr("leave"))],
        )

    def press(self, intent: Intent, view: View) -> Effect:
        match intent.kind:
            case Kind.UP | Kind.DOWN:
                return Swap(replace(self, at=step(self.at, intent, len(choices(self.setting, view)))))
            case Kind.OK:
                return Ask(SetSetting(self.setting.key, choices(self.setting, view)[self.at][0]))
            case Kind.BACK:
                return Pop()
        return STAY

    def receive(self, answer: Any, view: View) -> Effect:
        return Pop() if isinstance(answer, Done) else STAY
