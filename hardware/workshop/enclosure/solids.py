"""The simple bodies that everything is made of. Lengths are in millimetres."""

from build123d import Axis as _Axis
from build123d import Box, Cylinder, Part, Pos, Rectangle, fillet, loft


def block(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Part:
    """A cuboid between these bounds."""
    sizes = [high - low for low, high in (x, y, z)]
    return Pos(*(sum(bounds) / 2 for bounds in (x, y, z))) * Box(*sizes)


def around(middle: tuple[float, float], size: tuple[float, float], z: tuple[float, float]) -> Part:
    """A cuboid around an upright line."""
    (x, y), (width, depth) = middle, size
    return block((x - width / 2, x + width / 2), (y - depth / 2, y + depth / 2), z)


def rod(middle: tuple[float, float], diameter: float, z: tuple[float, float]) -> Part:
    """An upright cylinder."""
    return Pos(*middle, sum(z) / 2) * Cylinder(diameter / 2, z[1] - z[0])


def rounded(size: tuple[float, float], radius: float, z: tuple[float, float]) -> Part:
    """A cuboid around the middle with round upright edges."""
    body = around((0.0, 0.0), size, z)
    return fillet(body.edges().filter_by(_Axis.Z), radius)


def funnel(
    middle: tuple[float, float], low: tuple[float, float], high: tuple[float, float], z: tuple[float, float]
) -> Part:
    """What lies between a rectangle below and one above."""
    return loft([Pos(*middle, z[0]) * Rectangle(*low), Pos(*middle, z[1]) * Rectangle(*high)], ruled=True)


def wedge(corner: tuple[float, float], inward: tuple[int, int], size: float, z: tuple[float, float]) -> Part:
    """What carries a block in a corner without support: it grows from the corner line at an overhang of 45 degrees.

    It reaches one millimetre into the walls.
    """
    (x, y), (i, j) = corner, inward
    thin = 1.2
    low = Pos(x + i * (thin / 2 - 1), y + j * (thin / 2 - 1), z[0]) * Rectangle(thin, thin)
    high = Pos(x + i * (size - 1) / 2, y + j * (size - 1) / 2, z[1]) * Rectangle(size + 1, size + 1)
    return loft([low, high], ruled=True)
