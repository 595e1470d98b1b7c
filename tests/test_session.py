"""A session in time: a picture changes nothing, what is due lies ahead, and a box that nobody touches comes to rest."""

import asyncio
import random

import pytest

from companion.devices.fake_terminal import FakeTerminal
from companion.devices.keys import Key
from companion.play import Loop
from companion.screens.die import TUMBLE, tumble_due, tumble_face, tumbling
from companion.screens.intents import DELETE, Control
from companion.session import IDLE_AFTER
from tests.boxes import START, WOLF, Box, box
from tests.soak import counts
from tests.test_random_tokens import BEGINNINGS, WEIGHTS

MOST_MOMENTS = 10
"""A tumbling die turns six times; then there is the idle moment, dim and blank, and a game that tells for a while."""

WAYS = {
    "13-sheep": (*START, *WOLF[:6]),
    "insheepnia": BEGINNINGS["insheepnia"],
    "schlafmuetze": BEGINNINGS["schlafmuetze"],
}


def state_of(here: Box) -> dict:
    session = here.session
    return {**vars(session), **vars(session._assistant), **vars(session._assistant._table)}


def moments(here: Box) -> list[float]:
    """When the box does something by itself from now on, until it never will again."""
    session, now, found = here.session, here.clock.now, []
    while (due := session.due(now)) is not None:
        assert due > now
        assert len(found) < MOST_MOMENTS
        now = due
        session.tick(now)
        session.picture(now)
        found.append(now)
    return found


@pytest.mark.parametrize("way", WAYS)
def test_what_is_due_lies_ahead_and_a_picture_changes_nothing(tmp_path, way):
    chance = random.Random(way)
    with box(tmp_path / "j.db", *WAYS[way]) as here:
        assert here.match is not None
        for token in chance.choices(list(WEIGHTS), list(WEIGHTS.values()), k=counts(test=150, soak=2000)):
            here.say(token, f"wait:{chance.choice([0, 0.05, 0.1, 1.7, 8])}")
            before = state_of(here)
            assert here.session.picture(here.clock.now) == here.session.picture(here.clock.now)
            assert state_of(here) == before
            due = here.session.due(here.clock.now)
            assert due is None or due > here.clock.now


@pytest.mark.parametrize("way", WAYS)
def test_a_box_that_nobody_touches_comes_to_rest(tmp_path, way):
    chance = random.Random(way)
    with box(tmp_path / "j.db", *WAYS[way]) as here:
        for _ in range(counts(test=12, soak=200)):
            here.say(*chance.choices(list(WEIGHTS), list(WEIGHTS.values()), k=5), f"wait:{chance.random()}")
            moments(here)
            here.clock.now += 10_000
            assert here.session.due(here.clock.now) is None
            assert here.take().words == ()
            here.take("back")


def test_a_table_at_rest_wakes_for_the_idle_journal_dim_and_blank_only(tmp_path):
    with box(tmp_path / "j.db", *START, "roll", "roll") as here:
        assert moments(here) == [IDLE_AFTER, 120.0, 1800.0]


def test_a_rolled_die_wakes_the_box_for_each_turn(tmp_path):
    with box(tmp_path / "j.db", *START, "roll") as here:
        assert moments(here)[:7] == pytest.approx([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, IDLE_AFTER])


@pytest.mark.parametrize("seed", range(counts(test=20, soak=2000)))
def test_a_die_rolled_at_any_time_turns_five_times_and_lies_still(seed):
    rolled_at = random.Random(seed).choice([1.0, 10.0, 1e3, 1e6, 1e9, 1e11]) * random.Random(-seed).random()
    now, seen = rolled_at, [tumble_face(rolled_at, rolled_at)]
    while (due := tumble_due(rolled_at, now)) is not None:
        assert due > now
        now = due
        if tumbling(rolled_at, now):
            seen.append(tumble_face(rolled_at, now))
    assert seen == [3, 6, 2, 5, 1, 4]
    assert now == rolled_at + TUMBLE


class HandWound(asyncio.SelectorEventLoop):
    """A loop whose clock moves only by hand."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def turn(self) -> None:
        self.call_soon(self.stop)
        self.run_forever()


def test_the_loop_wakes_only_when_something_is_due_and_shows_what_a_press_leads_to(tmp_path):
    terminal, loop = FakeTerminal(), HandWound()
    with box(tmp_path / "j.db", *START) as here, terminal:
        task = loop.create_task(Loop(here.session, terminal).run())
        loop.turn()
        terminal.press(Key(Control.ROLL))
        shown = len(terminal.frames)
        for step in range(1, 21):
            loop.now = step / 10 + 0.01
            loop.turn()
        assert len(terminal.frames) - shown == 6
        here.clock.now = loop.now
        assert terminal.frames[-1] == here.take().frame
        loop.now = 2.0 + IDLE_AFTER
        loop.turn()
        assert len(terminal.frames) - shown == 7
        terminal.press(Key(Control.BACK, held=True))
        assert any("Taken back" in word for word in here.take().words)
        terminal.quit()
        loop.turn()
        assert task.done()
    loop.close()


def at_the_keyboard(path, text: str, *tokens: str):
    """The texts on the panel after a text typed sign by sign, from the screen to which the tokens lead."""
    with box(path, *tokens) as here:
        taken = [here.session.enter(sign, here.clock.now) for sign in text]
        return all(taken), here.take().words


NAME = ("ok", "ok", "ok")


def test_letters_typed_on_a_keyboard_are_the_name(tmp_path):
    taken, words = at_the_keyboard(tmp_path / "j.db", f"Qu{DELETE}o Ü1", *NAME)
    assert taken
    assert words[0] == "Qo\u00a0Ü1"
    assert words[-2:] == ("OK done", "BACK leave")


def test_a_name_typed_has_12_letters_at_most_and_does_not_begin_with_a_space(tmp_path):
    assert at_the_keyboard(tmp_path / "j.db", f"a{DELETE}{DELETE} bcdefghijklmno", *NAME)[1][0] == "bcdefghijklm"


def test_enter_ends_a_name_typed_and_up_and_down_lead_back_to_the_wheel(tmp_path):
    with box(tmp_path / "j.db", *NAME) as here:
        for sign in "Zoe":
            assert here.session.enter(sign, here.clock.now)
        assert here.take("up", "down", "ok").words[0] == "Zoea"
        assert here.session.enter(DELETE, here.clock.now)
        assert here.take("ok").screen == "players"
        assert here.session.view(0.0).people == ("Zoe",)
        here.take("ok")
        for sign in "Zoe":
            here.session.enter(sign, here.clock.now)
        assert here.take("ok").screen == "message"
        assert here.take("ok").words[0] == "Zoe"
        assert here.take("back", "ok").words[0] == "Zoe"


@pytest.mark.parametrize("tokens", [(), ("ok",), ("ok", "ok"), (*NAME, "roll"), (*NAME, "say:Al", "roll")])
def test_where_no_name_is_asked_for_no_letter_is_taken(tmp_path, tokens):
    with box(tmp_path / "j.db", *tokens) as here:
        before = here.take()
        assert not any(here.session.enter(sign, here.clock.now) for sign in f"qour1 {DELETE}")
        assert here.take() == before


def test_on_the_wheel_the_space_bar_is_roll_until_something_was_typed(tmp_path):
    with box(tmp_path / "j.db", *NAME, "ok") as here:
        assert not here.session.enter(" ", here.clock.now)
        assert here.session.enter("l", here.clock.now)
        assert here.session.enter(" ", here.clock.now)


def test_a_letter_wakes_a_blank_panel_and_is_not_typed(tmp_path):
    with box(tmp_path / "j.db", *NAME, "wait:4000") as here:
        assert here.session.enter("q", here.clock.now)
        assert here.take().words[0] == "New name"


def test_the_loop_lets_a_name_be_typed_and_the_same_keys_be_controls_elsewhere(tmp_path):
    terminal, loop = FakeTerminal(), HandWound()
    with box(tmp_path / "j.db", *NAME) as here, terminal:
        task = loop.create_task(Loop(here.session, terminal).run())
        loop.turn()
        assert all(map(terminal.type, "Bo"))
        assert terminal.frames[-1] == here.take().frame
        terminal.press(Key(Control.OK))
        assert here.session.view(0.0).people == ("Bo",)
        assert not terminal.type("q")
        terminal.quit()
        loop.turn()
        assert task.done()
    loop.close()
