"""Talking to the agent inside a virtual Pi: one JSON object a line each way, requests from any thread.

Knows nothing of what the requests mean.
"""

import itertools
import json
import queue
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

POLL = 0.02
CHUNK = 1 << 20  # bytes in one request that moves data
Answer = dict[str, Any]


class VmTrouble(RuntimeError):
    """The virtual Pi failed, or was asked for something it cannot do."""


def connected(path: Path, alive: Callable[[], bool], seconds: float) -> socket.socket:
    """A connection to the socket at `path`, which QEMU makes some time after its start."""
    end = time.monotonic() + seconds
    while True:
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            if time.monotonic() > end or not alive():
                raise VmTrouble(f"QEMU did not start; see {path.parent}/qemu.log") from None
            time.sleep(POLL)
        else:
            return connection


class Channel:
    """Requests over `connection`, each answered under its number."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._numbers = itertools.count(1)
        self._waiting: dict[int, queue.Queue[Answer]] = {}
        self._sending = threading.Lock()
        threading.Thread(target=self._receive, daemon=True).start()

    def ask(self, request: str, seconds: float = 60, **values: object) -> Answer:
        """The agent's answer; TimeoutError when there is none within `seconds`, VmTrouble when it is an error."""
        number, answers = next(self._numbers), queue.Queue[Answer]()
        self._waiting[number] = answers
        line = json.dumps({"id": number, "request": request, **values}).encode() + b"\n"
        try:
            with self._sending:
                self._connection.sendall(line)
            answer = answers.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError(f"The virtual Pi did not answer to {request} within {seconds:.0f} s.") from None
        except OSError as error:
            raise VmTrouble(f"{request}: the machine is off") from error
        finally:
            self._waiting.pop(number, None)
        if "error" in answer:
            raise VmTrouble(f"{request}: {answer['error']}")
        return answer

    def close(self) -> None:
        self._connection.close()

    def _receive(self) -> None:
        pending = b""
        while data := self._read():
            *lines, pending = (pending + data).split(b"\n")
            for line in lines:
                answer = json.loads(line)
                if waiting := self._waiting.get(answer["id"]):
                    waiting.put(answer)
        for waiting in list(self._waiting.values()):
            waiting.put({"error": "the machine went off"})

    def _read(self) -> bytes:
        try:
            return self._connection.recv(1 << 16)
        except OSError:
            return b""
