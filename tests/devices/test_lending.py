"""The hub's port on loan: a box in an asyncio loop, and borrowers beside it that end in every way."""

import asyncio
import signal
import socket
import subprocess
import sys
from contextlib import closing

import pytest

from companion.devices import lending
from companion.devices.hub_trouble import HubTrouble
from companion.devices.lending import Lender, Loan, place, places

BORROWER = """
import subprocess, sys
from pathlib import Path
from companion.devices.lending import Loan
loan = Loan([Path(sys.argv[1])])
loan.hold()
{}
print(flush=True)
input()
"""
INHERITED = "subprocess.Popen([sys.executable, '-c', 'input()'], pass_fds=loan.descriptors)"


def borrower(door, more=""):
    """A program that borrows, does something more, says so, and waits."""
    command = [sys.executable, "-c", BORROWER.format(more), door]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


class Box:
    """A box that may lend its port."""

    def __init__(self, folder):
        self.door = folder / lending.NAME
        self.told = []

    def run(self, script):
        asyncio.run(self._run(script))

    async def _run(self, script):
        lender = Lender(lambda: self.told.append("lent"), lambda: self.told.append("back"))
        lender.attach(asyncio.get_running_loop(), self.door)
        with closing(lender):
            await script()

    async def until(self, *told):
        end = asyncio.get_running_loop().time() + 5
        while self.told != list(told):
            assert asyncio.get_running_loop().time() < end, self.told
            await asyncio.sleep(0.005)

    async def hold(self, loan):
        return await asyncio.to_thread(loan.hold)


@pytest.fixture
def box(tmp_path):
    return Box(tmp_path)


def test_the_port_is_let_go_of_before_the_borrower_goes_on_and_taken_back_in_the_end(box):
    async def script():
        with Loan([box.door]) as loan:
            assert await box.hold(loan)
            assert box.told == ["lent"]
            assert await box.hold(loan)
        await box.until("lent", "back")

    box.run(script)
    assert not box.door.exists()


def test_a_borrower_that_is_killed_has_given_the_port_back(box):
    async def script():
        with borrower(box.door) as process:
            await asyncio.to_thread(process.stdout.readline)
            assert box.told == ["lent"]
            process.send_signal(signal.SIGKILL)
            await box.until("lent", "back")

    box.run(script)


def test_a_loan_lasts_as_long_as_whoever_inherited_it(box):
    async def script():
        with borrower(box.door, INHERITED) as process:
            await asyncio.to_thread(process.stdout.readline)
            process.send_signal(signal.SIGKILL)
            await asyncio.to_thread(process.wait)
            await asyncio.sleep(0.1)
            assert box.told == ["lent"]
            process.stdin.close()
            await box.until("lent", "back")

    box.run(script)


def test_there_is_one_borrower_at_a_time(box):
    async def script():
        with Loan([box.door]) as first, Loan([box.door]) as second:
            await box.hold(first)
            with pytest.raises(HubTrouble, match="Another `companion hub` is at work"):
                await box.hold(second)
            first.close()
            await box.until("lent", "back")
            assert await box.hold(second)

    box.run(script)


def test_a_box_that_starts_anew_is_asked_again(box):
    loan = Loan([box.door])

    async def script():
        assert await box.hold(loan)

    box.run(script)
    assert not loan.hold()
    box.run(script)
    assert box.told == ["lent", "lent"]
    loan.close()


def test_a_borrower_that_talks_is_not_listened_to(box):
    async def script():
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(box.door))
            line.send(b"x" * 10)
            await box.until("lent")
            await asyncio.sleep(0.05)
            assert box.told == ["lent"]

    box.run(script)


def test_a_caller_that_has_hung_up_already_is_no_trouble(box):
    async def script():
        for count in range(1, 4):
            with socket.socket(socket.AF_UNIX) as line:
                line.connect(str(box.door))
            await box.until(*["lent", "back"] * count)

    box.run(script)


def test_where_no_box_runs_there_is_nothing_to_ask_for(tmp_path):
    assert not Loan([tmp_path / "none"]).hold()
    with socket.socket(socket.AF_UNIX) as left_over:
        left_over.bind(str(tmp_path / "left"))
    assert not Loan([tmp_path / "left"]).hold()


def test_a_door_that_was_left_over_is_replaced(box):
    async def script():
        with Loan([box.door]) as loan:
            assert await box.hold(loan)

    box.door.write_bytes(b"")
    box.run(script)


def test_the_door_is_open_for_the_group_only(box):
    async def script():
        assert box.door.stat().st_mode & 0o777 == 0o660

    box.run(script)


def test_a_box_that_hangs_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(lending, "PATIENCE", 0.1)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(tmp_path / "door"))
        door.listen()
        with pytest.raises(HubTrouble, match="does not let go of the hub: restart it"):
            Loan([tmp_path / "door"]).hold()


def test_a_door_that_is_closed_to_us_is_told(tmp_path, mocker):
    mocker.patch.object(socket.socket, "connect", side_effect=PermissionError)
    with pytest.raises(HubTrouble, match="put sudo before the command"):
        Loan([tmp_path / "door"]).hold()


def test_a_door_that_cannot_be_made_is_an_error_of_the_system(tmp_path):
    lender = Lender(print, print)
    with pytest.raises(OSError, match="No such file"):
        asyncio.run(attach(lender, tmp_path / "none" / "door"))
    with pytest.raises(OSError, match="too long"):
        asyncio.run(attach(lender, tmp_path / ("x" * 200)))
    lender.close()


async def attach(lender, path):
    lender.attach(asyncio.get_running_loop(), path)


def test_box_and_borrower_look_in_the_same_place():
    service = place({"RUNTIME_DIRECTORY": "/run/companion", "XDG_RUNTIME_DIR": "/run/user/1000"})
    mine = place({"XDG_RUNTIME_DIR": "/run/user/1000"})
    assert places({"XDG_RUNTIME_DIR": "/run/user/1000"}) == (service, mine)
    assert places({}) == (service,)
    assert place({}) is None
