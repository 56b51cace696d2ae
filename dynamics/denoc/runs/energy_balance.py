"""The energies of a run held against each other, sample by sample once."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

EPSILON, TINY = float(np.finfo(float).eps), float(np.finfo(float).tiny)


@dataclass
class EnergyBalance:
    """Of a run that grows: each sample is looked at once."""

    drift: float = 0.0  # the largest that was left unexplained, J
    _start: tuple[float, float] | None = None  # energy, and what had been put in, at the first sample
    _lows: np.ndarray = field(default_factory=lambda: np.full(4, np.inf))  # kinetic, potential, put in, taken out
    _highs: np.ndarray = field(default_factory=lambda: np.full(4, -np.inf))

    def take(self, kinetic: np.ndarray, potential: np.ndarray, work: np.ndarray, friction_work: np.ndarray) -> None:
        """The next samples, (k,) each, in J."""
        if not len(kinetic):
            return
        flows = (kinetic, potential, work, friction_work)
        self._lows = np.minimum(self._lows, [flow.min() for flow in flows])
        self._highs = np.maximum(self._highs, [flow.max() for flow in flows])
        with np.errstate(all="ignore"):  # a run that diverged may leave numbers at the end of their range
            energy, supplied = kinetic + potential, work - friction_work
            if self._start is None:
                self._start = float(energy[0]), float(supplied[0])
            drift = energy - self._start[0] - (supplied - self._start[1])
        self.drift = float(np.maximum(self.drift, np.abs(drift).max()))

    def error(self, least: float) -> float:
        """The largest drift over the energy that was exchanged, or that moves; `least` J count as exchanged."""
        if self._start is None:
            return 0.0
        with np.errstate(all="ignore"):
            swings = self._highs - self._lows
        exchanged = max(least, float(self._highs[0]), *map(float, swings))
        largest = max(abs(float(self._lows[1])), abs(float(self._highs[1])))
        return self.drift / max(exchanged, EPSILON * largest, TINY)
