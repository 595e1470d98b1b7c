"""Insheepnia's cards and moves as people see and say them: pictures, signed numbers, places in a fan, what happened.

No screen is known here.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from companion.games.insheepnia_cards import BOTTLE, DOG, DOUBLE_ESPRESSO, EARPLUGS, INSOMNIA, title
from companion.games.match import Accepted, Match
from companion.games.texts import Text
from companion.games.turns import next_player
from companion.screens import pictograms as art
from companion.screens.base import View, table
from companion.screens.match_menu import Describe, Move, last_move, taken_back
from companion.screens.pictograms import Pictogram


class Pictures(Struct, frozen=True):
    """A card in three sizes: 32, 9 and 7 pixels."""

    large: Pictogram
    small: Pictogram
    tiny: Pictogram


PICTURES: Mapping[str, Pictures] = MappingProxyType(
    {
        DOUBLE_ESPRESSO: Pictures(art.ESPRESSO, art.ESPRESSO_SMALL, art.ESPRESSO_TINY),
        INSOMNIA: Pictures(art.EYE, art.EYE_SMALL, art.EYE_TINY),
        DOG: Pictures(art.DOG, art.DOG_SMALL, art.DOG_TINY),
        BOTTLE: Pictures(art.HOT_WATER_BOTTLE, art.BOTTLE_SMALL, art.BOTTLE_TINY),
        EARPLUGS: Pictures(art.EARPLUGS, art.EARPLUGS_SMALL, art.EARPLUGS_TINY),
    }
)
ASLEEP = Pictures(art.ZZZ, art.ASLEEP_SMALL, art.ASLEEP_TINY)
ORDINALS: Mapping[int, Text] = MappingProxyType({1: "{number}st", 2: "{number}nd", 3: "{number}rd"})
ORDINAL: Text = "{number}th"


def card_title(card: str, view: View) -> str:
    """The name of a modifier or power card in the language of the box."""
    return view.tr(title(card))


def signed(number: int) -> str:
    """What a bed adds: “+3”, “−1”, “0”."""
    return f"{number:+d}".replace("-", "−") if number else "0"


def ordinal(number: int, view: View) -> str:
    """A place, counted from 1: “3rd”."""
    teen = 10 < number % 100 < 20
    text = ORDINAL if teen else ORDINALS.get(number % 10, ORDINAL)
    return view.tr(text).format(number=number)


def outcome(match: Match) -> Mapping[str, Any]:
    """The extra keys of the move that led here."""
    again = match.previous.read(match.line) if match.previous else None
    return again.extra if isinstance(again, Accepted) else {}


def next_up(match: Match) -> str:
    """Who most likely moves next: the one on turn, else the one left of the last to move, else who begins."""
    if match.state.turn:
        return str(match.state.turn)
    before: Match | None = match
    while before is not None and "by" not in last_move(before):
        before = before.previous
    if before is not None:
        return next_player(match.header.players, last_move(before)["by"])
    first = match.header.options.first
    return first if isinstance(first, str) else match.header.players[0]


def _play(view: View, move: Move, extra: Move) -> str:
    return view.tr("{card} by {name}").format(card=card_title(move["card"], view), name=move["by"])


def _announce(view: View, move: Move, extra: Move) -> str:
    return view.tr("announcement by {name}").format(name=move["by"])


def _pick(view: View, move: Move, extra: Move) -> str:
    return view.trn("{count} random card", "{count} random cards", move["count"]).format(count=move["count"])


def _draw(view: View, move: Move, extra: Move) -> str:
    return view.tr("turn of {name}").format(name=table(view).state.turn)


DESCRIBED: Mapping[str, Describe] = MappingProxyType(
    {"play": _play, "power": _play, "announce": _announce, "pick": _pick, "draw": _draw}
)


def undone(view: View) -> str:
    """The last move taken back, in a few words; "" if there is none."""
    return taken_back(view, DESCRIBED)
