"""The pushes of a run as forces: at any states, and as numbers for machine code that change from stretch to stretch."""

from __future__ import annotations

import math

import numpy as np

from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.arm.visuals import anchor
from denoc.functions.kinematics import link_frames
from denoc.kernels import derivative
from denoc.kernels.dispatch import SHARED
from denoc.motions.changes import Stretch
from denoc.torques.pushes import Push, Pushes


class Springs:
    """Each force acts from the push's first time to its last. At both ends it may jump; a sample there belongs to the
    stretch of the run before it, as the accelerations do, and only at the start of the run to the one after."""

    def __init__(self, robot: Robot, pushes: Pushes) -> None:
        self._robot = robot
        self._pushes = [_Spring(robot, push) for push in pushes]
        self.stiffness = np.array([push.stiffness for push in pushes])
        width = len(derivative.PUSH)
        self.memory = np.zeros(1 + width * len(pushes))  # how many act, and the numbers of each; see `derivative`
        self._count = self.memory[:1].view(np.int64)
        self._rows = self.memory[1:].reshape(-1, width)

    def __len__(self) -> int:
        return len(self._pushes)

    def enter(self, stretch: Stretch) -> None:
        """From now on machine code sees the pushes of this stretch, in which every target is a straight line."""
        base = pack(self._robot).base
        middle = (stretch.first + stretch.last) / 2
        acting = [(spring, row) for spring in self._pushes if (row := spring.row_at(middle)) is not None]
        self._count[0] = len(acting)
        for numbers, (spring, row) in zip(self._rows, acting, strict=False):
            start = (spring.targets[row] - base[:3, 3]) @ base[:3, :3]
            slope = spring.slopes[row] @ base[:3, :3]
            numbers[1:] = [*spring.point, spring.stiffness, spring.damping, spring.times[row], *start, *slope]
            numbers[:1].view(np.int64)[0] = spring.joint

    def forces(self, t: np.ndarray, q: np.ndarray, qd: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Forces (N) and the points (m) that they act at, (k, p, 3) each in world axes, at times (k,) of states (k, n);
        zero forces where a push does not act."""
        points = np.empty((len(t), len(self), 3))
        forces = np.zeros_like(points)
        if points.size:
            frames = link_frames(self._robot, q, kernels=SHARED)
            for k, spring in enumerate(self._pushes):
                points[:, k], columns = self._at(spring, frames)
                speed = np.einsum("kji,kj->ki", columns, qd[:, : spring.joint + 1])
                pull = spring.stiffness * (spring.target_at(t) - points[:, k]) - spring.damping * speed
                forces[:, k] = np.where(spring.acts(t)[:, None], pull, 0.0)
        return forces, points

    def torques(self, t: np.ndarray, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        """What the pushes do at the joints, J^T F, (k, n) in N m (N)."""
        out = np.zeros(q.shape)
        if len(self) and len(t):
            forces, _ = self.forces(t, q, qd)
            frames = link_frames(self._robot, q, kernels=SHARED)
            for k, spring in enumerate(self._pushes):
                _, columns = self._at(spring, frames)
                out[:, : spring.joint + 1] += np.einsum("kji,ki->kj", columns, forces[:, k])
        return out

    def wrenches(self, t: np.ndarray, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        """What the pushes do to each link, (k, n, 6): moment about its joint's origin and force, world axes."""
        out = np.zeros((*q.shape, 6))
        if len(self) and len(t):
            forces, points = self.forces(t, q, qd)
            origins = link_frames(self._robot, q, kernels=SHARED)[:, :, :3, 3]
            for k, spring in enumerate(self._pushes):
                out[:, spring.joint, :3] += np.cross(points[:, k] - origins[:, spring.joint], forces[:, k])
                out[:, spring.joint, 3:] += forces[:, k]
        return out

    def _at(self, spring: _Spring, frames: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The point, (k, 3), and its velocity for a unit rate of each joint before it, (k, joints, 3)."""
        last = spring.joint
        point = frames[:, last, :3, :3] @ spring.point + frames[:, last, :3, 3]
        axes, origins = frames[:, : last + 1, :3, 2], frames[:, : last + 1, :3, 3]
        turning = np.cross(axes, point[:, None] - origins)
        return point, np.where(pack(self._robot).revolute[: last + 1, None], turning, axes)


class _Spring:
    """A push in arrays, its point in the axes of its joint."""

    def __init__(self, robot: Robot, push: Push) -> None:
        move = anchor(robot, push.link)
        self.joint = push.link - 1
        self.point = move[:3, :3] @ np.array(push.point) + move[:3, 3]
        self.stiffness, self.damping = push.stiffness, push.damping
        self.times, self.targets = np.array(push.t), np.array(push.target)
        self.slopes = np.diff(self.targets, axis=0) / np.diff(self.times)[:, None]

    def row_at(self, t: float) -> int | None:
        """The row of the table that the target comes from at t; None where nothing acts."""
        row = int(np.searchsorted(self.times, t, side="right")) - 1
        return row if 0 <= row < len(self.times) - 1 else None

    def acts(self, t: np.ndarray) -> np.ndarray:
        first = self.times[0] if self.times[0] > 0 else -math.inf
        return (t > first) & (t <= self.times[-1])

    def target_at(self, t: np.ndarray) -> np.ndarray:
        return np.stack([np.interp(t, self.times, axis) for axis in self.targets.T], axis=-1)
