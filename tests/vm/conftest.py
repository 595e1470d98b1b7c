"""The machines that the tests share. Without COMPANION_VM, which `make vm` sets, only the tests that need none run."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.vm import host, packages
from tests.vm.box import Box, Saved
from tests.vm.build import built
from tests.vm.qemu import Image
from tests.vm.stages import digest, stage
from tests.vm.table import SET_UP, TOLD, Installation, Table, installed
from tests.vm.twin import Twin
from tests.vm.virtual_pi import VirtualPi

NEED_NO_MACHINE = {"test_panel.py", "test_host.py"}
WANTED = bool(os.environ.get("COMPANION_VM"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for line in TOLD:
        terminalreporter.write_line(line)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    in_vm = collection_path.parent.name == "vm" and collection_path.name.startswith("test_")
    return True if in_vm and not WANTED and collection_path.name not in NEED_NO_MACHINE else None


@pytest.fixture(scope="session")
def image() -> Iterator[Image]:
    """A Pi that has just booted, with nothing of this project on it."""
    with built(host.cache()) as found:
        yield found


@pytest.fixture(scope="module")
def pi(image: Image) -> Iterator[VirtualPi]:
    """One such Pi for all tests of a module."""
    with VirtualPi(image) as machine:
        machine.boot()
        yield machine


@pytest.fixture(scope="session")
def cargo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This checkout, and wheels of all it needs."""
    key = digest(packages.ROOT / "pyproject.toml", Path(packages.__file__))
    others = stage(host.cache() / "wheels", key, packages.wheels_of_others)
    own = tmp_path_factory.mktemp("wheel")
    packages.own_wheel(own, others)
    packages.archive(own / "cargo.tar", others, own)
    return own / "cargo.tar"


@pytest.fixture(scope="session")
def installation(image: Image, cargo: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return installed(image, cargo, tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="session")
def match(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> tuple[Saved, bytes]:
    """A Pi on which A and B have begun to play 13 Sheep, and its journal."""
    with installation.saved.pi() as machine:
        machine.boot()
        box = Box(machine)
        with Twin() as twin:
            box.shows(twin.take())
            for token in SET_UP[:-1]:
                box.tap(token)
                box.shows(twin.take(token))
        box.tap(SET_UP[-1])
        journal = box.journal_of_a_match()
        with Twin(journal) as twin:
            box.shows(twin.take("ok"))
        return Saved(*machine.save(tmp_path_factory.mktemp("match"))), journal


@pytest.fixture
def table(match: tuple[Saved, bytes]) -> Iterator[Table]:
    saved, journal = match
    with saved.pi() as machine, Twin(journal) as twin:
        machine.boot()
        found = Table(Box(machine), twin)
        found.box.shows(twin.take("ok"))
        yield found
