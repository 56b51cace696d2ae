"""Equations whose matrix has few diagonals, as those of splines. By NumPy alone: to import SciPy's linear algebra takes
as long as a spline through 30,000 points, and nobody else can use the interpreter meanwhile."""

from __future__ import annotations

import numpy as np

ROWS = 48  # of a block: fewer would make more calls, more of them more arithmetic


def solve_banded(band: np.ndarray, right: np.ndarray) -> np.ndarray:
    """x (m, n) of A x = right (m, n). Row by row, `band` (2 r + 1, m) holds the diagonals of A: A[i, j] is
    band[r + i - j, j].

    A is taken as blocks on, below and above its diagonal, of which only rows inside of one are exchanged. So A[:k, :k]
    must be regular wherever a block ends: it is where the equations of a spline's first knots are those of a spline.
    """
    reach, (m, n) = len(band) // 2, right.shape
    size = max(ROWS, reach)
    blocks = -(-m // size)
    more = blocks * size - m  # equations that say 0 = 0, so that the last block is as large as the others
    band = np.pad(band, ((0, 0), (reach, more + reach)))
    band[reach, reach + m :] = 1.0
    right = np.pad(right, ((0, more), (0, 0))).reshape(blocks, size, n)
    row, column = np.arange(size)[:, None], np.arange(size + 2 * reach)
    diagonal = 2 * reach + row - column
    inside = (diagonal >= 0) & (diagonal <= 2 * reach)
    diagonal[~inside] = 0

    ahead, found = np.zeros((blocks, size, reach)), np.zeros((blocks, size, n))  # found - ahead @ (the next block's x)
    for k in range(blocks):
        here = np.where(inside, band[diagonal, k * size + column], 0.0)
        before, own, after = here[:, :reach], here[:, reach:-reach], here[:, -reach:]
        own[:, :reach] -= before @ ahead[k - 1, -reach:]
        known = right[k] - before @ found[k - 1, -reach:]
        solved = np.linalg.solve(own, np.hstack([after, known]))
        ahead[k], found[k] = solved[:, :reach], solved[:, reach:]
    for k in range(blocks - 2, -1, -1):
        found[k] -= ahead[k] @ found[k + 1, :reach]
    return found.reshape(-1, n)[:m]
