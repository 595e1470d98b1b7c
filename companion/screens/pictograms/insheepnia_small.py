"""The modifier cards of Insheepnia beside a name: 9×9 pixels, and 7×7 where eight beds share the panel. Art only."""

from typing import Final

from companion.screens.pictograms.pictogram import Pictogram

ESPRESSO_SMALL: Final = Pictogram.of("""
..#..#...
.#..#....
.........
#######..
#########
#######.#
#########
.#####...
#########
""")

EYE_SMALL: Final = Pictogram.of("""
.#..#..#.
..#####..
.#.....#.
#..###..#
#..###..#
#..###..#
.#.....#.
..#####..
.........
""")

DOG_SMALL: Final = Pictogram.of("""
##..#..##
#########
##.###.##
##.###.##
.#######.
..##.##..
..#...#..
..##.##..
...###...
""")

BOTTLE_SMALL: Final = Pictogram.of("""
..#####..
...###...
..#####..
.#######.
.##.#.##.
.##...##.
.###.###.
.#######.
..#####..
""")

EARPLUGS_SMALL: Final = Pictogram.of("""
.###.....
#####....
#####....
.###.###.
..#.#####
....#####
.....###.
......#..
.........
""")

ASLEEP_SMALL: Final = Pictogram.of("""
....#####
.......#.
......#..
.....#...
###.#####
..#......
.#.......
###......
.........
""")

ESPRESSO_TINY: Final = Pictogram.of("""
.#.#...
.......
#####..
#######
#####.#
#######
.###...
""")

EYE_TINY: Final = Pictogram.of("""
#..#..#
..###..
.#...#.
#..#..#
.#...#.
..###..
.......
""")

DOG_TINY: Final = Pictogram.of("""
#.....#
#######
#.###.#
#######
.#.#.#.
..###..
.......
""")

BOTTLE_TINY: Final = Pictogram.of("""
..###..
...#...
.#####.
.##.##.
.#...#.
.##.##.
.#####.
""")

EARPLUGS_TINY: Final = Pictogram.of("""
.##....
####...
####...
.##.##.
...####
...####
....##.
""")

ASLEEP_TINY: Final = Pictogram.of("""
...####
.....#.
....#..
##.####
.#.....
#......
##.....
""")

BED_SMALL: Final = Pictogram.of("""
.........
##.......
##.......
##....###
##.##.###
##.##.###
#########
##.....##
##.....##
""")

CARD_SMALL: Final = Pictogram.of("""
.#######.
.#.....#.
.#..#..#.
.#.###.#.
.#..#..#.
.#..#..#.
.#.....#.
.#.....#.
.#######.
""")

MILK_SMALL: Final = Pictogram.of("""
..#..#...
...#..#..
..#..#...
#########
#.......#
#########
.#######.
.#######.
..#####..
""")

QUESTION_SMALL: Final = Pictogram.of("""
..#####..
.##...##.
.##...##.
.....##..
....##...
....##...
.........
....##...
....##...
""")
