"""`make install` and `make uninstall` into a tree, without a network and without touching this machine."""

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import distribution, requires
from pathlib import Path

import pytest

from companion import __version__, config
from tests.boxes import ROOT

NEEDED = (
    "gpiozero",
    "colorzero",
    "luma.oled",
    "luma.core",
    "cbor2",
    "smbus2",
    "msgspec",
    "pillow",
    "pyserial",
    "segno",
)
NEWER_MPREMOTE = ("platformdirs",)
"""What mpremote needs, but not the oldest that is allowed."""
PI_ONLY = {"gpiod": "2.2", "spidev": "3.6"}
NO_MPREMOTE = "There is no wheel of mpremote: the box plays, but `companion hub install` cannot work yet.\n"
PLACED = {
    "etc/companion/config.toml",
    "etc/modules-load.d/companion.conf",
    "etc/systemd/system/companion.service",
    "etc/sysusers.d/companion.conf",
    "etc/udev/rules.d/60-companion-hub.rules",
    "usr/local/bin/companion",
}


def repack(name: str, folder: Path) -> None:
    """A wheel of a package that is installed here."""
    package = distribution(name)
    with zipfile.ZipFile(folder / f"{name.replace('.', '_')}-{package.version}-py3-none-any.whl", "w") as wheel:
        for file in package.files or ():
            inside = not file.parts[0].startswith("..") and "__pycache__" not in file.parts
            if inside and file.name not in ("INSTALLER", "REQUESTED", "direct_url.json"):
                wheel.write(file.locate(), file.as_posix())


def stand_in(name: str, version: str, folder: Path) -> None:
    """A wheel of a package that only a Pi has, with nothing in it."""
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheels of the box")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    for name in NEEDED:
        repack(name, folder)
    for name, version in PI_ONLY.items():
        stand_in(name, version, folder)
    return folder


class Tree:
    """A tree that things are installed into, with no way to the network."""

    def __init__(self, root: Path, wheels: Path) -> None:
        self.root = root
        self.environ = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(wheels.parent),
            "PIP_NO_INDEX": "1",
            "DESTDIR": str(root),
            "WHEELS": str(wheels),
        }

    def make(self, target: str, **environ: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["make", "--no-print-directory", "-C", str(ROOT), target],
            env={**self.environ, **environ}, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def files(self) -> set[str]:
        """All but the virtual environment."""
        found = (path for path in self.root.rglob("*") if path.is_symlink() or path.is_file())
        names = (path.relative_to(self.root).as_posix() for path in found)
        return {name for name in names if not name.startswith("opt/")}

    def program(self, *words: str) -> str:
        companion = self.root / "opt" / "companion" / "bin" / "companion"
        return subprocess.run([companion, *words], check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, wheels: Path) -> Tree:
    tree = Tree(tmp_path_factory.mktemp("root of a Pi"), wheels)
    result = tree.make("install", BOARD="adafruit-oled-bonnet")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Into a tree: no users were made and no service was started.\n" in result.stdout
    assert NO_MPREMOTE in result.stdout
    return tree


@pytest.mark.soak
def test_everything_is_in_its_place(installed):
    assert installed.files() >= PLACED
    assert str((installed.root / "usr/local/bin/companion").readlink()) == "/opt/companion/bin/companion"


@pytest.mark.soak
def test_the_program_is_there_with_all_it_needs(installed):
    assert installed.program("--version") == f"companion {__version__}\n"
    assert installed.program("replay", "--help")


@pytest.mark.soak
def test_the_configuration_is_one_that_the_program_takes(installed):
    path = installed.root / "etc/companion/config.toml"
    found = config.load(path, {"HOME": "/home/anna"})
    assert found.journal == Path("/var/lib/companion/journal.db")
    assert found.board.stem == "adafruit-oled-bonnet"


@pytest.mark.soak
def test_nobody_else_may_write_what_was_installed(installed):
    assert not [
        name
        for name in PLACED
        if (installed.root / name).lstat().st_mode & 0o022 and not name.endswith("bin/companion")
    ]


@pytest.mark.soak
def test_mpremote_is_installed_as_soon_as_there_is_a_wheel_of_it(installed, wheels):
    needs = requires("mpremote") or []
    for name in ("mpremote", *(name for name in NEWER_MPREMOTE if any(need.startswith(name) for need in needs))):
        repack(name, wheels)
    result = installed.make("install")
    assert (result.returncode, result.stderr) == (0, "")
    assert NO_MPREMOTE not in result.stdout
    assert (installed.root / "opt/companion/bin/mpremote").exists()


@pytest.mark.soak
def test_again_brings_up_to_date_and_keeps_the_configuration(installed):
    mine = installed.root / "etc/companion/config.toml"
    mine.write_text('journal = "/var/lib/companion/journal.db"\nbrightness = 3\n', encoding="utf-8")
    unit = installed.root / "etc/systemd/system/companion.service"
    unit.write_text("an old one", encoding="utf-8")
    lost = next((installed.root / "opt/companion/lib").glob("python*/site-packages/companion/loop.py"))
    lost.unlink()
    result = installed.make("install")
    assert (result.returncode, result.stderr) == (0, "")
    assert f"Kept {mine}." in result.stdout
    assert "brightness = 3" in mine.read_text(encoding="utf-8")
    assert unit.read_text(encoding="utf-8") == (ROOT / "systemd/companion.service").read_text(encoding="utf-8")
    assert lost.exists()


@pytest.mark.soak
def test_an_environment_of_another_python_is_made_anew(installed):
    (lib,) = (installed.root / "opt/companion/lib").iterdir()
    lib.rename(lib.with_name("python3.9"))
    assert installed.make("install").returncode == 0
    assert [path.name for path in (installed.root / "opt/companion/lib").iterdir()] == [lib.name]
    assert installed.program("--version")


@pytest.mark.soak
def test_uninstalled_only_the_configuration_and_the_journal_stay(installed, tmp_path):
    root = tmp_path / "root"
    shutil.copytree(installed.root, root, symlinks=True)
    (root / "var/lib/companion").mkdir(parents=True)
    (root / "var/lib/companion/journal.db").write_text("matches", encoding="utf-8")
    tree = Tree(root, tmp_path)
    for _ in range(2):
        result = tree.make("uninstall")
        assert (result.returncode, result.stderr) == (0, "")
        assert tree.files() == {"etc/companion/config.toml", "var/lib/companion/journal.db"}
        assert not (root / "opt/companion").exists()
    assert f"These stay: {root}/etc/companion/config.toml and {root}/var/lib/companion." in result.stdout


LACKING = {
    "no wheels": ({"WHEELS": "/nowhere"}, "WHEELS is /nowhere, which is no folder: correct the path."),
    "no Python": ({"PYTHON": "python0"}, "There is no python0 here: install Python 3.11 or newer."),
}


@pytest.mark.parametrize("lack", LACKING)
def test_what_is_missing_is_told_in_one_sentence_and_nothing_is_changed(tmp_path, tmp_path_factory, lack):
    environ, says = LACKING[lack]
    tree = Tree(tmp_path, tmp_path_factory.mktemp("wheels"))
    result = tree.make("install", **environ)
    assert result.returncode != 0
    assert result.stderr.splitlines()[0] == says
    assert list(tmp_path.iterdir()) == []


@pytest.mark.soak
def test_a_failed_update_leaves_the_program_that_was_there(installed, tmp_path):
    (tmp_path / "empty").mkdir()
    result = installed.make("install", WHEELS=str(tmp_path / "empty"))
    assert result.returncode != 0
    assert "give a folder with WHEELS=DIR" in result.stderr
    assert installed.program("--version") == f"companion {__version__}\n"


def test_somebody_who_may_not_is_sent_to_sudo(tmp_path):
    """Only where one can be somebody else."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("needs root and setpriv")
    folder = tmp_path / "systemd"
    shutil.copytree(ROOT / "systemd", folder)
    for path in (tmp_path, *tmp_path.parents[:3]):
        path.chmod(0o755)
    for name in ("install", "uninstall"):
        command = ["setpriv", "--reuid=65534", "--clear-groups", "sh", str(folder / name)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (result.returncode, result.stdout) == (1, "")
        assert result.stderr == f"This changes the system: run it as root, with `sudo make {name}`.\n"
