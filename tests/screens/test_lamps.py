"""The lamps say whose press is expected, on every screen that takes one; and what a seat's press does past a note."""

import pytest

from companion.link import packets
from companion.screens.base import Screen
from companion.screens.hub_notes import SENTENCES, Word
from companion.screens.intents import Intent, Kind
from companion.screens.lamps import DARK, Lamp
from companion.tour import STOPS
from tests.boxes import box
from tests.screens import bedtime
from tests.screens.bedtime import NAMES, press
from tests.screens.sleepy import table


def lamps(at):
    return at.session.lamps(at.clock.now)


def buzz(at, *presses):
    """Seats pressed as a hub reports them, (seat, together) each."""
    at.session.press([Intent(Kind.SEAT, seat, together) for seat, together in presses], at.clock.now)
    return at.take("wait:0")


def way_to(name):
    """The tokens that lead to a stop of the tour."""
    stop = next(stop for stop in STOPS if stop.name == name)
    return (*(way_to(stop.after) if stop.after else ()), *stop.tokens())


def tell(at, word):
    at.session.tell(word)
    return at.take("wait:0")


def test_lamps_are_called_as_on_the_wire():
    assert {lamp.value for lamp in Lamp} == {packets.OFF, packets.ON, packets.SLOW, packets.FAST}
    assert DARK == packets.DARK


def test_where_no_press_is_expected_no_lamp_shines(tmp_path):
    with box(tmp_path / "journal.db") as at:
        for tokens in ("wait:0", "down ok", "back up ok"):
            press(at, tokens)
            assert lamps(at) == DARK


def test_anybody_may_call_and_who_has_called_is_out(tmp_path):
    with table(tmp_path) as at:
        assert lamps(at) == "1111----"
        buzz(at, (2, False))
        assert lamps(at) == "1-11----"
        buzz(at, (4, False))
        assert lamps(at) == "1-1-----"
        press(at, "ok")
        assert lamps(at) == "1-1-----", "the verdict"
        press(at, "ok")
        assert lamps(at) != DARK, "who has no draw pile"
        press(at, "ok")
        assert lamps(at) == "1111----", "the penalty"


def test_with_turns_the_lamp_of_who_is_on_turn_blinks_and_its_button_passes_the_turn(tmp_path):
    with table(tmp_path, turns=True) as at:
        assert lamps(at) == "s111----"
        buzz(at, (1, False))
        assert lamps(at) == "1s11----"
        press(at, "back")
        assert lamps(at) == "1s11----", "the menu"
        press(at, "ok back:hold")
        assert lamps(at) == "s111----", "the turn is taken back"


def test_where_it_is_asked_who_calls_no_lamp_blinks_and_every_button_calls(tmp_path):
    with table(tmp_path, turns=True) as at:
        assert press(at, "ok").screen == "who-calls"
        assert lamps(at) == "1111----"
        assert buzz(at, (1, False)).screen == "sleepyhead"
        assert at.match.state.turn == "Anna"


def test_presses_so_close_that_nobody_is_first_are_shown_together(tmp_path):
    with table(tmp_path) as at:
        assert "Ben & Anna, Clara" in buzz(at, (2, False), (1, True), (3, False)).words


def test_a_seat_that_is_asked_for_blinks_and_one_that_is_known_blinks_fast(tmp_path):
    with box(tmp_path / "journal.db", *way_to("seats")) as at:
        assert lamps(at) == "ssssssss"
        buzz(at, (6, False))
        assert lamps(at) == "sssss-ss"
        press(at, "up")
        assert lamps(at) == "sssssfss"


def test_whoever_may_block_a_card_is_asked(tmp_path):
    with box(tmp_path / "journal.db", *way_to("insheepnia-milk")) as at:
        asked = lamps(at)
        assert set(asked) == {"f", "-"}
        seat = asked.index("f") + 1
        buzz(at, (seat, False))
        assert lamps(at)[seat - 1] == "1"


@pytest.mark.parametrize("count", [2, 5, 8])
def test_in_insheepnia_the_lamp_of_who_is_on_turn_blinks_and_its_button_passes_the_turn(tmp_path, count):
    with bedtime.table(tmp_path / "journal.db", NAMES[:count], turns=True) as at:
        for place in (*range(count), 0):
            assert at.match.state.turn == NAMES[place]
            assert lamps(at) == DARK[:place] + "s" + DARK[place + 1 :]
            buzz(at, (place + 1, False))
        assert at.match.lines() == ('{"do": "draw"}',) * (count + 1)


def test_the_button_of_another_moves_the_arrow_and_the_next_card_is_theirs(tmp_path):
    with bedtime.table(tmp_path / "journal.db", NAMES[:5], turns=True) as at:
        buzz(at, (4, False))
        assert (at.match.lines(), lamps(at)) == ((), "s-------")
        assert press(at, "ok").words[0] == "Dan"


def test_the_turn_is_passed_while_a_card_is_told_and_taken_back(tmp_path):
    with bedtime.table(tmp_path / "journal.db", NAMES[:3], turns=True) as at:
        press(at, "ok*4")
        assert lamps(at) == "-s------", "Ann's card is told, Ben is on turn"
        buzz(at, (2, False))
        assert lamps(at) == "--s-----"
        assert press(at, "back:hold").screen == "taken-back"
        assert lamps(at) == "-s------"
        buzz(at, (2, False))
        assert at.match.state.turn == "Cleo"


@pytest.mark.parametrize("way", ["ok", "ok down*8 ok", "ok down*5 ok", "ok down*6 ok", "ok*2", "back", "ok roll"])
def test_where_something_else_is_open_nobody_is_to_press_for_the_turn(tmp_path, way):
    with bedtime.table(tmp_path / "journal.db", NAMES[:3], turns=True) as at:
        screen = press(at, way).screen
        assert lamps(at) == DARK
        assert buzz(at, (1, False)).screen == screen
        assert at.match.lines() == ()


def test_without_turns_no_lamp_shines_at_the_beds_and_a_button_only_moves_the_arrow(tmp_path):
    with bedtime.table(tmp_path / "journal.db", NAMES[:3]) as at:
        for seat in (1, 2, 3, 8):
            assert buzz(at, (seat, False)).screen == "insheepnia"
            assert lamps(at) == DARK
        assert at.match.lines() == ()
        assert press(at, "ok").words[0] == "Cleo"


@pytest.mark.parametrize("word", list(Word))
def test_a_note_of_the_hub_hides_nothing_from_the_seats(tmp_path, word):
    with table(tmp_path) as at:
        assert tell(at, word).screen == "hub"
        assert lamps(at) == "1111----"
        assert buzz(at, (3, False)).screen == "sleepyhead"


def test_the_latest_note_is_enough_and_any_control_goes_on(tmp_path):
    with table(tmp_path) as at:
        tell(at, Word.GONE)
        picture = tell(at, Word.BACK)
        assert picture.words[0] == SENTENCES[Word.BACK]
        assert press(at, "roll").screen == "schlafmuetze"


def test_a_screen_that_says_nothing_of_lamps_is_dark():
    assert Screen.lamps(None, None) == DARK
