"""A table of Insheepnia for tests: moves in few words, and what they lead to."""

from companion.games.insheepnia_beds import why_not_clear, why_not_into
from companion.games.insheepnia_cards import MODIFIERS
from companion.games.refusals import Refusal, sentence
from tests.games.walk import accepted, begin, line

SEED = bytes(range(32))
EIGHT = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hal")
ESPRESSO, INSOMNIA, DOG, BOTTLE, EARPLUGS = MODIFIERS


def table(players, *moves, **options):
    return begin("insheepnia", EIGHT[:players], moves, **options)


def play(card, by, into=None, **values):
    return line("play", card=card, by=by, **({"into": into} if into else {}), **values)


def power(card, by, *blocked_by):
    return line("power", card=card, by=by, blocked_by=blocked_by)


def announce(by, bed, **hand):
    return line("announce", by=by, bed=bed, hand={kind.strip("n"): count for kind, count in hand.items()})


def after(before, *moves):
    for move in moves:
        before = accepted(before, move).match
    return before


def refusal(before, move):
    outcome = before.read(move)
    assert isinstance(outcome, Refusal), outcome
    assert sentence(outcome)
    return outcome


def code(before, move):
    found = refusal(before, move)
    return f"{found.code}.{found.reason}".rstrip(".")


def cards(before, player):
    return before.state.beds[player]


def beds_for(before, card, by):
    """Into whose beds nothing hinders `by` to lay a card."""
    return tuple(into for into in before.header.players if why_not_into(before.state, card, by, into) is None)


def clearable(before, by):
    """The cards of the own bed that nothing hinders `by` to clear."""
    return tuple(card for card in cards(before, by) if why_not_clear(before.state, by, card) is None)


def needs_of(before):
    return {player: bed["needs"] for player, bed in before.view["beds"].items()}


def extra(before, move):
    return dict(accepted(before, move).extra)


ALL_ESPRESSO = tuple(play(ESPRESSO, "Ann", into) for into in ("Ben", "Cleo", "Dora"))
ALL_EARPLUGS = tuple(play(EARPLUGS, by) for by in ("Ann", "Ben", "Cleo"))
