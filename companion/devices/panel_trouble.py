"""What is wrong when a panel does not answer, and what to do, in one sentence for each kind."""

import errno
from typing import Final

from companion.boards import I2C, SPI
from companion.troubles import Trouble


class PanelTrouble(Trouble):
    """The panel does not take what it is sent; it is lost until it answers again."""


_NO_ANSWER: Final = "No display answers {place}: check its wires, and the chip and the bus in the board file."
_SENTENCES: Final = {
    errno.ENOENT: "There is no {file}: switch {kind} on with `sudo raspi-config` (Interface Options) and restart.",
    errno.EACCES: "This program may not use {file}: add its user to the group {group} and restart.",
    errno.ENOPKG: "The display {place} needs the Python package spidev: install it beside this program.",
    errno.ENXIO: _NO_ANSWER,
    errno.EIO: _NO_ANSWER,
    errno.EREMOTEIO: _NO_ANSWER,
    errno.ETIMEDOUT: "Something holds the bus of the display {place}: check the wires, then switch the box off and on.",
}
_ELSE: Final = "The display {place} does not work ({reason}): check its wires and the board file."


def sentence(bus: I2C | SPI, error: OSError) -> str:
    """The sentence for an error on the bus of a display."""
    return _SENTENCES.get(error.errno or 0, _ELSE).format(**_names(bus), reason=error.strerror or error)


def _names(bus: I2C | SPI) -> dict[str, str]:
    if isinstance(bus, I2C):
        place = f"at address 0x{bus.address:02X} of I2C bus {bus.port}"
        return {"kind": "I2C", "group": "i2c", "place": place, "file": f"/dev/i2c-{bus.port}"}
    name = f"{bus.port}.{bus.device}"
    return {"kind": "SPI", "group": "spi", "place": f"on SPI {name}", "file": f"/dev/spidev{name}"}
