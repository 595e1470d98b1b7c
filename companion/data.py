"""Where the files are that ship with the code: fonts, translations, boards, the hub's firmware.

In a checkout `hardware/` and `firmware/` lie beside the package, in an installed wheel inside it; callers
never see the difference. This module knows folders only, not what their files hold.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SHIPPED = _PACKAGE if (_PACKAGE / "firmware").is_dir() else _PACKAGE.parent


def fonts() -> Path:
    """The folder of the fonts, each with its licence beside it."""
    return _PACKAGE / "fonts"


def translations() -> Path:
    """The folder of the translations, as gettext wants it: one folder for each language."""
    return _PACKAGE / "locale"


def firmware() -> Path:
    """The folder of what runs on the buzzer hub."""
    return _SHIPPED / "firmware"


def boards() -> dict[str, Path]:
    """The shipped board files by the name a configuration uses (`hand-wired`), in alphabetical order."""
    files = {path.stem: path for path in (_SHIPPED / "hardware" / "boards").glob("*.toml")}
    return dict(sorted(files.items()))


def languages() -> tuple[str, ...]:
    """The languages the box speaks, as gettext names them; English is in the source and comes first."""
    others = {path.parent.parent.name for path in translations().glob("*/LC_MESSAGES/*.mo")}
    return ("en", *sorted(others - {"en"}))
