"""The machines that the tests share. Without COMPANION_VM, which `make vm` sets, only the tests that need none run."""

import os
from collections.abc import Iterator

import pytest

from tests.vm import host
from tests.vm.build import build
from tests.vm.qemu import Image
from tests.vm.virtual_pi import VirtualPi

NEED_NO_MACHINE = {"test_panel.py", "test_host.py"}
WANTED = bool(os.environ.get("COMPANION_VM"))


def pytest_ignore_collect(collection_path) -> bool | None:
    in_vm = collection_path.parent.name == "vm" and collection_path.name.startswith("test_")
    return True if in_vm and not WANTED and collection_path.name not in NEED_NO_MACHINE else None


@pytest.fixture(scope="session")
def image() -> Image:
    """A Pi that has just booted, with nothing of this project on it."""
    return build(host.cache())


@pytest.fixture(scope="module")
def pi(image: Image) -> Iterator[VirtualPi]:
    """One such Pi for all tests of a module."""
    with VirtualPi(image) as machine:
        machine.boot()
        yield machine
