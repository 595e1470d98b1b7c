"""However often somebody was the sleepyhead or called wrongly: the number is whole and covers nobody's name."""

from dataclasses import replace as other

import pytest
from msgspec.structs import replace

from companion.games.schlafmuetze import Penalties
from companion.screens.schlafmuetze.rows import draw_penalties
from companion.screens.schlafmuetze.table import Dismissed
from tests.pictures import WatchedCanvas
from tests.screens.bedtime import press
from tests.screens.sleepy import DISMISS, NAMES, WIDE_NAMES, table

FILLING = tuple(f"{letter}WWWW李李李" for letter in "ABCDEFGH")
"""Names as wide as the room beside the roomy columns."""

COUNTS = range(121)


def drawn(at, draw, **changes):
    """A canvas on which the table was drawn with other values in its state."""
    view = at.session.view(at.clock.now)
    canvas = WatchedCanvas(at.session._fonts)
    draw(canvas, replace(view, match=other(view.match, state=replace(view.match.state, **changes))))
    return canvas


@pytest.mark.parametrize("count", [2, 3, 4, 8])
@pytest.mark.parametrize("names", [NAMES, FILLING, WIDE_NAMES], ids=["short", "filling", "wide"])
def test_how_often_everybody_was_the_sleepyhead_covers_no_name(tmp_path, names, count):
    with table(tmp_path, names[:count], turns=True) as at:
        for times in COUNTS:
            tally = dict.fromkeys(names[:count], Penalties(times, 7 * times, 7 * times))
            canvas = drawn(at, lambda canvas, view: draw_penalties(canvas, view, 0), penalties=tally)
            assert canvas.collisions == []
            assert canvas.words.count(str(times)) == min(4, count)


def test_how_often_somebody_called_wrongly_can_be_read(tmp_path):
    with table(tmp_path) as at:
        press(at, f"seat:3 {DISMISS}")
        for count in COUNTS[1:]:
            canvas = drawn(at, Dismissed().draw, dismissed={"Clara": count})
            assert canvas.collisions == []
            assert str(count) in canvas.words
