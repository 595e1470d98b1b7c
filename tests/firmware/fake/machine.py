"""A Pico's `machine` for MicroPython's Unix port: a test presses its buttons and sees its lamps through two pipes.

MACHINE_IN and MACHINE_OUT name their descriptors. In come lines `down GP` and `up GP`; out go `pin GP VALUE` when an
output changes, `watchdog MS`, `heard LINE` for each line that came in, and `reset`. MACHINE_REST is the most
milliseconds that an idle hub rests, 1 if it is missing, and for ever with -1.
"""

import os
import select
import sys

import micropython

_in = open(int(os.getenv("MACHINE_IN")), "rb")
_out = open(int(os.getenv("MACHINE_OUT")), "wb")
_hand = select.poll()
_hand.register(_in, select.POLLIN)
_stir = select.poll()
_stir.register(_in, select.POLLIN)
_stir.register(sys.stdin.buffer, select.POLLIN)
_rest = int(os.getenv("MACHINE_REST", "1"))
_pins = {}
_down = set(os.getenv("MACHINE_DOWN", "").split())


def _tell(text):
    _out.write((text + "\n").encode())


def _obey(line):
    word, number = line.split()
    pin = _pins[int(number)]
    pin._level = 0 if word == "down" else 1
    if pin._handler:
        _interrupt(pin)
    _tell("heard " + line)


def _interrupt(pin):
    micropython.heap_lock()  # as in a hard interrupt
    try:
        pin._handler(pin)
    finally:
        micropython.heap_unlock()


class Pin:
    IN, OUT, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 1, 4, 8

    def __init__(self, number, mode, pull=None, value=None):
        if number in _pins or (mode == Pin.IN) == (pull is None):
            raise ValueError("a pin is taken once, and an input is pulled up")
        self._number = number
        self._level = value if mode == Pin.OUT else 0 if str(number) in _down else 1
        self._handler = None
        self._mode = mode
        _pins[number] = self

    def value(self, level=None):
        if level is None:
            return self._level
        if self._mode != Pin.OUT:
            raise ValueError("an input has no value to set")
        self._level = level
        _tell("pin %d %d" % (self._number, level))

    def irq(self, handler, trigger, hard=False):
        if not hard or trigger != Pin.IRQ_FALLING | Pin.IRQ_RISING:
            raise ValueError("both edges of a button are taken in a hard interrupt")
        self._handler = handler


class WDT:
    def __init__(self, timeout):
        _tell("watchdog %d" % timeout)

    def feed(self):
        """Real time has no dog here."""


def idle():
    """Rests until something happens to a pin, which interrupts, or on the cable, or for as long as a test allows."""
    for _ in _stir.ipoll(_rest):
        pass
    while any(True for _ in _hand.ipoll(0)):
        line = _in.readline()  # lines come whole
        if not line:
            return
        _obey(line[:-1].decode())


def disable_irq():
    return 1


def enable_irq(state):
    if state != 1:
        raise ValueError("enable_irq takes what disable_irq gave")


def unique_id():
    return bytes(int(os.getenv("MACHINE_UID")[at : at + 2], 16) for at in range(0, 16, 2))


def reset():
    _tell("reset")
    sys.exit(0)
