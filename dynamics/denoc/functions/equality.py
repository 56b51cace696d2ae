"""Are two descriptions the same arm? Compared by what they compute, not by their entries."""

from __future__ import annotations

import math

import numpy as np

from denoc.arm.robot import Robot
from denoc.functions.api import gravity_torque, mass_matrix
from denoc.functions.kinematics import tip_frames
from denoc.kernels.dispatch import SHARED

STATES = 20


def largest_difference(one: Robot, other: Robot) -> float:
    """Of tip pose, mass matrix and gravity torque over random states, each relative to its largest entry."""
    random = np.random.default_rng(1)
    revolute = np.array([link.revolute for link in one.links])
    q = random.uniform(-1.0, 1.0, (STATES, one.n)) * np.where(revolute, math.pi, 1.0)

    def computed(robot: Robot) -> list[np.ndarray]:
        return [function(robot, q, kernels=SHARED) for function in (tip_frames, mass_matrix, gravity_torque)]

    pairs = zip(computed(one), computed(other), strict=True)
    return max(float(np.max(np.abs(a - b))) / (float(np.max(np.abs(a))) or 1.0) for a, b in pairs)
