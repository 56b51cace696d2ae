"""Where poses of an arm are looked for: within its limits, and within a stretch of its joints where there are none."""

from __future__ import annotations

import numpy as np


def search_ranges(limits: np.ndarray, around: np.ndarray, room: np.ndarray) -> np.ndarray:
    """Finite ranges (2, n): the limits (2, n), and for a missing one twice the `room` (n,) from the other, but no less
    than `room` beyond `around` (n,)."""
    low, high = limits
    below, above = np.isneginf(low), np.isposinf(high)
    least = np.where(below, np.minimum(around - room, np.where(above, np.inf, high - 2 * room)), low)
    most = np.where(above, np.maximum(around + room, np.where(below, -np.inf, low + 2 * room)), high)
    return np.array([least, most])
