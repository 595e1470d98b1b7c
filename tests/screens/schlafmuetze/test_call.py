"""“Sleepyhead!” on the screens: the word at once, whom it is on, who else called, and the way back."""

import json

import pytest

from companion.journal import Journal
from companion.screens.frames import BLANK
from tests.boxes import box, records
from tests.screens.bedtime import press
from tests.screens.sleepy import ASK, DISMISS, NAMES, UPHOLD, WIDE_NAMES, call, moves, state, table
from tests.test_disk_troubles import locked


def test_from_a_seat_button_to_the_word_is_one_move_and_one_frame(tmp_path):
    with table(tmp_path) as at:
        (line,) = at.say("seat:3")
        assert line["words"][:2] == ["Sleepyhead!", "Clara"]
        assert at.match.lines() == ('{"do": "call", "by": "Clara", "against": "Ben"}',)
    assert records(tmp_path / "journal.db")[0].lines == ('{"do": "call", "by": "Clara", "against": "Ben"}',)


def test_a_seat_button_calls_from_a_blank_panel(tmp_path):
    with table(tmp_path) as at:
        assert press(at, "wait:7200").frame == BLANK
        assert press(at, "seat:3").words[0] == "Sleepyhead!"


@pytest.mark.parametrize("way", ["ok", "back", "roll", "back down*2 ok", "back down*2 ok ok", "back down ok"])
def test_a_seat_button_calls_from_every_screen_above_the_table(tmp_path, way):
    with table(tmp_path) as at:
        assert press(at, way).screen != "schlafmuetze"
        assert press(at, "seat:3").words[0] == "Sleepyhead!"


@pytest.mark.parametrize("way", [f"seat:4 {UPHOLD}", f"seat:4 {UPHOLD} ok", f"seat:4 {DISMISS}", "seat:4 back"])
def test_a_seat_button_calls_before_the_last_verdict_is_read_to_its_end(tmp_path, way):
    with table(tmp_path) as at:
        assert press(at, f"{way} seat:1").words[:2] == ("Sleepyhead!", "Anna")


def test_with_turns_the_call_is_on_the_player_on_turn_and_the_one_before_is_a_press_away(tmp_path):
    with table(tmp_path, turns=True) as at:
        assert press(at, "roll roll seat:2 ok").words[0] == "Clara?"
        assert press(at, "roll").words[0] == "Anna?"
        assert press(at, "roll").words[0] == "Dora?"
        assert press(at, "roll").words[0] == "Clara?"


def test_the_button_of_the_player_on_turn_passes_the_turn(tmp_path):
    with table(tmp_path, turns=True) as at:
        press(at, "roll seat:2")
        assert state(at)["turn"] == "Clara"
        assert state(at)["dispute"] is None


def test_the_player_on_turn_calls_on_the_one_before(tmp_path):
    with table(tmp_path, turns=True) as at:
        press(at, "roll ok down ok")
        assert state(at)["dispute"] == {"by": "Ben", "against": "Anna"}


def test_a_call_on_another_player_is_made_again_and_then_judged(tmp_path):
    with table(tmp_path, turns=True) as at:
        press(at, "roll*2 seat:4 ok roll ok ok")
        assert state(at)["penalties"]["Ben"] == {"times": 1, "taken": 3, "given": 0}
        assert moves(at) == ["next", "next", "call", "uphold"]
        assert state(at)["turn"] == "Clara"


@pytest.mark.parametrize("verdict", ["ok ok", "down ok", "up ok roll ok ok down ok ok"])
def test_a_call_made_again_and_its_verdict_reach_the_disk_together_or_not_at_all(tmp_path, mocker, verdict):
    with table(tmp_path, turns=True) as at:
        *form, last = verdict.split()
        press(at, "roll*2 seat:4 ok roll " + " ".join(form))
        kept = mocker.spy(Journal, "append")
        with locked(at):
            assert press(at, last).screen == "trouble"
        assert state(at)["dispute"] == {"by": "Dora", "against": "Clara"}
        assert records(at.path)[0].lines[3:] == ()
        kept.reset_mock()
        assert press(at, "ok").screen in {"penalty", "dismissed"}
        assert kept.call_count == 1
        assert [json.loads(line)["do"] for line in records(at.path)[0].lines[3:-1]] == ["undo", "call"]


def test_two_players_have_nobody_else_to_call_on(tmp_path):
    with table(tmp_path, NAMES[:2]) as at:
        shown = press(at, "seat:1 ok").words
        assert press(at, "roll").words == shown
        assert not any("ROLL" in word for word in shown)


def test_who_else_called_is_shown_in_order_and_once(tmp_path):
    with table(tmp_path) as at:
        assert press(at, "seat:3 seat:1 seat:3 seat:7 seat:1 seat:4").words[1] == "Clara, Anna, Dora"
        assert press(at, "ok seat:2 back").words[1] == "Cla…, Anna, Dora, Ben"
        assert at.match.lines() == ('{"do": "call", "by": "Clara", "against": "Ben"}',)


@pytest.mark.parametrize("names", [NAMES, WIDE_NAMES])
def test_the_names_of_all_callers_stay_apart_or_are_counted(tmp_path, names):
    with table(tmp_path, names) as at:
        for seat in range(1, 9):
            shown = press(at, f"seat:{seat}").words[1]
            head, _, more = shown.partition(" +")
            called = head.split(", ")
            assert len(set(called)) == len(called)
            assert len(called) + int(more or 0) == seat
            assert called[0][0] == names[0][0]


def test_back_takes_the_call_back_and_nothing_is_counted(tmp_path):
    with table(tmp_path, turns=True) as at:
        before = state(at)
        assert press(at, "seat:3 back").screen == "schlafmuetze"
        assert state(at) == before
        assert press(at, call(1)).words[:2] == ("Sleepyhead!", "Ben")


FORMS = ["ok", "ok ok", "ok ok roll", ASK, f"{ASK} up*3", f"{ASK} ok", f"{ASK} ok roll down"]


@pytest.mark.parametrize("half", FORMS)
def test_holding_back_in_a_half_filled_form_changes_nothing(tmp_path, half):
    with table(tmp_path) as at:
        shown = press(at, f"seat:3 {half}")
        assert press(at, "back:hold") == shown
        assert moves(at) == ["call"]


def test_who_has_no_draw_pile_is_kept_when_left(tmp_path):
    with table(tmp_path) as at:
        press(at, "seat:3 ok ok roll down seat:1 back*2 ok*3")
        assert at.match.lines()[-1] == '{"do": "uphold", "no_draw_pile": ["Clara", "Anna"]}'


def test_an_upheld_call_can_be_dismissed_after_all(tmp_path):
    with table(tmp_path) as at:
        assert press(at, f"seat:3 {UPHOLD} back:hold").words[:2] == ("Taken back", "The verdict that the call stands.")
        press(at, f"back {DISMISS}")
        assert moves(at) == ["call", "dismiss"]
        assert state(at)["dismissed"]["Clara"] == 1
        assert state(at)["penalties"]["Ben"]["times"] == 0


def test_all_that_was_taken_back_past_calls_is_put_back_one_by_one(tmp_path):
    with table(tmp_path, turns=True) as at:
        press(at, f"roll seat:3 {UPHOLD} ok*3 roll seat:1 {DISMISS} ok roll")
        played = moves(at)
        assert played == ["next", "call", "uphold", "next", "call", "dismiss", "next"]
        seen = [(press(at, "back:hold"), moves(at)) for _ in played]
        assert [shown.words[0] for shown, _ in seen] == ["Taken back"] * len(played)
        assert seen[1][0].words[1] == "The verdict that the call was wrong."
        assert seen[2][0].words[1] == "The call of Anna."
        for before in reversed(seen[:-1]):
            assert (press(at, "ok"), moves(at)) == before
        press(at, "ok")
        assert moves(at) == played
        assert at.match.undone == ()


def test_a_stray_call_taken_back_is_put_back_when_what_was_before_it_is(tmp_path):
    with table(tmp_path, turns=True) as at:
        press(at, "roll seat:3 back back:hold")
        assert press(at, "ok").words[:2] == ("Taken back", "The call of Clara.")
        assert press(at, "ok").words[:2] == ("Sleepyhead!", "Clara")
        assert press(at, "back").screen == "schlafmuetze"


def test_a_call_whose_verdict_was_taken_back_is_taken_back_too_from_its_word(tmp_path):
    with table(tmp_path) as at:
        assert press(at, f"seat:3 {UPHOLD} back:hold back").words[0] == "Sleepyhead!"
        assert press(at, "back").words[:2] == ("Taken back", "The call of Clara.")
        assert press(at, "back").screen == "schlafmuetze"


def test_a_seat_button_counts_while_it_is_said_what_was_taken_back(tmp_path):
    with table(tmp_path) as at:
        assert press(at, f"seat:3 {UPHOLD} back:hold").screen == "taken-back"
        assert press(at, "seat:1").words[:2] == ("Sleepyhead!", "Clara, Anna")
        press(at, "back roll ok back:hold")
        assert press(at, "seat:4").words[:2] == ("Sleepyhead!", "Dora")


def test_a_call_on_the_winning_card_is_made_after_the_win_is_taken_back(tmp_path):
    with table(tmp_path) as at:
        assert press(at, "roll ok").screen == "result"
        assert press(at, "back:hold").words[:2] == ("Taken back", "The win of Anna.")
        press(at, f"back {call(1)}")
        assert state(at)["dispute"] == {"by": "Ben", "against": "Anna"}


@pytest.mark.parametrize("way_back", ["back", "back:hold"])
@pytest.mark.parametrize("steps", range(3))
def test_a_stray_call_taken_back_leads_back_to_the_step_that_was_shown(tmp_path, steps, way_back):
    with table(tmp_path) as at:
        shown = press(at, f"seat:3 {UPHOLD} " + "ok " * steps + "wait:0")
        assert press(at, "seat:1 seat:2").words[0] == "Sleepyhead!"
        assert press(at, way_back) == shown
        assert moves(at) == ["call", "uphold"]


def test_after_the_steps_a_stray_call_taken_back_leads_to_the_table(tmp_path):
    with table(tmp_path) as at:
        shown = press(at, f"seat:3 {UPHOLD} ok*3")
        assert shown.screen == "schlafmuetze"
        assert press(at, "seat:1 back") == shown


def test_a_stray_call_taken_back_leads_back_to_the_wrong_call(tmp_path):
    with table(tmp_path) as at:
        shown = press(at, f"seat:3 {DISMISS}")
        assert press(at, "seat:1 back") == shown


def test_after_a_power_cut_a_stray_call_taken_back_leads_to_the_first_step(tmp_path):
    with table(tmp_path) as at:
        shown = press(at, f"seat:3 {UPHOLD}")
        press(at, "ok seat:1")
    with box(tmp_path / "journal.db") as at:
        assert press(at, "ok back") == shown


def test_a_power_cut_keeps_the_call_and_what_to_do_after_the_verdict(tmp_path):
    with table(tmp_path) as at:
        press(at, "seat:3")
    with box(tmp_path / "journal.db") as at:
        assert press(at, "ok").words[:2] == ("Sleepyhead!", "Clara")
        press(at, UPHOLD)
    with box(tmp_path / "journal.db") as at:
        assert press(at, "ok").words[0] == "Ben"
        assert at.session.screen.name == "penalty"


def test_the_steps_go_forth_and_back_and_undo_leads_before_them(tmp_path):
    with table(tmp_path) as at:
        first = press(at, f"seat:3 {UPHOLD}")
        second = press(at, "ok")
        assert {"3", "Clara", "Dora", "Anna"} <= set(second.words)
        assert press(at, "ok").words[:2] == ("Next is", "Clara")
        assert press(at, "back") == second
        assert press(at, "up") == first
        assert press(at, "ok*2 back:hold").words[1] == "The verdict that the call stands."
        assert press(at, "ok") == first
