"""When a joint first is half a turn from home, in a motion that is known at samples: between them too."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc.runs.recording import Chunk, Recording

SHARES = np.linspace(0.0, 1.0, 17)  # of a stretch between two samples at which it is looked at
HALVINGS = 50


class Samples(NamedTuple):
    """A motion at the times t (k,) in s: q (rad, m), qd and qdd (per s, s^2), (k, n) each."""

    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray

    @classmethod
    def of(cls, known: Chunk | Recording) -> Samples:
        """Those of a run or a part of one."""
        return cls(known.t, known.q, known.qd, known.qdd)

    def followed_by(self, more: Samples) -> Samples:
        """More samples with the last one of these in front."""
        return Samples(*(np.concatenate([mine[-1:], theirs]) for mine, theirs in zip(self, more, strict=True)))

    def between(self, row: int, shares: np.ndarray) -> np.ndarray:
        """q at these shares of the stretch after a sample, (m, n): the polynomial of degree five that has the
        positions, rates and accelerations of both samples."""
        t, q, qd, qdd = (values[row : row + 2] for values in self)
        h, s = t[1] - t[0], shares[:, None]
        rise, v0, v1 = q[1] - q[0], h * qd[0], h * qd[1]
        a0, a1 = h * h * qdd[0] / 2, h * h * qdd[1] / 2
        c3 = 10 * rise - 6 * v0 - 4 * v1 - 3 * a0 + a1
        c4 = -15 * rise + 8 * v0 + 7 * v1 + 3 * a0 - 2 * a1
        c5 = 6 * rise - 3 * v0 - 3 * v1 - a0 + a1
        return q[0] + s * (v0 + s * (a0 + s * (c3 + s * (c4 + s * c5))))


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
            there[row] |= self.beyond(known.between(row, SHARES)).any()
        return int(there.argmax()) if there.any() else None

    def time(self, known: Samples, row: int) -> float:
        """When the first of the joints gets there in this stretch."""

        def reached(share: float) -> bool:
            return bool(self.beyond(known.between(row, np.array([share]))).any())

        seen = np.asarray(self.beyond(known.between(row, SHARES)).any(axis=1))
        seen[-1] = True
        at = int(seen.argmax())
        low, high = SHARES[max(at - 1, 0)], SHARES[at]
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if reached(middle) else (middle, high)
        return float(known.t[row] + high * (known.t[row + 1] - known.t[row]))

    def _away(self, q: np.ndarray) -> np.ndarray:
        return np.abs(q - self.home)[:, self.joints]
