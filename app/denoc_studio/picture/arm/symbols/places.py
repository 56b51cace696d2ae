"""Where points and axes of an arm are, by the numbers that papers give to links: 1 to n, 0 is the base."""

from __future__ import annotations

import numpy as np

from denoc.arm.robot import Robot, inertia_matrix
from denoc.arm.robot_arrays import pack
from denoc_studio.picture.arm.scene import joint_point
from denoc_studio.picture.meshes.arm_parts import sizes


class Places:
    """Of a robot whose links have `frames` (n, 4, 4) in world axes, each with z on its joint."""

    def __init__(self, robot: Robot, frames: np.ndarray) -> None:
        self.robot, self.n = robot, robot.n
        self.size = sizes(robot)
        self._arrays, self._frames = pack(robot), frames

    def origin(self, number: int) -> np.ndarray:
        """O of a link; the first frame's for 0, the tip for n+1."""
        return np.array(self._frame(number)[:3, 3])

    def centre(self, number: int) -> np.ndarray:
        """C of a link; base and tip, which have no mass centre, have their origins."""
        if not 1 <= number <= self.n:
            return self.origin(number)
        frame = self._frame(number)
        return np.array(frame[:3, :3] @ self._arrays.com[number - 1] + frame[:3, 3])

    def point(self, name: str) -> np.ndarray:
        """By name: "C2" or "O2"."""
        return (self.centre if name[0] == "C" else self.origin)(int(name[1:]))

    def joint(self, number: int) -> tuple[np.ndarray, np.ndarray]:
        """Where the joint is drawn, and its axis."""
        frame = self._frame(number)
        return joint_point(self._arrays, number - 1, frame), frame[:3, 2]

    def revolute(self, number: int) -> bool:
        return bool(self._arrays.revolute[number - 1])

    def body(self, number: int) -> tuple[float, np.ndarray]:
        """Mass of a link, and its inertia about its mass centre in world axes, (3, 3)."""
        inertia, turn = inertia_matrix(self._arrays.inertia[number - 1].tolist()), self._frame(number)[:3, :3]
        return float(self._arrays.mass[number - 1]), turn @ inertia @ turn.T

    def _frame(self, number: int) -> np.ndarray:
        if number <= 0:
            return self._arrays.base
        return self._frames[number - 1] if number <= self.n else self._frames[-1] @ self._arrays.tool
