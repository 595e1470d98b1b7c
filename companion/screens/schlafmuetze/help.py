"""Help at Schlafmütze's table: where a card goes, draw piles, penalties, the end, in words of our own.

A ruling is the box's answer where the rulebook is silent.
"""

from companion.games.texts import Text
from companion.screens.base import Effect, View
from companion.screens.help_pages import HelpPage, Page, Topic
from companion.screens.intents import Intent
from companion.screens.pictograms import NIGHTCAP, PEOPLE, PILE, QUESTION, TROPHY
from companion.screens.schlafmuetze.case import seat_call

RULES = Topic(
    Text("Rules"),
    (
        Page(Text("Own card first"), Text("Does the top of your discard pile fit?"), PILE),
        Page(Text("Then turn one over"), Text("From your draw pile, one by one."), PILE),
        Page(Text("1. The middle"), Text("Only upwards: the next number."), PILE),
        Page(Text("2. The others"), Text("One up or down. The first clockwise."), PEOPLE),
        Page(Text("3. Your own pile"), Text("Fits nowhere? Your turn is over."), PILE),
        Page(Text("Pile used up?"), Text("Turn your discard pile over."), PILE),
        Page(Text("Sleepyhead!"), Text("A card on the wrong pile, or one overlooked."), NIGHTCAP),
        Page(Text("Penalty cards"), Text("All others give their bottom card."), NIGHTCAP),
        Page(Text("Nothing to give"), Text("No draw pile, no card."), QUESTION, ruling=True),
        Page(Text("Sleepyhead, no pile"), Text("The new cards are the pile."), QUESTION, ruling=True),
        Page(Text("A wrong call"), Text("The box only counts it."), QUESTION, ruling=True),
        Page(Text("The end"), Text("Whose last card is gone wins."), TROPHY),
        Page(Text("Last card given"), Text("Wins too. First clockwise."), TROPHY, ruling=True),
    ),
)


class Rules(HelpPage, frozen=True):
    """The pages of the rules; a seat's button calls “Sleepyhead!” here, too."""

    topic: Topic = RULES

    def press(self, intent: Intent, view: View) -> Effect:
        return seat_call(intent, view) or super().press(intent, view)
