"""MicroPython's `time` with a Pico's microseconds: from TICKS on, RATE tenths as fast, and they wrap at 2^30.

Integers only: an interrupt that reads the clock may allocate nothing.
"""

import os

import utime
from utime import sleep_ms  # noqa: F401

_begin = int(os.getenv("TICKS"))
_rate = int(os.getenv("RATE"))
_origin = utime.ticks_us()


def ticks_us():
    return (_begin + (utime.ticks_us() - _origin) * _rate // 10) % (1 << 30)
