"""Polygons as triangles. `corners` (c,) holds the indices of one polygon after the other, `counts` (k,) how many."""

from __future__ import annotations

import numpy as np


def triangle_count(counts: np.ndarray) -> int:
    return int(np.maximum(counts - 2, 0).sum())


def fans(corners: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """(f, 3): all triangles of a polygon share its first corner."""
    first, number = _places(counts)
    return corners[np.stack([first, first + number + 1, first + number + 2], axis=1)]


def strips(corners: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """(f, 3): each triangle shares two corners with the one before; every other one turns the other way."""
    first, number = _places(counts)
    here, odd = first + number, number % 2
    return corners[np.stack([here, here + 1 + odd, here + 2 - odd], axis=1)]


def _places(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(the first corner of its polygon, its own number in there), (f,) for each triangle."""
    triangles = np.maximum(counts - 2, 0)
    first = np.repeat(np.cumsum(counts) - counts, triangles)
    return first, np.arange(len(first)) - np.repeat(np.cumsum(triangles) - triangles, triangles)
