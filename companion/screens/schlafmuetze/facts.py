"""“What should have happened?” as questions: which one decides next, and the verdict once nothing is open.

Answers are kept under the names of the questions; a later one is only used when the earlier ones lead to it.
"""

from collections.abc import Mapping
from typing import Any

from companion.games.schlafmuetze_placing import OWN_DISCARD, Placement, Verdict, decide, judge

OWN, OWN_MIDDLE, OWN_NEIGHBOUR = "own", "own-middle", "own-neighbour"
DRAWN, DRAWN_MIDDLE, DRAWN_NEIGHBOUR = "drawn", "drawn-middle", "drawn-neighbour"
TURNED, PLACED = "turned", "placed"
CARD_OF: Mapping[str, str] = {
    OWN_MIDDLE: OWN, OWN_NEIGHBOUR: OWN, DRAWN_MIDDLE: DRAWN, DRAWN_NEIGHBOUR: DRAWN,
}  # fmt: skip
"""The question that named the card of another question."""

FITTING, NOT_FITTING = "middle:fitting", "middle:not-fitting"
"""The middle piles by what is known of them; names of players are shorter."""

Answers = Mapping[str, Any]


def pile_of(player: str) -> str:
    """The name of a player's discard pile, like that of no other pile."""
    return f"pile of {player}"


def owner_of(pile: str, players: tuple[str, ...]) -> str | None:
    """The player whose discard pile it is; None for a pile of the middle and for the own one."""
    return next((player for player in players if pile_of(player) == pile), None)


def questions(answers: Answers) -> tuple[str, ...]:
    """The questions in order, as far as the answers lead; the last one may still be open."""
    asked: list[str] = []
    for question in _all(answers):
        asked.append(question)
        if question not in answers:
            break
    return tuple(asked)


def _all(answers: Answers) -> tuple[str, ...]:
    own = _of_card(answers, OWN, OWN_MIDDLE, OWN_NEIGHBOUR)
    if own_fits(answers):
        return (*own, TURNED) if answers.get(TURNED) else (*own, TURNED, PLACED)
    return (*own, *_of_card(answers, DRAWN, DRAWN_MIDDLE, DRAWN_NEIGHBOUR), PLACED)


def _of_card(answers: Answers, card: str, middle: str, neighbour: str) -> tuple[str, ...]:
    if answers.get(card) is None:
        return (card,)
    return (card, middle) if answers.get(middle) else (card, middle, neighbour)


def own_fits(answers: Answers) -> bool:
    """Whether the own top card could be got rid of, as far as answered."""
    return answers.get(OWN) is not None and bool(answers.get(OWN_MIDDLE) or answers.get(OWN_NEIGHBOUR))


def moved(answers: Answers) -> int:
    """The card that was placed: the one turned over, else the own one."""
    card: int = answers[OWN] if own_fits(answers) or answers.get(DRAWN) is None else answers[DRAWN]
    return card


def moved_own(answers: Answers) -> bool:
    """Whether the card that was placed came from the own discard pile."""
    return own_fits(answers) or answers.get(DRAWN) is None


def moved_fits_middle(answers: Answers) -> bool:
    """Whether the card that was placed fitted in the middle."""
    return bool(answers.get(OWN_MIDDLE if moved_own(answers) else DRAWN_MIDDLE))


def judged(answers: Answers) -> Verdict:
    """The verdict when all questions are answered."""
    own = _placement(answers, OWN, OWN_MIDDLE, OWN_NEIGHBOUR)
    if own_fits(answers) and answers[TURNED]:
        return judge(own, decide("draw", (), None), OWN_DISCARD)
    drawn = None if own_fits(answers) else _placement(answers, DRAWN, DRAWN_MIDDLE, DRAWN_NEIGHBOUR)
    return judge(own, drawn, answers[PLACED])


def _placement(answers: Answers, card: str, middle: str, neighbour: str) -> Placement | None:
    if answers[card] is None:
        return None
    fitting = (FITTING,) if answers[middle] else ()
    first = answers.get(neighbour)
    return decide("discard" if card == OWN else "draw", fitting, first and pile_of(first))
