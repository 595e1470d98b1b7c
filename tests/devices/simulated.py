"""A program that shows one picture in its terminal and then ends in the way it is told; for the terminal's tests."""

import asyncio
import os
import signal
import sys

from companion.devices.terminal import Terminal
from companion.screens.intents import Control

DOT = b"\x01" + bytes(1023)


def say(word: str) -> None:
    sys.stderr.write(f"{word}\n")
    sys.stderr.flush()


async def until_a_key(terminal: Terminal) -> None:
    end = asyncio.Event()
    terminal.attach(asyncio.get_running_loop(), lambda _: end.set(), end.set)
    say("ready")
    await end.wait()


def loop(terminal: Terminal) -> None:
    with terminal:
        terminal.show(DOT)
        asyncio.run(until_a_key(terminal))


def crash(terminal: Terminal) -> None:
    with terminal:
        asyncio.run(until_a_key(terminal))
        say(str(1 // 0))


def leave(terminal: Terminal) -> None:
    terminal.open()
    asyncio.run(until_a_key(terminal))
    sys.exit(3)


def before(terminal: Terminal) -> None:
    terminal.open()
    say("ready")
    signal.pause()


WAYS = {"loop": loop, "crash": crash, "exit": leave, "before": before}

if __name__ == "__main__":
    if os.getsid(0) == os.getpid():
        os.close(os.open(os.ttyname(0), os.O_RDWR))  # makes it the controlling terminal
    WAYS[sys.argv[1]](Terminal(0, 1, {control: control.upper() for control in Control}, os.environ))
