"""A machine that cannot run the virtual Pi gets one sentence that says why, and exit status 3."""

import os
import platform
import shutil
from pathlib import Path

import pytest

from tests.vm import host


@pytest.fixture
def able(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """A machine that has all a virtual Pi needs, whatever this one has."""
    (tmp_path / "linux-headers-6.1.0-9-amd64").mkdir()
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: {"VERSION_CODENAME": "bookworm"})
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(host.sys, "version_info", (3, 11, 2))
    monkeypatch.setattr(shutil, "which", lambda tool: f"/usr/bin/{tool}")
    monkeypatch.setattr(os, "sysconf", lambda _: 1 << 20)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, 100 * host.GIB))
    monkeypatch.setattr(host, "HEADERS", tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return monkeypatch


def without_os_release() -> dict[str, str]:
    raise OSError


LACKS = {
    "another processor": (platform, "machine", lambda: "aarch64", "needs Debian 12"),
    "another Debian": (platform, "freedesktop_os_release", lambda: {"VERSION_CODENAME": "trixie"}, "needs Debian 12"),
    "an unknown system": (platform, "freedesktop_os_release", without_os_release, "needs Debian 12"),
    "not root": (os, "geteuid", lambda: 1000, "sudo make vm"),
    "another Python": (host.sys, "version_info", (3, 13, 0), "PYTHON=python3.11"),
    "no cpio": (shutil, "which", lambda tool: None if tool == "cpio" else tool, "apt-get install cpio`"),
    "no headers": (host, "HEADERS", Path("/nowhere"), "apt-get install linux-headers-amd64"),
    "no room": (shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(0, 0, host.GIB), "6 GiB of disk"),
    "no memory": (os, "sysconf", lambda _: 1 << 14, "free memory"),
}


def test_an_able_machine_is_told_nothing(able: pytest.MonkeyPatch) -> None:
    assert list(host.lacks()) == []
    host.insist()


@pytest.mark.parametrize("lack", LACKS)
def test_a_machine_that_cannot_is_told_why_in_one_sentence(
    able: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lack: str
) -> None:
    where, name, value, says = LACKS[lack]
    able.setattr(where, name, value)
    with pytest.raises(SystemExit) as end:
        host.insist()
    assert end.value.code == 3
    told = capsys.readouterr().err
    assert says in told
    assert len(told.splitlines()) == 1
    assert len(list(host.lacks())) == 1


def test_the_latest_kernel_is_taken_and_no_cloud_kernel(able: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("6.1.0-10-amd64", "6.1.0-42-cloud-amd64", "6.1.0-42-rt-amd64", "6.1.0-10-common"):
        (tmp_path / f"linux-headers-{name}").mkdir()
    assert host.releases() == ["6.1.0-10-amd64", "6.1.0-9-amd64"]


def test_the_cache_is_where_caches_are(able: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert host.cache() == tmp_path / "tabletop-companion-vm"
    able.delenv("XDG_CACHE_HOME")
    assert host.cache() == Path.home() / ".cache/tabletop-companion-vm"
