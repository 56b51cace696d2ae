"""MuJoCo as a second oracle. Its compiler rounds inertia frames, so it agrees to about 1e-9 only."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from denoc import forward_dynamics, inverse_dynamics
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm

pytest.importorskip("mujoco")

from tests.support.oracles.mujoco_model import MujocoArm


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 12])
def test_inverse_and_forward(rng: np.random.Generator, n: int, convention: str) -> None:
    for _ in range(3):
        robot = random_arm(rng, n, convention)
        robot = replace(robot, links=tuple(replace(link, coulomb=0.0) for link in robot.links))
        oracle = MujocoArm(robot)
        q, qd, x = rng.normal(size=(3, n))
        assert relative(inverse_dynamics(robot, q, qd, x), oracle.inverse(q, qd, x)) < 1e-8
        assert relative(forward_dynamics(robot, q, qd, x), oracle.forward(q, qd, x)) < 1e-7
