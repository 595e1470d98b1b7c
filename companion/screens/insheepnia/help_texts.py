"""What each card of Insheepnia does, and answers to what people ask: short, in words of our own. Texts only.

A ruling is the box's answer where the rulebook is silent.
"""

from collections.abc import Mapping

from companion.games.insheepnia_cards import (
    BOTTLE,
    DOG,
    DOUBLE_ESPRESSO,
    EARPLUGS,
    INSOMNIA,
    MODIFIERS,
    POWERS,
    WARM_MILK,
)
from companion.games.texts import Text
from companion.screens.help_pages import Page, Topic
from companion.screens.insheepnia.words import PICTURES
from companion.screens.pictograms import BED, EYE, HAND, MOON, PEOPLE, SHEEP, WOLF, ZZZ
from companion.screens.pictograms import WARM_MILK as MILK

MODIFIER_TEXTS: Mapping[str, Text] = {
    DOUBLE_ESPRESSO: "Into another bed: one sheep more is needed there.",
    INSOMNIA: "Into another bed: two sheep more are needed there.",
    DOG: "Into your own bed: all others need one sheep more.",
    BOTTLE: "Into any bed: one sheep less is needed there.",
    EARPLUGS: "In your own bed: no dog. Or clear a card from it.",
}

POWER_TEXTS: Mapping[str, Text] = {
    "wolf": "Take one random card from another hand.",
    "shear": "Discard one card of your own.",
    "lullaby": "Draw two cards.",
    "snore": "The next player skips a turn.",
    "night-owl": "Look at another bed card in secret.",
    "sleepwalker": "Swap hands with another player.",
    "nightmare": "All pass one random card to the left.",
    "fire-alarm": "All others discard down to three cards.",
    "duvet-hog": "Take two random cards from one player.",
    "midnight-snack": "Take any card from the discard pile.",
}

PLUGS = PICTURES[EARPLUGS].large
POWER_PICTURES = {"wolf": WOLF, "snore": ZZZ, "night-owl": EYE}

BED_CARDS = Topic(
    Text("Cards in beds"),
    (
        *(Page(MODIFIERS[card].title, text, PICTURES[card].large) for card, text in MODIFIER_TEXTS.items()),
        Page(Text("Nothing stacks"), Text("No bed holds a card twice. Different cards add up."), BED),
        Page(Text("Never below 1"), Text("Nobody falls asleep without a sheep."), SHEEP),
    ),
)

POWER_CARDS = Topic(
    Text("Power cards"),
    (
        Page(WARM_MILK.title, Text("Any time: block a card that affects you."), MILK),
        *(Page(POWERS[card].title, text, POWER_PICTURES.get(card, HAND)) for card, text in POWER_TEXTS.items()),
    ),
)

MILK_AGAINST = Topic(
    Text("Warm Milk"),
    (
        Page(Text("The dog"), Text("It lies down all the same, but it does not count for you."), PICTURES[DOG].large),
        Page(
            Text("Nightmare"),
            Text("You pass no card and get none: the others pass around you."),
            MILK,
            ruling=True,
        ),
        Page(Text("Fire Alarm"), Text("You keep your whole hand; the others still discard."), MILK),
        Page(Text("Several blocks"), Text("Each Warm Milk blocks for one player. The game has four."), MILK),
        Page(Text("The card itself"), Text("A blocked card is discarded, except the dog: it stays."), HAND),
    ),
)

BLACK_SHEEP = Topic(
    Text("Black sheep"),
    (
        Page(Text("It counts −1"), Text("Each black sheep takes one from your sheep."), SHEEP),
        Page(Text("1. Discard it"), Text("With Shear, at a Fire Alarm, or down to seven cards."), SHEEP),
        Page(Text("2. Pass it on"), Text("With Sleepwalker, or by luck with Nightmare."), SHEEP),
        Page(Text("3. Lose it"), Text("To a Wolf, a Duvet Hog or at a false alarm."), WOLF),
    ),
)

TWO_USES = Topic(
    Text("Earplugs"),
    (
        Page(
            Text("Keep them"),
            Text("They lie in your bed: no dog counts for you."),
            PLUGS,
        ),
        Page(Text("Clear a card"), Text("Earplugs and one card of your bed are discarded."), PLUGS),
        Page(Text("Not blocked"), Text("Earplugs affect only you, so no Warm Milk stops them."), PLUGS),
    ),
)

ANNOUNCING = Topic(
    Text("Announcing"),
    (
        Page(Text("Asleep"), Text("Show bed and hand. Exactly as many sheep as needed: you win."), MOON),
        Page(Text("False alarm"), Text("Otherwise each other player takes one random card of yours."), EYE),
        Page(Text("Who takes first"), Text("Clockwise, from the left of whoever announced."), EYE, ruling=True),
        Page(Text("Too few cards"), Text("They take clockwise until the hand is empty."), EYE, ruling=True),
        Page(Text("Younger kids"), Text("Without the penalty nobody takes a card. Choose it before the start."), SHEEP),
        Page(Text("Hand limit"), Text("At most seven cards at the end of your own turn."), HAND),
    ),
)

BUTTONS = Topic(
    Text("Buttons"),
    (
        Page(Text("Your turn"), Text("Your lamp blinks: you drew a card? Press for the next turn."), HAND),
        Page(WARM_MILK.title, Text("Your lamp blinks fast: press to block, again to let it be."), MILK),
        Page(Text("Not your turn"), Text("Your button moves the arrow to you: OK shows what you can do."), PEOPLE),
    ),
)

TOPICS = (BED_CARDS, POWER_CARDS, MILK_AGAINST, BLACK_SHEEP, TWO_USES, ANNOUNCING, BUTTONS)
