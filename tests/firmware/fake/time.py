"""MicroPython's `time` with a Pico's microseconds: from TICKS on, RATE times as fast, and they wrap at 2^30."""

import os

import utime
from utime import sleep_ms  # noqa: F401

_begin = int(os.getenv("TICKS"))
_rate = float(os.getenv("RATE"))
_origin = utime.ticks_us()


def ticks_us():
    return (_begin + int((utime.ticks_us() - _origin) * _rate)) % (1 << 30)
