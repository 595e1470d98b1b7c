"""Instructions, memory, wake-ups and threads, each measured on programs of their own (child.py)."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.rows import Row

ROOT = Path(__file__).parents[2]
FRAMES = 400
SETTLED = 3.0
"""Seconds after which a program that has started is idle."""


def frames() -> Iterator[Row]:
    """One frame of this program beside luma's: instructions, or seconds without valgrind."""
    stock = _one_frame("stock_frames")
    unit = "instructions" if _valgrind() else "seconds"
    yield Row(f"one frame, {unit}", _one_frame("our_frames"), stock, None, stock / 20)
    yield Row(f"one frame and its messages, {unit}", _one_frame("our_updates"), stock)


def start() -> Iterator[Row]:
    """From nothing to the first frame of the service, beside the import of the libraries and Python alone."""
    with TemporaryDirectory() as home:
        _child("first_frame", home)  # makes the journal
        unit = "instructions" if _valgrind() else "seconds"
        libraries = _work("libraries")
        yield Row(f"start, {unit}", _work("first_frame", home), libraries, _work("bare"), 1.2 * libraries)
        memory = [float(_child(*child)) for child in (("first_frame", home), ("libraries",), ("bare",))]
        yield Row("memory at the first frame, MiB", *memory)
        with running("box", home) as process:
            yield Row("memory with the box running, MiB", _status(process.pid, "VmHWM") / 1024, None, None, 32)


def idle(seconds: float) -> Iterator[Row]:
    """Threads, and wake-ups a second while nothing moves."""
    with TemporaryDirectory() as home, running("box", home) as ours, running("stock_box", home) as stock:
        yield Row("threads", threads(ours.pid), threads(stock.pid), 1, 1)
        before = [wake_ups(process.pid) for process in (ours, stock)]
        time.sleep(seconds)
        woken = [wake_ups(process.pid) - at for process, at in zip((ours, stock), before, strict=True)]
        yield Row("wake-ups a second", *(round(number / seconds, 2) for number in woken), 0, 0.1)


@contextmanager
def running(child: str, home: str) -> Iterator[subprocess.Popen[str]]:
    """A child that has come to rest; ended at the end."""
    with subprocess.Popen(
        _command(child, home), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            if not process.stdout or "ready" not in process.stdout.readline():
                raise RuntimeError(f"{child} did not start")
            time.sleep(SETTLED)
            yield process
        finally:
            process.terminate()


def threads(pid: int) -> int:
    return len(_tasks(pid))


def wake_ups(pid: int) -> int:
    """How often all threads of a process have gone to sleep so far."""
    return sum(_number(task / "status", "voluntary_ctxt_switches") for task in _tasks(pid))


def _tasks(pid: int) -> list[Path]:
    return list(Path(f"/proc/{pid}/task").iterdir())


def _status(pid: int, key: str) -> int:
    return _number(Path(f"/proc/{pid}/status"), key)


def _number(path: Path, key: str) -> int:
    found = re.search(rf"^{key}:\s*(\d+)", path.read_text(encoding="ascii"), re.MULTILINE)
    if not found:
        raise RuntimeError(f"{path} has no {key}")
    return int(found[1])


def _one_frame(child: str) -> float:
    if not _valgrind():
        return float(_child(child, str(FRAMES)))
    return round((_instructions(child, str(FRAMES)) - _instructions(child, "0")) / FRAMES)


def _work(*child: str) -> float:
    if _valgrind():
        return _instructions(*child)
    began = time.perf_counter()
    _child(*child)
    return time.perf_counter() - began


def _instructions(*child: str) -> int:
    valgrind = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--trace-children=no")
    done = _run((*valgrind, *_command(*child)))
    return int(re.findall(r"Collected : (\d+)", done.stderr)[-1])


def _child(*child: str) -> str:
    return _run(_command(*child)).stdout


def _run(command: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    environ = {"PATH": "/usr/bin:/bin", "PYTHONHASHSEED": "0"}
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)


def _command(*child: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "tests.bench.child", *child)


def _valgrind() -> bool:
    return shutil.which("valgrind") is not None
