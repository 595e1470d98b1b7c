"""The languages of the box: their words by gettext, and their own names for themselves."""

import gettext

from companion import data


def translation(language: str) -> gettext.NullTranslations:
    """The words of a language; English, the source, for one without a catalogue."""
    return gettext.translation("companion", data.translations(), [language], fallback=True)


def languages() -> tuple[tuple[str, str], ...]:
    """The languages by code, each with its own name for itself."""
    return tuple((code, translation(code).gettext("English")) for code in data.languages())
