"""When the panel rests: dim after a while without a press, then blank, against burn-in."""

from typing import Literal

from msgspec import Struct

from companion.screens.base import View, playing

Level = Literal["on", "dim", "blank"]
BLANK: Level = "blank"


class Rest(Struct, frozen=True):
    """How bright the panel is, and until when (seconds of the steady clock); None for as long as nobody presses."""

    level: Level
    until: float | None


def rest_of(view: View, last_press: float) -> Rest:
    """The rest at `view.now`. During a match the panel stays visible for longer."""
    blank_at = last_press + float(view.settings["blank_after_in_match" if playing(view) else "blank_after"])
    dim_at = last_press + float(view.settings["dim_after"])
    if view.now >= blank_at:
        return Rest("blank", None)
    if view.now >= dim_at:
        return Rest("dim", blank_at)
    return Rest("on", min(dim_at, blank_at))
