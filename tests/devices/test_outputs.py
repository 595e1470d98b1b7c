"""The lines of a panel on SPI, on every pin factory."""

from types import SimpleNamespace

import pytest

from companion.devices.headers import PinTrouble
from companion.devices.outputs import Outputs
from tests.devices.hands import hands


@pytest.fixture(params=hands())
def hand(request):
    hand = request.param()
    yield hand
    hand.close()


def test_a_pin_is_low_when_set_up_and_then_what_it_is_told(hand):
    pins = Outputs(lambda: hand.factory)
    pins.setup(24, pins.OUT)
    assert hand.level(24) == 0
    for level in (pins.HIGH, pins.LOW, pins.HIGH):
        pins.output(24, level)
        assert hand.level(24) == level


def test_a_pin_set_up_again_keeps_its_level(hand):
    pins = Outputs(lambda: hand.factory)
    pins.setup(25, pins.OUT)
    pins.output(25, pins.HIGH)
    pins.setup(25, pins.OUT)
    assert hand.level(25) == 1


class Sulky:
    """A pin of a driver with errors of its own, as lgpio has them."""

    sulks = False

    def output_with_state(self, _level):
        self._use()

    @property
    def state(self):
        return 0

    @state.setter
    def state(self, _level):
        self._use()

    def _use(self):
        if self.sulks:
            raise Exception("'GPIO busy'")


def test_whatever_a_driver_complains_of_is_an_error_of_the_bus():
    pin = Sulky()
    pins = Outputs(lambda: SimpleNamespace(pin=lambda _number: pin))
    pins.setup(24, pins.OUT)
    pin.sulks = True
    with pytest.raises(OSError, match="GPIO busy"):
        pins.output(24, pins.HIGH)
    with pytest.raises(OSError, match="GPIO busy"):
        pins.setup(25, pins.OUT)


def test_a_header_that_is_not_there_is_an_error_of_the_bus():
    def nothing():
        raise PinTrouble("There is no header of a Raspberry Pi here.")

    with pytest.raises(OSError, match="There is no header"):
        Outputs(nothing).setup(24, Outputs.OUT)
