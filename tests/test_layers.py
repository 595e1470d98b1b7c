"""A planted breach of every contract fails the tools of `make lint`; the tree as it is passes them."""

import os
import re
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from tests import purity

ROOT = Path(__file__).parents[1]
TOOLS = Path(sys.executable).parent
HOME = '"""A planted module."""\n'

STDLIB = [
    "asyncio",
    "datetime",
    "importlib",
    "importlib.util",
    "io",
    "logging",
    "os",
    "os.path",
    "pathlib",
    "random",
    "secrets",
    "selectors",
    "shutil",
    "signal",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "tempfile",
    "termios",
    "threading",
    "time",
]
DRIVERS = ["gpiod", "gpiozero", "lgpio", "luma.oled.device", "RPi.GPIO", "serial", "smbus2", "spidev"]

PURE = ("games", "screens", "link")

# Where a module is planted, and what it must not import there.
IMPORTS = [
    *((f"companion.{pure}.planted", module) for pure in PURE for module in STDLIB + DRIVERS),
    ("companion.games.planted", "PIL.Image"),
    ("companion.link.planted", "segno"),
    ("companion.screens.planted", "PIL.Image"),
    ("companion.screens.planted", "companion.link"),
    ("companion.games.planted", "companion.screens"),
    ("companion.link.planted", "companion.games"),
    ("companion.screens.planted", "companion.boards"),
    ("companion.screens.planted", "companion.data"),
    ("companion.devices.planted", "companion.config"),
    ("companion.devices.planted", "companion.replay"),
    *(("companion.devices.planted", module) for module in (*DRIVERS, "termios", "tty", "sqlite3")),
    *(("companion.boards", module) for module in ("gpiozero", "serial", "sqlite3", "luma.core")),
]

# The one place of each library: these stay right when the files come.
ALLOWED = [
    ("companion.devices.buttons", "gpiozero"),
    ("companion.devices.lines", "gpiod"),
    ("companion.devices.pins", "gpiozero.pins.local"),
    ("companion.devices.oled", "luma.oled.device"),
    ("companion.devices.i2c", "smbus2"),
    ("companion.devices.hub", "serial"),
    ("companion.devices.hub", "companion.link"),
    ("companion.devices.terminal", "termios"),
    ("companion.devices.terminal", "tty"),
    ("companion.journal.planted", "sqlite3"),
    ("companion.screens.canvas", "PIL.Image"),
    ("companion.app", "companion.session"),
    ("companion.session", "companion.devices.oled"),
]

LINES = {
    "T201": 'print("hello")',
    "PTH123": 'TEXT = open("x").read()',
    "PLC0415": "def late() -> None:\n    import json\n\n    json.dumps(1)",
    "TID252": "from . import data",
    "S102": 'exec("1")',
    "S307": 'ONE = eval("1")',
}

# What MicroPython on a Pico would stumble over, and what pyright says of it.
FIRMWARE = {
    "number": ('NUMBER: int = "one"', "reportAssignmentType"),
    "pin": ("from machine import Pin\n\nPin(2).toggel()", "reportAttributeAccessIssue"),
    "library": ("import pathlib\n\nHOME = pathlib.Path.home()", "reportMissingTypeStubs"),
    "untyped": ("def double(number):\n    return number * 2", "reportMissingParameterType"),
}

BUILT_INS = (
    "__import__('time')",
    "open('x')",
    "print('x')",
    "eval('1')",
    "exec('1')",
    "input()",
    "globals()",
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what `make lint` looks at."""
    return copy_tree(tmp_path)


def copy_tree(folder: Path) -> Path:
    for package in ("companion", "firmware", "hardware/workshop"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__", "fonts"))
    for name in ("pyproject.toml", "Makefile", "README.md", "tests/purity.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "COLUMNS": "500", "NO_COLOR": "1", "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    return run(folder, str(TOOLS / "lint-imports"), "--no-cache")


def plant(folder: Path, module: str, text: str) -> None:
    path = folder / f"{module.replace('.', '/')}.py"
    before = path.read_text(encoding="utf-8") if path.exists() else HOME
    path.write_text(f"{before}\n{text}\n", encoding="utf-8")


@pytest.fixture(scope="module")
def breached(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What import-linter says of a tree with every forbidden import in it."""
    folder = copy_tree(tmp_path_factory.mktemp("breached"))
    for module, imported in IMPORTS:
        plant(folder, module, f"import {imported}")
    result = lint_imports(folder)
    assert result.returncode == 1, result.stdout + result.stderr
    return result.stdout


def test_import_linter_passes_the_tree_as_it_is(tree: Path) -> None:
    result = lint_imports(tree)
    assert result.returncode == 0, result.stdout + result.stderr
    assert " 0 broken." in result.stdout


@pytest.mark.parametrize(("module", "imported"), IMPORTS)
def test_a_forbidden_import_is_caught(breached: str, module: str, imported: str) -> None:
    # import-linter knows a library by its first name, and our own modules by their full one.
    name = imported if imported.startswith("companion.") else imported.partition(".")[0]
    assert re.search(rf"{re.escape(module)} -> {re.escape(name)} \(l\.\d+", breached)


def test_every_library_has_its_place(tree: Path) -> None:
    for module, imported in ALLOWED:
        plant(tree, module, f"import {imported}")
    result = lint_imports(tree)
    assert result.returncode == 0, result.stdout + result.stderr


def test_every_contract_is_broken_by_some_planted_import(breached: str) -> None:
    contracts = re.findall(r'^name = "(.*)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    kept = [name for name in contracts if f"{name} KEPT" in breached]
    broken = [name for name in contracts if f"{name} BROKEN" in breached]
    assert kept == []
    assert len(broken) == len(contracts) - 1  # the first name is the project's


def test_a_module_in_no_layer_is_caught(tree: Path) -> None:
    plant(tree, "companion.newcomer", "NAME = 1")
    result = lint_imports(tree)
    assert result.returncode == 1
    assert re.search(r"Imports go down the layers only BROKEN[\s\S]*newcomer", result.stdout)


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What ruff says of a tree with a breach of each rule, every one in a module of its own."""
    folder = copy_tree(tmp_path_factory.mktemp("ruled"))
    for code, line in LINES.items():
        plant(folder, f"companion.planted_{code.lower()}", line)
    result = run(folder, str(TOOLS / "ruff"), "check", "--no-cache", "--output-format", "concise", ".")
    assert result.returncode == 1, result.stdout + result.stderr
    return result.stdout


@pytest.mark.parametrize("code", LINES)
def test_a_breach_of_a_rule_is_caught(ruled: str, code: str) -> None:
    assert re.search(rf"planted_{code.lower()}\.py:\d+:\d+: {code} ", ruled)


def test_a_reaching_built_in_in_a_pure_package_is_caught(tree: Path) -> None:
    assert list(purity.breaches(tree)) == []
    for package, (number, code) in product(PURE, enumerate(BUILT_INS)):
        plant(tree, f"companion.{package}.planted_{number}", f"VALUE = {code}")
    assert list(purity.breaches(tree)) == [
        f"companion/{package}/planted_{number}.py:3: {code.partition('(')[0]} has no place in a pure package"
        for package, (number, code) in product(PURE, enumerate(BUILT_INS))
    ]


def pyright(folder: Path) -> subprocess.CompletedProcess[str]:
    """What `make lint` runs last."""
    (folder / ".venv").symlink_to(TOOLS.parent)
    recipe = run(folder, "make", "--assume-old=.venv/dev", "--dry-run", "--no-print-directory", "lint").stdout
    return run(folder, "sh", "-c", recipe[recipe.index("PYRIGHT_") :])


@pytest.mark.soak
def test_pyright_passes_the_hubs_program_as_it_is(tree: Path) -> None:
    result = pyright(tree)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "0 errors, 0 warnings" in result.stdout


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What pyright says of a hub's program with each of the breaches in a module of its own."""
    folder = copy_tree(tmp_path_factory.mktemp("typed"))
    for name, (text, _) in FIRMWARE.items():
        plant(folder, f"firmware.planted_{name}", text)
    return pyright(folder).stdout


@pytest.mark.parametrize("name", FIRMWARE)
def test_a_breach_of_types_in_the_hubs_program_is_caught(typed: str, name: str) -> None:
    assert re.search(rf"planted_{name}\.py:\d+:\d+ - error: .*(\n\s{{4}}.*)*\({FIRMWARE[name][1]}\)", typed)


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """`make lint` itself, with the tools that are here."""
    if not (folder / ".venv").exists():
        (folder / ".venv").symlink_to(TOOLS.parent)
    return run(folder, "make", "--assume-old=.venv/dev", "lint")


@pytest.mark.soak
def test_the_tree_as_it_is_passes_make_lint(tree: Path) -> None:
    result = lint(tree)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.soak
@pytest.mark.parametrize(
    ("module", "line", "says"),
    [
        ("companion.games.planted", "import time\n\nNOW = time.time()", "companion.games.planted -> time"),
        ("companion.games.planted", "from companion import screens\n\nALL = screens", "planted -> companion.screens"),
        ("companion.link.planted", 'CLOCK = __import__("time")', "__import__ has no place in a pure package"),
        ("companion.screens.planted", "import importlib\n\nALL = importlib", "companion.screens.planted -> importlib"),
        ("companion.data", 'print("hello")', "T201"),
        ("companion.data", 'NUMBER: int = "one"', "Incompatible types in assignment"),
        ("companion.newcomer", "NAME = 1", "companion.newcomer"),
        ("firmware.board", 'NUMBER: int = "one"', "reportAssignmentType"),
        ("firmware.board", "from machine import Pin\n\nPin(2).toggel()", "reportAttributeAccessIssue"),
    ],
)
def test_a_breach_fails_make_lint(tree: Path, module: str, line: str, says: str) -> None:
    plant(tree, module, line)
    result = lint(tree)
    assert result.returncode != 0
    assert says in result.stdout
