"""The 104 cards and 8 bed cards of Insheepnia (Casa Tea Games): copies, what they add, whom they affect.

Tables only: no player, no state. Which cards carry which symbol is not published.
"""

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType

from msgspec import Struct

from companion.games.refusals import Term
from companion.games.texts import Text

DOUBLE_ESPRESSO, INSOMNIA, DOG = "double-espresso", "insomnia", "neighbours-dog"
BOTTLE, EARPLUGS, SNORE = "hot-water-bottle", "earplugs", "snore"


class Bed(Enum):
    """Whose bed a modifier card may go to."""

    ANOTHERS = auto()
    OWN = auto()
    ANY = auto()


class Reach(Enum):
    """Whom a card affects, and so who may block it with Warm Milk."""

    NOBODY = auto()
    OWNER = auto()
    """The owner of the bed it goes to, unless that is the player of the card."""
    ONE = auto()
    """One other player, whom the table knows and the box does not."""
    NEXT = auto()
    OTHERS = auto()
    EVERYBODY = auto()


class Modifier(Struct, frozen=True):
    """A card that lies in a bed; `adds` counts for that bed, `adds_elsewhere` for every other bed."""

    title: Text
    copies: int
    bed: Bed
    reach: Reach
    adds: int = 0
    adds_elsewhere: int = 0


class Power(Struct, frozen=True):
    """A card that acts once and goes to the discard pile."""

    title: Text
    copies: int
    reach: Reach


class Kind(Struct, frozen=True):
    """A kind of cards in a hand, as an announcement counts them: `sheep` each."""

    title: Text
    copies: int
    sheep: int


MODIFIERS: Mapping[str, Modifier] = MappingProxyType(
    {
        DOUBLE_ESPRESSO: Modifier(Text("Double Espresso"), 3, Bed.ANOTHERS, Reach.OWNER, adds=1),
        INSOMNIA: Modifier(Text("Insomnia"), 2, Bed.ANOTHERS, Reach.OWNER, adds=2),
        DOG: Modifier(Text("Neighbour’s Dog"), 1, Bed.OWN, Reach.OTHERS, adds_elsewhere=1),
        BOTTLE: Modifier(Text("Hot Water Bottle"), 2, Bed.ANY, Reach.OWNER, adds=-1),
        EARPLUGS: Modifier(Text("Earplugs"), 3, Bed.OWN, Reach.NOBODY),
    }
)

POWERS: Mapping[str, Power] = MappingProxyType(
    {
        "wolf": Power(Text("Wolf"), 5, Reach.ONE),
        "shear": Power(Text("Shear"), 4, Reach.NOBODY),
        "lullaby": Power(Text("Lullaby"), 3, Reach.NOBODY),
        SNORE: Power(Text("Snore"), 3, Reach.NEXT),
        "night-owl": Power(Text("Night Owl"), 2, Reach.ONE),
        "sleepwalker": Power(Text("Sleepwalker"), 2, Reach.ONE),
        "nightmare": Power(Text("Nightmare"), 2, Reach.EVERYBODY),
        "fire-alarm": Power(Text("Fire Alarm"), 2, Reach.OTHERS),
        "duvet-hog": Power(Text("Duvet Hog"), 2, Reach.ONE),
        "midnight-snack": Power(Text("Midnight Snack"), 2, Reach.NOBODY),
    }
)
"""The powers that use up a turn; Warm Milk does not."""

WARM_MILK = Power(Text("Warm Milk"), 4, Reach.NOBODY)

HAND: Mapping[str, Kind] = MappingProxyType(
    {
        "1": Kind(Text("ones"), 22, 1),
        "2": Kind(Text("twos"), 20, 2),
        "3": Kind(Text("threes"), 16, 3),
        "black": Kind(Text("black sheep"), 4, -1),
        "other": Kind(Text("other cards"), 42, 0),
    }
)
"""The kinds of cards in a hand; the other cards are all powers, Warm Milk and modifiers."""

CARDS = sum(kind.copies for kind in HAND.values())
BED_NUMBERS = (8, 9, 10, 11)
BEDS_OF_EACH = 2
HAND_LIMIT = 7
"""Cards in a hand at the end of one's own turn."""

SYMBOLS = ("cloud", "star", "moon")
SYMBOLS_OUT = MappingProxyType({2: 3, 3: 2, 4: 2, 5: 1, 6: 1, 7: 0, 8: 0})


def take_out(players: int) -> tuple[str, ...]:
    """The symbols whose cards come out of the deck at set-up for 2 to 8 players."""
    return SYMBOLS[len(SYMBOLS) - SYMBOLS_OUT[players] :]


def title(card: str) -> str:
    """The name on a modifier or power card; anything else as it is."""
    return Term(_TITLES[card]) if card in _TITLES else card


def reach(card: str) -> Reach:
    """Whom a modifier or power card affects."""
    return _REACHES[card]


_NAMED: Mapping[str, Modifier | Power] = {**MODIFIERS, **POWERS}
_TITLES = {card: named.title for card, named in _NAMED.items()}
_REACHES = {card: named.reach for card, named in _NAMED.items()}
