"""What many runs leave: their samples side by side, and how each of them ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from denoc.basics.checks import check_choice
from denoc.basics.errors import counted
from denoc.runs.energy_balance import tolerated, warning_words
from denoc.runs.recording import Status

How = Literal["lanes", "one by one"]


@dataclass(frozen=True, eq=False, repr=False)
class Ensemble:
    """Many runs, sampled at the same times: what `simulate_many` gives.

    `t` is (m,) in s; `q` (rad, m) and `qd` (per s) are (k, m, n), `kinetic` and `potential` (k, m) in J. What a run did
    not reach is nan. `energy_error` (k,) is what the energy balance leaves, over what was exchanged, as of a
    `Simulation`; of runs in lanes it is that of the samples, and nan where friction takes or a law gives what they do
    not tell. `warning` counts those that should not be trusted for it, at the tolerance `rtol` that all had. `status`
    (k,) says how each ended: "completed", "diverged", "failed" or "cancelled"; `reached` (k,) in s is how far it got,
    `message` why no further. `steps` and their `evaluations` (k,) are what it took. `how` (k,) is "lanes" for runs that
    were computed side by side, "one by one" for those that `simulate` computed, and `reason` says why these were.
    Arrays are read-only.

    >>> start = np.linspace(-1.0, 1.0, 100)[:, None]
    >>> swings = dn.simulate_many(dn.rod_chain(1).robot, start, np.zeros((100, 1)), 2.0)
    >>> swings
    <Ensemble: 100 runs of 1 joint, 2 samples over 2 s, all completed>
    """

    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    kinetic: np.ndarray
    potential: np.ndarray
    energy_error: np.ndarray
    steps: np.ndarray
    evaluations: np.ndarray
    reached: np.ndarray
    status: np.ndarray
    message: np.ndarray
    how: np.ndarray
    reason: str = ""
    rtol: float = 1e-8

    def __len__(self) -> int:
        return len(self.status)

    @property
    def total(self) -> np.ndarray:
        """Kinetic and potential energy together, (k, m), in J."""
        return self.kinetic + self.potential

    @property
    def warning(self) -> str:
        """In words, how many energy balances say that their runs should not be trusted, and the worst; else empty."""
        doubtful = self.energy_error > tolerated(self.rtol)
        if not doubtful.any():
            return ""
        words = warning_words(self.energy_error[doubtful].max())
        return f"{np.count_nonzero(doubtful)} of {counted(len(self), 'run')}: {words}"

    def count(self, status: Status) -> int:
        """How many runs ended so; DynamicsError for a `status` that is none."""
        check_choice(status, get_args(Status), "status")
        return int(np.count_nonzero(self.status == status))

    def __repr__(self) -> str:
        runs, samples, joints = self.q.shape
        ends = [(word, self.count(word)) for word in ("completed", "stopped", "diverged", "failed", "cancelled")]
        found = [f"{count} {word}" for word, count in ends if count]
        outcome = f"all {found[0].split()[1]}" if len(found) == 1 else ", ".join(found) or "none"
        lasts = self.t[-1] if samples else 0.0
        return (
            f"<Ensemble: {counted(runs, 'run')} of {counted(joints, 'joint')}, "
            f"{counted(samples, 'sample')} over {lasts:g} s, {outcome}{self.warning and f'; {self.warning}'}>"
        )
