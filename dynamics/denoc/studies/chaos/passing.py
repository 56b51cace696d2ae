"""When a joint first is half a turn from home, in a motion that is known at samples: between them too."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc.motions.piecewise import PiecewisePolynomial, hermite
from denoc.runs.recording import Recording

SHARES = np.linspace(0.0, 1.0, 17)  # of a stretch between two samples at which it is looked at
NARROWINGS = 10  # to a sixteenth each: 1e-12 of the stretch


class Samples(NamedTuple):
    """A motion at the times t (k,) in s: q (rad, m), qd and qdd (per s, s^2), (k, n) each."""

    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray

    @classmethod
    def of(cls, known: Recording) -> Samples:
        """The samples of a recorded run."""
        return cls(known.t, known.q, known.qd, known.qdd)

    def stretch(self, row: int) -> PiecewisePolynomial:
        """The motion from a sample to the next, as what has the positions, rates and accelerations of both."""
        t, q, qd, qdd = (values[row : row + 2] for values in self)
        return hermite(t - t[0], q, qd, qdd)


class HalfTurn(NamedTuple):
    """Half a turn, either way, of some `joints` (from 0) away from where they are in the pose `home`, (n,)."""

    home: np.ndarray
    joints: list[int]

    def beyond(self, q: np.ndarray) -> np.ndarray:
        """Whether each of the joints is that far in the poses (k, n)."""
        return self._away(q) >= math.pi

    def stretch(self, known: Samples) -> int | None:
        """The first stretch between samples in which a joint gets there, by the sample before it; None for none.

        A joint may have been there and back between two samples: where that is possible it is looked for.
        """
        if len(known.t) < 2:
            return None
        there = np.asarray(self.beyond(known.q[1:]).any(axis=1))
        rate = (known.qd * np.sign(known.q - self.home))[:, self.joints]
        farthest = self._away(known.q[:-1]) + np.abs(rate[:-1]) * np.diff(known.t)[:, None]
        back = (rate[:-1] > 0) & (rate[1:] < 0) & (farthest >= math.pi)
        for row in np.flatnonzero(back.any(axis=1)).tolist():
            motion = known.stretch(row)
            there[row] |= self.beyond(motion.evaluate(SHARES * motion.duration)[0]).any()
        return int(there.argmax()) if there.any() else None

    def time(self, known: Samples, row: int) -> float:
        """When the first of the joints gets there in this stretch."""
        motion = known.stretch(row)
        low, high = 0.0, motion.duration
        for _ in range(NARROWINGS):
            times = low + (high - low) * SHARES
            seen = np.asarray(self.beyond(motion.evaluate(times)[0]).any(axis=1))
            seen[-1] = True
            at = int(seen.argmax())
            low, high = float(times[max(at - 1, 0)]), float(times[at])
        return float(known.t[row] + high)

    def _away(self, q: np.ndarray) -> np.ndarray:
        return np.abs(q - self.home)[:, self.joints]
