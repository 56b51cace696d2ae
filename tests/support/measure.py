"""How far two results are apart."""

from __future__ import annotations

import numpy as np


def relative(actual: object, expected: object) -> float:
    """Largest difference over the largest expected value."""
    a, b = np.asarray(actual, dtype=float), np.asarray(expected, dtype=float)
    assert a.shape == b.shape, (a.shape, b.shape)
    return float(np.abs(a - b).max()) / max(float(np.abs(b).max()), 1e-12)
