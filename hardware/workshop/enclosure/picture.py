"""Drawings of bodies: triangles in, a shaded PNG with dark outlines out. Knows no CAD; same input, same bytes."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PIL import Image

from hardware.workshop.enclosure.mesh import normals

FINE = 2
"""How many dots make a pixel, in each direction."""

LIGHT = np.array([-0.35, -0.55, 0.76])
PAPER, INK = 255.0, 40.0
CREASE = math.cos(math.radians(32))
"""Where two faces meet at more than this angle a line is drawn."""

PARALLEL, STEP = 0.9999, 0.3
"""So is one between parallel faces that lie apart by more than this, in millimetres."""


@dataclass(frozen=True)
class Piece:
    """A body of one colour, red, green and blue from 0 to 255."""

    triangles: np.ndarray
    colour: tuple[int, int, int]


def draw(pieces: Iterable[Piece], turn: float, tilt: float, width: int) -> Image.Image:
    """The pieces seen from above the front: turned and tilted by degrees; `width` in pixels."""
    scene = list(pieces)
    view = _view(turn, tilt)
    triangles = np.concatenate([piece.triangles for piece in scene]) @ view.T
    bodies = np.concatenate([np.full(len(piece.triangles), place) for place, piece in enumerate(scene)])
    low, high = triangles.reshape(-1, 3).min(axis=0), triangles.reshape(-1, 3).max(axis=0)
    margin = 0.03 * (high[0] - low[0])
    scale = width * FINE / (high[0] - low[0] + 2 * margin)
    columns, rows = width * FINE, math.ceil((high[1] - low[1] + 2 * margin) * scale / FINE) * FINE
    flat = triangles.copy()
    flat[..., 0] = (triangles[..., 0] - low[0] + margin) * scale
    flat[..., 1] = rows - (triangles[..., 1] - low[1] + margin) * scale
    nearest = _raster(flat, rows, columns)
    ways = normals(triangles)
    levels = np.einsum("ij,ij->i", ways, triangles[:, 0])
    lines = _lines(nearest, np.column_stack([ways, levels]), bodies)
    return _shaded(nearest, lines, scene, ways @ (view @ (LIGHT / np.linalg.norm(LIGHT))), bodies)


def _view(turn: float, tilt: float) -> np.ndarray:
    a, b = math.radians(turn), math.radians(tilt)
    around = np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
    over = np.array([[1, 0, 0], [0, math.sin(b), math.cos(b)], [0, -math.cos(b), math.sin(b)]])
    return over @ around


def _raster(flat: np.ndarray, rows: int, columns: int) -> np.ndarray:
    """The triangle nearest to the eye at each dot, -1 where there is none."""
    depth = np.full((rows, columns), -np.inf)
    nearest = np.full((rows, columns), -1)
    for number, (a, b, c) in enumerate(flat):
        left, right = math.floor(min(a[0], b[0], c[0])), math.ceil(max(a[0], b[0], c[0])) + 1
        top, bottom = math.floor(min(a[1], b[1], c[1])), math.ceil(max(a[1], b[1], c[1])) + 1
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if abs(area) < 1e-9:
            continue
        x, y = np.meshgrid(np.arange(left, right) + 0.5, np.arange(top, bottom) + 0.5)
        u = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / area
        v = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / area
        z = u * a[2] + v * b[2] + (1 - u - v) * c[2]
        window = depth[top:bottom, left:right]
        inside = (u >= -1e-6) & (v >= -1e-6) & (u + v <= 1 + 1e-6) & (z > window)
        window[inside] = z[inside]
        nearest[top:bottom, left:right][inside] = number
    return nearest


def _shaded(
    nearest: np.ndarray, lines: np.ndarray, scene: list[Piece], light: np.ndarray, bodies: np.ndarray
) -> Image.Image:
    colours = np.array([piece.colour for piece in scene], dtype=float)
    bright = 0.55 + 0.45 * np.clip(light, 0, 1)
    dots = np.concatenate([colours[bodies] * bright[:, None], [[PAPER] * 3]])[nearest]
    dots[lines] = INK
    rows, columns = nearest.shape
    pixels = dots.reshape(rows // FINE, FINE, columns // FINE, FINE, 3).mean(axis=(1, 3))
    return Image.fromarray(np.rint(pixels).astype(np.uint8), "RGB")


def _lines(nearest: np.ndarray, planes: np.ndarray, bodies: np.ndarray) -> np.ndarray:
    """Where a body ends, a face bends away or lies deeper; a plane is its normal and its distance from the origin."""
    body = np.append(bodies, -1)[nearest]
    plane = np.concatenate([planes, [[0.0] * 4]])[nearest]
    lines = np.zeros(nearest.shape, dtype=bool)
    for rows, columns in ((1, 0), (0, 1)):
        here = (slice(rows, None), slice(columns, None))
        there = (slice(None, nearest.shape[0] - rows), slice(None, nearest.shape[1] - columns))
        along = np.einsum("ijk,ijk->ij", plane[here][..., :3], plane[there][..., :3])
        deeper = (along > PARALLEL) & (np.abs(plane[here][..., 3] - plane[there][..., 3]) > STEP)
        found = (body[here] != body[there]) | (((along < CREASE) | deeper) & (body[here] >= 0))
        lines[here] |= found
        lines[there] |= found
    return lines
