"""The nightcap beside a name. Art only."""

from typing import Final

from companion.screens.pictograms.pictogram import Pictogram

NIGHTCAP_SMALL: Final = Pictogram.of("""
....##...
...####..
..######.
..###.###
.####..##
.###.....
.......##
######.##
######...
""")
