"""What is measured, each as a program of its own: `python -m tests.bench.child NAME [NUMBER or FOLDER]`.

The imports are in the functions: they are what is measured.
"""
# ruff: noqa: PLC0415

import os
import sys
import time
import warnings
from itertools import cycle, islice
from types import SimpleNamespace

HEADER = "/dev/gpiochip0"
MENU = ("New game", "Die", "Records", "People")


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def peak() -> float:
    """MiB of memory at the most (getrusage counts what the parent had, too)."""
    with open("/proc/self/status", encoding="ascii") as status:  # noqa: PTH123 (pathlib is not imported for that)
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


class NoBus:
    """Takes everything at no cost: a wire for this program, a serial interface for luma."""

    def send(self, messages) -> None: ...

    def command(self, *values) -> None: ...

    def data(self, values) -> None: ...

    def close(self) -> None: ...

    cleanup = close


class NoChip:
    """A header on which everything can be asked for at no cost."""

    def __init__(self, path) -> None: ...

    def get_info(self):
        return SimpleNamespace(label="pinctrl-bcm2711")

    def request_lines(self, *_, **__):
        return self

    def close(self) -> None: ...

    release = close


def timed(draw, number) -> None:
    """Draw the menu's four pictures, first to warm up, then so many times; say the seconds of one."""
    for row in range(4):
        draw(row)
    start = time.perf_counter()
    for row in islice(cycle(range(4)), number):
        draw(row)
    say((time.perf_counter() - start) / max(1, number))


def our_frames(number: str) -> None:
    """A menu of eight texts with its arrow: drawn, packed and compared with the one before."""
    _our_frames(number, lambda frame, before: frame == before)


def our_updates(number: str) -> None:
    """The same, and the difference as messages."""
    from companion.devices.windows import MEMORIES

    _our_frames(number, lambda frame, before: MEMORIES["ssd1306"].messages(before, frame))


def _our_frames(number: str, use) -> None:
    from companion import typefaces
    from companion.screens.canvas import Canvas
    from companion.screens.frames import BLANK

    fonts, frames = typefaces.load(), [BLANK]

    def draw(row: int) -> None:
        canvas = Canvas(fonts)
        for n, text in enumerate(MENU):
            canvas.text(9, 3 + 13 * n, text)
            canvas.text(127, 3 + 13 * n, str(n + 1), anchor="r")
        canvas.arrow(0, 5 + 13 * row)
        frames.append(canvas.frame())
        use(frames[1], frames.pop(0))

    timed(draw, int(number))


def stock_frames(number: str) -> None:
    """The same picture in the same letters with luma's canvas and display."""
    from luma.core.render import canvas
    from luma.oled.device import ssd1306
    from PIL import ImageFont

    from companion import data

    warnings.simplefilter("ignore", DeprecationWarning)
    font = ImageFont.truetype(data.fonts() / "TerminusTTF-4.46.0.ttf", 12)
    device = ssd1306(NoBus())

    def draw(row: int) -> None:
        with canvas(device) as pen:
            for n, text in enumerate(MENU):
                pen.text((9, 3 + 13 * n), text, font=font, fill="white")
                pen.text((127, 3 + 13 * n), str(n + 1), font=font, fill="white", anchor="ra")
            pen.polygon([(0, 5 + 13 * row), (4, 9 + 13 * row), (0, 13 + 13 * row)], fill="white")

    timed(draw, int(number))


def bare() -> None:
    """Python alone."""
    say(peak())


def libraries() -> None:
    """What a stock build imports."""
    import sqlite3

    import gpiozero
    import luma.oled.device
    import serial
    from PIL import Image, ImageDraw, ImageFont

    assert all((sqlite3, gpiozero, luma.oled.device, serial, Image, ImageDraw, ImageFont))
    say(peak())


def first_frame(folder: str) -> None:
    """The service from nothing to its word that it is ready."""

    def ready() -> None:
        say(peak())
        os._exit(0)

    _serve(folder, ready)


def box(folder: str) -> None:
    """The service, until it is ended; says when it is ready."""
    _serve(folder, lambda: say("ready"))


def stock_box(_folder: str) -> None:
    """Five buttons of gpiozero and luma's display, waiting."""
    import signal

    from gpiozero import Button, Device
    from gpiozero.pins.mock import MockFactory
    from luma.oled.device import ssd1306

    warnings.simplefilter("ignore")
    Device.pin_factory = MockFactory()
    parts = [ssd1306(NoBus()), *(Button(pin) for pin in (5, 6, 13, 19, 26))]
    say("ready", len(parts))
    signal.pause()


def _serve(folder: str, ready) -> None:
    from companion import loading

    run = loading.load("companion.run")  # as the command line does

    import asyncio
    from pathlib import Path

    from companion import boards, config, data
    from companion.devices import oled
    from companion.devices.lines import EarlyLines, load_gpiod
    from companion.devices.ports import Places
    from companion.machine import Machine, Pins
    from companion.notify import Notifier

    class Ready(Notifier):
        def ready(self) -> None:
            ready()

    def gpiod():
        real = load_gpiod()
        return SimpleNamespace(line=real.line, LineSettings=real.LineSettings, Chip=NoChip)

    def pins(_early):
        from companion.devices.fake_chip import FakeChip, FakeGpiod
        from companion.devices.pins import GpiodFactory

        chips = {HEADER: FakeChip(time.monotonic_ns)}
        return GpiodFactory(FakeGpiod(chips), list(chips))

    oled.I2c = lambda path, address: NoBus()
    settings = config.load(None, {"HOME": folder}, Path(folder) / "none")
    board = boards.read(data.boards()["hand-wired"])
    panel = oled.open_panel(board.display)
    header = Pins(pins, EarlyLines(gpiod, lambda: [HEADER]))
    machine = Machine(board, panel, header, Ready({}, os.getpid()), run.tell, Places())
    asyncio.run(run.serve(settings, machine))


CHILDREN = {
    child.__name__: child
    for child in (our_frames, our_updates, stock_frames, bare, libraries, first_frame, box, stock_box)
}

if __name__ == "__main__":
    CHILDREN[sys.argv[1]](*sys.argv[2:])
