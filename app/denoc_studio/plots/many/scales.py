"""Colours for numbers: a perceptual scale, and one of decades."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc_studio.look.colours import DARKEST_ON_DARK, SCALE, components

STOPS = np.array([components(colour) for colour in SCALE])


def shade(places: np.ndarray, dark: bool) -> np.ndarray:
    """Red, green and blue from 0 to 1, (..., 3), of places along the scale; nan counts as 0."""
    low = DARKEST_ON_DARK if dark else 0.0
    along = low + (1 - low) * np.clip(np.nan_to_num(places), 0, 1)
    knots = np.linspace(0, 1, len(STOPS))
    return np.stack([np.interp(along, knots, STOPS[:, k]) for k in range(3)], axis=-1)


class Decades(NamedTuple):
    """Lengths in m from 10^`low` to 10^`high`, evenly by their logarithm."""

    low: int
    high: int

    @classmethod
    def around(cls, least: float, most: float) -> Decades:
        """Whole decades that hold both, at least one."""
        low, high = math.floor(math.log10(least) + 1e-9), math.ceil(math.log10(most) - 1e-9)
        return cls(low, max(high, low + 1))

    @property
    def ends(self) -> tuple[str, str]:
        """What stands at its ends, beyond which colours do not tell lengths apart."""
        return f"≤ {length_words(self.low)}", f"≥ {length_words(self.high)}"

    def places(self, lengths: np.ndarray) -> np.ndarray:
        """Where they are along the scale, from 0 to 1; what is beyond its ends, at them."""
        known = np.maximum(lengths, 10.0 ** (self.low - 1))
        return np.clip((np.log10(known) - self.low) / (self.high - self.low), 0.0, 1.0)


def length_words(power: int) -> str:
    """10^power m in the unit that reads best: "10 cm" is 100 mm here, since a thousand lies between units."""
    for base, unit in ((0, "m"), (-3, "mm"), (-6, "µm"), (-9, "nm")):
        if power >= base:
            size = power - base
            return f"{10**size} {unit}" if size < 4 else f"1e{size} {unit}"
    return f"1e{power} m"
