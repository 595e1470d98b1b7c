"""13 Sheep (Moritz Dressler, 2019): one die for all, a wolf tracker, stars for the sheep in enclosed areas."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.games.chance import Chance
from companion.games.refusals import Refusal, refuse
from companion.games.rules import DONE, Game, Header, Move, Options, State, Step

NAME = "13-sheep"
ROLLING, SCORING, TIE_BREAK = "rolling", "scoring", "tie-break"
SIDES = 6
SHEEP = 13
MOST_BOXES = 20
STARS = (0, 1, 3, 5, 8, 12, 16)
"""Stars for 0 to 6 sheep in one area; the rulebook's table ends there (ruling over-six)."""

BOX, REAL = "box", "real"


class SheepOptions(Options, frozen=True):
    """`tracker`: the wolf tracker's boxes from the top, 0 blank or a limit 1 to 6; the rulebook's by default."""

    tracker: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 6, 5, 4, 1)


class SheepState(State, frozen=True):
    """`rolls` are the faces so far, `kinds` who rolled them ("box" or "real"); `areas` and `cells` as entered."""

    rolls: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()
    areas: Mapping[str, tuple[int, ...]] = {}
    cells: Mapping[str, int] = {}


class Roll(Move, frozen=True, tag="roll"):
    """Rolls the box's die, or enters the `face` (1 to 6) of a real one."""

    phases: ClassVar[frozenset[str]] = frozenset({ROLLING})
    face: int | UnsetType = UNSET


class Score(Move, frozen=True, tag="score"):
    """Enters the sheep in each completely enclosed area of a player."""

    phases: ClassVar[frozenset[str]] = frozenset({SCORING})
    player: str
    areas: tuple[int, ...]

    def names(self) -> tuple[str, ...]:
        return (self.player,)


class Largest(Move, frozen=True, tag="largest"):
    """Enters the size of a tied player's largest enclosed area, in cells of the grid."""

    phases: ClassVar[frozenset[str]] = frozenset({TIE_BREAK})
    player: str
    cells: int

    def names(self) -> tuple[str, ...]:
        return (self.player,)


def stars(areas: tuple[int, ...]) -> int:
    """The stars for the sheep (0 or more each) in a player's enclosed areas."""
    return sum(STARS[min(sheep, len(STARS) - 1)] for sheep in areas)


def meets_limit(limit: int, face: int) -> bool:
    """Whether `face` brings the wolf at a box with this `limit` (0: blank, never)."""
    return 0 < limit <= face


def wolf_came(header: Header, state: SheepState) -> bool:
    """Whether the last roll met the limit of the box it crossed off."""
    crossed = len(state.rolls)
    return crossed > 0 and meets_limit(header.options.tracker[crossed - 1], state.rolls[-1])


def next_box(header: Header, state: SheepState) -> int | None:
    """What the next box of the tracker shows; None once the wolf came."""
    tracker: tuple[int, ...] = header.options.tracker
    return None if wolf_came(header, state) else tracker[len(state.rolls)]


def scores(state: SheepState) -> dict[str, int]:
    """Stars per player, as far as entered."""
    return {player: stars(areas) for player, areas in state.areas.items()}


def tied(header: Header, state: SheepState) -> tuple[str, ...]:
    """The players in the tie-break, in player order; nobody in every other phase."""
    return _best(header.players, scores(state)) if state.phase == TIE_BREAK else ()


def _best(players: tuple[str, ...], numbers: Mapping[str, int]) -> tuple[str, ...]:
    most = max(numbers.values())
    return tuple(player for player in players if numbers.get(player) == most)


def _check(header: Header) -> Refusal | None:
    tracker = header.options.tracker
    if not 1 <= len(tracker) <= MOST_BOXES:
        return refuse("bad-header", "tracker-length", most=MOST_BOXES, count=len(tracker))
    if not all(0 <= box <= SIDES for box in tracker):
        return refuse("bad-header", "tracker-box")
    if tracker[-1] != 1:
        return refuse("bad-header", "tracker-end")
    return None


def _start(header: Header) -> SheepState:
    return SheepState(phase=ROLLING, winners=None)


def _roll(header: Header, state: SheepState, move: Roll, chance: Chance) -> Step | Refusal:
    real = move.face is not UNSET
    face = move.face if isinstance(move.face, int) else chance.draw(SIDES)
    if not 1 <= face <= SIDES:
        return refuse("bad-face", face=face)
    wolf = meets_limit(header.options.tracker[len(state.rolls)], face)
    rolled = replace(
        state,
        phase=SCORING if wolf else ROLLING,
        rolls=(*state.rolls, face),
        kinds=(*state.kinds, REAL if real else BOX),
    )
    return Step(rolled, {"face": face, "fence": not wolf})


def _score(header: Header, state: SheepState, move: Score, chance: Chance) -> Step | Refusal:
    if any(sheep < 0 for sheep in move.areas):
        return refuse("bad-areas", sheep=min(move.areas))
    if sum(move.areas) > SHEEP:
        return refuse("too-many-sheep", most=SHEEP, sheep=sum(move.areas))
    scored = replace(state, areas={**state.areas, move.player: move.areas})
    extra: dict[str, object] = {"stars": stars(move.areas)}
    if any(sheep >= len(STARS) for sheep in move.areas):
        extra["ruling"] = "over-six"
    return Step(_settle_scores(header, scored), extra)


def _settle_scores(header: Header, state: SheepState) -> SheepState:
    if len(state.areas) < len(header.players):
        return state
    best = _best(header.players, scores(state))
    return replace(state, phase=TIE_BREAK) if len(best) > 1 else replace(state, phase=DONE, winners=best)


def _largest(header: Header, state: SheepState, move: Largest, chance: Chance) -> Step | Refusal:
    rivals = tied(header, state)
    if move.cells < 0:
        return refuse("bad-cells", cells=move.cells)
    if move.player not in rivals:
        return refuse("not-tied", name=move.player)
    compared = replace(state, cells={**state.cells, move.player: move.cells})
    if len(compared.cells) < len(rivals):
        return Step(compared)
    winners = _best(header.players, compared.cells)
    extra = {"ruling": "shared-victory"} if len(winners) > 1 else {}
    return Step(replace(compared, phase=DONE, winners=winners), extra)


_PLAY: Mapping[type[Move], Callable[[Header, SheepState, Any, Chance], Step | Refusal]] = {
    Roll: _roll,
    Score: _score,
    Largest: _largest,
}


def _play(header: Header, state: SheepState, move: Move, chance: Chance) -> Step | Refusal:
    return _PLAY[type(move)](header, state, move, chance)


def _view(header: Header, state: SheepState) -> dict[str, object]:
    return {
        "phase": state.phase,
        "winners": state.winners,
        "rolls": state.rolls,
        "crossed": len(state.rolls),
        "next": next_box(header, state),
        "scores": scores(state),
        "tied": tied(header, state),
    }


def _points(header: Header, state: SheepState) -> dict[str, int | None]:
    entered = scores(state)
    return {player: entered.get(player) for player in header.players}


def _faces(state: SheepState) -> tuple[tuple[str, int], ...]:
    return tuple(zip(state.kinds, state.rolls, strict=True))


GAME = Game(
    name=NAME,
    least=1,
    most=10,
    options=SheepOptions,
    moves=(Roll, Score, Largest),
    check=_check,
    start=_start,
    play=_play,
    view=_view,
    points=_points,
    faces=_faces,
)
