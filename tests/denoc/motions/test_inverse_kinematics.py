from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import denoc
from denoc import DynamicsError, Link, Robot, load
from denoc.arm.rotations import rotation_matrix, rotation_vector, vector_rate
from denoc.motions.tip_task import pose_error, tip_and_jacobian
from tests.support.oracles.arms import random_arm, random_rotation


def rodrigues(axis: np.ndarray, angle: float) -> np.ndarray:
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + math.sin(angle) * k + (1 - math.cos(angle)) * k @ k


@pytest.mark.parametrize("short", [math.pi, 3.0, 1.6, 1.5, 0.1, 1e-3, 1e-6, 9e-8, 1e-9, 1e-12, 0.0])
def test_rotation_vector(short: float, rng: np.random.Generator) -> None:
    """Of turns that fall short of a half one by so much: to rounding, about an axis of the frame as about any other."""
    for axis in [*random_rotation(rng), *np.eye(3), *-np.eye(3)]:
        vector = (math.pi - short) * axis
        found = rotation_vector(rodrigues(axis, math.pi - short))
        either_way = math.copysign(1.0, found @ vector) if short == 0 else 1.0
        assert np.allclose(either_way * found, vector, rtol=0, atol=4e-15)


@pytest.mark.parametrize("angle", [1e-12, 1e-8, 1e-3])
def test_rotation_vector_of_a_small_turn(angle: float, rng: np.random.Generator) -> None:
    axis = random_rotation(rng)[:, 0]
    assert np.allclose(rotation_vector(rodrigues(axis, angle)), angle * axis, rtol=1e-12, atol=1e-16)


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
        pose = denoc.forward_kinematics(robot, goal)[-1]
        result = denoc.inverse_kinematics(robot, pose, np.zeros(6) + 0.1)
        solved += result.converged
        if result.converged:
            found = denoc.forward_kinematics(robot, result.q)[-1]
            assert np.abs(pose_error(found, pose)).max() <= 1e-10
            for q, link in zip(result.q, robot.links, strict=True):
                assert link.lower <= q <= link.upper
    assert solved >= 19


@pytest.mark.parametrize("name", ["puma560", "ur5", "random"])
def test_every_reachable_pose_is_found_from_one_start(name: str, rng: np.random.Generator) -> None:
    """Restarts do it: without them between 80 and 130 of the 200 are found. What cannot be reached ends in time."""
    robot = random_arm(rng, 6, joints="R") if name == "random" else load(name).robot
    low, high = np.clip([(link.lower, link.upper) for link in robot.links], -math.pi, math.pi).T
    goals, start = rng.uniform(low, high, (200, 6)), np.full(6, 0.1)
    poses = denoc.forward_kinematics(robot, goals)[:, -1]
    found = [denoc.inverse_kinematics(robot, pose, start) for pose in poses]
    assert all(each.converged for each in found)
    reached = denoc.forward_kinematics(robot, np.array([each.q for each in found]))[:, -1]
    assert np.abs(pose_error(reached, poses)).max() <= 2e-10
    far = poses[0] + np.array([0.0, 0.0, 0.0, 50.0]) * np.eye(4)[0][:, None]
    beyond = denoc.inverse_kinematics(robot, far, start)
    assert not beyond.converged
    assert beyond.error > 40
    assert beyond.iterations <= 101 * 100


def test_random_arms(rng: np.random.Generator) -> None:
    for n in (6, 7, 9):
        robot = random_arm(rng, n, joints="R")
        pose = denoc.forward_kinematics(robot, rng.normal(size=n))[-1]
        assert denoc.inverse_kinematics(robot, pose, np.zeros(n)).converged


def test_out_of_reach_says_so(planar: Robot) -> None:
    pose = np.eye(4)
    pose[0, 3] = 2.0
    result = denoc.inverse_kinematics(planar, pose, [0.1, 0.1, 0.1], restarts=3)
    assert not result.converged
    assert result.error == pytest.approx(2.0 - 0.77, abs=0.02)


def test_limits_hold() -> None:
    arm = Robot("slide", (Link(joint="P", lower=0.0, upper=1.0),))
    pose = np.eye(4)
    pose[2, 3] = 3.0
    result = denoc.inverse_kinematics(arm, pose, [0.5])
    assert result.q[0] == 1.0
    assert not result.converged


def test_the_same_question_gets_the_same_answer(rng: np.random.Generator) -> None:
    robot = load("puma560").robot
    pose = denoc.forward_kinematics(robot, rng.uniform(-1, 1, 6))[-1]
    first, second = (denoc.inverse_kinematics(robot, pose, np.full(6, 2.0)) for _ in range(2))
    assert np.array_equal(first.q, second.q)


@pytest.mark.parametrize("pose", [np.zeros((4, 4)), np.eye(3), np.full((4, 4), np.nan), "x", None])
def test_bad_pose(planar: Robot, pose: np.ndarray) -> None:
    with pytest.raises(DynamicsError, match="pose"):
        denoc.inverse_kinematics(planar, pose, [0, 0, 0])


def test_bad_start(planar: Robot) -> None:
    with pytest.raises(DynamicsError, match="q0"):
        denoc.inverse_kinematics(planar, np.eye(4), [0, math.nan, 0])


class TestWeights:
    def test_position_only(self, planar: Robot, rng: np.random.Generator) -> None:
        """A planar arm cannot turn its tip out of the plane, but it can put it anywhere within reach."""
        pose = np.eye(4)
        pose[:3, :3] = random_rotation(rng)
        pose[:3, 3] = (0.3, -0.35, 0.0)
        found = denoc.inverse_kinematics(planar, pose, [0.1, 0.2, 0.3], weights=(0, 0, 0, 1, 1, 1))
        assert found.converged
        assert denoc.forward_kinematics(planar, found.q)[-1, :3, 3] == pytest.approx(pose[:3, 3], abs=1e-10)
        assert not denoc.inverse_kinematics(planar, pose, [0.1, 0.2, 0.3], restarts=3).converged

    def test_they_decide_what_gives_way(self) -> None:
        """Two slides cannot be told apart from one: the mean of what they are asked for, by squared weights."""
        arm = Robot("crane", (Link(joint="P", alpha=math.pi / 2), Link(joint="P")))
        pose = np.array([[1, 0, 0, 0], [0, 0, -1, -0.2], [0, 1, 0, 0.3], [0, 0, 0, 1.0]])
        pose[:3, :3] = rotation_matrix(np.array([0, 0, 0.5])) @ pose[:3, :3]
        found = denoc.inverse_kinematics(arm, pose, [0, 0], weights=(0.1, 0.1, 0.1, 1, 1, 1), restarts=0)
        assert found.q == pytest.approx([0.3, 0.2])
        assert found.error == pytest.approx(0.5)
        assert not found.converged

    def test_one_component_of_the_rotation(self, rng: np.random.Generator) -> None:
        robot = random_arm(rng, 5, joints="R", extras=False)
        pose = denoc.forward_kinematics(robot, rng.normal(size=5))[-1]
        pose[:3, :3] = rotation_matrix(np.array([0.0, 0.9, -0.7])) @ pose[:3, :3]
        found = denoc.inverse_kinematics(robot, pose, np.zeros(5), weights=(1, 0, 0, 1, 1, 1))
        assert found.converged
        error = pose_error(denoc.forward_kinematics(robot, found.q)[-1], pose)
        assert np.abs(error[[0, 3, 4, 5]]).max() < 1e-10

    @pytest.mark.parametrize("weights", [(0,) * 6, (1,) * 5, (1, 1, 1, 1, 1, -1), (math.nan,) * 6, "x", 1.0])
    def test_bad_ones(self, planar: Robot, weights: object) -> None:
        with pytest.raises(DynamicsError, match="weights"):
            denoc.inverse_kinematics(planar, np.eye(4), [0, 0, 0], weights=weights)


def test_nearly_every_reachable_pose_of_general_arms() -> None:
    """From q0 = 0, half of the arms with limits."""
    solved = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        robot = random_arm(rng, 6, joints="R")
        bounds = np.full((2, 6), math.pi) * [[-1], [1]]
        if seed % 2:
            bounds = rng.uniform(1, 3, (2, 6)) * [[-1], [1]]
            rows = zip(robot.links, *bounds.tolist(), strict=True)
            robot = replace(robot, links=tuple(replace(link, lower=low, upper=high) for link, low, high in rows))
        pose = denoc.forward_kinematics(robot, rng.uniform(*bounds))[-1]
        q = denoc.inverse_kinematics(robot, pose, np.zeros(6)).q
        assert seed % 2 == 0 or ((bounds[0] <= q) & (q <= bounds[1])).all()
        solved += np.abs(denoc.forward_kinematics(robot, q)[-1] - pose).max() < 1e-8
    assert solved >= 198


@pytest.mark.parametrize("n", [1, 4, 6, 9])
def test_tip_and_jacobian_agree_with_the_public_ones(n: int, rng: np.random.Generator) -> None:
    robot = random_arm(rng, n)
    q = rng.normal(size=(5, n))
    tip, jacobian = tip_and_jacobian(robot, q)
    assert np.allclose(tip, denoc.forward_kinematics(robot, q)[:, -1], atol=1e-14)
    assert np.allclose(jacobian, denoc.jacobian(robot, q), atol=1e-13)


@pytest.mark.parametrize("length", [0.0, 1e-5, 0.019, 0.021, 1.0, 3.0])
def test_rate_of_a_rotation_vector(length: float, rng: np.random.Generator) -> None:
    vector, omega, h = length * random_rotation(rng)[0], rng.normal(size=3), 1e-6
    turned = [rotation_vector(rotation_matrix(s * h * omega) @ rotation_matrix(vector)) for s in (-1, 1)]
    assert (turned[1] - turned[0]) / (2 * h) == pytest.approx(vector_rate(vector) @ omega, abs=1e-7)


def test_rotations_there_and_back(rng: np.random.Generator) -> None:
    vectors = rng.normal(size=(200, 3))
    vectors *= rng.uniform(0, math.pi - 1e-3, (200, 1)) / np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors[0] = 0
    assert np.allclose(rotation_vector(rotation_matrix(vectors)), vectors, atol=1e-11)
    for vector, matrix in zip(vectors[1:], rotation_matrix(vectors[1:]), strict=True):
        angle = float(np.linalg.norm(vector))
        assert np.allclose(matrix, rodrigues(vector / angle, angle), atol=1e-14)
