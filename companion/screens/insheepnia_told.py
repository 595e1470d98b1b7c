"""What a card of Insheepnia has just done, as one picture: the card, whom it hits, what their bed adds now."""

from dataclasses import dataclass

from companion.games.insheepnia_beds import needs
from companion.games.insheepnia_cards import DOG, MODIFIERS, SNORE
from companion.screens.base import View, table
from companion.screens.canvas import Canvas
from companion.screens.insheepnia_picks import PICKS
from companion.screens.insheepnia_words import PICTURES, Move, card_title, last_move, signed
from companion.screens.intents import Control
from companion.screens.lettering import Face
from companion.screens.menu import Hint, show_controls
from companion.screens.pictograms import CARD, WARM_MILK, ZZZ, Pictogram

TEXT_X = 38
TEXT_WIDTH = 128 - TEXT_X


@dataclass(frozen=True, slots=True)
class Told:
    """A picture, the person or word in large letters, a number if there is one, and a sentence."""

    picture: Pictogram
    headline: str
    text: str
    number: int | None = None


def draw_told(canvas: Canvas, view: View) -> None:
    """The last move, a card played."""
    move = last_move(table(view))
    told = _told_play(view, move) if move["do"] == "play" else _told_power(view, move)
    canvas.picture((32 - told.picture.width) // 2, 4 + (32 - told.picture.height) // 2, told.picture)
    canvas.fit(TEXT_X, 0, told.headline, (Face.TITLE, Face.BODY), TEXT_WIDTH)
    if told.number is None:
        canvas.wrapped(TEXT_X, 18, told.text, Face.BODY, TEXT_WIDTH, 3)
    else:
        canvas.text(TEXT_X, 11, signed(told.number), Face.BIG)
        canvas.wrapped(0, 40, told.text, Face.SMALL, 128, 2)
    show_controls(canvas, view, _hints(view, move))


def _hints(view: View, move: Move) -> list[Hint]:
    random = move["card"] in PICKS and not move.get("blocked_by")
    last = Hint(Control.ROLL, view.tr("pick card")) if random else Hint(Control.BACK, view.tr("undo"), held=True)
    return [Hint(Control.OK, view.tr("go on")), last]


def _told_play(view: View, move: Move) -> Told:
    card, by, blocked_by = move["card"], move["by"], move.get("blocked_by", ())
    if card == DOG:
        return _told_dog(view, move)
    if blocked_by:
        return _told_block(view, move)
    bed = move.get("into", by)
    names = {"card": card_title(card, view), "name": by}
    if "clears" in move:
        text = view.tr("{card} is cleared away.").format(card=card_title(move["clears"], view))
    elif bed == by:
        text = view.tr("{card} lies in the bed.").format(**names)
    else:
        text = view.tr("{card} lies in the bed, from {name}.").format(**names)
    return Told(PICTURES[card].large, bed, text, needs(table(view).state, bed))


def _told_dog(view: View, move: Move) -> Told:
    blocked_by = move.get("blocked_by", ())
    text = view.tr("The dog keeps all others awake who have no Earplugs.")
    if blocked_by:
        text = view.tr("The dog barks, but not for {names}.").format(names=", ".join(blocked_by))
    return Told(PICTURES[DOG].large, move["by"], text, MODIFIERS[DOG].adds_elsewhere)


def _told_block(view: View, move: Move) -> Told:
    text = view.tr("{names}: no {card}.").format(
        names=", ".join(move["blocked_by"]), card=card_title(move["card"], view)
    )
    return Told(WARM_MILK, view.tr("Blocked!"), text)


def _told_power(view: View, move: Move) -> Told:
    card, state = move["card"], table(view).state
    if card == SNORE and state.skipped:
        return Told(ZZZ, state.skipped, view.tr("sleeps and skips a turn."))
    if move.get("blocked_by"):
        return _told_block(view, move)
    return Told(CARD, card_title(card, view), view.tr("played by {name}").format(name=move["by"]))
