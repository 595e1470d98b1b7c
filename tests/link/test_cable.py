"""Every press is counted exactly once, whatever the cable does: a state machine over both sides of the wire."""

from random import Random

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.link.cable import Cable
from tests.soak import SOAK


class Noise(RuleBasedStateMachine):
    """People press, bytes come to harm, ports close, programs end, power goes; in the end the cable is good."""

    def __init__(self):
        super().__init__()
        self.cable = Cable(Random(0))
        self.cable.run(0.1)

    @rule(seat=st.integers(1, 8), more=st.integers(0, 3))
    def press(self, seat, more):
        for other in range(more + 1):
            self.cable.press((seat + other - 1) % 8 + 1)
        self.cable.step()

    @rule(noise=st.sampled_from([0.3, 0.05, 0.01, 0]), seed=st.integers(0, 9999), seats=st.lists(st.integers(1, 8)))
    def harm(self, noise, seed, seats):
        self.cable.noise, self.cable.chance = noise, Random(seed)
        for seat in seats:
            self.press(seat, 0)

    @rule(seconds=st.sampled_from([0.05, 0.3, 2.5, 4]))
    def wait(self, seconds):
        self.cable.run(seconds)

    @rule(minutes=st.sampled_from([8, 17.9]))
    def sleep(self, minutes):
        """The box's program hangs, or the whole night goes by; the hub goes on looking at its buttons."""
        self.cable.close()
        for _ in range(round(minutes)):
            self.cable.now += 60
            self.cable.hub.turn(self.cable.micros)
        self.cable.open()

    @rule()
    def close(self):
        self.cable.close()

    @rule()
    def open_again(self):
        """Another opening of the port, by this program or the next one."""
        self.cable.open()
        self.cable.run(0.3)

    @rule()
    def pull(self):
        """The hub loses its power, and what it had to tell."""
        self.cable.power()
        self.cable.run(1.3)

    @invariant()
    def nothing_counts_twice_or_out_of_order(self):
        assert self.cable.counted == self.cable.pressed[: len(self.cable.counted)]

    @invariant()
    def what_is_old_is_no_call(self):
        assert all(age <= 2.1 for _, age in self.cable.calls)

    def teardown(self):
        self.cable.noise = 0
        self.cable.open()
        self.cable.run(5)
        assert self.cable.counted == self.cable.pressed
        assert self.cable.box.here


Noise.TestCase.settings = settings(
    max_examples=1000 if SOAK else 40, stateful_step_count=20, deadline=None, phases=(Phase.generate,)
)
TestNoise = Noise.TestCase
