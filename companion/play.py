"""`companion play`: the box in a terminal, with the OLED drawn and the controls on keys."""

import argparse
import os
import sys

from companion import app, config
from companion.devices.terminal import Terminal, refuse_what_is_none
from companion.lock import Lock

HELP = "play with the box in this terminal"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    config.arguments(parser)


def run(given: argparse.Namespace) -> int:
    """Plays until the person quits. Raises NotATerminal, Taken, ConfigError, BoardError, JournalTrouble."""
    settings = config.of(given, os.environ)
    stdin, stdout = sys.stdin.fileno(), sys.stdout.fileno()
    refuse_what_is_none(stdin, stdout, os.environ)
    terminal = Terminal(stdin, stdout, app.labels(settings), os.environ)
    with Lock(settings.journal, "play"):
        app.run_in_terminal(settings, terminal)
    return 0
