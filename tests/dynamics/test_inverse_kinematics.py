from __future__ import annotations

import math

import numpy as np
import pytest

import dynamics
from dynamics import DynamicsError, Link, Robot, load
from dynamics.inverse_kinematics import pose_error, rotation_vector
from tests.oracles.arms import random_arm, random_rotation


def rodrigues(axis: np.ndarray, angle: float) -> np.ndarray:
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * k @ k


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-8, 1e-3, 1.0, 3.0, math.pi - 1e-9, math.pi])
def test_rotation_vector(angle: float, rng: np.random.Generator) -> None:
    axis = random_rotation(rng)[:, 0]
    found = rotation_vector(rodrigues(axis, angle))
    assert np.linalg.norm(found) == pytest.approx(angle, abs=1e-7)
    assert np.allclose(
        rodrigues(found / max(np.linalg.norm(found), 1e-300), np.linalg.norm(found)), rodrigues(axis, angle), atol=1e-7
    )


@pytest.mark.parametrize("name", ["puma560", "ur5", "stanford-inverse", "industrial-6r-line"])
def test_reachable_poses(name: str, rng: np.random.Generator) -> None:
    robot = load(name).robot
    solved = 0
    for _ in range(20):
        bounds = [
            (max(link.lower, -math.pi), min(link.upper, math.pi)) if link.revolute else (0.1, 0.5)
            for link in robot.links
        ]
        goal = np.array([rng.uniform(*bound) for bound in bounds])
        pose = dynamics.forward_kinematics(robot, goal)[-1]
        result = dynamics.inverse_kinematics(robot, pose, np.zeros(6) + 0.1)
        solved += result.converged
        if result.converged:
            found = dynamics.forward_kinematics(robot, result.q)[-1]
            assert np.abs(pose_error(found, pose)).max() <= 1e-10
            for q, link in zip(result.q, robot.links, strict=True):
                assert link.lower <= q <= link.upper
    assert solved >= 19


def test_random_arms(rng: np.random.Generator) -> None:
    for n in (6, 7, 9):
        robot = random_arm(rng, n, joints="R")
        pose = dynamics.forward_kinematics(robot, rng.normal(size=n))[-1]
        assert dynamics.inverse_kinematics(robot, pose, np.zeros(n)).converged


def test_out_of_reach_says_so(planar: Robot) -> None:
    pose = np.eye(4)
    pose[0, 3] = 2.0
    result = dynamics.inverse_kinematics(planar, pose, [0.1, 0.1, 0.1], restarts=3)
    assert not result.converged
    assert result.error == pytest.approx(2.0 - 0.77, abs=0.02)


def test_limits_hold() -> None:
    arm = Robot("slide", (Link(joint="P", lower=0.0, upper=1.0),))
    pose = np.eye(4)
    pose[2, 3] = 3.0
    result = dynamics.inverse_kinematics(arm, pose, [0.5])
    assert result.q[0] == 1.0
    assert not result.converged


def test_the_same_question_gets_the_same_answer(rng: np.random.Generator) -> None:
    robot = load("puma560").robot
    pose = dynamics.forward_kinematics(robot, rng.uniform(-1, 1, 6))[-1]
    first, second = (dynamics.inverse_kinematics(robot, pose, np.full(6, 2.0)) for _ in range(2))
    assert np.array_equal(first.q, second.q)


@pytest.mark.parametrize("pose", [np.zeros((4, 4)), np.eye(3), np.full((4, 4), np.nan), "x", None])
def test_bad_pose(planar: Robot, pose: np.ndarray) -> None:
    with pytest.raises(DynamicsError, match="pose"):
        dynamics.inverse_kinematics(planar, pose, [0, 0, 0])


def test_bad_start(planar: Robot) -> None:
    with pytest.raises(DynamicsError, match="q0"):
        dynamics.inverse_kinematics(planar, np.eye(4), [0, math.nan, 0])


class TestLines:
    def test_out_of_reach_says_where(self) -> None:
        project = load("industrial-6r-line")
        with pytest.raises(DynamicsError, match=r"t = .* of the line"):
            dynamics.line_motion(project.robot, project.q0, (0, 9.0, 0), 1.0, np.linspace(0, 1, 21))

    def test_needs_six_joints(self, planar: Robot) -> None:
        with pytest.raises(DynamicsError, match="six joints"):
            dynamics.line_motion(planar, [0, 0, 0], (0, 0.1, 0), 1.0, np.linspace(0, 1, 3))
