"""The pictograms of the screens, by name: 32×32 pixels, the small ones 16×16, 16×12 and 9×9."""

from companion.screens.pictograms.creatures import PEOPLE, SHEEP, SHEEP_SMALL, WOLF, WOLF_SMALL
from companion.screens.pictograms.pictogram import Pictogram
from companion.screens.pictograms.signs import ARROW, CROSS, QUESTION, STAR_SMALL, TICK, ZZZ
from companion.screens.pictograms.table import BED, DIE, HOURGLASS, MOON, NIGHTCAP, STAR, TROPHY
from companion.screens.pictograms.tools import BOOK, CARD, GEAR, MAGNIFIER, PENCIL, PLUG, TROUBLE

__all__ = [
    "ARROW",
    "BED",
    "BOOK",
    "CARD",
    "CROSS",
    "DIE",
    "GEAR",
    "HOURGLASS",
    "MAGNIFIER",
    "MOON",
    "NIGHTCAP",
    "PENCIL",
    "PEOPLE",
    "PLUG",
    "QUESTION",
    "SHEEP",
    "SHEEP_SMALL",
    "STAR",
    "STAR_SMALL",
    "TICK",
    "TROPHY",
    "TROUBLE",
    "WOLF",
    "WOLF_SMALL",
    "ZZZ",
    "Pictogram",
]
