"""How much noise samples carry: what no smooth curve through their neighbours explains."""

from __future__ import annotations

import math

import numpy as np

FEWEST = 40  # samples that anything is said about
SIDE = 4  # neighbours on either side that a sample is foretold from
AGREEMENT = (
    0.83  # of estimates from fewer and from more neighbours: of a curve, more explain more; of noise, they do not
)
EVEN = 1 / math.sqrt(12)  # the standard deviation of what rounding to whole numbers takes away
FAR_OFF = 0.01  # of a step: below that the values are whole by nature, as those of an even motion may be
MOVING = 0.9  # of the samples differ from the one before: more, and they are not rounded coarsely
NORMAL = 1.645  # standard deviations within which nine in ten normal numbers lie


def noise_of(times: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The standard deviation of each column's noise, (n,) for values (k, n) at rising times (k,); 0 where it is smooth.

    White noise, or the rounding of a sensor or of few digits. Noise that was filtered before it was written, so that
    neighbours share it, passes for motion.
    """
    if len(times) < FEWEST:
        return np.zeros(values.shape[1])
    fewer, more = (_spread(values, _residuals(times, values, side)) for side in (SIDE - 1, SIDE))
    return np.where(more >= AGREEMENT * fewer, more, 0.0)


def _residuals(times: np.ndarray, values: np.ndarray, side: int) -> np.ndarray:
    """What the polynomial through `side` neighbours on either side misses each sample by.

    Scaled so that of white noise they have its own standard deviation.
    """
    count = len(times) - 2 * side
    middle = times[side : side + count]
    places = [k for k in range(2 * side + 1) if k != side]
    away = {k: times[k : k + count] - middle for k in places}
    missed, squares = values[side : side + count].copy(), np.ones(count)
    for k in places:
        weight = np.ones(count)  # of Lagrange's polynomial
        for other in places:
            if other != k:
                weight *= away[other] / (away[other] - away[k])
        missed -= weight[:, None] * values[k : k + count]
        squares += weight**2
    return missed / np.sqrt(squares)[:, None]


def _spread(values: np.ndarray, residuals: np.ndarray) -> np.ndarray:
    """Their standard deviation. A few large ones, as at a jump of the motion, do not count, unless the values are
    rounded: then it is the rare step that is the noise."""
    usual = np.quantile(np.abs(residuals), 0.9, axis=0) / NORMAL
    steps = np.array([rounding_step(column) for column in values.T])
    rounded = np.sqrt((residuals**2).mean(axis=0))
    return np.where(steps == 0, usual, np.where(rounded > FAR_OFF * steps, np.maximum(rounded, steps * EVEN), 0.0))


def rounding_step(column: np.ndarray) -> float:
    """The step that all changes are multiples of, where many samples in a row are the same; else 0."""
    steps = np.abs(np.diff(column))
    moved = steps[steps > 1e-12 * np.ptp(column)]
    if not 0 < len(moved) <= MOVING * len(steps):
        return 0.0
    counts = moved / moved.min()
    return float(moved.min()) if (np.abs(counts - np.round(counts)) < 1e-3).all() else 0.0
