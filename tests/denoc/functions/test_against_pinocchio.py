"""Every function of the API against Pinocchio, on random arms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import denoc
from denoc.arm.robot import Payload
from denoc.functions.api import FORWARD, INVERSE
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm, random_body

pytest.importorskip("pinocchio")

from tests.support.oracles.pinocchio_model import PinocchioArm

SIZES = [1, 2, 3, 4, 5, 6, 7, 9, 12, 18, 25, 40]
SMALL = np.finfo(float).eps


@pytest.mark.parametrize("extras", [False, True], ids=["bare", "loaded"])
@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("n", SIZES)
class TestRandomArms:
    """`loaded` arms have friction, rotors, a payload, base and tool transforms and a tip wrench."""

    @pytest.fixture
    def case(self, rng: np.random.Generator, n: int, convention: str, extras: bool):
        robot = random_arm(rng, n, convention, extras=extras)
        states = rng.normal(size=(5, 3, n))
        wrench = rng.normal(size=6) * 5 if extras else None
        return robot, PinocchioArm(robot), states, wrench

    @pytest.mark.parametrize("method", INVERSE)
    def test_inverse_dynamics(self, case, method: str) -> None:
        robot, oracle, states, wrench = case
        for q, qd, qdd in states:
            tau = denoc.inverse_dynamics(robot, q, qd, qdd, method=method, tip_wrench=wrench)
            assert relative(tau, oracle.inverse(q, qd, qdd, wrench)) < 1e-12

    @pytest.mark.parametrize("method", FORWARD)
    def test_forward_dynamics(self, case, method: str) -> None:
        robot, oracle, states, wrench = case
        for q, qd, tau in states:
            qdd = denoc.forward_dynamics(robot, q, qd, tau, method=method, tip_wrench=wrench)
            error = relative(qdd, oracle.forward(q, qd, tau, wrench))
            assert error < 1e-10
            assert error < max(1e-12, 100 * np.linalg.cond(oracle.mass_matrix(q)) * SMALL)

    def test_mass_matrix_and_factors(self, case) -> None:
        robot, oracle, states, _ = case
        for q in states[:, 0]:
            expected = oracle.mass_matrix(q)
            upper, diagonal = denoc.udu(robot, q)
            assert relative(denoc.mass_matrix(robot, q), expected) < 1e-12
            assert relative(upper @ diagonal @ upper.T, expected) < 1e-12

    def test_velocity_and_gravity_torques(self, case) -> None:
        robot, oracle, states, _ = case
        for q, qd, _ in states:
            size = np.abs(oracle.inverse(q, qd, np.zeros_like(q))).max()
            coriolis, expected = denoc.coriolis_matrix(robot, q, qd), oracle.coriolis_matrix(q, qd)
            assert np.abs(coriolis @ qd - oracle.coriolis_torque(q, qd)).max() < 1e-11 * size
            assert np.abs(coriolis - expected).max() <= 1e-12 * max(np.abs(expected).max(), 1e-3)
            assert np.abs(denoc.gravity_torque(robot, q) - oracle.gravity(q)).max() < 1e-12 * size

    def test_kinematics(self, case) -> None:
        robot, oracle, states, _ = case
        for q, qd, qdd in states:
            j, j_rate = oracle.jacobian(q), oracle.jacobian_rate(q, qd)
            assert relative(denoc.forward_kinematics(robot, q)[1:], oracle.frames(q)) < 1e-12
            assert relative(denoc.jacobian(robot, q), j) < 1e-12
            assert np.abs(denoc.jacobian_rate(robot, q, qd) - j_rate).max() < 1e-11 * (1 + np.abs(j_rate).max())
            assert relative(denoc.tip_twist(robot, q, qd), j @ qd) < 1e-11
            assert relative(denoc.tip_acceleration(robot, q, qd, qdd), j @ qdd + j_rate @ qd) < 1e-11

    def test_regressor(self, case, rng: np.random.Generator) -> None:
        """With it the torques of an arm of the same geometry with other bodies."""
        robot, _, states, _ = case
        bare = [replace(link, rotor_inertia=0.0, viscous=0.0, coulomb=0.0) for link in robot.links]
        for q, qd, qdd in states:
            Y = denoc.regressor(robot, q, qd, qdd)
            others = [replace(each, **random_body(rng)) for each in bare]
            load = Payload(*random_body(rng).values()) if robot.payload else None
            other = replace(robot, links=tuple(others), payload=load)
            assert relative(Y @ denoc.inertial_parameters(other), PinocchioArm(other).inverse(q, qd, qdd)) < 1e-12

    def test_energies(self, case) -> None:
        robot, oracle, states, _ = case
        for q, qd, _ in states:
            assert denoc.kinetic_energy(robot, q, qd) == pytest.approx(oracle.kinetic(q, qd), rel=1e-12)
            size = sum(link.mass for link in robot.links) * 10
            assert abs(denoc.potential_energy(robot, q) - oracle.potential(q)) < 1e-12 * size * robot.n


def test_a_hundred_joints(rng: np.random.Generator) -> None:
    robot = random_arm(rng, 100)
    oracle = PinocchioArm(robot)
    q, qd, qdd = rng.normal(size=(3, 100))
    assert relative(denoc.forward_kinematics(robot, q)[1:], oracle.frames(q)) < 1e-12
    assert relative(denoc.jacobian(robot, q), oracle.jacobian(q)) < 1e-12
    assert relative(denoc.jacobian_rate(robot, q, qd), oracle.jacobian_rate(q, qd)) < 1e-12
    assert relative(denoc.coriolis_matrix(robot, q, qd), oracle.coriolis_matrix(q, qd)) < 1e-12
    expected = oracle.inverse(q, qd, qdd) - oracle.friction(qd) - oracle.armature * qdd
    assert relative(denoc.regressor(robot, q, qd, qdd) @ denoc.inertial_parameters(robot), expected) < 1e-12


@pytest.mark.parametrize("method", ["denoc", "walker-orin", "normalized", "unnormalized"])
def test_a_batch_is_its_rows(rng: np.random.Generator, method: str) -> None:
    robot = random_arm(rng, 6)
    q, qd, x = rng.normal(size=(3, 17, 6))
    wrench = rng.normal(size=6)
    rows = [
        denoc.forward_dynamics(robot, *state, method=method, tip_wrench=wrench) for state in zip(q, qd, x, strict=True)
    ]
    whole = denoc.forward_dynamics(robot, q, qd, x, method=method, tip_wrench=wrench)
    assert relative(whole, np.array(rows)) < 1e-13


def test_every_function_takes_a_batch(rng: np.random.Generator) -> None:
    robot = random_arm(rng, 4)
    q, qd, qdd = rng.normal(size=(3, 5, 4))
    for function, states in (
        (denoc.inverse_dynamics, (q, qd, qdd)),
        (denoc.mass_matrix, (q,)),
        (denoc.coriolis_matrix, (q, qd)),
        (denoc.gravity_torque, (q,)),
        (denoc.forward_kinematics, (q,)),
        (denoc.jacobian, (q,)),
        (denoc.jacobian_rate, (q, qd)),
        (denoc.kinetic_energy, (q, qd)),
        (denoc.potential_energy, (q,)),
    ):
        whole = function(robot, *states)
        rows = np.array([function(robot, *row) for row in zip(*states, strict=True)])
        assert whole.shape == rows.shape
        assert np.allclose(whole, rows, rtol=1e-12, atol=1e-12), function.__name__
    upper, diagonal = denoc.udu(robot, q)
    assert upper.shape == diagonal.shape == (5, 4, 4)
    assert denoc.inverse_dynamics(robot, q[:0], qd[:0], qdd[:0]).shape == (0, 4)


def test_one_state_beside_a_batch(rng: np.random.Generator) -> None:
    robot = random_arm(rng, 3)
    q = rng.normal(size=(4, 3))
    zero = np.zeros(3)
    assert np.array_equal(denoc.inverse_dynamics(robot, q, zero, zero), denoc.inverse_dynamics(robot, q, 0 * q, 0 * q))


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_base_and_tool_that_a_table_could_hold(rng: np.random.Generator, convention: str) -> None:
    """A wall mount and a straight tool: pure x transforms, which a change of convention moves into the table."""
    wall = np.array([[1, 0, 0, 0.4], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1.0]])
    robot = replace(random_arm(rng, 4, convention), base=wall, tool=wall)
    oracle = PinocchioArm(robot)
    q, qd, qdd = rng.normal(size=(3, 4))
    wrench = rng.normal(size=6)
    tau = denoc.inverse_dynamics(robot, q, qd, qdd, tip_wrench=wrench)
    assert relative(tau, oracle.inverse(q, qd, qdd, wrench)) < 1e-12
    frames = denoc.forward_kinematics(robot, q)
    assert np.array_equal(frames[0], wall)
    assert relative(frames[-1], oracle.tip_pose(q)) < 1e-12
    assert denoc.potential_energy(robot, q) == pytest.approx(oracle.potential(q), rel=1e-11)
