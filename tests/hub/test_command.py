"""The words of `companion hub` and how it ends."""

import importlib.util
import sys

import pytest

from companion.__main__ import main
from companion.hub import bench, files


def test_what_has_to_be_mended_ends_with_1_and_a_sentence(capsys, mocker):
    mocker.patch.object(importlib.util, "find_spec", return_value=None)
    assert main(["hub", "install"]) == 1
    assert capsys.readouterr() == ("", f"{files.MISSING.format(command=f'{sys.executable} -m pip install mpremote')}\n")


@pytest.mark.parametrize("deed", ["install", "test"])
def test_without_a_hub_each_says_so(deed, capsys, mocker, tmp_path):
    mocker.patch("companion.hub.command.Places", return_value=bench.Places(tmp_path, tmp_path, tmp_path))
    assert main(["hub", deed]) == 1
    assert capsys.readouterr() == ("", f"{bench.NONE}\n")
