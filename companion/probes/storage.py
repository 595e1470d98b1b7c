"""Probes of what is kept: the journal, what was set aside beside it, and the backups. They only read."""

import os
import pwd
import re
import shutil
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

from companion.config import Config
from companion.derived import differing
from companion.journal import Journal, JournalTrouble, Record
from companion.journal.versions import SCHEMA, schema_of
from companion.probes.report import Report
from companion.table import BadRecord, match_of

MEGABYTE = 10**6
SERVICE = "companion"
"""The user that writes where the service is installed, and the group that may read there."""

LITTLE = 20 * MEGABYTE
"""Bytes: with less free the disk is called full."""


def journal(config: Config) -> Report:
    """The file, what is in it, and whether all of it can be read."""
    path = config.journal
    try:
        report = _inside(path) if path.exists() else Report(("none yet: the first match makes it",))
    except PermissionError:
        report = Report((), (_not_for_you(path),))
    except JournalTrouble as trouble:
        report = Report((), (str(trouble),))
    except OSError as error:
        return Report((str(path),), (_no_place(path, error),))
    return Report((str(path), *report.facts), (*report.wrong, *_no_room(path.parent, "The journal")))


def set_aside(config: Config) -> Report:
    """Damaged journals that were renamed and are still there."""
    pattern = re.compile(re.escape(config.journal.name) + r"\.broken-\d+")
    found = sorted(path for path in _files(config.journal.parent) if pattern.fullmatch(path.name))
    return Report(
        tuple(f"{path.name}, {_size(path)}" for path in found) or ("nothing",),
        tuple(
            f"{path} is a damaged journal that was set aside, with matches that may be nowhere else: "
            "copy it to a safe place, then move it away from here."
            for path in found
        ),
    )


def backups(config: Config) -> Report:
    """How many there are, and the latest."""
    found = sorted(path for path in _files(config.backup) if path.suffix == ".db")
    latest = max(found, key=lambda path: path.stat().st_mtime, default=None)
    facts = (f"{len(found)}, the latest {latest.name} ({_size(latest)})",) if latest else ("none yet",)
    return Report((str(config.backup), *facts), _no_room(config.backup, "A backup"))


def _inside(path: Path) -> Report:
    with closing(Journal.open(path, read_only=True)) as found:
        waiting = [record for record in (found.open_match(), *found.aside()) if record]
        facts = (
            f"{_size(path)}, schema {schema_of(path)} (this program writes {SCHEMA})",
            f"matches: {found.history_size()} finished, {len(waiting)} not over",
            f"people: {len(found.people())}",
            f"rolls of the plain die: {found.plain_rolls()}",
        )
        damage = [
            f"{path} is damaged ({fault}): save a copy of it, and what can still be read with `companion export --all`."
            for fault in found.check()
        ]
        unlike = differing(found)
    return Report(facts, (*damage, *(fault for record in waiting if (fault := _fault(record))), *_unlike(unlike)))


def _unlike(matches: Collection[int]) -> tuple[str, ...]:
    if not matches:
        return ()
    numbers = ", ".join(map(str, matches))
    return (f"Results do not follow from what was played (match {numbers}): `companion rebuild` makes them anew.",)


def _fault(record: Record) -> str:
    try:
        match_of(record)
    except BadRecord as error:
        return f"Match {record.id} cannot go on ({error}): report it, with what `companion export {record.id}` prints."
    return ""


def _no_room(folder: Path, what: str) -> tuple[str, ...]:
    """Why nothing could be written to the folder, made if it is not there."""
    try:
        folder.exists()
    except PermissionError:
        pass
    except OSError as error:
        return (_no_place(folder, error),)
    nearest = next(path for path in (folder, *folder.absolute().parents) if _is_there(path))
    if not nearest.is_dir():
        return (f"{what} cannot be written, since {nearest} is no folder: name another place in the configuration.",)
    disk = next(path for path in (nearest, *nearest.absolute().parents) if path.is_mount())
    if os.statvfs(nearest).f_flag & os.ST_RDONLY:
        return (_protected(disk),)
    if not os.access(nearest, os.W_OK | os.X_OK):
        if _owner(nearest) == SERVICE:
            return ()
        return (f"{what} cannot be written, since this user may not write to {nearest}: change its owner or its mode.",)
    free = shutil.disk_usage(nearest).free
    if free < LITTLE:
        return (f"Only {free / MEGABYTE:.0f} MB are free on the disk at {disk}: make room.",)
    return ()


def _protected(disk: Path) -> str:
    return (
        f"The disk at {disk} is write-protected: make it writable, with `sudo mount -o remount,rw {disk}` "
        "if it has no fault."
    )


def _no_place(path: Path, error: OSError) -> str:
    """Why there can be nothing at a path, whatever else is wrong; the same for all that is below."""
    first = next(part for part in (*reversed(path.parents), path) if part == path or _errno(part) == error.errno)
    return f"{first} can be no place for anything ({error.strerror}): name another in the configuration."


def _errno(path: Path) -> int | None:
    try:
        path.stat()
    except OSError as error:
        return error.errno
    return None


def _not_for_you(path: Path) -> str:
    return (
        f"This user may not read {path}: the group {SERVICE} may; `sudo adduser $USER {SERVICE}` adds you to it, "
        "from the next login on."
    )


def _owner(path: Path) -> str:
    """The name of the user that a file belongs to; "" for one without a name."""
    try:
        return pwd.getpwuid(path.stat().st_uid).pw_name
    except KeyError:
        return ""


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except PermissionError:
        return False


def _files(folder: Path) -> tuple[Path, ...]:
    try:
        return tuple(path for path in folder.iterdir() if path.is_file())
    except OSError:
        return ()


def _size(path: Path) -> str:
    return f"{path.stat().st_size / 1000:.0f} kB"
