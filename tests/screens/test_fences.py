"""13 Sheep with seat buttons: ROLL waits until all have drawn their fence, and never where nobody can press."""

from contextlib import contextmanager

import pytest

from companion.screens.hub_notes import Word
from companion.screens.lamps import DARK
from tests.boxes import OWN, box, records
from tests.screens.bedtime import press
from tests.screens.test_lamps import buzz, lamps, tell

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil", "Fay", "Gil", "Hanna", "Ida", "Jan")
CHOOSE = "down ok*2 up"
"""In the choices: switch the waiting on."""


def to_begins(names):
    """From the first home to “who begins?”."""
    return "ok*2 " + " ".join(f"ok say:{name}" for name in names) + " roll"


@contextmanager
def table(folder, count=3, seats=8):
    """A new match that waits, with a hub of so many buttons."""
    with box(folder / "journal.db") as at:
        at.session.buttons(seats)
        assert press(at, f"{to_begins(NAMES[:count])} ok {CHOOSE} ok").screen == "13-sheep"
        assert lamps(at) == DARK, "nothing is drawn before the first roll"
        yield at


def rolls(at):
    return len(at.match.state.rolls)


def names(picture):
    """The names on the panel, wherever they stand."""
    return {name for name in NAMES for word in picture.words if name in word.split(", ")}


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8])
def test_roll_waits_until_all_have_pressed_and_the_panel_says_who_has_not(tmp_path, count):
    with table(tmp_path, count) as at:
        press(at, "roll wait:1")
        assert lamps(at) == "1" * count + "-" * (8 - count)
        for place, name in enumerate(NAMES[:count]):
            missing = set(NAMES[place:count])
            assert names(at.take("wait:0")) == missing
            told = press(at, "roll")
            assert told.words[0] == "Still drawing a fence:"
            assert names(told) == missing
            assert "hold ROLL roll anyway" in told.words
            assert rolls(at) == 1, f"{name} still draws"
            assert press(at, "ok").words[-3:] == ("ROLL who?", "OK own die", "BACK menu")
            buzz(at, (place + 1, False))
            assert lamps(at)[place] == "-"
        assert lamps(at) == DARK
        assert names(at.take("wait:0")) == set()
        press(at, "roll")
        assert rolls(at) == 2
        assert lamps(at) == "1" * count + "-" * (8 - count), "all draw anew"


def test_roll_held_does_not_wait(tmp_path):
    with table(tmp_path) as at:
        press(at, "roll seat:1 roll:hold")
        assert rolls(at) == 2
        assert lamps(at) == "111-----"
        press(at, "roll")
        press(at, "roll:hold")
        assert rolls(at) == 3, "from the list, too"


def test_the_waiting_is_no_move(tmp_path):
    with table(tmp_path) as at:
        press(at, "roll roll seat:1 seat:2 seat:3 seat:3 seat:3 roll seat:2 roll:hold")
    (record,) = records(tmp_path / "journal.db")
    assert list(record.lines) == ['{"do": "roll"}'] * 3


def test_whoever_presses_again_draws_again(tmp_path):
    with table(tmp_path, 2) as at:
        press(at, "roll wait:1 seat:1 seat:2 seat:1")
        assert lamps(at) == "1-------"
        press(at, "roll")
        assert rolls(at) == 1
        press(at, "seat:1")
        assert lamps(at) == DARK
        press(at, "roll")
        assert rolls(at) == 2


def test_the_last_press_takes_the_list_away_for_good(tmp_path):
    with table(tmp_path, 2) as at:
        assert press(at, "roll wait:1 seat:1 roll").words[0] == "Still drawing a fence:"
        assert press(at, "seat:2").words[-3:] == ("ROLL roll", "OK own die", "BACK menu")
        assert press(at, "seat:2").words[-3:] == ("ROLL who?", "OK own die", "BACK menu")


def test_a_press_lets_a_tumbling_die_tumble_and_counts(tmp_path):
    with table(tmp_path) as at:
        press(at, "roll wait:0.1")
        tumbling = at.session.due(at.clock.now)
        press(at, "seat:2")
        assert at.session.due(at.clock.now) == tumbling
        assert lamps(at) == "1-1-----"
        press(at, "roll")
        assert rolls(at) == 1
        assert at.session.due(at.clock.now) > 1, "ROLL stops the die"


def test_the_roll_of_an_own_die_is_never_refused_and_waits_then(tmp_path):
    with table(tmp_path) as at:
        press(at, f"{OWN[2]} seat:1 {OWN[3]}")
        assert rolls(at) == 2
        assert lamps(at) == "111-----"


def test_nobody_draws_when_the_wolf_has_come(tmp_path):
    with table(tmp_path) as at:
        wolf = press(at, f"{OWN[2]} " * 6 + OWN[6])
        assert wolf.screen == "wolf"
        assert lamps(at) == DARK


def test_where_the_menu_is_open_no_press_is_expected_and_the_wait_goes_on_after_it(tmp_path):
    with table(tmp_path) as at:
        press(at, "roll wait:1 seat:1 back")
        assert lamps(at) == DARK
        press(at, "seat:2 ok")
        assert lamps(at) == "-11-----"
        press(at, "back*2 ok")
        assert lamps(at) == "-11-----", "home and back"


def test_where_a_roll_is_taken_back_or_put_back_nobody_is_waited_for(tmp_path):
    with table(tmp_path) as at:
        press(at, "roll:hold roll:hold seat:1 back:hold")
        assert lamps(at) == DARK
        press(at, "seat:2 ok")
        assert (rolls(at), lamps(at)) == (2, DARK)
        press(at, "back:hold roll")
        assert (rolls(at), lamps(at)) == (2, "111-----"), "a roll of now"


def test_after_a_power_cut_nobody_is_waited_for_until_the_next_roll(tmp_path):
    with table(tmp_path) as at:
        press(at, "roll seat:1")
    with box(tmp_path / "journal.db", "ok") as at:
        at.session.buttons(8)
        assert lamps(at) == DARK
        press(at, "roll")
        assert rolls(at) == 2
        assert lamps(at) == "111-----"


def test_a_hub_that_goes_sets_roll_free_and_one_that_comes_waits_for_the_same(tmp_path):
    with table(tmp_path) as at:
        press(at, "roll wait:1 seat:2")
        at.session.buttons(0)
        tell(at, Word.GONE)
        assert lamps(at) == DARK
        assert press(at, "ok").words[-3:] == ("ROLL roll", "OK own die", "BACK menu")
        at.session.buttons(8)
        tell(at, Word.BACK)
        assert lamps(at) == "1-1-----"
        at.session.buttons(0)
        press(at, "ok roll")
        assert rolls(at) == 2


def test_a_small_hub_waits_only_for_those_who_have_a_button(tmp_path):
    with table(tmp_path, 5, seats=4) as at:
        press(at, "roll wait:1")
        assert lamps(at) == "1111----"
        press(at, "seat:1 seat:2 seat:3 seat:4 roll")
        assert rolls(at) == 2


def test_ten_play_and_the_eight_who_have_a_button_are_waited_for(tmp_path):
    with table(tmp_path, 10) as at:
        assert names(press(at, "roll wait:1 roll")) == set(NAMES[:8])
        press(at, " ".join(f"seat:{seat}" for seat in range(1, 9)))
        press(at, "roll")
        assert rolls(at) == 2


def test_the_buttons_are_where_they_were_assigned(tmp_path):
    with box(tmp_path / "journal.db") as at:
        seats = press(at, f"{to_begins(NAMES[:2])} seat:1 ok {CHOOSE} down*2 ok")
        assert seats.screen == "seats"
        press(at, "seat:6 seat:5")
        press(at, "roll wait:1")
        assert lamps(at) == "----11--"
        press(at, "seat:6")
        assert names(at.take("wait:0")) == {"Ben"}


def test_without_buttons_nothing_is_asked_and_nothing_waits(tmp_path):
    with table(tmp_path) as at:
        press(at, "back*2 down ok down ok ok:hold")
    with box(tmp_path / "journal.db") as at:
        assert at.session.view(0.0).settings["13-sheep.wait"] == "true"
        assert press(at, "ok*2 roll ok").screen == "13-sheep"
        press(at, "roll")
        press(at, "roll wait:1 roll")
        assert (rolls(at), lamps(at)) == (2, DARK)
        assert "Waiting" not in press(at, "back").words


def test_the_menu_of_the_match_switches_the_waiting_off_and_on(tmp_path):
    with table(tmp_path) as at:
        press(at, "roll wait:1")
        menu = press(at, "back down*2 ok")
        assert menu.words[menu.words.index("Waiting") + 1] == "no"
        press(at, "up*2 ok")
        assert lamps(at) == DARK
        press(at, "roll wait:1 back down*2 ok")
        assert press(at, "back").screen == "match-menu"
        press(at, "ok*2 up*2 ok")
        assert lamps(at) == "111-----"


def test_the_choice_is_remembered(tmp_path):
    with table(tmp_path):
        pass
    with box(tmp_path / "journal.db") as at:
        at.session.buttons(8)
        press(at, "down ok ok ok ok")
        choices = press(at, "ok*2 roll ok")
        assert choices.words[:3] == ("Start", "Waiting", "yes")
        assert press(at, "down ok").words[:3] == ("Start", "Waiting", "no")
