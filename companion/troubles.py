"""What goes wrong and can be mended by the person at hand: the text is one sentence for them, never a traceback."""


class Trouble(Exception):
    """The base of all of them. Commands end with exit status 2 and the sentence on standard error."""
