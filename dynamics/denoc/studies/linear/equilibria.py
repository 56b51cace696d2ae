"""Poses in which an arm can rest, and whether it stays there."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc.arm.batch import check_start
from denoc.arm.robot import Robot
from denoc.arm.search_ranges import search_ranges
from denoc.basics.cancelling import check_cancelled
from denoc.basics.checks import LARGEST, check_count, check_kind
from denoc.basics.errors import SingularMassMatrix
from denoc.functions.api import inverse_dynamics
from denoc.functions.derivatives import inverse_dynamics_derivatives
from denoc.kernels.dispatch import SHARED
from denoc.motions.inverse_kinematics import joint_limits
from denoc.runs.problem.job import check_tip_wrench
from denoc.studies.linear.modes import Modes, modes, null_space

STARTS = 64  # poses that are tried beside the given one
WORK = 1 << 24  # products of a step, for all starts together: a long arm has fewer of them
STEPS = 60
LEAST, STUCK = 1e-15, 1e6  # damping of the steps
LONGEST = 0.5  # rad, m: of a step
EXACT = 1e-12  # share of the largest torque that may be left
SAME = 1e-6  # rad, m: poses that are one


class Equilibrium(NamedTuple):
    """A pose `q` (rad, m), (n,), that the given torques hold, with its natural modes.

    `away` is the farthest that a joint is from the pose that was asked for, in rad or m, whole turns left out, and
    `farthest` that joint, from 0. `within_limits` says whether the joints are within their own.
    """

    q: np.ndarray
    modes: Modes
    away: float
    farthest: int
    within_limits: bool

    @property
    def stability(self) -> str:
        """ "stable", "indifferent" where the arm stays wherever it is put along some direction, or "unstable"."""
        return self.modes.stability


def equilibria(
    robot: Robot, q: object = None, tau: object = None, *, tip_wrench: object = None, starts: int = STARTS
) -> tuple[Equilibrium, ...]:
    """Poses in which the arm can rest while the torques tau (N m, N), (n,), act: those nearest to q (rad, m) first.

    Without q they are looked for around zero, without tau the joints are free. Angles come within half a turn of q.
    The search goes downhill from q and from as many poses again as `starts` says (fewer for an arm of more than 60
    joints), spread evenly over a whole turn, and over the limits or a metre either way of a slide: it finds what is
    near, and is no proof that there is nothing else. Of poses that go over into each other without any torque, as about
    an upright axis, the nearest stands for all. Dry friction, which lets an arm rest in many more poses, does not
    count, nor do the joints' stops. A pose in which the mass matrix is singular is left out. An empty tuple where
    nothing was found. `tip_wrench` as for `inverse_dynamics`. DynamicsError for a wrong shape or a number that is
    not finite or too large.

    Two rods hang, stand, or fold in two ways:

    >>> found = dn.equilibria(dn.rod_chain(2).robot, [-1.5, 0.1])
    >>> [(each.q.round(2).tolist(), each.stability) for each in found[:2]]
    [([-1.57, 0.0], 'stable'), ([-1.57, 3.14], 'unstable')]
    """
    check_kind(robot, Robot, "robot")
    pose = np.array(check_start(robot, "q", np.zeros(robot.n) if q is None else q))
    held = np.array(check_start(robot, "tau", np.zeros(robot.n) if tau is None else tau, LARGEST))
    tip_wrench = check_tip_wrench(tip_wrench)
    count = min(check_count(starts, "starts", 0, 100_000), max(WORK // robot.n**3, 1))
    arm = _Resting(robot, pose, held, tip_wrench)
    found = [arm.nearest_alike(each) for each in arm.search(np.vstack([pose, arm.spread(count)]))]
    kept: list[Equilibrium] = []
    loose: list[np.ndarray] = []  # directions in which each of them goes over into others
    for each, free in sorted(found, key=lambda one: (np.abs(arm.short(one[0] - pose)).max().round(9), one[0].tolist())):
        if any(_same(arm.short(each - other.q), ways) for other, ways in zip(kept, loose, strict=True)):
            continue
        try:
            around = modes(robot, each, tip_wrench=tip_wrench)
        except SingularMassMatrix:
            continue
        inside = all(link.lower <= value <= link.upper for link, value in zip(robot.links, each.tolist(), strict=True))
        away = np.abs(arm.short(each - pose))
        kept.append(Equilibrium(each, around, float(away.max()), int(away.argmax()), inside))
        loose.append(free)
    return tuple(kept)


class _Resting:
    """The torques that are missing in poses of an arm, near one of them."""

    def __init__(self, robot: Robot, pose: np.ndarray, tau: np.ndarray, tip_wrench: object) -> None:
        self._robot, self._pose, self._tau, self._wrench = robot, pose, tau, tip_wrench
        self._turning = np.array([link.revolute for link in robot.links])
        self._still = np.zeros(robot.n)
        self._largest = 0.0  # torque that was missing anywhere

    def spread(self, count: int) -> np.ndarray:
        """Poses that fill the joints' space evenly, (count, n): multiples of the powers of a generalized golden ratio
        (Roberts 2018)."""
        n, ratio = self._robot.n, 1.5
        for _ in range(60):
            ratio = (1 + ratio) ** (1 / (n + 1))
        shares = (0.5 + np.outer(np.arange(1, count + 1), ratio ** -np.arange(1.0, n + 1))) % 1
        limits = np.where(self._turning, [[-np.inf], [np.inf]], joint_limits(self._robot))
        low, high = search_ranges(limits, self._pose, np.where(self._turning, math.pi, 1.0))
        return low + shares * (high - low)

    def search(self, q: np.ndarray) -> np.ndarray:
        """The poses, of those (k, n) to start from, that Levenberg's and Marquardt's steps bring to rest."""
        q, left, eye = q.copy(), self._missing(q), np.eye(self._robot.n)
        self._largest = float(np.abs(left).max(initial=np.abs(self._tau).max()))
        damping = np.full(len(q), 1e-3)
        for _ in range(STEPS):
            going = np.flatnonzero(~self._small(left) & (damping < STUCK))
            if not going.size:
                break
            check_cancelled()
            slope, before = self._slope(q[going]), left[going]
            across = slope.swapaxes(-1, -2) @ slope
            size = np.trace(across, axis1=-2, axis2=-1) / len(eye) + self._largest**2 * EXACT
            across += (damping[going] * size)[:, None, None] * eye
            step = -np.linalg.solve(across, slope.swapaxes(-1, -2) @ before[..., None])[..., 0]
            step *= LONGEST / np.maximum(np.abs(step).max(axis=-1, keepdims=True), LONGEST)
            after = self._missing(q[going] + step)
            better = np.linalg.norm(after, axis=-1) < np.linalg.norm(before, axis=-1)
            q[going[better]] += step[better]
            left[going[better]] = after[better]
            damping[going] = np.where(better, damping[going] * 0.1, damping[going] * 5).clip(LEAST)
        return q[self._small(left)]

    def nearest_alike(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The pose that q goes over into without any torque and that is nearest, with the directions of such ways."""
        q = self._pose + self.short(q - self._pose) + 0.0
        free = null_space(self._slope(q))
        alike = q + free @ (free.T @ (self._pose - q))
        return (alike if self._small(self._missing(alike)) else q), free

    def short(self, difference: np.ndarray) -> np.ndarray:
        """A difference of poses without whole turns: within half a turn, a half itself counted as forward."""
        turns = np.ceil((difference - SAME) / (2 * math.pi) - 0.5)
        return np.where(self._turning, difference - 2 * math.pi * turns, difference)

    def _missing(self, q: np.ndarray) -> np.ndarray:
        still = self._still
        return inverse_dynamics(self._robot, q, still, still, tip_wrench=self._wrench, kernels=SHARED) - self._tau

    def _slope(self, q: np.ndarray) -> np.ndarray:
        still = self._still
        return inverse_dynamics_derivatives(self._robot, q, still, still, tip_wrench=self._wrench, kernels=SHARED)[0]

    def _small(self, torques: np.ndarray) -> np.ndarray:
        return np.abs(torques).max(axis=-1) <= EXACT * self._largest


def _same(difference: np.ndarray, free: np.ndarray) -> bool:
    """Whether a difference of two poses lies in the directions that are free."""
    return bool(np.abs(difference - free @ (free.T @ difference)).max() < SAME)
