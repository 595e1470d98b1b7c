"""Lends the hub's port: `companion hub` asks the box that runs here for it, and the box takes it back in the end.

A stream socket in a folder that lasts as long as the box does. Who connects wants the port; the box lets go of it and
answers with a byte. The connection is the loan: the kernel ends it with the borrower, however that ends. Which port it
is and what happens on it is not known here.
"""

import asyncio
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from companion.devices.hub_trouble import HubTrouble

NAME = "companion-hub"
SERVICE = Path("/run/companion")
"""The folder that the service gets from systemd."""

PATIENCE = 5.0
"""Seconds that a box has to let go of the port."""

YES, NO = b"y", b"n"

FORBIDDEN = "The box that runs here lends the hub to root and the group companion only: put sudo before the command."
STUCK = "The box that runs here does not let go of the hub: restart it with `sudo systemctl restart companion`."
TWO = "Another `companion hub` is at work: let it end first."


def place(environ: Mapping[str, str]) -> Path | None:
    """Where a box listens: in the folder that systemd gives it, or else its user. None where there is neither."""
    folder = environ.get("RUNTIME_DIRECTORY") or environ.get("XDG_RUNTIME_DIR")
    return Path(folder) / NAME if folder else None


def places(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Where a borrower may find a box."""
    own = environ.get("XDG_RUNTIME_DIR")
    return (SERVICE / NAME, *((Path(own) / NAME,) if own else ()))


class Lender:
    """The box's end. `lend` lets go of the port at once, `take_back` may have it again. One borrower at a time."""

    def __init__(self, lend: Callable[[], None], take_back: Callable[[], None]) -> None:
        self._lend = lend
        self._take_back = take_back
        self._turns: asyncio.AbstractEventLoop | None = None
        self._door: socket.socket | None = None
        self._borrower: socket.socket | None = None

    def attach(self, turns: asyncio.AbstractEventLoop, path: Path) -> None:
        """Listen. The owner of the file and the group may borrow. Raises OSError."""
        path.unlink(missing_ok=True)
        door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK)
        try:
            door.bind(str(path))
            path.chmod(0o660)
            door.listen()
        except OSError:
            door.close()
            raise
        self._turns, self._door, self._path = turns, door, path
        turns.add_reader(door.fileno(), self._answer)

    def close(self) -> None:
        """Lend nothing any more."""
        if self._turns and self._door:
            self._forget()
            self._turns.remove_reader(self._door.fileno())
            self._door.close()
            self._path.unlink(missing_ok=True)
            self._door = None

    def _answer(self) -> None:
        if self._door is None or self._turns is None:
            return
        try:
            caller, _ = self._door.accept()
        except OSError:
            return
        caller.setblocking(False)
        if self._borrower:
            with suppress(OSError):
                caller.send(NO)
            caller.close()
            return
        self._borrower = caller
        self._turns.add_reader(caller.fileno(), self._hear)
        self._lend()
        with suppress(OSError):
            caller.send(YES)

    def _hear(self) -> None:
        """A borrower has nothing to say; what can be read is the end."""
        if self._borrower and _ended(self._borrower):
            self._forget()
            self._take_back()

    def _forget(self) -> None:
        if self._borrower and self._turns:
            self._turns.remove_reader(self._borrower.fileno())
            self._borrower.close()
            self._borrower = None


class Loan:
    """The borrower's end: the port, from whichever box has it. Without a box there is nothing to ask for."""

    def __init__(self, doors: Sequence[Path]) -> None:
        self._doors = doors
        self._line: socket.socket | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def hold(self) -> bool:
        """Have the port, also of a box that started since; whether there is one. Raises HubTrouble."""
        if self._line and _ended(self._line):
            self.close()
        for door in self._doors:
            self._line = self._line or _ask(door)
        return self._line is not None

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What a process has to inherit for the loan to last as long as it does."""
        return (self._line.fileno(),) if self._line else ()

    def close(self) -> None:
        """Give the port back."""
        if self._line:
            self._line.close()
            self._line = None


def _ended(line: socket.socket) -> bool:
    try:
        return not line.recv(64)
    except BlockingIOError:
        return False
    except OSError:
        return True


def _ask(door: Path) -> socket.socket | None:
    """The line to the box behind the door, once it has let go; None when nobody is there."""
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
    line.settimeout(PATIENCE)
    answer, refusal = b"", ""
    try:
        line.connect(os.fspath(door))
        answer = line.recv(1)
    except PermissionError:
        refusal = FORBIDDEN
    except TimeoutError:
        refusal = STUCK
    except OSError:
        refusal = ""
    if answer == YES:
        line.setblocking(False)
        return line
    line.close()
    if refusal or answer == NO:
        raise HubTrouble(refusal or TWO)
    return None
