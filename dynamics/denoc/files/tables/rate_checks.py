"""Do the rates of a table belong to its positions, and its accelerations to its rates?"""

from __future__ import annotations

import math

import numpy as np

from denoc.motions.motion_data import SampledMotion
from denoc.motions.noise import noise_of

FEWEST = 8  # samples: fewer may be points to stop at
WINDOWS = 64  # spans of time whose changes are compared: long ones, so that noise counts little
FAR = 0.45  # of the larger one: the change of positions and what the rates make of it differ by more than that
ABOVE_NOISE = 5.0
ALIKE = 0.9  # of a correlation: one is a multiple of the other
CLOSE = 0.03  # to a ratio that has a name
NAMED = {
    180 / math.pi: "degrees beside radians",
    1000.0: "mm beside m, or ms beside s",
    100.0: "cm beside m",
    60.0: "minutes beside seconds",
    2 * math.pi: "turns beside radians",
    30 / math.pi: "rpm beside rad/s",
    360.0: "turns beside degrees",
}


def rate_doubts(motion: SampledMotion) -> list[str]:
    """Where rates clearly contradict the change of the positions, or accelerations that of the rates.

    A sentence each, with the column and the ratio: "qd1 is 57.3 times the change of q1: degrees beside radians?"
    """
    found: list[str] = []
    if len(motion.times) < FEWEST:
        return found
    for name, other in (("q", "qd"), ("qd", "qdd")):
        if getattr(motion, other) is not None:
            values, rates = np.array(getattr(motion, name)), np.array(getattr(motion, other))
            found += _doubts(name, other, np.array(motion.times), values, rates)
    return found


def _doubts(name: str, other: str, times: np.ndarray, values: np.ndarray, rates: np.ndarray) -> list[str]:
    from scipy.interpolate import CubicSpline  # imported late: it costs as much as the rest of the package

    ends = np.unique(np.linspace(0, len(times) - 1, WINDOWS + 1).round().astype(int))
    change = np.diff(values[ends], axis=0)
    sums = CubicSpline(times, rates, axis=0).antiderivative()(times)
    expected = np.diff(sums[ends], axis=0)
    size, expected_size, apart = (np.sqrt((x**2).mean(axis=0)) for x in (change, expected, change - expected))
    gap = times[-1] / (len(times) - 1)
    summed = noise_of(times, rates) * gap * math.sqrt((len(times) - 1) / (len(ends) - 1))
    noise = np.hypot(math.sqrt(2) * noise_of(times, values), summed) + 1e-9 * np.abs(values).max(axis=0)
    larger = np.maximum(size, expected_size)
    doubtful = (apart > FAR * larger) & (apart > ABOVE_NOISE * noise)
    alike = (change * expected).mean(axis=0) / np.maximum(size * expected_size, 1e-300)
    return [
        f"{other}{j + 1} {_words(expected_size[j] / max(size[j], 1e-9 * expected_size[j]), alike[j], f'{name}{j + 1}')}"
        for j in np.flatnonzero(doubtful)
    ]


def _words(ratio: float, alike: float, name: str) -> str:
    """How a rate that is `ratio` times too large stands to its position."""
    if ratio < 1e-6:
        return f"is zero, and {name} changes"
    if ratio > 1e6:
        return f"is not zero, and {name} does not change"
    if abs(alike) < ALIKE:
        return f"does not follow the change of {name}"
    sign = "-" if alike < 0 else ""
    if abs(ratio - 1) < CLOSE:
        return f"is {sign}1 times the change of {name}: the sign of one of them is wrong?"
    whole = max(ratio, 1 / ratio)
    times = f"{sign}{ratio:.4g}" if ratio > 1 else f"{sign}{ratio:.4g} (1/{1 / ratio:.4g})"
    named = next((words for known, words in NAMED.items() if abs(whole / known - 1) < CLOSE), "")
    return f"is {times} times the change of {name}" + (f": {named}?" if named else "")
