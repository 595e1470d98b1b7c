"""What a card of Insheepnia has just done, as one picture: the card, whom it hits, what their bed adds now."""

from collections.abc import Sequence

from msgspec import Struct

from companion.games.insheepnia_beds import needs
from companion.games.insheepnia_cards import DOG, MODIFIERS, SNORE
from companion.screens.base import View, table
from companion.screens.canvas import Canvas
from companion.screens.frames import WIDTH
from companion.screens.insheepnia.picks import PICKS
from companion.screens.insheepnia.words import PICTURES, card_title, signed
from companion.screens.intents import Control
from companion.screens.lettering import Face
from companion.screens.match_menu import Move, last_move
from companion.screens.menu import Hint, show_controls
from companion.screens.pictograms import HAND, WARM_MILK, ZZZ, Pictogram
from companion.screens.short_names import short_among

TEXT_X = 38
TEXT_WIDTH = WIDTH - TEXT_X
UNDER_Y = 39


class Told(Struct, frozen=True):
    """A picture, the person or word in large letters, a number if there is one, and a sentence."""

    picture: Pictogram
    headline: str
    text: str
    number: int | None = None


def draw_told(canvas: Canvas, view: View) -> None:
    """The last move, a card played."""
    move = last_move(table(view))
    names = _blockers(canvas, table(view).header.players, move.get("blocked_by", ()))
    told = _told_play(view, move, names) if move["do"] == "play" else _told_power(view, move, names)
    canvas.picture((32 - told.picture.width) // 2, 4 + (32 - told.picture.height) // 2, told.picture)
    canvas.fit(TEXT_X, 0, told.headline, (Face.TITLE, Face.BODY), TEXT_WIDTH)
    if told.number is None:
        _draw_text(canvas, TEXT_X, 18, told.text, 3)
    else:
        canvas.text(TEXT_X, 11, signed(told.number), Face.BIG)
        _draw_text(canvas, 0, UNDER_Y, told.text, 1)
    show_controls(canvas, view, _hints(view, move))


def _blockers(canvas: Canvas, players: Sequence[str], names: Sequence[str]) -> str:
    """A single one whole; of several, each cut to what fits twice beside the picture, and unlike all other players."""
    if len(names) < 2:
        return ", ".join(names)
    room = TEXT_WIDTH // 2 - 6
    return ", ".join(short_among(names, players, lambda text: canvas.width_of(text, Face.SMALL) <= room))


def _draw_text(canvas: Canvas, x: int, y: int, text: str, lines: int) -> None:
    """The text in so many lines, in smaller letters in one more."""
    body = canvas.fits(text, Face.BODY, WIDTH - x, lines)
    canvas.wrapped(x, y, text, Face.BODY if body else Face.SMALL, WIDTH - x, lines if body else lines + 1)


def _hints(view: View, move: Move) -> list[Hint]:
    random = move["card"] in PICKS and not move.get("blocked_by")
    last = Hint(Control.ROLL, view.tr("pick card")) if random else Hint(Control.BACK, view.tr("undo"), held=True)
    return [Hint(Control.OK, view.tr("go on")), last]


def _told_play(view: View, move: Move, names: str) -> Told:
    card, by = move["card"], move["by"]
    if card == DOG:
        text = view.tr("not for {names}") if names else view.tr("The dog of {name} barks.")
        told = text.format(names=names, name=by)
        return Told(PICTURES[DOG].large, view.tr("All others"), told, MODIFIERS[DOG].adds_elsewhere)
    if names:
        return _told_block(view, move, names)
    bed = move.get("into", by)
    if "clears" in move:
        text = view.tr("{card}: cleared away").format(card=card_title(move["clears"], view))
    elif bed == by:
        text = view.tr("{card}, own bed").format(card=card_title(card, view))
    else:
        text = view.tr("{card} from {name}").format(card=card_title(card, view), name=by)
    return Told(PICTURES[card].large, bed, text, needs(table(view).state, bed))


def _told_block(view: View, move: Move, names: str) -> Told:
    text = view.tr("{card}: not for {names}").format(card=card_title(move["card"], view), names=names)
    return Told(WARM_MILK, view.tr("Blocked!"), text)


def _told_power(view: View, move: Move, names: str) -> Told:
    card, state = move["card"], table(view).state
    if card == SNORE and state.skipped:
        return Told(ZZZ, state.skipped, view.tr("sleeps and skips a turn."))
    if names:
        return _told_block(view, move, names)
    return Told(HAND, card_title(card, view), view.tr("played by {name}").format(name=move["by"]))
