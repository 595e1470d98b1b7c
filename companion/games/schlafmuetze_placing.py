"""Where a card must go in Schlafmütze (AMIGO 05913, 2015), and whether a placing was a mistake.

Two ways lead to a verdict. `placement` and `verdict` see every pile that lies open; `decide` and `judge`, on
which they rest, need only what decides: the middle piles that a card fits, and the first player clockwise who
shows a card next to it. Piles are names: "middle:1" to "middle:5", "own-discard", and the other players'.
Rules only; no match is known here.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from companion.games.refusals import Refusal, refuse
from companion.games.rules import Question

Source: TypeAlias = Literal["draw", "discard"]
Rule: TypeAlias = Literal["middle", "clockwise", "own-discard", "stay"]
Kind: TypeAlias = Literal["overlooked", "wrong-pile"]
Middle: TypeAlias = tuple[int, ...]
Others: TypeAlias = tuple[tuple[str, int | None], ...]
"""The other players' discard piles, clockwise from the left: name and top card, None where no card lies."""

LOWEST, HIGHEST = 1, 20
LOWEST_DEALT = 2
"""All 1s lie in the middle."""

COPIES = 5
MIDDLE = tuple(f"middle:{pile}" for pile in range(1, COPIES + 1))
OWN_DISCARD = "own-discard"


class PlacementQuestion(Question, frozen=True, tag="placement"):
    """Asks where `card` must go, turned over from the draw pile or lying on top of the own discard pile."""

    card: int
    source: Source
    middle: Middle
    others: Others


class MistakeQuestion(Question, frozen=True, tag="mistake"):
    """Asks whether it was a mistake to put `drawn` on the pile `placed`, or `own` when nothing was drawn."""

    own: int | None
    drawn: int | None
    middle: Middle
    others: Others
    placed: str


class Placement(Struct, frozen=True):
    """Where a card must go: one of the piles `place` (nowhere if empty), and the rule that says so."""

    place: tuple[str, ...]
    rule: Rule

    @property
    def away(self) -> bool:
        """Whether the card can be got rid of."""
        return self.rule in {"middle", "clockwise"}


class Verdict(Struct, frozen=True):
    """`kind` of the mistake, None without one; `placement` decided: the `own` card's or the drawn one's."""

    kind: Kind | None
    placement: Placement
    own: bool

    @property
    def should(self) -> tuple[str, ...]:
        """Where the card had to go; empty without a mistake, and for an own card that had to stay."""
        return self.placement.place if self.kind else ()


def below(card: int) -> int:
    """The top that a middle pile must show for `card`: the middle only goes up."""
    return card - 1


def neighbours(card: int) -> tuple[int, ...]:
    """The tops that another player's discard pile may show for `card`: it goes up and down, from 2 to 20."""
    return tuple(top for top in (card - 1, card + 1) if LOWEST_DEALT <= top <= HIGHEST)


def decide(source: Source, middle: tuple[str, ...], neighbour: str | None) -> Placement:
    """The placement of a card that fits the piles `middle`, and clockwise that of `neighbour` first.

    For a card of which only this is known: whatever name stands in `middle` stands in the placement.
    """
    if middle:
        return Placement(middle, "middle")
    if neighbour is not None:
        return Placement((neighbour,), "clockwise")
    return Placement((OWN_DISCARD,), "own-discard") if source == "draw" else Placement((), "stay")


def placement(card: int, source: Source, middle: Middle, others: Others) -> Placement:
    """Where `card` must go while these tops lie open: the middle first, then clockwise."""
    piles = tuple(pile for pile, top in zip(MIDDLE, middle, strict=True) if top == below(card))
    return decide(source, piles, next((name for name, top in others if top in neighbours(card)), None))


def judge(own: Placement | None, drawn: Placement | None, placed: str) -> Verdict:
    """The verdict on a card put on the pile `placed`: the drawn one, or the own one if `drawn` is None.

    `own` is the placement of the top card of the own discard pile, None when there was none. One of the two
    must be there, else ValueError.
    """
    if own and drawn and own.away:
        return Verdict("overlooked", own, own=True)
    due = drawn or own
    if due is None:
        raise ValueError("no card was placed")
    return Verdict(_kind(due, placed), due, own=drawn is None)


def verdict(own: int | None, drawn: int | None, middle: Middle, others: Others, placed: str) -> Verdict:
    """The verdict while these tops lie open; `own` or `drawn` is a card, else ValueError."""
    return judge(
        None if own is None else placement(own, "discard", middle, others),
        None if drawn is None else placement(drawn, "draw", middle, others),
        placed,
    )


def copies_in_sight(middle: Middle, cards: tuple[int, ...]) -> Counter[int]:
    """How often each value lies open: a middle pile holds one card of each value up to its top."""
    return Counter([*cards, *(value for top in middle for value in range(LOWEST, top + 1))])


def answer(question: PlacementQuestion | MistakeQuestion) -> Mapping[str, object] | Refusal:
    """The extra keys that answer a question, or why it has no answer."""
    refusal = _check_piles(question) or _check_position(question.middle, _cards(question))
    if refusal:
        return refusal
    if isinstance(question, PlacementQuestion):
        due = placement(question.card, question.source, question.middle, question.others)
        return {"place": due.place, "rule": due.rule}
    found = verdict(question.own, question.drawn, question.middle, question.others, question.placed)
    return {"mistake": found.kind is not None, "kind": found.kind, "should": found.should}


def _kind(due: Placement, placed: str) -> Kind | None:
    if placed in due.place:
        return None
    return "overlooked" if placed == OWN_DISCARD else "wrong-pile"


def _check_piles(question: PlacementQuestion | MistakeQuestion) -> Refusal | None:
    if isinstance(question, MistakeQuestion) and question.own is None and question.drawn is None:
        return refuse("bad-question", "no-card")
    piles = (*MIDDLE, OWN_DISCARD, *(name for name, _ in question.others))
    twins = [pile for pile, times in Counter(piles).items() if times > 1]
    if twins:
        return refuse("bad-question", "twins", name=twins[0])
    return _check_placed(question, piles) if isinstance(question, MistakeQuestion) else None


def _check_placed(question: MistakeQuestion, piles: tuple[str, ...]) -> Refusal | None:
    if question.drawn is None and question.placed == OWN_DISCARD:
        return refuse("bad-question", "not-moved")
    if question.placed not in piles:
        return refuse("bad-question", "no-pile", name=question.placed)
    return None


def _cards(question: PlacementQuestion | MistakeQuestion) -> tuple[int, ...]:
    asked = (question.card,) if isinstance(question, PlacementQuestion) else (question.own, question.drawn)
    tops = (top for _, top in question.others)
    return tuple(card for card in (*asked, *tops) if card is not None)


def _check_position(middle: Middle, cards: tuple[int, ...]) -> Refusal | None:
    strays = [card for card in (*cards, *middle) if not LOWEST <= card <= HIGHEST]
    if strays:
        return refuse("impossible-position", "card", card=strays[0], lowest=LOWEST, highest=HIGHEST)
    if len(middle) != len(MIDDLE):
        return refuse("impossible-position", "middle", count=len(middle), piles=len(MIDDLE))
    value, times = copies_in_sight(middle, cards).most_common(1)[0]
    if times > COPIES:
        return refuse("impossible-position", "copies", card=value, times=times, copies=COPIES)
    return None
