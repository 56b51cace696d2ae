"""When a joint first is half a turn from home, in a motion that is known at samples: between them too."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

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
        """Those of a run."""
        return cls(known.t, known.q, known.qd, known.qdd)

    def stretch(self, row: int) -> Stretch:
        """The motion from a sample to the next: the polynomials of degree five that have the positions, rates and
        accelerations of both."""
        t, q, qd, qdd = (values[row : row + 2] for values in self)
        h = t[1] - t[0]
        rise, v0, v1 = q[1] - q[0], h * qd[0], h * qd[1]
        a0, a1 = h * h * qdd[0] / 2, h * h * qdd[1] / 2
        c3 = 10 * rise - 6 * v0 - 4 * v1 - 3 * a0 + a1
        c4 = -15 * rise + 8 * v0 + 7 * v1 + 3 * a0 - 2 * a1
        c5 = 6 * rise - 3 * v0 - 3 * v1 - a0 + a1
        return Stretch(q[0], v0, a0, c3, c4, c5)


class Stretch(NamedTuple):
    """Polynomials of the share of a stretch that is over: coefficients (n,), the constant one first."""

    c0: np.ndarray
    c1: np.ndarray
    c2: np.ndarray
    c3: np.ndarray
    c4: np.ndarray
    c5: np.ndarray

    def at(self, shares: np.ndarray) -> np.ndarray:
        """q at these shares (m,), (m, n)."""
        s = shares[:, None]
        return self.c0 + s * (self.c1 + s * (self.c2 + s * (self.c3 + s * (self.c4 + s * self.c5))))


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
            there[row] |= self.beyond(known.stretch(row).at(SHARES)).any()
        return int(there.argmax()) if there.any() else None

    def time(self, known: Samples, row: int) -> float:
        """When the first of the joints gets there in this stretch."""
        low, high, motion = 0.0, 1.0, known.stretch(row)
        for _ in range(NARROWINGS):
            shares = low + (high - low) * SHARES
            seen = np.asarray(self.beyond(motion.at(shares)).any(axis=1))
            seen[-1] = True
            at = int(seen.argmax())
            low, high = float(shares[max(at - 1, 0)]), float(shares[at])
        return float(known.t[row] + high * (known.t[row + 1] - known.t[row]))

    def _away(self, q: np.ndarray) -> np.ndarray:
        return np.abs(q - self.home)[:, self.joints]
