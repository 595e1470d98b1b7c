"""Loads what a command runs without OpenSSL, which asyncio and hashlib take along wherever they find it.

It is 7 MiB of memory and a twentieth of the box's start, for encryption that nobody here uses: the box speaks to no
network, and Python has SHA-256 of its own. Both modules ask for it as for something that may be missing.
"""

import importlib
import sys
from types import ModuleType

SPARED = ("_hashlib", "ssl")


def load(name: str) -> ModuleType:
    """The module of this name. What is spared can be imported again afterwards."""
    spared = dict.fromkeys(module for module in SPARED if module not in sys.modules)
    sys.modules.update(spared)  # type: ignore[arg-type]  # None: not to be found
    try:
        return importlib.import_module(name)
    finally:
        for module in spared:
            del sys.modules[module]
