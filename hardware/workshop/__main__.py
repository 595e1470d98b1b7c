"""`python -m hardware.workshop tables|pictures|enclosure`: what `make tables` and `make hardware` run."""

import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType

from hardware.workshop import tables

COMMANDS: Mapping[str, Callable[[], None]] = MappingProxyType({"tables": tables.write})

if __name__ == "__main__":
    COMMANDS[sys.argv[1]]()
