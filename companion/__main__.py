"""The command line: a table of commands, and one sentence instead of a traceback for whatever a person can mend."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NoReturn

from companion import __version__, loading
from companion.troubles import Trouble, in_one_line

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "play": ("companion.play", "play with the box in this terminal"),
        "run": ("companion.run", "run the box on a Raspberry Pi, as the service does"),
        "replay": ("companion.replay", "referee a match script, line by line"),
        "drive": ("companion.drive", "drive the whole box from a script, without hardware"),
        "export": ("companion.export", "print matches of the journal as match scripts"),
        "rebuild": ("companion.rebuild", "make results and standings anew from the matches"),
        "check": ("companion.check", "print what a bug report needs, and what is wrong"),
        "hub": ("companion.hub.command", "put the firmware on the buzzer hub, or test its buttons and lamps"),
        "screens": ("companion.gallery", "draw every screen as a PNG file"),
    }
)
"""Each command: the module that runs it, and what it does. Only the module of the command given is imported."""

BAD_INPUT = 2
INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """What it complains of stays in its line, whatever was typed."""

    def error(self, message: str) -> NoReturn:
        super().error(in_one_line(message))


def main(words: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status: 2 for what the person has to mend."""
    if sys.stdout is None:
        return _refuse("Standard output is closed: give the command somewhere to write.")
    try:
        return _run(list(sys.argv[1:] if words is None else words))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return 0
    except OSError as error:
        _forget_output()
        return _refuse(f"The output cannot be written ({error.strerror}): make room, or write elsewhere.")
    except Trouble as trouble:
        return _refuse(str(trouble))


def _run(given: Sequence[str]) -> int:
    parser = _parser(given)
    try:
        arguments = parser.parse_args(given)
        if arguments.command is None:
            parser.print_help()
            return 0
        return int(arguments.run(arguments))
    finally:
        sys.stdout.flush()


def _refuse(sentence: str) -> int:
    if sys.stderr is not None:
        sys.stderr.write(f"{in_one_line(sentence)}\n")
    return BAD_INPUT


def _forget_output() -> None:
    """Nothing more is written at the end of the program: what is left could not be, either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(given: Sequence[str]) -> argparse.ArgumentParser:
    parser = Parser(prog="companion", description="Referee and score keeper for three games at the table.")
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, (module, summary) in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if name in given[:1]:
            chosen = loading.load(module)
            chosen.arguments(command)
            command.set_defaults(run=chosen.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
