"""The energies of runs held against each other, sample by sample once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

STRICT, TOLERATED = 1e-4, 1e-3  # energy errors: at tight tolerances and at any, more does not pass without a warning
ROUNDED = 1e5 * float(np.finfo(float).eps)  # of the potential energy, whose rounding hides what smaller exchanges leave
TINY = float(np.finfo(float).tiny)


@dataclass
class EnergyBalance:
    """Of a run that grows, or of many side by side: each sample is looked at once. Samples are along the last axis."""

    drift: np.ndarray | float = 0.0  # the largest that was left unexplained, J
    _start: tuple[np.ndarray, np.ndarray] | None = None  # energy, and what had been put in, at the first sample
    _lows: np.ndarray | float = np.inf  # of each of the four
    _highs: np.ndarray | float = -np.inf

    def take(self, flows: np.ndarray) -> None:
        """The next samples, (4, k) or (4, runs, k), in J: kinetic and potential energy, put in, taken out."""
        if not flows.shape[-1]:
            return
        kinetic, potential, work, friction_work = flows
        self._lows = np.minimum(self._lows, flows.min(axis=-1))
        self._highs = np.maximum(self._highs, flows.max(axis=-1))
        with np.errstate(all="ignore"):  # a run that diverged may leave numbers at the end of their range
            energy, supplied = kinetic + potential, work - friction_work
            if self._start is None:
                self._start = energy[..., :1], supplied[..., :1]
            drift = energy - self._start[0] - (supplied - self._start[1])
        self.drift = np.maximum(self.drift, np.abs(drift).max(axis=-1))

    def error(self, least: float = 0.0) -> np.ndarray:
        """The largest drift over the energy that was exchanged, or that moves; `least` J count as exchanged."""
        if self._start is None:
            return np.zeros(())
        lows, highs = np.asarray(self._lows), np.asarray(self._highs)
        with np.errstate(all="ignore"):
            exchanged = np.maximum(np.maximum((highs - lows).max(axis=0), highs[0]), least)
            largest = np.maximum(np.abs(lows[1]), np.abs(highs[1]))
            return self.drift / np.maximum(np.maximum(exchanged, ROUNDED * largest), TINY)


def tolerated(rtol: float) -> float:
    """The energy error up to which a run with this tolerance passes without a warning."""
    return min(TOLERATED, max(STRICT, 1e3 * rtol))


def warning_words(error: float) -> str:
    """Of an error that is not tolerated."""
    return f"the energy balance is off by {error:.2g} of the exchanged energy: tighten the tolerance or the step"
