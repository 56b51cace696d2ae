"""What a torque law consists of: data from which machine code computes it, without asking Python at every stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from denoc.torques.feedback import Belief, Motors
    from denoc.torques.formula_program import FormulaProgram

OfTime = Callable[[np.ndarray], np.ndarray]  # of times (k,): (k, columns)


@dataclass(frozen=True)
class LawParts:
    """Torques that are functions of time or formulas, or feedback of gains (3, n): kp, kd, ki.

    Feedback follows q_r, qd_r and, to be fed forward, qdd_r, side by side: functions of time or `resting`, numbers that
    stay. Its sum is a torque, to which the `belief` adds what holds the arm, or with `inverse` an acceleration, of
    which the belief makes torques. `motors` cut all torques short, and integrals by their `patience`.
    """

    of_time: OfTime | None = None
    resting: np.ndarray | None = None
    program: FormulaProgram | None = None
    gains: np.ndarray | None = None
    belief: Belief | None = None
    inverse: bool = False
    motors: Motors | None = None
    patience: np.ndarray | None = None

    def torques(self, t: np.ndarray, q: np.ndarray, qd: np.ndarray, z: np.ndarray) -> np.ndarray:
        """At times (k,) of states (k, n), with z (k, n) where there are integrals, in one go: (k, n)."""
        tau = self._wanted(t, q, qd, z)
        return tau if self.motors is None else self.motors.give(tau, qd)

    def _wanted(self, t: np.ndarray, q: np.ndarray, qd: np.ndarray, z: np.ndarray) -> np.ndarray:
        if self.program is not None:
            found = (np.zeros(len(t)) if each is None else each(t, q, qd) for each in self.program.formulas)
            return np.column_stack(list(found))
        n, given = q.shape[1], self.of_time(t) if self.of_time is not None else self.resting
        assert given is not None
        if self.gains is None:
            return given
        kp, kd, ki = self.gains
        command = kp * (given[..., :n] - q) + kd * (given[..., n : 2 * n] - qd)
        if self.belief is None:
            tau = command
        elif self.inverse:
            tau = self.belief.torques(q, qd, given[..., 2 * n :] + command)
        else:
            tau = command + self.belief.torques(q, np.zeros_like(q), np.zeros_like(q))
        return tau + ki * z if ki.any() else tau
