"""The header: what starts a match, and every form of one that does not."""

import json

import pytest

from companion.games.match import Match, header_line, is_name, start
from companion.games.refusals import Refusal, sentence

SEED = "00112233445566778899aabbccddeeff" * 2
GOOD = {"game": "13-sheep", "players": ["Ann", "Ben"], "seed": SEED, "options": {}}
TWELVE = "Wolfgangmaxi"
FAMILY = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}"


def changed(**values):
    return {**GOOD, **values}


def without(key):
    return {name: value for name, value in GOOD.items() if name != key}


def tracker(*boxes):
    return changed(options={"tracker": list(boxes)})


def begun(entry):
    match = start(json.dumps(entry))
    assert isinstance(match, Match), match
    assert isinstance(start(json.dumps(entry, ensure_ascii=False).encode()), Match)
    return match


BAD = {
    "no game": without("game"),
    "no players": without("players"),
    "no seed": without("seed"),
    "a key too many": changed(version=1),
    "a key in capitals": {**without("seed"), "Seed": SEED},
    "a move": {"do": "roll"},
    "a move too": changed(do="roll"),
    "nothing": {},
    "a game that is null": changed(game=None),
    "a game that is a list": changed(game=["13-sheep"]),
    "a game nobody knows": changed(game="chess"),
    "a game in capitals": changed(game="13-Sheep"),
    "a game with a space": changed(game="13-sheep "),
    "a game without a name": changed(game=""),
    "players that are null": changed(players=None),
    "players that are a text": changed(players="Ann"),
    "players that are an object": changed(players={"Ann": 1}),
    "a player that is a number": changed(players=["Ann", 2]),
    "a player that is null": changed(players=["Ann", None]),
    "a player that is a list": changed(players=["Ann", ["Ben"]]),
    "nobody": changed(players=[]),
    "eleven players": changed(players=[f"P{seat}" for seat in range(11)]),
    "two of one name": changed(players=["Ann", "Ben", "Ann"]),
    "a seed that is null": changed(seed=None),
    "a seed that is a number": changed(seed=0),
    "a seed that is empty": changed(seed=""),
    "a seed of 63 digits": changed(seed=SEED[1:]),
    "a seed of 65 digits": changed(seed=SEED + "0"),
    "a seed with a space before": changed(seed=" " + SEED[1:]),
    "a seed with a space after": changed(seed=SEED + " "),
    "a seed with a line feed after": changed(seed=SEED + "\n"),
    "a seed with spaces between": changed(seed="00 1" + SEED[4:]),
    "a seed with a letter that is none": changed(seed="g" + SEED[1:]),
    "a seed with 0x": changed(seed="0x" + SEED[2:]),
    "a seed of other digits": changed(seed="\N{ARABIC-INDIC DIGIT ONE}" + SEED[1:]),
    "a seed of wide digits": changed(seed="\N{FULLWIDTH DIGIT ONE}" + SEED[1:]),
    "options that are null": changed(options=None),
    "options that are a list": changed(options=[]),
    "options that are false": changed(options=False),
    "an option nobody knows": changed(options={"colour": "red"}),
    "an option of another game": changed(options={"turns": True}),
    "a tracker that is null": changed(options={"tracker": None}),
    "a tracker that is a number": changed(options={"tracker": 1}),
    "a tracker that is a text": changed(options={"tracker": "1"}),
    "no boxes": tracker(),
    "21 boxes": tracker(*[0] * 20, 1),
    "a limit of 7": tracker(7, 1),
    "a limit below 0": tracker(-1, 1),
    "a huge limit": tracker(10**4000, 1),
    "a limit that is a fraction": tracker(1.0, 1),
    "a last limit that is a fraction": tracker(1.0),
    "a limit that is true": tracker(True),
    "a limit that is null": tracker(None, 1),
    "a limit that is a text": tracker("1"),
    "a last box that is blank": tracker(1, 0),
    "a last limit of 2": tracker(6, 2),
}
BAD_NAMES = {
    "empty": "",
    "13 letters": TWELVE + "x",
    "7 combining pairs": "e\N{COMBINING ACUTE ACCENT}" * 7,
    "a space before": " Ann",
    "a space after": "Ann ",
    "a space only": " ",
    "a no-break space before": "\N{NO-BREAK SPACE}Ann",
    "a no-break space after": "Ann\N{NO-BREAK SPACE}",
    "an ideographic space after": "Ann\N{IDEOGRAPHIC SPACE}",
    "a tab": "A\tn",
    "a line feed": "A\nn",
    "a null": "A\0n",
    "a delete": "A\x7fn",
    "a next line": "A\x85n",
    "a soft hyphen": "A\N{SOFT HYPHEN}n",
    "a joiner": FAMILY,
    "a direction mark": "\N{RIGHT-TO-LEFT OVERRIDE}Ann",
    "a byte order mark": "\N{ZERO WIDTH NO-BREAK SPACE}Ann",
    "a private character": "\ue000",
    "a character of nobody": "\u0378",
    "a line separator": "A\N{LINE SEPARATOR}n",
}
GOOD_NAMES = (
    "A", TWELVE, "\N{GRINNING FACE}" * 12, "e\N{COMBINING ACUTE ACCENT}" * 6, "Jean Luc", "Zoë", "Дмитрий",
    "太郎",
    "{name}", "%s", '"', "\\", "-1", "null", "A.B.",
)  # fmt: skip


@pytest.mark.parametrize("entry", BAD.values(), ids=BAD)
def test_a_header_that_is_not_as_it_must_be_is_refused(entry):
    refusal = start(json.dumps(entry))
    assert isinstance(refusal, Refusal), refusal
    assert refusal.code == "bad-header"
    assert sentence(refusal).strip()


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"13-sheep"', "\ufeff{}", "\f", '{"a":' * 100_000])
def test_a_header_that_is_no_object_is_refused(text):
    refusal = start(text.encode())
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad-header"


@pytest.mark.parametrize("raw", [b"\xff", b'\xef\xbb\xbf{"game": "13-sheep"}', b'{"game": "\xed\xa0\x80"}'])
def test_a_header_that_is_no_text_is_refused(raw):
    refusal = start(raw)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "bad-header"


def test_a_header_with_half_a_character_is_refused():
    text = json.dumps(GOOD).replace("Ann", r"\ud800")
    assert start(text) == Refusal("bad-header", "json", {})


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES)
def test_a_name_that_is_none_is_refused(name):
    assert not is_name(name)
    for players in ([name], ["Ann", name], [name, "Ann"]):
        refusal = start(json.dumps(changed(players=players)))
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.reason) == ("bad-header", "name")
        assert sentence(refusal).strip()


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_a_name_of_1_to_12_printable_code_points_is_good(name):
    assert is_name(name)
    assert begun(changed(players=[name])).header.players == (name,)


def test_names_are_compared_exactly():
    names = ["Ann", "ann", "ANN", "Ánn", "A\N{COMBINING ACUTE ACCENT}nn", "Ann.", "Annn"]
    assert begun(changed(players=names)).header.players == tuple(names)


@pytest.mark.parametrize("count", range(1, 11))
def test_one_to_ten_players_are_good(count):
    names = tuple(f"P{seat}" for seat in range(count))
    assert begun(changed(players=names)).header.players == names


@pytest.mark.parametrize("seed", [SEED, SEED.upper(), SEED.title(), "0" * 64, "F" * 64])
def test_hex_digits_may_be_capitals(seed):
    assert begun(changed(seed=seed)).header.seed == bytes.fromhex(seed)


def test_options_may_be_left_out_and_the_tracker_is_then_the_rulebook_s():
    for entry in (without("options"), GOOD):
        assert begun(entry).header.options.tracker == (0, 0, 0, 0, 0, 0, 6, 5, 4, 1)


@pytest.mark.parametrize("boxes", [(1,), (6, 5, 4, 3, 2, 1), (1, 1), (0,) * 19 + (1,)])
def test_a_tracker_of_1_to_20_boxes_that_ends_with_1_is_good(boxes):
    assert begun(tracker(*boxes)).view["next"] == boxes[0]


def test_of_a_key_that_occurs_twice_the_last_one_counts():
    text = json.dumps(GOOD)
    assert isinstance(start('{"game": 7, ' + text[1:]), Match)
    assert isinstance(start(text[:-1] + ', "game": 7}'), Refusal)


def test_a_header_line_is_read_back_as_it_was():
    seed = bytes(range(32))
    match = start(header_line("13-sheep", ("Zoë", "\\"), seed, {"tracker": (4, 1)}))
    assert isinstance(match, Match)
    assert match.header.players == ("Zoë", "\\")
    assert match.header.seed == seed
    assert match.header.options.tracker == (4, 1)


def test_a_new_match_is_at_its_beginning():
    match = begun(GOOD)
    assert (match.index, match.line, match.previous, match.undone, match.lines()) == (0, "", None, (), ())
    assert match.view == {
        "phase": "rolling", "winners": None, "rolls": (), "crossed": 0, "next": 0, "scores": {}, "tied": (),
    }  # fmt: skip
