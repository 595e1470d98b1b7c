"""`companion screens`: what it writes, what it says, and the pictures in the README."""

import re
from pathlib import Path

import pytest
from PIL import Image

from companion import gallery, tour
from companion.__main__ import main
from companion.screens import frames
from tests import pictures

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"hardware/screens/([a-z0-9-]+)\.png", README)


@pytest.fixture
def empty_config(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.touch()
    return path


@pytest.fixture
def some_stops(monkeypatch):
    """A tour of three pictures."""
    short = tuple(stop for stop in tour.STOPS if stop.name in ("home", "games", "blank"))
    monkeypatch.setattr(tour, "STOPS", short)
    return {stop.name for stop in short}


def test_all_pictures_of_the_tour_are_written(tmp_path, empty_config, some_stops, capfdbinary):
    assert main(["screens", "--config", str(empty_config), str(tmp_path / "new" / "folder")]) == 0
    assert {path.stem for path in (tmp_path / "new" / "folder").iterdir()} == some_stops
    assert capfdbinary.readouterr() == (f"Wrote 3 pictures to {tmp_path}/new/folder.\n".encode(), b"")


def test_a_picture_can_be_asked_for_by_name(tmp_path, empty_config, capfdbinary):
    assert main(["screens", "--config", str(empty_config), str(tmp_path / "out"), "sheep"]) == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["sheep.png"]
    assert capfdbinary.readouterr().out == f"Wrote 1 picture to {tmp_path}/out.\n".encode()


def test_a_written_picture_shows_the_frame(tmp_path, empty_config):
    main(["screens", "--config", str(empty_config), str(tmp_path), "sheep"])
    assert pixels(tmp_path / "sheep.png") == as_lit(pictures.tour().pictures["sheep"].frame)


@pytest.mark.parametrize("folder", ["file", "file/below", "/proc/nowhere"])
def test_a_folder_that_cannot_be_written_is_told(tmp_path, empty_config, some_stops, monkeypatch, capsys, folder):
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    assert main(["screens", "--config", str(empty_config), folder]) == 2
    told = capsys.readouterr().err
    assert re.fullmatch(rf"{folder} cannot be written \([\w ]+\): choose another folder\.\n", told)


def test_a_name_that_is_none_is_told_before_anything_is_written(tmp_path, empty_config, capsys):
    assert main(["screens", "--config", str(empty_config), str(tmp_path / "out"), "sheeep"]) == 2
    assert capsys.readouterr().err.startswith("There is no picture “sheeep”: ")
    assert not (tmp_path / "out").exists()


def test_pictures_show_the_labels_of_the_configured_board(tmp_path, empty_config):
    empty_config.write_text('board = "waveshare-oled-hat"', encoding="utf-8")
    main(["screens", "--config", str(empty_config), str(tmp_path), "home"])
    assert pixels(tmp_path / "home.png") != as_lit(pictures.tour().pictures["home"].frame)


def test_nothing_is_left_behind_and_nobody_s_journal_is_touched(tmp_path, empty_config, monkeypatch):
    empty_config.write_text('journal = "mine.db"', encoding="utf-8")
    (tmp_path / "temp").mkdir()
    monkeypatch.setattr(gallery, "MEMORY", str(tmp_path / "temp"))
    before = Path.cwd()
    main(["screens", "--config", str(empty_config), str(tmp_path / "out"), "backup-made"])
    assert Path.cwd() == before
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["backup-made.png", "config.toml", "out", "temp"]


def test_where_there_is_no_memory_folder_the_disk_does(tmp_path, empty_config, monkeypatch):
    monkeypatch.setattr(gallery, "MEMORY", str(tmp_path / "none"))
    assert main(["screens", "--config", str(empty_config), str(tmp_path / "out"), "home"]) == 0


def test_the_pictures_of_the_readme_are_those_there_are_and_no_others():
    assert SHOWN
    assert {path.stem for path in (ROOT / "hardware" / "screens").iterdir()} == set(SHOWN)


@pytest.mark.parametrize("name", sorted(set(SHOWN)))
def test_a_picture_in_the_readme_is_what_the_box_shows(name):
    now = as_lit(pictures.tour().pictures[name].frame)
    assert pixels(ROOT / "hardware" / "screens" / f"{name}.png") == now, "stale: run `make screens`"


def pixels(path: Path) -> list[bool]:
    """What is lit in a PNG file, one value for each pixel of the panel."""
    with Image.open(path) as image:
        assert image.size == (4 * 128 + 16, 4 * 64 + 16)
        grey = image.convert("L").crop((8, 8, 8 + 512, 8 + 256)).resize((128, 64), Image.Resampling.NEAREST)
    return [value > 128 for value in grey.tobytes()]


def as_lit(frame: bytes) -> list[bool]:
    return [value > 0 for value in frames.to_image(frame).convert("L").tobytes()]
