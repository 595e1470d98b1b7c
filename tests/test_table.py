"""13 Sheep at the table, press by press: rolling, undo, forms, the result, and the panel's rest."""

import json

import pytest

from companion.screens.frames import BLANK
from companion.screens.sounds import Sound
from companion.table import match_of
from tests.boxes import OWN, PLAYERS, START, WOLF, box, records

ANNA_5 = ("ok", "up:hold", "roll")
BEN_3 = ("ok", "up", "up", "up", "roll")
RESULT = (*START, *WOLF, "ok", *ANNA_5, *BEN_3)


@pytest.fixture
def here(tmp_path):
    with box(tmp_path / "j.db", *START) as made:
        yield made


def lines(here) -> tuple[str, ...]:
    return records(here.path)[-1].lines


def state(here):
    return here.match.state


# rolling


def test_a_match_goes_from_power_on_to_its_result(tmp_path):
    with box(tmp_path / "j.db", *RESULT) as here:
        picture = here.take()
        assert picture.screen == "result"
        assert picture.words[0] == "Anna"
        assert state(here).winners == ("Anna",)


@pytest.mark.parametrize(("presses", "rolls"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (9, 5)])
def test_a_press_while_the_die_tumbles_ends_that_and_is_no_roll(here, presses, rolls):
    here.take(*["roll"] * presses)
    assert len(state(here).rolls) == len(lines(here)) == rolls


@pytest.mark.parametrize("wait", ["wait:0", "wait:0.1", "wait:0.59"])
def test_the_face_is_told_only_when_the_die_lies_still(here, wait):
    tumbling = here.take("roll", wait)
    stopped = here.take("roll")
    later = here.take("wait:1")
    assert tumbling.frame != stopped.frame
    assert stopped == later
    assert len(lines(here)) == 1


def test_the_die_tumbles_for_0_6_seconds_and_each_turn_is_another_picture(here):
    here.take("roll")
    frames = [here.take("wait:0.1").frame for _ in range(8)]
    assert len(set(frames)) == 6
    assert frames[5] == frames[6] == frames[7]


def test_tumbling_says_nothing_of_the_roll(tmp_path):
    seen = set()
    for seed in range(6):
        with box(tmp_path / f"{seed}.db", *START, "roll", seed=seed) as here:
            seen.add((here.take().frame, here.take("wait:0.3").frame))
    assert len(seen) == 1


def test_a_roll_and_then_the_menu_and_back_lies_still(here):
    here.take("roll")
    for way in (("ok", "back"), ("back", "ok"), ("back", "back", "ok")):
        here.take(*way)
        assert here.take() == here.take("wait:1")
        here.take("roll")
    assert len(state(here).rolls) == 4


def test_taking_back_while_the_die_tumbles_takes_that_roll_back(here):
    here.take("roll", "roll", "roll", "back:hold")
    assert len(state(here).rolls) == 1
    assert here.take("ok").screen == "13-sheep"
    assert len(state(here).rolls) == 2


def test_up_held_is_five_steps(here):
    one = here.take(*WOLF, "ok", "ok", "up:hold")
    assert one == here.take("down:hold", "up", "up", "up", "up", "up")
    assert "5" in one.words


def test_a_seat_a_held_roll_and_controls_without_meaning_change_nothing(here):
    before = here.take()
    assert here.take("seat:1", "seat:8", "up", "down", "up:hold", "seat:3:hold") == before
    assert here.take("roll:hold", "roll").screen == "13-sheep"
    assert len(lines(here)) == 1


# undo


def test_holding_back_takes_back_and_ok_puts_back_one_by_one(here):
    here.take(*OWN[1].split(), *OWN[4].split(), *OWN[6].split())
    seen = [here.take()]
    for _ in range(3):
        seen.append(here.take("back:hold"))
        assert any("Taken back" in word or "roll of" in word for word in seen[-1].words)
    assert state(here).rolls == ()
    assert here.take("back:hold").screen == "refused"
    assert here.take("ok") == seen[3]
    for picture in (seen[2], seen[1], seen[0]):
        assert here.take("ok") == picture
    assert state(here).rolls == (1, 4, 6)
    assert here.take("ok").screen == "own-die"


@pytest.mark.parametrize("presses", [1, 2, 3])
def test_a_roll_put_back_lies_still_and_makes_no_sound(here, presses):
    shown = here.take(*["roll"] * 6)
    here.take(*["back:hold"] * presses)
    for _ in range(presses):
        assert here.take("ok") == here.take("wait:0.3")
        assert here.session.heard == ()
    assert here.take() == shown
    here.take("back:hold", "roll")
    assert here.session.heard == (Sound.ROLL,)
    assert here.take("wait:0.3") != here.take("wait:1") == shown


def test_the_wolf_put_back_is_there_at_once(tmp_path):
    for seed in range(3):
        with box(tmp_path / f"{seed}.db", *START, *[*OWN[2].split()] * 6, *["roll"] * 8, "wait:1", seed=seed) as here:
            assert (wolf := here.take()).screen == "wolf"
            assert here.take("back:hold").screen == "13-sheep"
            assert here.take("ok") == wolf


def test_what_was_taken_back_is_said_in_full_with_the_widest_names(tmp_path):
    names = [f"say:{'W' * 11}{letter}" for letter in "ABC"]
    begin = (*PLAYERS[:3], names[0], *(token for name in names[1:] for token in ("ok", name)), "roll", "ok")
    with box(tmp_path / "j.db", *begin, *WOLF, "ok", *ANNA_5, *ANNA_5) as here:
        assert here.take("back:hold").words[-3] == "Taken back: sheep of WWWWWWW…B"
        assert here.take("back:hold").words[-3] == "Taken back: sheep of WWWWWWW…A"


def test_another_move_ends_what_could_be_put_back(here):
    here.take(*OWN[1].split(), *OWN[4].split(), "back:hold", "roll", "roll")
    assert here.match.undone == ()
    assert here.take("ok").screen == "own-die"


def test_an_own_roll_taken_back_can_be_entered_anew(here):
    here.take(*OWN[3].split(), "back:hold")
    assert here.take("up").screen == "own-die"
    here.take("up", "ok")
    assert state(here).rolls == (4,)


def test_sheep_taken_back_can_be_entered_anew(here):
    here.take(*WOLF, "ok", *ANNA_5, "back:hold")
    assert any("Taken back" in word for word in here.take().words)
    assert here.take("roll").screen == "areas"
    here.take("up", "up", "roll", *BEN_3)
    assert state(here).areas == {"Anna": (2,), "Ben": (3,)}


def test_sheep_are_corrected_without_taking_back(here):
    here.take(*WOLF, "ok", *ANNA_5, "up", "ok", "down", "down", "roll", *BEN_3)
    assert state(here).areas == {"Anna": (3,), "Ben": (3,)}
    assert here.take().screen == "tie-break"


def test_undo_after_the_result_and_after_a_restart(tmp_path):
    with box(tmp_path / "j.db", *RESULT) as here:
        assert here.take("back:hold").screen == "scores"
        assert here.match.state.winners is None
    with box(tmp_path / "j.db") as here:
        assert here.take().words[0] == "Resume"
        assert any("Taken back" in word for word in here.take("ok").words)
        assert here.take("ok").screen == "result"
        assert here.match.state.winners == ("Anna",)
        assert here.take("back").words[0] == "New game"
    assert records(tmp_path / "j.db")[0].status == "done"


def test_the_latest_match_can_be_taken_back_from_the_history(tmp_path):
    with box(tmp_path / "j.db", *RESULT, "back", "down", "down", "ok", "ok", "ok", "roll", "back:hold") as here:
        assert here.take().screen == "scores"
        assert here.match.state.winners is None
    assert records(tmp_path / "j.db")[0].status == "open"


# forms


def test_holding_back_in_a_form_does_nothing(here):
    here.take(*WOLF, "ok", *ANNA_5, "ok", "up", "ok", "up")
    form, said = here.take(), lines(here)
    assert here.take("back:hold") == form
    assert here.take("back:hold", "back:hold") == form
    assert lines(here) == said
    own = here.take("back", "back", "ok")
    assert own.screen == "scores"


def test_holding_back_while_entering_an_own_roll_does_nothing(here):
    form = here.take(*OWN[5].split(), "ok", "up")
    assert here.take("back:hold") == form
    assert state(here).rolls == (5,)


def test_what_is_half_entered_is_still_there_after_back(here):
    half = here.take(*WOLF, "ok", "ok", "up", "up", "ok", "up")
    assert half.screen == "areas"
    assert here.take("back", "ok") == half


@pytest.mark.parametrize("way", ["back back back ok", "back back ok", "back down ok up up up roll"])
def test_what_is_half_entered_survives_the_menu_home_and_the_entry_of_another(here, way):
    half = here.take(*WOLF, "ok", "ok", "up", "up", "ok", "up")
    here.take(*way.split())
    while here.take().screen != "areas":
        here.take("ok")
    assert here.take() == half


def test_what_was_entered_is_no_draft_any_more(here):
    here.take(*WOLF, "ok", "ok", "up", "back", "ok", "up", "roll", "up", "ok")
    assert "2" in here.take().words


def test_half_entered_cells_survive_back(here):
    here.take(*WOLF, "ok", *ANNA_5, *ANNA_5)
    half = here.take("ok", "up:hold")
    assert half.screen == "cells"
    assert here.take("back", "ok") == half


def test_a_half_typed_name_survives_back(tmp_path):
    with box(tmp_path / "j.db", "ok", "ok", "ok", "ok", "down", "ok") as here:
        assert here.take().words[0] == "Ab"
        assert here.take("back", "ok").words[0] == "Ab"
        assert here.take("back", "back", "ok", "ok").words[0] == "Ab"


def test_the_chosen_players_survive_back(tmp_path):
    with box(tmp_path / "j.db", *START[:-2]) as here:
        chosen = here.take()
        assert here.take("back", "ok") == chosen


# the panel's rest


def test_the_panel_dims_then_blanks_and_in_a_match_later(tmp_path):
    with box(tmp_path / "j.db") as here:
        for wait, level in (("wait:119", "on"), ("wait:1", "dim"), ("wait:479", "dim"), ("wait:1", "blank")):
            here.take(wait)
            assert here.session.rest(here.clock.now).level == level
        here.take("back", *START, "wait:600")
        assert here.session.rest(here.clock.now).level == "dim"
        assert here.take("wait:1200").frame == BLANK


def test_a_dimmed_panel_takes_every_press(here):
    here.take("wait:1000")
    assert here.session.rest(here.clock.now).level == "dim"
    here.take("roll")
    assert len(lines(here)) == 1
    assert here.session.rest(here.clock.now).level == "on"


@pytest.mark.parametrize("press", ["roll", "ok", "back", "up", "down", "up:hold", "back:hold", "roll:hold", "ok:hold"])
def test_the_first_press_of_a_blank_panel_only_wakes(here, press):
    here.take("roll", "roll")
    before, said = here.take(), lines(here)
    blank = here.take("wait:4000")
    assert (blank.frame, blank.words) == (bytes(1024), ())
    assert here.take(press) == before
    assert lines(here) == said
    assert here.take("roll", "roll").screen == "13-sheep"
    assert len(lines(here)) == 2


def test_a_text_wakes_no_blank_panel(tmp_path):
    with box(tmp_path / "j.db", "ok", "ok", "ok", "wait:4000") as here:
        (line,) = here.say("say:Anna")
        assert "blank" in line["error"]
        assert here.take().frame == BLANK
        assert here.take("up", "say:Anna").screen == "players"


def test_a_seat_acts_also_on_a_blank_panel(tmp_path):
    with box(tmp_path / "j.db", "ok", "ok", "roll") as here:
        assert here.take().screen == "message"
        assert here.take("wait:4000").frame == BLANK
        assert here.take("seat:2").screen == "players"


# from one match to the next


def test_again_with_the_same_people_is_one_press(tmp_path):
    with box(tmp_path / "j.db", *RESULT, "roll") as here:
        assert here.take().screen == "13-sheep"
        assert here.match.header.players == ("Anna", "Ben")
    assert [record.status for record in records(tmp_path / "j.db")] == ["done", "open"]


def test_another_match_asks_what_becomes_of_the_one_on_the_table(here):
    here.take("roll", "roll", "back", "back", "down", "ok")
    assert here.take().screen == "open-match"
    assert here.take("ok").screen == "games"
    here.take("ok", "roll", "ok")
    assert [record.status for record in records(here.path)] == ["aside", "open"]
    here.take("back", "back", "down", "down", "ok", "ok")
    assert [record.status for record in records(here.path)] == ["open", "aside"]
    assert len(state(here).rolls) == 1


def test_a_person_deleted_takes_the_last_match_along_but_not_an_open_one(tmp_path):
    delete = ("down", "down", "down", "ok", "ok", "down", "ok")
    with box(tmp_path / "j.db", *RESULT, "back", *delete, "ok:hold") as here:
        assert here.take().screen == "people"
        assert here.match is None
        assert records(here.path) == []
    with box(tmp_path / "k.db", *START, "back", "back", "down", *delete) as here:
        assert here.take().screen == "message"
        assert len(records(here.path)) == 1


def test_a_person_renamed_keeps_playing(here):
    here.take(*WOLF, "back", "back", *["down"] * 4, "ok", "ok", "ok", "say:Annika")
    assert "Annika" in here.take().words
    here.take("back", *["up"] * 4, "ok", "ok", *ANNA_5, *BEN_3)
    assert here.take().words[0] == "Annika"
    assert state(here).winners == ("Annika",)
    (record,) = records(here.path)
    assert json.loads(record.header)["players"] == ["Anna", "Ben"]
    assert json.loads(record.lines[7]) == {"do": "score", "player": "Anna", "areas": [5]}
    assert match_of(record).state.winners == ("Anna",)
    assert here.take("roll").screen == "13-sheep"
    assert here.match.header.players == ("Annika", "Ben")


SWAP = ("ok", "ok", "say:X", "down", "ok", "ok", "say:Anna", "up", "ok", "ok", "say:Ben")
"""From the people Anna and Ben: now the one is called as the other was."""


@pytest.mark.parametrize("restart", [False, True])
def test_two_who_swap_their_names_are_not_mixed_up(tmp_path, restart):
    with box(tmp_path / "j.db", *START, *WOLF, "ok", *ANNA_5, "back", "back", *["down"] * 4, "ok") as here:
        assert here.take(*SWAP).words[:2] == ("Ben", "Anna")
        if not restart:
            finish_as_swapped(here, "back", "back")
    if restart:
        with box(tmp_path / "j.db") as here:
            finish_as_swapped(here)


def finish_as_swapped(here, *way):
    """Ben, who was Anna, has five sheep; Anna, who was Ben, gets three."""
    scores = here.take(*way, "ok")
    assert (scores.screen, scores.words[:4]) == ("scores", ("Ben", "12", "Anna", "–"))
    assert here.take("back:hold").words[4] == "Taken back: sheep of Ben"
    here.take("ok", *BEN_3)
    assert here.take().words[0] == "Ben"
    assert here.take("back", *["down"] * 2, "ok", "ok").screen == "history"
    past = here.take("ok").words
    assert "Ben" in past
    assert "Ben 12 · Anna 5" in past
    standings = here.take("back", "back", "down", "ok", "ok").words
    assert standings[:4] == ("Ben", "1/1", "Anna", "0/1")
    assert json.loads(records(here.path)[0].lines[-1])["player"] == "Ben"


def test_a_seat_button_is_still_of_the_person_it_was_when_names_are_swapped(tmp_path):
    way = ("ok", "up", "ok", "ok", "say:Anna", "ok", "say:Ben", "roll", "ok", "ok", "ok")
    with box(tmp_path / "j.db", *way, "up", "ok", "seat:5", "seat:6") as here:
        assert here.match.header.players == ("Anna", "Ben")
        here.take("back", "back", *["down"] * 4, "ok", *SWAP, "back", *["up"] * 4, "ok")
        assert here.match.header.players == ("Ben", "Anna")
        assert here.take("seat:5").words[:2] == ("Sleepyhead!", "Ben")
        assert json.loads(records(here.path)[0].lines[-1]) == {"do": "call", "by": "Anna", "against": "Ben"}


@pytest.mark.parametrize("way", ["ok down roll ok ok ok ok up ok", "ok up roll ok ok ok down ok down ok"])
def test_six_presses_of_back_lead_home_from_the_depth_of_a_set_up(tmp_path, way):
    game, *on = way.split(" roll ")
    with box(tmp_path / "j.db", *game.split(), *PLAYERS[1:], "roll", *on[0].split()) as here:
        assert here.take().screen == "beginner"
        assert len(here.session._stack) == 6
        assert here.take(*["back"] * 6).screen == "home"
