"""The games' names and pictograms on the box, by their names in match scripts, in the order of the menu."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.games import insheepnia, schlafmuetze, thirteen_sheep
from companion.games.texts import Text
from companion.screens.base import View
from companion.screens.pictograms import MOON, NIGHTCAP, SHEEP, Pictogram

TITLES: Mapping[str, Text] = MappingProxyType(
    {thirteen_sheep.NAME: "13 Sheep", insheepnia.NAME: "Insheepnia", schlafmuetze.NAME: "Schlafmütze"}
)

PICTURES: Mapping[str, Pictogram] = MappingProxyType(
    {thirteen_sheep.NAME: SHEEP, insheepnia.NAME: MOON, schlafmuetze.NAME: NIGHTCAP}
)


def title(game: str, view: View) -> str:
    """A game's name in the language of the box."""
    return view.tr(TITLES.get(game, game))
