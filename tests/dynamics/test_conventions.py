from __future__ import annotations

import numpy as np
import pytest

import dynamics
from dynamics.kinematics import skeleton
from tests.measure import relative
from tests.oracles.arms import random_arm


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("n", [1, 2, 6, 15])
def test_the_other_table_is_the_same_arm(rng: np.random.Generator, n: int, convention: str) -> None:
    robot = random_arm(rng, n, convention)
    other = dynamics.to_convention(robot, "modified" if convention == "standard" else "standard")
    assert other.convention != robot.convention
    q, qd, qdd = rng.normal(size=(3, n))
    wrench = rng.normal(size=6)
    tip, other_tip = (dynamics.forward_kinematics(r, q)[-1] for r in (robot, other))
    assert relative(other_tip, tip) < 1e-13
    for function, state in (
        (dynamics.mass_matrix, (q,)),
        (dynamics.gravity_torque, (q,)),
        (dynamics.jacobian, (q,)),
        (dynamics.coriolis_matrix, (q, qd)),
    ):
        assert np.allclose(function(other, *state), function(robot, *state), rtol=1e-12, atol=1e-12)
    expected = dynamics.inverse_dynamics(robot, q, qd, qdd, tip_wrench=wrench)
    assert relative(dynamics.inverse_dynamics(other, q, qd, qdd, tip_wrench=wrench), expected) < 1e-12


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_there_and_back(rng: np.random.Generator, convention: str) -> None:
    """Table, inertias, base and tool: what one end of the chain hands over, the other hands back."""
    robot = random_arm(rng, 5, convention)
    back = dynamics.to_convention(
        dynamics.to_convention(robot, "modified" if convention == "standard" else "standard"), convention
    )
    first, last = robot.links[0], robot.links[-1]
    q = rng.normal(size=5)
    assert relative(dynamics.forward_kinematics(back, q)[-1], dynamics.forward_kinematics(robot, q)[-1]) < 1e-13
    for old, new in zip(robot.links, back.links, strict=True):
        assert (old.b, old.theta, old.mass, old.joint) == (new.b, new.theta, new.mass, new.joint)
        at_the_end = old is (last if convention == "standard" else first)
        if not at_the_end:  # the end's a and alpha stay in the fixed transform
            assert (old.a, old.alpha) == (new.a, new.alpha)
            assert np.allclose(old.com, new.com, atol=1e-15)
            assert np.allclose(old.inertia, new.inertia, atol=1e-15)


@pytest.mark.parametrize("name", dynamics.examples())
def test_every_bundled_table_comes_back(name: str) -> None:
    """What went into the tool or the base goes back into the row it came from."""
    robot = dynamics.load(name).robot
    there = dynamics.to_convention(robot, "modified" if robot.convention == "standard" else "standard")
    back = dynamics.to_convention(there, robot.convention)
    assert (back.base, back.tool) == (robot.base, robot.tool)
    for old, new in zip(robot.links, back.links, strict=True):
        assert (new.a, new.b, new.theta) == (old.a, old.b, old.theta)
        assert new.alpha == pytest.approx(old.alpha, abs=1e-15)
        assert np.allclose(old.com, new.com, atol=1e-15)
        assert np.allclose(old.inertia, new.inertia, atol=1e-14)


def test_same_convention_is_the_same_object(planar: dynamics.Robot) -> None:
    assert dynamics.to_convention(planar, "standard") is planar


def test_unknown_convention(planar: dynamics.Robot) -> None:
    with pytest.raises(dynamics.DynamicsError, match=r"'standard' or 'modified'.*'craig'"):
        dynamics.to_convention(planar, "craig")


def test_frames_follow_the_table(stanford: dynamics.Robot) -> None:
    """In a standard table link 1's frame is at its far end, in a modified one on its own joint."""
    q = np.zeros(6)
    standard = dynamics.forward_kinematics(stanford, q)
    modified = dynamics.forward_kinematics(dynamics.to_convention(stanford, "modified"), q)
    assert np.allclose(standard[1, :3, 2], [0, 1, 0])  # z of frame 2: the axis of joint 2
    assert np.allclose(modified[1, :3, 2], [0, 0, 1])  # z of frame 1: the axis of joint 1
    assert np.allclose(standard[0], np.eye(4))


def test_skeleton_runs_from_base_to_tip(stanford: dynamics.Robot) -> None:
    q = np.array([0.1, 1.0, 0.3, 0.2, 0.3, 0.4])
    points = skeleton(stanford, q)
    assert np.allclose(points[0], 0)
    assert np.allclose(points[-1], dynamics.forward_kinematics(stanford, q)[-1, :3, 3])
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    assert np.allclose(sorted(lengths[lengths > 1e-9]), sorted([0.2, 0.1, 0.3, 0.6]))
