"""Bytes on the I2C bus and calls of the system for one update, counted on the fake bus."""

from collections.abc import Iterator

from companion.screens.frames import SIZE
from tests.bench.rows import Row
from tests.devices.panels import CHANGES, PRICES, Bench, Stock, floor, menu

CHIPS = ("ssd1306", "sh1106")
POWER_ON = "power-on to first frame"
START = 28
"""Bytes of an SSD1306's commands from power-on to light that cannot be left out, framing counted."""


def bytes_sent() -> Iterator[Row]:
    """For each chip and change: this program, luma and the fewest bytes that any windows can take."""
    for chip in CHIPS:
        for change in CHANGES:
            stock, least = stock_cost(chip, change)[0], floor(chip, *CHANGES[change])
            yield Row(f"{chip}: {change}", our_cost(chip, change)[0], stock, least, _goal(chip, change, stock, least))
        stock = Stock(chip)
        stock.show(menu(0))
        least = START + SIZE + PRICES[chip] * (8 if chip == "sh1106" else 1)
        yield Row(f"{chip}: {POWER_ON}", Bench(chip).cost(menu(0))[0], stock.bus.sent, least, 0.55 * stock.bus.sent)


def calls() -> Iterator[Row]:
    """For each chip and change the calls of the system."""
    for chip in CHIPS:
        for change in CHANGES:
            most = 0 if change == "nothing" else 1
            yield Row(f"{chip}: {change}", our_cost(chip, change)[1], stock_cost(chip, change)[1], most, most)
        yield Row(f"{chip}: {POWER_ON}", Bench(chip).cost(menu(0))[1], None, 1, 1)


def our_cost(chip: str, change: str) -> tuple[int, int]:
    """Bytes and calls of this program for a change."""
    old, new = CHANGES[change]
    bench = Bench(chip)
    bench.panel.show(old, 0.0)
    return bench.cost(new)


def stock_cost(chip: str, change: str) -> tuple[int, int]:
    """Bytes and calls of luma's own display."""
    stock, (old, new) = Stock(chip), CHANGES[change]
    stock.show(old)
    sent, called = stock.bus.sent, stock.bus.calls
    stock.show(new)
    return stock.bus.sent - sent, stock.bus.calls - called


def _goal(chip: str, change: str, stock: int, least: int) -> float:
    goals = {"nothing": 0, "menu arrow moved a line": {"ssd1306": 40, "sh1106": 60}[chip], "everything": stock}
    return goals.get(change, 1.1 * least)
