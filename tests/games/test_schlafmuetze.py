"""Schlafmütze's moves, sentence by sentence of the match script contract; questions have their own file."""

import json
from itertools import combinations, permutations, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import schlafmuetze
from companion.games.match import start
from companion.games.refusals import SENTENCES, Refusal, sentence
from companion.games.schlafmuetze import GAME, deal, dispute, givers
from tests.games.walk import ABANDON, UNDO, Counts, accepted, begin, compare, line, walk

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fred", "Gina", "Hugo")
TWO, THREE, FOUR = NAMES[:2], NAMES[:3], NAMES[:4]
UPHOLD, DISMISS, NEXT = line("uphold"), line("dismiss"), line("next")
PLACEMENT = {"ask": "placement", "card": 2, "source": "draw", "middle": [1, 1, 1, 1, 1], "others": []}


def call(by, against=None):
    return line("call", by=by) if against is None else line("call", by=by, against=against)


def won(by):
    return line("won", by=by)


def uphold(*no_draw_pile):
    return line("uphold", no_draw_pile=no_draw_pile)


def table(players=THREE, opening=(), **options):
    return begin("schlafmuetze", players, opening, **options)


def disputed(players=THREE, **options):
    return table(players, [call("Ann", "Ben")], **options)


def code(match, move):
    refusal = match.read(move)
    assert isinstance(refusal, Refusal), refusal
    assert sentence(refusal)
    return refusal.code


def reason(match, move):
    return match.read(move).reason


def view_after(match, move):
    return accepted(match, move).match.view


def changed(before, after):
    assert before.keys() == after.keys()
    return {key for key in before if before[key] != after[key]}


def header(players=THREE, **options):
    entry = {"game": "schlafmuetze", "players": players, "seed": "0" * 64, "options": options}
    return start(json.dumps(entry))


# The header


@pytest.mark.parametrize("count", range(2, 9))
def test_two_to_eight_play(count):
    assert header(NAMES[:count]).view["phase"] == "playing"


@pytest.mark.parametrize("players", [(), ("Ann",), (*NAMES, "Ida")])
def test_fewer_or_more_do_not(players):
    refusal = header(players)
    assert (refusal.code, refusal.reason) == ("bad-header", "count")


@pytest.mark.parametrize(
    "options",
    [
        {"turns": None},
        {"turns": 1},
        {"turns": "true"},
        {"first": None},
        {"first": 0},
        {"first": "Dora"},
        {"first": "ann"},
        {"turns": True, "first": "Dora"},
        {"false_alarm_penalty": True},
        {"tracker": [1]},
    ],
)
def test_an_option_of_another_kind_or_game_is_a_bad_header(options):
    assert header(**options).code == "bad-header"


def test_options_may_be_left_out_one_by_one():
    assert header().view["turn"] is None
    assert header(turns=False).view["turn"] is None
    assert header(turns=False, first="Cleo").view["turn"] is None
    assert header(turns=True).view["turn"] == "Ann"
    assert header(turns=True, first="Cleo").view["turn"] == "Cleo"


# The state


def test_a_match_begins_with_nothing_counted():
    nothing = {"times": 0, "taken": 0, "given": 0}
    assert table(TWO).view == {
        "phase": "playing",
        "winners": None,
        "deal": {"Ann": 48, "Ben": 47},
        "penalties": {"Ann": nothing, "Ben": nothing},
        "dismissed": {"Ann": 0, "Ben": 0},
        "turn": None,
        "dispute": None,
    }


@pytest.mark.parametrize(
    ("count", "cards"),
    [
        (2, [48, 47]),
        (3, [32, 32, 31]),
        (4, [24, 24, 24, 23]),
        (5, [19] * 5),
        (6, [16, 16, 16, 16, 16, 15]),
        (7, [14, 14, 14, 14, 13, 13, 13]),
        (8, [12] * 7 + [11]),
    ],
)
def test_the_first_in_order_get_the_cards_left_over(count, cards):
    players = NAMES[:count][::-1]
    assert list(deal(players).items()) == list(zip(players, cards, strict=True))
    assert table(players, first="Ann").view["deal"] == deal(players)
    assert sum(cards) == 95


def test_players_stand_in_player_order_in_every_count():
    view = table(("Cleo", "Ann", "Ben"), [call("Ann", "Ben"), UPHOLD, call("Ben", "Ann"), DISMISS]).view
    assert [list(view[key]) for key in ("deal", "penalties", "dismissed")] == [["Cleo", "Ann", "Ben"]] * 3


# call


@pytest.mark.parametrize(("by", "against"), list(permutations(THREE, 2)))
def test_a_call_opens_a_dispute_and_changes_nothing_else(by, against):
    before = table(turns=True)
    after = view_after(before, call(by, against))
    assert after["dispute"] == {"by": by, "against": against}
    assert after["phase"] == "dispute"
    assert changed(before.view, after) == {"phase", "dispute"}


@pytest.mark.parametrize("by", ["Ann", "Cleo"])
def test_with_turns_a_call_is_against_the_player_on_turn(by):
    match = table(opening=[NEXT], turns=True)
    assert view_after(match, call(by))["dispute"] == {"by": by, "against": "Ben"}


def test_without_turns_a_call_says_against_whom():
    assert code(table(), call("Ann")) == "against-missing"
    assert code(table(first="Ben"), call("Ann")) == "against-missing"


@pytest.mark.parametrize("turns", [True, False])
def test_nobody_calls_on_their_own_mistake(turns):
    for player in THREE:
        assert code(table(turns=turns), call(player, player)) == "own-mistake"


def test_nobody_calls_on_their_own_mistake_by_leaving_out_the_name():
    assert code(table(turns=True, first="Cleo"), call("Cleo")) == "own-mistake"


def test_a_call_may_be_against_another_than_the_player_on_turn():
    assert view_after(table(turns=True), call("Ann", "Cleo"))["dispute"] == {"by": "Ann", "against": "Cleo"}


# uphold


@pytest.mark.parametrize("against", FOUR)
def test_the_others_give_clockwise_from_the_sleepyheads_left(against):
    seat = FOUR.index(against)
    by = FOUR[(seat + 2) % 4]
    outcome = accepted(table(FOUR, [call(by, against)]), UPHOLD)
    assert outcome.extra == {"gives": tuple(FOUR[(seat + step) % 4] for step in (1, 2, 3))}


EMPTY = [names for size in range(4) for names in permutations(("Ann", "Cleo", "Dora"), size)]


@pytest.mark.parametrize("empty", EMPTY)
def test_who_has_no_draw_pile_gives_nothing_in_whatever_order_named(empty):
    before = disputed(FOUR)
    outcome = accepted(before, uphold(*empty))
    gives = tuple(player for player in ("Cleo", "Dora", "Ann") if player not in empty)
    assert outcome.extra == {"gives": gives} | ({"ruling": "no-draw-pile"} if empty else {})
    assert outcome.match.view["penalties"] == {
        player: {"times": 0, "taken": 0, "given": int(player in gives)} for player in FOUR
    } | {"Ben": {"times": 1, "taken": len(gives), "given": 0}}
    assert changed(before.view, outcome.match.view) == {"phase", "dispute", "penalties"}


def test_the_caller_may_have_no_draw_pile_too():
    assert accepted(disputed(), uphold("Ann")).extra == {"gives": ("Cleo",), "ruling": "no-draw-pile"}


def test_an_empty_list_is_the_same_as_none():
    left_out, empty = (accepted(disputed(), move) for move in (UPHOLD, uphold()))
    assert left_out.extra == empty.extra == {"gives": ("Cleo", "Ann")}
    assert left_out.match.state == empty.match.state


def test_penalties_add_up():
    moves = [call("Ann", "Ben"), UPHOLD, call("Cleo", "Ben"), uphold("Ann"), call("Ben", "Ann"), UPHOLD]
    assert table(opening=moves).view["penalties"] == {
        "Ann": {"times": 1, "taken": 2, "given": 1},
        "Ben": {"times": 2, "taken": 3, "given": 1},
        "Cleo": {"times": 0, "taken": 0, "given": 3},
    }


@pytest.mark.parametrize("first", FOUR)
@pytest.mark.parametrize("against", FOUR)
def test_with_turns_the_turn_goes_left_of_the_sleepyhead_whoever_is_on_turn(first, against):
    by = next(player for player in FOUR if player != against)
    view = table(FOUR, [call(by, against), UPHOLD], turns=True, first=first).view
    assert view["turn"] == FOUR[(FOUR.index(against) + 1) % 4]


def test_without_turns_no_turn_comes_up():
    assert table(opening=[call("Ann", "Ben"), UPHOLD], first="Ann").view["turn"] is None


@pytest.mark.parametrize("names", [["Ben"], ["Ann", "Ben"], ["Ann", "Ann"], ["Ann", "Cleo", "Ann"], ["Ben", "Ben"]])
def test_the_sleepyhead_and_a_name_twice_are_not_affected(names):
    assert code(disputed(), uphold(*names)) == "not-affected"
    assert reason(disputed(), uphold(*names)) == ("sleepyhead" if "Ben" in names else "draw-pile")


def test_after_a_verdict_play_goes_on_and_the_next_call_can_come():
    for verdict in (UPHOLD, DISMISS):
        view = table(opening=[call("Ann", "Ben"), verdict, call("Ben", "Cleo")]).view
        assert view["dispute"] == {"by": "Ben", "against": "Cleo"}


# dismiss


@pytest.mark.parametrize("by", ["Ben", "Cleo"])
def test_a_wrong_call_is_counted_and_changes_nothing_else(by):
    before = table(turns=True)
    outcome = accepted(accepted(before, call(by)).match, DISMISS)
    assert outcome.extra == {"ruling": "false-call"}
    assert outcome.match.view == before.view | {"dismissed": dict.fromkeys(THREE, 0) | {by: 1}}


def test_wrong_calls_add_up_for_each_player():
    moves = [call("Ann", "Ben"), DISMISS, call("Cleo", "Ben"), DISMISS, call("Ann", "Cleo"), DISMISS]
    assert table(opening=moves).view["dismissed"] == {"Ann": 2, "Ben": 0, "Cleo": 1}


# next


def test_the_turn_passes_to_the_left_and_comes_round():
    match = table(FOUR, turns=True, first="Cleo")
    seen = []
    for _ in range(5):
        match = accepted(match, NEXT).match
        seen.append(match.view["turn"])
    assert seen == ["Dora", "Ann", "Ben", "Cleo", "Dora"]


def test_passing_the_turn_changes_nothing_else():
    before = table(turns=True)
    assert changed(before.view, view_after(before, NEXT)) == {"turn"}


def test_without_turns_there_is_no_turn_to_pass():
    assert code(table(first="Ben"), NEXT) == "turns-off"


# won


@pytest.mark.parametrize("by", THREE)
def test_the_player_without_cards_wins_on_turn_or_not(by):
    before = table(turns=True, opening=[call("Ann", "Ben"), UPHOLD])
    outcome = accepted(before, won(by))
    assert outcome.match.view == before.view | {"phase": "done", "winners": (by,)}
    assert outcome.extra == {}


def test_who_gave_the_last_card_wins_without_a_mark():
    outcome = accepted(table(opening=[call("Ann", "Ben"), UPHOLD]), won("Cleo"))
    assert outcome.match.view["winners"] == ("Cleo",)
    assert "ruling" not in outcome.extra


def test_penalty_cards_for_a_player_without_a_draw_pile_are_not_marked():
    assert "ruling" not in accepted(disputed(), UPHOLD).extra


def test_a_call_on_the_winning_card_comes_after_undo():
    match = table(opening=[won("Ben")])
    assert code(match, call("Ann", "Ben")) == "wrong-phase"
    again = accepted(accepted(match, UNDO).match, call("Ann", "Ben")).match
    assert again.view["dispute"] == {"by": "Ann", "against": "Ben"}
    assert again.view["winners"] is None


# abandon and undo


@pytest.mark.parametrize("opening", [[], [NEXT], [call("Ann", "Ben")], [call("Ann", "Ben"), UPHOLD]])
def test_an_abandoned_match_keeps_its_counts_and_has_no_dispute(opening):
    before = table(opening=opening, turns=True)
    after = view_after(before, ABANDON)
    assert after == before.view | {"phase": "done", "winners": (), "dispute": None}
    assert dispute(accepted(before, ABANDON).match.state) is None


def test_taking_back_abandon_brings_the_dispute_back():
    match = disputed()
    assert view_after(accepted(match, ABANDON).match, UNDO) == match.view
    assert view_after(match, UNDO) == table().view


@pytest.mark.parametrize("verdict", [UPHOLD, uphold("Ann"), DISMISS])
def test_taking_back_a_verdict_gives_the_dispute(verdict):
    match = disputed(turns=True)
    assert view_after(accepted(match, verdict).match, UNDO) == match.view


def test_no_chance_is_used():
    moves = [call("Ann", "Ben"), uphold("Cleo"), NEXT, call("Ann", "Cleo"), DISMISS, won("Ann")]
    assert table(opening=moves, turns=True).index == 0


# The order of checks, two faults at once: the first named one counts


@pytest.mark.parametrize(
    "move",
    [
        {"do": "call"},
        {"do": "call", "by": None, "against": "Ben"},
        {"do": "call", "by": "Ann", "against": None},
        {"do": "call", "by": "Ann", "against": "Ben", "card": 5},
        {"do": "uphold", "no_draw_pile": None},
        {"do": "uphold", "no_draw_pile": "Ann"},
        {"do": "uphold", "no_draw_pile": [None]},
        {"do": "uphold", "against": "Ben"},
        {"do": "dismiss", "by": "Ann"},
        {"do": "next", "by": "Ann"},
        {"do": "won"},
        {"do": "won", "by": ["Ann"]},
        {"do": "roll"},
        {"do": "draw"},
        {"do": "placement", "card": 2},
        {"ask": "call", "by": "Ann", "against": "Ben"},
        PLACEMENT | {"do": "next"},
    ],
)
def test_a_bad_line_is_refused_first_in_every_phase(move):
    for opening in ([], [call("Ann", "Ben")], [ABANDON]):
        assert code(table(opening=opening), json.dumps(move)) == "bad-line"


@pytest.mark.parametrize(
    ("opening", "move"),
    [
        ([call("Ann", "Ben")], call("Zoe")),
        ([call("Ann", "Ben")], call("Ann", "Ann")),
        ([call("Ann", "Ben")], won("Zoe")),
        ([call("Ann", "Ben")], NEXT),
        ([], uphold("Zoe")),
        ([], uphold("Ann", "Ann")),
        ([], DISMISS),
        ([won("Ann")], call("Zoe")),
        ([won("Ann")], won("Zoe")),
        ([won("Ann")], NEXT),
        ([won("Ann")], uphold("Zoe")),
        ([won("Ann")], DISMISS),
        ([won("Ann")], ABANDON),
        ([ABANDON], won("Ann")),
    ],
)
def test_the_wrong_phase_comes_before_unknown_names_and_the_commands_own_checks(opening, move):
    assert code(table(opening=opening), move) == "wrong-phase"


@pytest.mark.parametrize(
    ("opening", "move"),
    [
        ([], call("Zoe")),
        ([], call("Zoe", "Zoe")),
        ([], call("Zoe", "Ann")),
        ([], call("Ann", "Zoe")),
        ([], won("Zoe")),
        ([], won("ann")),
        ([call("Ann", "Ben")], uphold("Zoe")),
        ([call("Ann", "Ben")], uphold("Ben", "Zoe")),
        ([call("Ann", "Ben")], uphold("Ann", "Ann", "Zoe")),
    ],
)
def test_an_unknown_player_comes_before_the_commands_own_checks(opening, move):
    assert code(table(opening=opening), move) == "unknown-player"


# What the box keeps


def test_no_player_has_points_and_no_die_was_rolled():
    match = table(opening=[call("Ann", "Ben"), UPHOLD, won("Ann")])
    assert GAME.points(match.header, match.state) == {"Ann": None, "Ben": None, "Cleo": None}
    assert GAME.faces(match.state) == ()


@pytest.mark.parametrize(
    "key",
    [
        "against-missing",
        "own-mistake",
        "turns-off",
        "not-affected.sleepyhead",
        "not-affected.draw-pile",
        "bad-header.first",
    ],
)
def test_every_refusal_of_a_move_has_its_sentence(key):
    assert SENTENCES[key].strip()


# Whole tables at random: every sequence of legal moves


@st.composite
def matches(draw):
    """A match of 2 to 8 players after up to 30 legal moves, and its upheld and dismissed calls."""
    players = NAMES[: draw(st.integers(2, 8))]
    match = table(players, turns=draw(st.booleans()))
    for _ in range(draw(st.integers(0, 30))):
        match = accepted(match, draw(legal_moves(match))).match
    return match


def legal_moves(match):
    players = match.header.players
    if match.state.phase == schlafmuetze.DISPUTE:
        others = givers(players, match.state.open_call.against)
        upheld = st.lists(st.sampled_from(others), unique=True).map(lambda names: uphold(*names))
        return st.just(DISMISS) | upheld
    calls = st.sampled_from(tuple(permutations(players, 2))).map(lambda pair: call(*pair))
    return calls | st.just(NEXT) if match.state.turn else calls


@given(matches())
def test_taken_over_all_players_equals_given_over_all_players(match):
    tallies = match.view["penalties"].values()
    assert sum(tally["taken"] for tally in tallies) == sum(tally["given"] for tally in tallies)
    upheld = sum('"uphold"' in move for move in match.lines())
    assert sum(tally["times"] for tally in tallies) == upheld
    assert all(tally["taken"] <= tally["times"] * (len(tallies) - 1) for tally in tallies)


@given(matches(), st.data())
def test_a_dismissed_call_changes_nothing_but_its_own_count(match, data):
    if match.state.phase == schlafmuetze.DISPUTE:
        match = accepted(match, UNDO).match
    by, against = data.draw(st.permutations(match.header.players))[:2]
    after = accepted(accepted(match, call(by, against)).match, DISMISS).match
    counted = match.view["dismissed"] | {by: match.view["dismissed"][by] + 1}
    assert after.view == match.view | {"dismissed": counted}
    assert after.index == match.index


@given(matches())
def test_a_question_changes_nothing_in_any_position(match):
    outcome = accepted(match, json.dumps(PLACEMENT))
    assert outcome.match is match


# Every position of a small alphabet


def alphabet(players):
    pairs = (*product(players, players), *((player, None) for player in players))
    empties = (names for size in range(len(players) + 1) for names in combinations(players, size))
    faults = (uphold(players[0], players[0]), uphold("Zoe"))
    calls = (call(by, against) for by, against in pairs)
    upheld = (uphold(*names) for names in empties)
    wins = (won(player) for player in players)
    return (*calls, *upheld, *faults, DISMISS, NEXT, *wins, json.dumps(PLACEMENT), UNDO, ABANDON)


def walks(depths):
    return {
        f"{count} players, {'with' if turns else 'without'} turns": walk(
            table(NAMES[:count], turns=turns), alphabet(NAMES[:count]), depth
        )
        for (count, depth), turns in product(depths.items(), (False, True))
    }


def test_walks_count_what_the_file_says_and_meet_every_phase_result_and_refusal():
    found = walks({2: 8, 3: 4})
    for counts in found.values():
        assert set(counts.phases) == {"playing", "dispute", "done"}
        assert set(counts.rulings) == {"no-draw-pile", "false-call"}
        assert set(counts.results) >= {"Ann", "Ben", "nobody"}
    codes = {"wrong-phase", "unknown-player", "own-mistake", "not-affected", "nothing-to-undo"}
    assert {title: set(counts.refusals) - codes for title, counts in found.items()} == {
        title: set() if "with turns" in title else {"against-missing", "turns-off"} for title in found
    }
    compare("schlafmuetze", found)


@pytest.mark.soak
def test_deep_walks_count_what_the_file_says():
    compare("schlafmuetze-deep", walks({2: 14, 3: 6}))


@pytest.mark.parametrize("settled", range(1, 5))
def test_two_players_without_turns_meet_as_many_positions_as_there_are_ways_to_settle(settled):
    """A settled call is one of six: against whom, and given, not given or dismissed."""
    ways = [comb(calls + 5, 5) for calls in range(settled + 1)]
    counts = walk(table(TWO), alphabet(TWO), 2 * settled)
    assert counts.phases["playing"] == sum(ways)
    assert counts.phases["dispute"] == 2 * sum(ways[:-1])
    assert counts.results == {"Ann": sum(ways[:-1]), "Ben": sum(ways[:-1]), "nobody": 3 * sum(ways[:-1])}


def test_a_small_walk_is_what_a_person_counts():
    counts: Counts = walk(table(TWO), (call("Ann", "Ben"), UPHOLD, DISMISS, won("Ben"), UNDO), 2)
    assert counts.positions == 5, "start, dispute, won, upheld, dismissed"
    assert counts.accepted == 2 + 3 + 1, "start: call, won; dispute: uphold, dismiss, undo; won: undo"
    assert counts.refusals == {"wrong-phase": 2 + 2 + 4, "nothing-to-undo": 1}
    assert counts.phases == {"playing": 3, "dispute": 1, "done": 1}
    assert counts.results == {"Ben": 1}
    assert counts.rulings == {"false-call": 1}
