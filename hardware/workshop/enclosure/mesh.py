"""What a printed body is as triangles: reading STL, whether it is closed, how thick its walls are. Knows no CAD.

Lengths are in millimetres. Triangles are arrays of shape (n, 3, 3): n triangles of three points.
"""

from collections import Counter
from pathlib import Path

import numpy as np

EPSILON = 1e-9
WELD = 4
"""Decimals of a millimetre: corners that agree in them are one, as for every slicer."""

FACING = -0.5
"""Two sides face each other, as those of a wall do, when their normals' product is below this (120 degrees)."""


def read(path: Path) -> np.ndarray:
    """The triangles of a binary STL file."""
    data = path.read_bytes()
    count = int.from_bytes(data[80:84], "little")
    kind = np.dtype([("normal", "<f4", 3), ("points", "<f4", (3, 3)), ("attribute", "<u2")])
    return np.frombuffer(data, kind, count, 84)["points"].astype(float).round(WELD) + 0.0


def open_edges(triangles: np.ndarray) -> int:
    """How many edges are not used exactly once in each direction: 0 when the body is watertight."""
    _, indices = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    faces = indices.reshape(-1, 3)
    edges = Counter(map(tuple, np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]).tolist()))
    return sum(count != 1 or edges[edge[::-1]] != 1 for edge, count in edges.items())


def volume(triangles: np.ndarray) -> float:
    """The volume, positive when the triangles face outwards."""
    first, second, third = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    return float(np.einsum("ij,ij->i", first, np.cross(second, third)).sum() / 6)


def normals(triangles: np.ndarray) -> np.ndarray:
    """The outward normal of each triangle, of length 1; of one without area it is 0."""
    crosses = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    lengths = np.linalg.norm(crosses, axis=1, keepdims=True)
    return np.divide(crosses, lengths, out=np.zeros_like(crosses), where=lengths > EPSILON)


def thicknesses(triangles: np.ndarray, per_point: float) -> tuple[np.ndarray, np.ndarray]:
    """Points of the surface, and how far it is from each inwards to the other side, where that faces it.

    There is one point in every triangle, and more in a large one: one for each `per_point` square millimetres.
    """
    points, inward = _samples(triangles, per_point)
    chunks = [slice(start, start + 32) for start in range(0, len(points), 32)]
    return points, np.concatenate([_through(points[chunk], inward[chunk], triangles) for chunk in chunks])


def _samples(triangles: np.ndarray, per_point: float) -> tuple[np.ndarray, np.ndarray]:
    """Points spread evenly in the triangles, and the way inwards at each."""
    crosses = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    areas = np.linalg.norm(crosses, axis=1) / 2
    counts = np.where(areas > EPSILON, 1 + areas // per_point, 0).astype(int)
    owners = np.repeat(np.arange(len(triangles)), counts)
    places = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
    # a sequence that fills the unit square evenly, folded into the triangle; its first point is near the middle
    u, v = (0.3 + 0.7548776662466927 * places) % 1, (0.3 + 0.5698402909980532 * places) % 1
    folded = u + v > 1
    u, v = np.where(folded, 1 - u, u), np.where(folded, 1 - v, v)
    first, second, third = triangles[owners, 0], triangles[owners, 1], triangles[owners, 2]
    points = first + u[:, None] * (second - first) + v[:, None] * (third - first)
    return points, -normals(triangles)[owners]


def _through(points: np.ndarray, ways: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """The way from each point along its way to the first triangle (Möller and Trumbore), if that faces the point."""
    first, along, across = triangles[:, 0], triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    heights = np.cross(ways[:, None], across[None])
    slopes = np.einsum("ijk,jk->ij", heights, along)
    with np.errstate(divide="ignore", invalid="ignore"):
        offsets = points[:, None] - first[None]
        u = np.einsum("ijk,ijk->ij", offsets, heights) / slopes
        turned = np.cross(offsets, along[None])
        v = np.einsum("ijk,ik->ij", turned, ways) / slopes
        far = np.einsum("ijk,jk->ij", turned, across) / slopes
        hit = (np.abs(slopes) > EPSILON) & (u >= -EPSILON) & (v >= -EPSILON) & (u + v <= 1 + EPSILON) & (far > 1e-4)
    reached = np.where(hit, far, np.inf)
    nearest = reached.argmin(axis=1)
    facing = np.einsum("ij,ij->i", normals(triangles)[nearest], ways) > -FACING
    return np.where(facing, reached.min(axis=1), np.inf)
