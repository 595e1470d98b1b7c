"""An I2C bus through the kernel: one call to the system for all messages of an update.

The messages follow each other with a repeated start, as in luma's own transfers. What they mean is not known here.
"""

from collections.abc import Sequence

from smbus2 import SMBus, i2c_msg

from companion.devices.windows import MOST_MESSAGES


class I2c:
    """One device on a bus. Everything raises OSError when the bus or the device does not answer."""

    def __init__(self, path: str, address: int) -> None:
        """`path` is the bus, such as "/dev/i2c-1"; `address` has seven bits."""
        self._address = address
        self._bus = SMBus(path)

    def send(self, messages: Sequence[bytes]) -> None:
        """Write 1 to MOST_MESSAGES messages in one transfer; those before a failing one have arrived."""
        if not 0 < len(messages) <= MOST_MESSAGES:
            raise ValueError(f"one transfer takes 1 to {MOST_MESSAGES} messages, not {len(messages)}")
        self._bus.i2c_rdwr(*(i2c_msg.write(self._address, message) for message in messages))

    def close(self) -> None:
        """Give the bus back; closing twice does nothing."""
        self._bus.close()
