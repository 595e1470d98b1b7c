"""Insheepnia sentence by sentence: what each move does, and which refusal comes first."""

import json

import pytest

from companion.games import insheepnia, match
from companion.games.chance import uniform
from companion.games.insheepnia_beds import (
    affected,
    needs,
    possible_beds,
)
from companion.games.insheepnia_cards import HAND, MODIFIERS, POWERS, SYMBOLS_OUT, WARM_MILK, take_out, title
from companion.games.insheepnia_hands import counted
from companion.games.match import Match, start
from companion.games.refusals import SENTENCES, sentence
from tests.games.bedroom import (
    ALL_EARPLUGS,
    ALL_ESPRESSO,
    BOTTLE,
    DOG,
    EARPLUGS,
    EIGHT,
    ESPRESSO,
    INSOMNIA,
    SEED,
    after,
    announce,
    code,
    extra,
    needs_of,
    play,
    power,
    refusal,
    table,
)
from tests.games.walk import ABANDON, UNDO, accepted, begin, line

FULL = {"1": 22, "2": 20, "3": 16, "black": 4, "other": 42}


# Header and set-up


@pytest.mark.parametrize("count", range(2, 9))
def test_two_to_eight_play_and_all_beds_begin_empty(count):
    view = table(count).view
    assert view == {
        "phase": "playing",
        "winners": None,
        "beds": {player: {"cards": (), "needs": 0} for player in EIGHT[:count]},
        "dog_blocked_by": (),
        "shown": {},
        "turn": None,
        "take_out": take_out(count),
    }
    assert list(view) == ["phase", "winners", "beds", "dog_blocked_by", "shown", "turn", "take_out"]


@pytest.mark.parametrize("players", [EIGHT[:1], (*EIGHT, "Ida")])
def test_one_or_nine_cannot_play(players):
    header = json.dumps({"game": "insheepnia", "players": players, "seed": SEED.hex()})
    assert start(header).code == "bad-header"


def test_the_symbols_to_take_out_follow_the_number_of_players():
    assert [take_out(count) for count in range(2, 9)] == [
        ("cloud", "star", "moon"),
        ("star", "moon"),
        ("star", "moon"),
        ("moon",),
        ("moon",),
        (),
        (),
    ]
    assert set(SYMBOLS_OUT) == set(range(insheepnia.GAME.least, insheepnia.GAME.most + 1))


@pytest.mark.parametrize(
    ("options", "turn"),
    [
        ({}, None),
        ({"first": "Ben"}, None),
        ({"turns": True}, "Ann"),
        ({"turns": True, "first": "Ben"}, "Ben"),
    ],
)
def test_the_turn_is_followed_if_wanted_and_the_first_player_begins(options, turn):
    assert table(3, **options).view["turn"] == turn


@pytest.mark.parametrize(
    "options",
    [
        {"first": "Zoe"},
        {"first": "Zoe", "turns": True},
        {"first": None},
        {"turns": None},
        {"turns": 1},
        {"false_alarm_penalty": "no"},
        {"false_alarm_penalty": None},
        {"tracker": [1]},
    ],
)
def test_other_options_are_a_bad_header(options):
    header = {"game": "insheepnia", "players": ["Ann", "Ben"], "seed": SEED.hex(), "options": options}
    assert start(json.dumps(header)).code == "bad-header"


# The cards as tables


def test_the_box_holds_104_cards_and_eight_bed_cards():
    modifiers = [card.copies for card in MODIFIERS.values()]
    powers = [card.copies for card in POWERS.values()]
    assert modifiers == [3, 2, 1, 2, 3]
    assert sum(powers) + WARM_MILK.copies == 31
    assert HAND["other"].copies == sum(modifiers) + sum(powers) + WARM_MILK.copies
    assert sum(kind.copies for kind in HAND.values()) == 104
    assert set(POWERS) == {
        *("wolf", "shear", "lullaby", "snore", "night-owl", "sleepwalker"),
        *("nightmare", "fire-alarm", "duvet-hog", "midnight-snack"),
    }


def test_cards_have_titles_for_people():
    assert title("neighbours-dog") == "Neighbour’s Dog"
    assert title("duvet-hog") == "Duvet Hog"
    assert title("coffee") == "coffee"


# Announce


def test_announcing_compares_the_sheep_counted_with_the_sheep_needed():
    before = after(table(3), play(INSOMNIA, "Ann", "Ben"), play(DOG, "Cleo"))
    move = announce("Ben", 10, n1=4, n2=3, n3=2, black=3, other=7)
    assert extra(before, move) == {"needed": 13, "counted": 13, "asleep": True}
    found = after(before, move)
    assert found.view["phase"] == "done"
    assert found.view["winners"] == ("Ben",)
    assert found.view["shown"] == {"Ben": 10}
    assert found.view["beds"] == before.view["beds"]


def test_a_bed_with_a_bottle_only_needs_one_sheep_less():
    before = after(table(2), play(BOTTLE, "Ann", "Ann"))
    assert extra(before, announce("Ann", 8, n1=7)) == {"needed": 7, "counted": 7, "asleep": True}


def test_sheep_needed_are_never_below_one():
    state = after(table(2), play(BOTTLE, "Ann", "Ann")).state
    assert [insheepnia.needed(state, "Ann", bed) for bed in (3, 2, 1, 0)] == [2, 1, 1, 1]


@pytest.mark.parametrize(
    ("hand", "sheep"),
    [
        ({}, 0),
        ({"1": 3}, 3),
        ({"2": 3}, 6),
        ({"3": 3}, 9),
        ({"black": 4}, -4),
        ({"other": 9}, 0),
        (FULL, 106),
    ],
)
def test_a_hand_counts_ones_twos_threes_less_the_black_sheep(hand, sheep):
    assert counted(hand) == sheep


def test_the_keys_of_an_announcement_stand_in_order():
    assert list(extra(table(3), announce("Ann", 8))) == ["needed", "counted", "asleep", "takes", "ruling"]


@pytest.mark.parametrize("bed", [-1, 0, 7, 12, "1" + "0" * 5000, "-1" + "0" * 5000])
def test_no_bed_card_shows_less_than_8_or_more_than_11(bed):
    move = f'{{"do": "announce", "by": "Ann", "bed": {bed}, "hand": {{}}}}'
    assert code(table(2), move) == "bad-bed.number"


@pytest.mark.parametrize("bed", range(8, 12))
def test_a_bed_card_shown_before_stays_the_same(bed):
    before = after(table(2), announce("Ann", bed))
    assert possible_beds(before.state, "Ann") == (bed,)
    for other in {8, 9, 10, 11} - {bed}:
        assert code(before, announce("Ann", other)) == "bad-bed.shown"
    assert after(before, announce("Ann", bed)).view["shown"] == {"Ann": bed}


def test_a_number_that_two_others_have_shown_is_gone_and_one_is_not_enough():
    before = after(table(3), announce("Ann", 9))
    assert possible_beds(before.state, "Cleo") == (8, 9, 10, 11)
    both = after(before, announce("Ben", 9))
    assert code(both, announce("Cleo", 9)) == "bad-bed.taken"
    assert possible_beds(both.state, "Cleo") == (8, 10, 11)
    assert after(both, announce("Ann", 9)).view["shown"] == {"Ann": 9, "Ben": 9}
    assert after(before, announce("Cleo", 9)).view["shown"] == {"Ann": 9, "Cleo": 9}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ({"1": 23}, "bad-hand.more"),
        ({"2": 21}, "bad-hand.more"),
        ({"3": 17}, "bad-hand.more"),
        ({"black": 5}, "bad-hand.more"),
        ({"other": 43}, "bad-hand.more"),
        ({"other": 10**40}, "bad-hand.more"),
        ({"3": -1}, "bad-hand.less"),
        ({"black": -(10**40)}, "bad-hand.less"),
        ({"4": 0}, "bad-hand.kind"),
        ({"": 1}, "bad-hand.kind"),
        ({"Black": 1}, "bad-hand.kind"),
        ({"one": 1}, "bad-hand.kind"),
    ],
)
def test_a_hand_that_the_box_cannot_deal_is_refused(hand, expected):
    assert code(table(2), line("announce", by="Ann", bed=8, hand=hand)) == expected


@pytest.mark.parametrize("kind", FULL)
def test_a_hand_may_hold_all_cards_of_a_kind(kind):
    move = line("announce", by="Ann", bed=8, hand={kind: FULL[kind]})
    assert extra(table(2), move)["takes"][0]["of"] == FULL[kind]


def test_at_a_false_alarm_every_other_player_takes_one_card_clockwise_from_the_left():
    takes = extra(table(4), announce("Cleo", 8, n1=2, n2=1, black=1, other=1))["takes"]
    assert takes == [
        {"player": player, "card": uniform(SEED, index, held), "of": held}
        for index, (player, held) in enumerate([("Dora", 5), ("Ann", 4), ("Ben", 3)])
    ]
    assert [list(take) for take in takes] == [["player", "card", "of"]] * 3


def test_each_take_uses_one_index_also_of_the_last_card():
    found = after(table(3), announce("Ann", 8, n1=2))
    assert found.index == 2
    assert found.state.shown == {"Ann": 8}


@pytest.mark.parametrize("held", range(10))
def test_with_fewer_cards_than_takers_the_first_clockwise_take_them_and_it_is_a_ruling(held):
    found = extra(table(8), line("announce", by="Dora", bed=11, hand={"other": held}))
    takers = ["Emil", "Fritz", "Greta", "Hal", "Ann", "Ben", "Cleo"][:held]
    assert [take["player"] for take in found["takes"]] == takers
    assert [take["of"] for take in found["takes"]] == list(range(held, held - len(takers), -1))
    assert found.get("ruling") == ("hand-empty" if held < 7 else None)


@pytest.mark.parametrize("hand", [{}, {"other": 1}, FULL])
def test_without_the_penalty_nobody_takes_and_nothing_is_a_ruling(hand):
    before = table(4, false_alarm_penalty=False)
    move = line("announce", by="Ann", bed=8, hand=hand)
    assert extra(before, move) == {"needed": 8, "counted": counted(hand), "asleep": False, "takes": []}
    assert after(before, move).index == 0


def test_asleep_with_fewer_cards_than_takers_is_no_ruling():
    assert extra(table(8), announce("Ann", 9, n3=3)) == {"needed": 9, "counted": 9, "asleep": True}


# Random cards


def test_picks_are_drawn_like_the_takes_of_a_false_alarm():
    before = table(2)
    expected = [{"card": uniform(SEED, index, held), "of": held} for index, held in enumerate((6, 5, 4))]
    assert extra(before, line("pick", of=6, count=3)) == {"picks": expected}
    taken = [{"card": take["card"], "of": take["of"]} for take in extra(table(4), announce("Ann", 8, other=6))["takes"]]
    assert taken == expected
    assert after(before, line("pick", of=6, count=3)).index == 3


@pytest.mark.parametrize(("of", "count"), [(1, 1), (104, 1), (104, 104)])
def test_a_hand_to_pick_from_holds_1_to_104_cards(of, count):
    picks = extra(table(2), line("pick", of=of, count=count))["picks"]
    assert [pick["of"] for pick in picks] == list(range(of, of - count, -1))
    assert all(1 <= pick["card"] <= pick["of"] for pick in picks)


@pytest.mark.parametrize(
    ("of", "count", "expected"),
    [
        (0, 1, "bad-hand.of"),
        (-1, -1, "bad-hand.of"),
        (105, 1, "bad-hand.of"),
        (10**40, 10**40, "bad-hand.of"),
        (6, 0, "bad-hand.count"),
        (6, -1, "bad-hand.count"),
        (6, 7, "bad-hand.count"),
        (104, 10**40, "bad-hand.count"),
    ],
)
def test_no_card_can_be_picked_from_no_hand_nor_more_than_it_holds(of, count, expected):
    assert code(table(2), line("pick", of=of, count=count)) == expected


# The turn


@pytest.mark.parametrize(
    "move",
    [
        play(DOG, "Ann"),
        play(ESPRESSO, "Ann", "Cleo"),
        play(ESPRESSO, "Ann", "Cleo", blocked_by=["Cleo"]),
        announce("Ann", 8, n1=1),
        line("draw"),
        *(power(card, "Ann") for card in POWERS if card != "snore"),
        power("snore", "Ann", "Ben"),
        power("wolf", "Ann", "Cleo"),
        power("nightmare", "Ann", "Ann", "Ben", "Cleo"),
    ],
)
def test_the_turn_passes_to_the_left(move):
    assert after(table(3, turns=True), move).view["turn"] == "Ben"


def test_the_turn_passes_from_the_last_player_to_the_first():
    assert after(table(3, turns=True, first="Cleo"), line("draw")).view["turn"] == "Ann"


@pytest.mark.parametrize(("players", "turn"), [(2, "Ann"), (3, "Cleo"), (8, "Cleo")])
def test_an_unblocked_snore_skips_the_next_player(players, turn):
    found = after(table(players, turns=True), power("snore", "Ann"))
    assert found.view["turn"] == turn
    assert found.state.skipped == "Ben"


def test_a_skipped_player_sleeps_until_the_turn_passes_on():
    found = after(table(3, turns=True), power("snore", "Ann"), line("pick", of=2, count=1))
    assert found.state.skipped == "Ben"
    assert after(found, line("draw")).state.skipped is None
    assert after(table(3, turns=True), power("snore", "Ann", "Ben")).state.skipped is None


def test_a_pick_does_not_pass_the_turn():
    assert after(table(3, turns=True), line("pick", of=6, count=1)).view["turn"] == "Ann"


def test_a_pick_belongs_to_whoever_is_on_turn_and_needs_no_turns():
    assert after(table(3), line("pick", of=6, count=1)).view["turn"] is None


@pytest.mark.parametrize("move", [announce("Ann", 8, n2=4), ABANDON])
def test_the_turn_keeps_its_last_value_when_the_match_is_over(move):
    found = after(table(3, turns=True), move)
    assert (found.view["phase"], found.view["turn"]) == ("done", "Ann")


@pytest.mark.parametrize("move", [line("draw"), power("snore", "Ann")])
def test_draws_and_powers_are_for_the_turn_only(move):
    found = refusal(table(3), move)
    assert found.code == "turns-off"
    assert json.loads(move)["do"] in sentence(found)


@pytest.mark.parametrize("move", [play(DOG, "Ben"), announce("Ben", 8), power("wolf", "Ben")])
def test_only_the_player_on_turn_moves(move):
    assert code(table(3, turns=True), move) == "not-your-turn"


POWER_FAULTS = [
    ("warm-milk", (), "unknown-card.power"),
    ("insomnia", (), "unknown-card.power"),
    *((card, ("Ben", "Ben"), "not-affected.twice") for card in POWERS if affected(EIGHT, card, "Ann")),
    *((card, ("Ann",), "not-affected.card") for card in POWERS if card != "nightmare"),
    *((card, ("Ben",), "not-affected.card") for card in ("shear", "lullaby", "midnight-snack")),
    ("snore", ("Cleo",), "not-affected.card"),
    ("snore", ("Ben", "Cleo"), "not-affected.card"),
    *((card, ("Ben", "Cleo"), "not-affected.one") for card in ("wolf", "night-owl", "sleepwalker", "duvet-hog")),
    ("nightmare", EIGHT[:5], "none-left.warm-milk"),
    ("fire-alarm", EIGHT[1:6], "none-left.warm-milk"),
]


@pytest.mark.parametrize(("card", "blocked_by", "expected"), POWER_FAULTS)
def test_a_power_is_blocked_only_by_those_whom_it_affects(card, blocked_by, expected):
    assert code(table(8, turns=True), power(card, "Ann", *blocked_by)) == expected


@pytest.mark.parametrize(
    ("card", "blocked_by"),
    [
        ("wolf", ("Cleo",)),
        ("duvet-hog", ("Hal",)),
        ("nightmare", ("Ann", "Hal", "Ben", "Cleo")),
        ("fire-alarm", EIGHT[1:5]),
    ],
)
def test_a_power_may_be_blocked_by_as_many_as_it_affects_and_the_box_has_milk_for(card, blocked_by):
    assert after(table(8, turns=True), power(card, "Ann", *blocked_by)).view["turn"] == "Ben"


# Which refusal comes first

ORDER = [
    # bad-line, wrong-phase, unknown-player
    ({}, (ABANDON,), line("play", card=DOG), "bad-line.shape"),
    ({}, (ABANDON,), play(DOG, "Zoe"), "wrong-phase"),
    ({}, (), play("coffee", "Zoe"), "unknown-player"),
    ({}, (), play("coffee", "Ann", "Zoe"), "unknown-player"),
    ({}, (), play("coffee", "Ann", "Ann", blocked_by=["Ann", "Zoe"]), "unknown-player"),
    # play: 1 to 8
    ({"turns": True}, (), play("coffee", "Ben"), "unknown-card.modifier"),
    ({"turns": True}, (), play(ESPRESSO, "Ben"), "not-your-turn"),
    ({}, (), play(EARPLUGS, "Ann", "Ben", clears=DOG), "bad-play.both"),
    ({}, (), play(ESPRESSO, "Ann", "Ann", clears=DOG), "bad-play.clears"),
    ({}, (play(ESPRESSO, "Ann", "Ben"),), play(ESPRESSO, "Ben", "Ben"), "must-be-another"),
    ({}, (play(DOG, "Ben"),), play(DOG, "Ann", "Ben"), "must-be-own"),
    ({}, (*ALL_ESPRESSO,), play(ESPRESSO, "Ann", "Ben"), "already-in-bed"),
    ({}, (*ALL_EARPLUGS,), play(EARPLUGS, "Dora", clears=DOG), "not-in-bed"),
    ({}, (*ALL_ESPRESSO,), play(ESPRESSO, "Ann", "Emil", blocked_by=["Ann"]), "none-left.card"),
    ({}, (play(DOG, "Ann"),), play(DOG, "Ben", blocked_by=["Ben"]), "none-left.card"),
    ({}, (), play(DOG, "Ann", blocked_by=EIGHT[:6]), "not-affected.card"),
    ({}, (), play(DOG, "Ann", blocked_by=[*EIGHT[1:6], "Ben"]), "not-affected.twice"),
    # announce
    ({"turns": True}, (ABANDON,), announce("Zoe", 7, n1=23), "wrong-phase"),
    ({"turns": True}, (), announce("Zoe", 7, n1=23), "unknown-player"),
    ({"turns": True}, (), announce("Ben", 7, n1=23), "not-your-turn"),
    ({}, (), announce("Ben", 7, n1=23), "bad-bed.number"),
    ({}, (), line("announce", by="Ben", bed=7, hand={"1": "many"}), "bad-line.shape"),
    # power
    ({}, (), power("nap", "Zoe"), "unknown-player"),
    ({}, (), power("nap", "Ann", "Zoe"), "unknown-player"),
    ({}, (), power("nap", "Ben", "Ben"), "turns-off"),
    ({"turns": True}, (), power("nap", "Ben", "Ben"), "unknown-card.power"),
    ({"turns": True}, (), power("shear", "Ben", "Ann"), "not-your-turn"),
    ({"turns": True}, (), power("fire-alarm", "Ann", *EIGHT[:6]), "not-affected.card"),
    ({"turns": True}, (), power("nightmare", "Ann", *EIGHT[1:6], "Ben"), "not-affected.twice"),
    # pick and draw
    ({}, (ABANDON,), line("pick", of=0, count=0), "wrong-phase"),
    ({}, (ABANDON,), line("draw"), "wrong-phase"),
    ({}, (), line("pick", of=0), "bad-line.shape"),
]


@pytest.mark.parametrize(("options", "moves", "move", "expected"), ORDER)
def test_of_two_faults_the_one_that_is_checked_first_is_named(options, moves, move, expected):
    assert code(table(6, *moves, **options), move) == expected


@pytest.mark.parametrize(
    "move",
    [
        line("play", card=DOG),
        line("play", by="Ann"),
        line("play", card=DOG, by="Ann", into=None),
        line("play", card=EARPLUGS, by="Ann", clears=None),
        line("play", card=DOG, by="Ann", blocked_by=None),
        line("play", card=DOG, by="Ann", blocked_by="Ben"),
        line("play", card=DOG, by="Ann", on="Ben"),
        line("announce", by="Ann", bed=8),
        line("announce", by="Ann", bed=8.0, hand={}),
        line("announce", by="Ann", bed=8, hand={"1": True}),
        line("announce", by="Ann", bed=8, hand={"goats": None}),
        line("announce", by="Ann", bed=8, hand=[]),
        line("pick", of=6),
        line("pick", of=6, count=1.0),
        line("draw", by="Ann"),
        line("power", card="wolf"),
        line("power", card="wolf", by="Ann", into="Ben"),
        line("power", card="snore", by="Ann", blocked_by=[1]),
        line("roll"),
    ],
)
def test_a_line_of_another_form_is_a_bad_line(move):
    assert refusal(table(2, turns=True), move).code == "bad-line"


# Undo, result, sentences


@pytest.mark.parametrize(
    "move",
    [
        play(DOG, "Ann", blocked_by=["Ben"]),
        play(EARPLUGS, "Ann", clears=BOTTLE),
        announce("Ann", 8, n1=3),
        announce("Ann", 8, n1=8),
        line("pick", of=7, count=2),
        line("draw"),
        power("snore", "Ann"),
        ABANDON,
    ],
)
def test_undo_gives_back_the_state_and_the_same_random_cards(move):
    before = table(3, play(BOTTLE, "Cleo", "Ann"), line("pick", of=5, count=1), turns=True, first="Cleo")
    outcome = accepted(before, move)
    back = after(outcome.match, UNDO)
    assert (back.state, back.index, back.view) == (before.state, before.index, before.view)
    assert accepted(back, move).extra == outcome.extra


@pytest.mark.parametrize("move", [announce("Ann", 9, n3=3), ABANDON])
def test_after_the_end_only_undo_is_left(move):
    found = after(table(2, turns=True), move)
    others = (
        play(DOG, "Ann"),
        announce("Ann", 9),
        line("pick", of=1, count=1),
        line("draw"),
        power("wolf", "Ann"),
    )
    assert {refusal(found, other).code for other in (*others, ABANDON)} == {"wrong-phase"}
    assert isinstance(after(found, UNDO), Match)


def test_there_are_no_points_and_no_faces():
    found = after(table(3), announce("Ben", 9, n3=3))
    assert insheepnia.GAME.points(found.header, found.state) == {"Ann": None, "Ben": None, "Cleo": None}
    assert insheepnia.GAME.faces(found.state) == ()


def test_the_game_is_registered_and_has_no_questions():
    assert match.GAMES["insheepnia"] is insheepnia.GAME
    assert refusal(table(2), '{"ask": "placement"}').code == "bad-line"


SENTENCED = [
    (play("coffee", "Ann"), "“coffee” is none of the five modifier cards, the ones that lie in beds."),
    (play(DOG, "Ann", "Ben"), "Neighbour’s Dog only goes into one’s own bed"),
    (play(EARPLUGS, "Ann", clears="coffee"), "coffee does not lie in the bed of Ann"),
    (play(DOG, "Ann", blocked_by=EIGHT[1:6]), "The box has Warm Milk 4×, so 5 players cannot block"),
    (announce("Ann", 12), "A bed card shows 8 to 11, so 12 cannot be."),
    (announce("Ann", 8, black=5), "The box has 4 black sheep, so a hand cannot hold 5."),
    (announce("Ann", 8, goats=5), "“goats” is no kind"),
    (line("pick", of=105, count=1), "holds 1 to 104 cards, so 105 cannot be"),
]


@pytest.mark.parametrize(("move", "beginning"), SENTENCED)
def test_a_sentence_names_cards_and_players_as_people_do(move, beginning):
    assert beginning in sentence(refusal(table(6), move))


def test_titles_in_a_sentence_are_translated_and_names_are_not():
    before = begin("insheepnia", ["Insomnia", "Ben"], [play(INSOMNIA, "Ben", "Insomnia")])
    found = refusal(before, play(INSOMNIA, "Ben", "Insomnia"))
    german = {SENTENCES["already-in-bed"]: "{card} liegt schon bei {name}.", "Insomnia": "Schlaflosigkeit"}
    assert sentence(found, german.__getitem__) == "Schlaflosigkeit liegt schon bei Insomnia."


def test_a_long_or_huge_value_does_not_make_a_long_sentence():
    assert len(sentence(refusal(table(2), play("c" * 5000, "Ann")))) < 140
    huge = f'{{"do": "pick", "of": 1{"0" * 5000}, "count": 1}}'
    assert "so … cannot be" in sentence(refusal(table(2), huge))


def test_needs_of_a_state_is_what_its_view_shows():
    found = after(table(3), play(INSOMNIA, "Ann", "Ben"))
    assert {name: needs(found.state, name) for name in EIGHT[:3]} == needs_of(found)
