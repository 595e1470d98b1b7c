"""Tabletop companion: referee and score keeper for three games that are played with real cards and sheets.

This package holds the version and nothing else; `companion.__main__` is the command line. The layers, each of
which imports only from those below it, are in `pyproject.toml` under `tool.importlinter`.
"""

__version__ = "0.1.0"
