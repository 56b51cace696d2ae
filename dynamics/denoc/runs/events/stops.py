"""Joint limits in a run: where they are, and the spring and damper that stand behind them."""

from __future__ import annotations

import math

import numpy as np

from denoc.arm.robot import Robot
from denoc.functions.api import mass_matrix
from denoc.kernels.dispatch import SHARED
from denoc.runs.events.event_search import alone
from denoc.runs.problem.job import Job

FREQUENCY = 2 * math.pi * 20  # rad/s, of a joint's own inertia on its stop
DAMPING_RATIO = 0.2  # of critical: a joint leaves its stop with about half of its speed


class Stops:
    """Limits of the n joints, and margins that are positive as long as nothing happens.

    A stop pushes with k d + c d' while the joint is by d beyond its limit, and never pulls. Without a stiffness of
    their own, stops are as stiff as makes the joint's inertia at the start of the run (the diagonal of the mass matrix
    there) vibrate on them with 20 Hz; without a damping, they have a fifth of the critical one.
    """

    def __init__(self, job: Job) -> None:
        links = job.robot.links
        some = job.limits != "none"
        self.ends_run = job.limits == "stop"
        self.bounces = job.limits == "bounce"
        self.lower = np.array([link.lower if some else -math.inf for link in links])
        self.upper = np.array([link.upper if some else math.inf for link in links])
        self.stiffness, self.damping = _springs_and_dampers(job)

    def pressing(self, q: np.ndarray, qd: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Positive where the lower and the upper stop push: beyond the limit, and not drawn back by the damper."""
        below, above = self.lower - q, q - self.upper
        return (
            np.minimum(below, self.stiffness * below - self.damping * qd),
            np.minimum(above, self.stiffness * above + self.damping * qd),
        )

    def touched(self, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        """Which stop pushes: -1, 0 or 1 for each joint."""
        lower, upper = self.pressing(q, qd)
        return np.where(upper > 0, 1.0, np.where(lower > 0, -1.0, 0.0))

    def torque(self, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        """What the stops exert on the joints, in N m or N, shaped like q: zero where a joint does not press."""
        side = self.touched(q, qd)
        limit = np.where(side > 0, self.upper, np.where(side < 0, self.lower, q))
        return np.where(side != 0, self.stiffness * (limit - q) - self.damping * qd, 0.0)

    def terms(self, q: np.ndarray, qd: np.ndarray, side: np.ndarray) -> np.ndarray:
        """(k, 2, n, 2): two margins of each joint in states (k, n), the larger of two smooth terms each.

        One is below zero where the joint has reached its limit, or has begun or ended to press on its stop `side`.
        """
        if not self.ends_run and not self.bounces:
            return np.ones((len(q), 2, q.shape[1], 2))
        below, above = self.lower - q, q - self.upper
        if self.ends_run:
            out = alone(np.stack([-below, -above], axis=1))
        else:
            lower = np.stack([below, self.stiffness * below - self.damping * qd], axis=-1)
            upper = np.stack([above, self.stiffness * above + self.damping * qd], axis=-1)
            touched = np.where(side[:, None] > 0, upper, lower)  # presses as long as both are positive
            free = np.stack([-lower, -upper], axis=1)  # as long as one of each pair is negative
            pressed = alone(np.moveaxis(touched, -1, 1))
            out = np.where(side[:, None] != 0, pressed, free)
        return np.where(np.isfinite(out), out, 1.0)

    def describe(self, robot: Robot, joint: int, q: float, t: float) -> str:
        """That joint `joint` (from 0) at q has reached its limit."""
        upper = self.upper[joint] - q < q - self.lower[joint]
        name, limit = ("upper", self.upper[joint]) if upper else ("lower", self.lower[joint])
        unit = "rad" if robot.links[joint].revolute else "m"
        return f"joint {joint + 1} reached its {name} limit {limit:.6g} {unit} at t = {t:.6g} s"


def _springs_and_dampers(job: Job) -> tuple[np.ndarray, np.ndarray]:
    """(n,) each; zeros for a run without them."""
    if job.limits != "bounce":
        return np.zeros(job.robot.n), np.zeros(job.robot.n)
    inertia = np.diag(mass_matrix(job.robot, np.array(job.q0), kernels=SHARED))
    stiffness = inertia * FREQUENCY**2 if job.limit_stiffness is None else np.full(job.robot.n, job.limit_stiffness)
    critical = 2 * np.sqrt(stiffness * inertia)
    damping = DAMPING_RATIO * critical if job.limit_damping is None else np.full(job.robot.n, job.limit_damping)
    return stiffness, damping
