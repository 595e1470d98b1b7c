"""What goes wrong and can be mended by the person at hand: the text is one sentence for them, never a traceback."""

SURROGATES = range(0xD800, 0xE000)
"""Bytes of a file's name that are no UTF-8, as Python carries them."""


class Trouble(Exception):
    """The base of all of them. Commands end with exit status 2 and the sentence on standard error."""


def in_one_line(text: str) -> str:
    """A text from a file or a command line, fit for a terminal: what cannot be seen is written as Python writes it."""
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character.isprintable() or ord(character) in SURROGATES:
        return character
    return character.encode("unicode_escape").decode()
