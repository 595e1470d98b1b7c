"""The test's hands inside the virtual Pi. Standard library only.

Serves the host's requests on a virtio port: one JSON object a line in, one a line out, matched by `id`. Each request
has its own thread, so that a button can be pressed while a long command runs.
"""

import base64
import fcntl
import json
import os
import signal
import subprocess
import tempfile
import threading
import time
import tty
from pathlib import Path

PORT = Path("/dev/virtio-ports/virtual-pi")
GPIO = Path("/sys/kernel/debug/pi_gpio")
BUS = Path("/sys/kernel/debug/pi_i2c/messages")
BUS_PARAMETERS = Path("/sys/module/pi_i2c/parameters")
GADGET = Path("/sys/kernel/config/usb_gadget/hub")
USB_CONTROLLER = "dummy_udc.0"
USB_TTY = "/dev/ttyGS0"
USB_LOG = Path("/run/virtual-pi-usb.log")
RNDRESEEDCRNG = 0x5207  # an ioctl of /dev/urandom
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
TIMED_OUT = 124  # as the command `timeout` has it


def ping():
    return {}


def wake(ns, seed):
    """After the machine was resumed: the time of today, and randomness of its own."""
    time.clock_settime_ns(time.CLOCK_REALTIME, ns)
    with Path("/dev/urandom").open("wb", buffering=0) as pool:
        pool.write(base64.b64decode(seed))
        fcntl.ioctl(pool, RNDRESEEDCRNG)
    return {}


# --- commands and files


def sh(command, user, timeout):
    """Run a shell command. Its output goes to a file: what it leaves behind in the background holds nothing up."""
    argv = ["bash", "-c", command] if user == "root" else ["runuser", "-u", user, "--", "bash", "-c", command]
    environ = {"PATH": PATH, "HOME": str(Path(f"~{user}").expanduser()), "LANG": "C.UTF-8", "TERM": "dumb"}
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(
            argv, stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd="/", env=environ, start_new_session=True
        )
        status = waited(child, timeout)
        out.seek(0)
        return {"status": status, "text": out.read().decode("utf-8", "replace")}


def waited(child, timeout):
    try:
        return child.wait(timeout)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        return TIMED_OUT


def put(path, data, mode, append):
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("ab" if append else "wb") as file:
        file.write(base64.b64decode(data))
    target.chmod(mode)
    return {}


def get(path, offset, size):
    with Path(path).open("rb") as file:
        file.seek(offset)
        return {"data": base64.b64encode(file.read(size)).decode()}


# --- GPIO


def beside_the_interrupts():
    """Move this thread and the kernel's interrupt threads to one processor.

    An interrupt thread reads the level when it runs. On the toggler's processor it runs right after each toggle; on
    another it would wake late and merge quick edges.
    """
    cpu = {max(os.sched_getaffinity(0))}
    os.sched_setaffinity(0, cpu)
    for name in Path("/proc").glob("[0-9]*/comm"):
        try:
            if name.read_text().startswith("irq/"):
                os.sched_setaffinity(int(name.parent.name), cpu)
        except OSError:  # it has just ended, or may not be moved
            continue


def wait_until(due_ns):
    """Sleep through what is long and spin through the rest."""
    while (left := due_ns - time.monotonic_ns()) > 0:
        if left > 3_000_000:
            time.sleep((left - 2_000_000) / 1e9)


def contact(line, words, gaps_us):
    """Put a contact into each of the states `words`, `gaps_us` apart or somewhat more.

    Answers with the moments just before and just after each change, in microseconds from the first.
    """
    beside_the_interrupts()
    before, after = [], []
    file = os.open(GPIO / "contact", os.O_WRONLY)
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
    try:
        for word, gap in zip(words, [0, *gaps_us], strict=True):
            if after:
                wait_until(after[-1] + 1000 * gap)
            before.append(time.monotonic_ns())
            os.write(file, f"{line} {word}".encode())
            after.append(time.monotonic_ns())
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        os.close(file)
    return {name: [(at - before[0]) // 1000 for at in times] for name, times in (("before", before), ("after", after))}


def levels():
    return {"levels": (GPIO / "levels").read_text()}


# --- I2C


def bus(size):
    with BUS.open("rb", buffering=0) as file:
        data = file.read(size)
    return {"data": base64.b64encode(data).decode(), "lost": int((BUS_PARAMETERS / "lost").read_text())}


def bus_parameter(name, value):
    (BUS_PARAMETERS / name).write_text(str(value))
    return {}


# --- USB

device = []  # the program that runs on the device, while it is plugged in


def plug(serial, program, timeout):
    """Plug the device in; answer its link once udev has made it."""
    (GADGET / "strings/0x409/serialnumber").write_text(serial)
    (GADGET / "UDC").write_text(USB_CONTROLLER)
    if program:
        device.append(started(program))
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        for link in Path("/dev/serial/by-id").glob(f"*{serial}*"):
            if link.exists():
                return {"path": str(link)}
        time.sleep(0.01)
    raise TimeoutError("udev made no link for the USB device")


def started(program):
    tty_file = os.open(USB_TTY, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(tty_file)
    with USB_LOG.open("ab") as log:
        child = subprocess.Popen(
            ["bash", "-c", program], stdin=tty_file, stdout=tty_file, stderr=log, cwd="/", env={"PATH": PATH},
            start_new_session=True,
        )  # fmt: skip
    os.close(tty_file)
    return child


def unplug():
    """Pull the plug: the link goes down, and the program on the device has no power any more."""
    (GADGET / "UDC").write_text("\n")
    while device:
        child = device.pop()
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
    return {}


# --- the port

REQUESTS = {
    request.__name__: request
    for request in (ping, wake, sh, put, get, contact, levels, bus, bus_parameter, plug, unplug)
}


def serve(port, lock, line):
    request = json.loads(line)
    ident = request.pop("id")
    try:
        answer = REQUESTS[request.pop("request")](**request)
    except Exception as error:  # noqa: BLE001  # whatever it was, the host has to hear of it
        answer = {"error": f"{type(error).__name__}: {error}"}
    data = json.dumps({"id": ident, **answer}).encode() + b"\n"
    with lock:
        while data:
            data = data[os.write(port, data) :]


def main():
    port = os.open(PORT, os.O_RDWR)
    lock = threading.Lock()
    pending = b""
    while True:
        data = os.read(port, 1 << 16)
        if not data:  # nobody is at the other end
            pending = b""
            time.sleep(0.02)
            continue
        *lines, pending = (pending + data).split(b"\n")
        for line in lines:
            threading.Thread(target=serve, args=(port, lock, line), daemon=True).start()


if __name__ == "__main__":
    main()
