"""The files that ship with the code are found in a checkout, and in a wheel built and installed from it."""

import json
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from companion import __version__, data

ROOT = Path(__file__).parents[1]
SHIPPED = ("companion/firmware/README.md", "companion/hardware/boards/hand-wired.toml", "companion/data.py")

ASK = """
import json
import companion
from companion import data
found = [*data.boards().values(), *data.firmware().iterdir(), *data.fonts().iterdir(), data.translations()]
print(json.dumps({"version": companion.__version__, "from": companion.__file__, "boards": list(data.boards()),
                  "languages": data.languages(),
                  "names": sorted(path.name for path in found if path.name != "__pycache__")}))
"""


def names_here() -> list[str]:
    found = [
        *data.boards().values(),
        *data.firmware().iterdir(),
        *data.fonts().iterdir(),
        data.translations(),
    ]
    return sorted(path.name for path in found if path.name != "__pycache__")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_a_checkout_finds_its_boards_firmware_fonts_and_translations() -> None:
    assert data.boards()["hand-wired"] == ROOT / "hardware" / "boards" / "hand-wired.toml"
    assert list(data.boards()) == sorted(path.stem for path in (ROOT / "hardware" / "boards").iterdir())
    assert (data.firmware() / "README.md").is_file()
    assert list(data.fonts().glob("*OFL.txt"))
    assert data.translations().parent == ROOT / "companion"


def test_english_is_the_first_language() -> None:
    assert data.languages()[0] == "en"


@pytest.mark.soak
def test_the_wheel_holds_what_the_checkout_holds(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    assert set(SHIPPED) <= inside
    assert {f"companion/fonts/{path.name}" for path in data.fonts().iterdir()} <= inside
    assert {f"companion/hardware/boards/{name}.toml" for name in data.boards()} <= inside
    assert {f"companion/locale/{name}/LC_MESSAGES/companion.mo" for name in data.languages()[1:]} <= inside
    assert not [name for name in inside if name.startswith(("tests/", "hardware/", "firmware/"))]


@pytest.mark.soak
def test_an_installed_wheel_finds_what_the_checkout_finds(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True, capture_output=True)
    answer = subprocess.run([python, "-I", "-c", ASK], cwd=tmp_path, check=True, capture_output=True, text=True)
    told = json.loads(answer.stdout)
    assert Path(told["from"]).is_relative_to(tmp_path)
    assert told["version"] == __version__
    assert told["boards"] == list(data.boards())
    assert told["languages"] == list(data.languages())
    assert told["names"] == names_here()
