"""What a command runs comes without OpenSSL, and everything works as it does with it."""

import subprocess
import sys

import pytest

from companion import __main__ as program
from companion.loading import SPARED, load

LOADED = "import sys; from companion.loading import load; load({module!r}); {then}"


def answer(module: str, then: str) -> str:
    command = [sys.executable, "-c", LOADED.format(module=module, then=then)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("module", [module for module, _ in program.COMMANDS.values()])
def test_no_command_brings_openssl(module):
    assert answer(module, "print(sorted({'ssl', '_ssl', '_hashlib'} & set(sys.modules)))") == "[]"


def test_the_sums_are_those_of_openssl():
    sums = "from companion.games.chance import commitment, uniform; s = bytes(range(32)); print("
    sums += "commitment(s), [uniform(s, n, 6) for n in range(50)])"
    with_openssl = subprocess.run([sys.executable, "-c", sums], capture_output=True, text=True, check=True).stdout
    assert answer("companion.session", sums) == with_openssl.strip()


def test_what_is_spared_can_be_imported_afterwards():
    pytest.importorskip("ssl")
    assert answer("asyncio", "import ssl; print(ssl.__name__)") == "ssl"


def test_what_is_there_already_stays():
    pytest.importorskip("ssl")
    assert load("json").__name__ == "json"
    assert sys.modules["ssl"] is not None


def test_a_module_that_fails_leaves_nothing_behind(monkeypatch):
    for name in SPARED:
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(ModuleNotFoundError):
        load("companion.nowhere")
    assert not set(SPARED) & set(sys.modules)
