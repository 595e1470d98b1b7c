"""The folder that backups are written to."""

from pathlib import Path

from companion.journal.troubles import raise_backup_trouble


def names_in(folder: Path) -> frozenset[str]:
    """The names of what is in it; none as long as it is not there. Raises JournalTrouble."""
    try:
        return frozenset(path.name for path in folder.iterdir())
    except FileNotFoundError:
        return frozenset()
    except OSError as error:
        raise_backup_trouble(error, folder)
