"""Torque by cause: the parts sum to the torque, and each is what its name says."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from denoc import (
    DynamicsError,
    Link,
    Robot,
    coriolis_matrix,
    gravity_torque,
    inverse_dynamics,
    jacobian,
    load,
    mass_matrix,
    torque_by_cause,
)
from denoc.studies.causes import CAUSES
from tests.support.oracles.arms import random_arm


@given(st.integers(0, 2**32 - 1), st.integers(1, 8), st.sampled_from(["standard", "modified"]), st.booleans())
@settings(max_examples=40)
def test_the_parts_sum_to_the_torque(seed: int, n: int, convention: str, extras: bool) -> None:
    rng = np.random.default_rng(seed)
    robot = random_arm(rng, n, convention, extras=extras)
    q, qd, qdd = rng.normal(size=(3, 5, n))
    wrench = rng.normal(size=(5, 6))
    parts = torque_by_cause(robot, q, qd, qdd, tip_wrench=wrench)
    assert tuple(parts) == CAUSES
    total = inverse_dynamics(robot, q, qd, qdd, tip_wrench=wrench)
    size = max(np.abs(part).max() for part in parts.values())
    assert np.abs(sum(parts.values()) - total).max() <= 1e-12 * size


def test_each_part_is_what_it_is_called() -> None:
    rng = np.random.default_rng(5)
    robot = random_arm(rng, 4, "modified")
    bare = dataclasses.replace(
        robot, payload=None, links=tuple(dataclasses.replace(link, rotor_inertia=0.0) for link in robot.links)
    )
    q, qd, qdd = rng.normal(size=(3, 4))
    wrench = rng.normal(size=6)
    parts = torque_by_cause(robot, q, qd, qdd, tip_wrench=wrench)
    assert parts["inertia"] == pytest.approx(mass_matrix(bare, q) @ qdd)
    assert parts["coriolis"] == pytest.approx(coriolis_matrix(bare, q, qd) @ qd)
    assert parts["gravity"] == pytest.approx(gravity_torque(bare, q))
    friction = [link.viscous * v + link.coulomb * np.sign(v) for link, v in zip(robot.links, qd, strict=True)]
    rotors = [link.gear_ratio**2 * link.rotor_inertia * a for link, a in zip(robot.links, qdd, strict=True)]
    assert parts["friction"] == pytest.approx(friction)
    assert parts["rotor"] == pytest.approx(rotors)
    assert parts["tip_wrench"] == pytest.approx(-jacobian(robot, q).T @ wrench)


def test_a_payload_as_a_point_mass_on_a_pendulum() -> None:
    robot = Robot("p", (Link(a=2.0),), gravity=(0, -9.81, 0), payload=(3.0, (0, 0, 0), (0,) * 6))
    parts = torque_by_cause(robot, [0.0], [0.0], [0.5])
    assert parts["payload"] == pytest.approx([3 * 2**2 * 0.5 + 3 * 9.81 * 2])
    assert not any(parts[name].any() for name in CAUSES if name != "payload")


def test_a_joint_that_sticks_leaves_the_rest_to_friction() -> None:
    robot = Robot("p", (Link(a=1.0, mass=2.0, coulomb=30.0),), gravity=(0, -9.81, 0))
    parts = torque_by_cause(robot, [[0.0], [0.0]], [[0.0], [1.0]], [[0.0], [0.0]], tau=[[5.0], [5.0]])
    assert parts["gravity"] == pytest.approx(np.full((2, 1), 2 * 9.81))
    assert parts["friction"] == pytest.approx(np.array([[5 - 2 * 9.81], [30.0]]))


def test_one_state_and_a_batch_have_the_shapes_of_q() -> None:
    robot = load("puma560").robot
    state = np.full(6, 0.3)
    for q in (state, np.tile(state, (7, 1))):
        assert {part.shape for part in torque_by_cause(robot, q, state, state).values()} == {q.shape}
    with pytest.raises(DynamicsError, match="needed for 6 joints"):
        torque_by_cause(robot, [0.0], [0.0], [0.0])
