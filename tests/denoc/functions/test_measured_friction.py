"""Breakaway friction, Stribeck's curve and directions in the functions of a state, against Pinocchio and the law."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from denoc import Robot, forward_dynamics, inverse_dynamics
from denoc.algebra.tracing import Graph, live_nodes
from denoc.functions.api import FORWARD, INVERSE
from denoc.kernels.dispatch import BEST, SHARED
from denoc.recursions import denoc
from denoc.recursions.bodies import arm
from denoc.recursions.reference import evaluate_text
from denoc.recursions.sweeps import run
from tests.support.oracles.arms import random_arm, with_measured_friction
from tests.support.oracles.pinocchio_model import PinocchioArm


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 6), convention=st.sampled_from(["standard", "modified"]))
def test_torques_are_those_of_pinocchio_and_the_law(seed: int, n: int, convention: str) -> None:
    rng = np.random.default_rng(seed)
    robot = with_measured_friction(rng, random_arm(rng, n, convention))
    q, qd, qdd = rng.normal(size=(3, 9, n))
    qd *= np.where(rng.random((9, n)) < 0.5, 1.0, 0.05)  # within the Stribeck curves too
    qd[0] = 0.0  # no dry part at rest
    oracle = PinocchioArm(robot)
    expected = np.array([oracle.inverse(*state) for state in zip(q, qd, qdd, strict=True)])
    size = 1e-10 * (1 + np.abs(expected).max())
    for method in INVERSE:
        assert np.allclose(inverse_dynamics(robot, q, qd, qdd, method=method, kernels=SHARED), expected, 0, size)
        assert np.allclose(evaluate_text(robot, f"inverse {method}", [q, qd, qdd], None), expected, 0, size)
    for method in FORWARD:
        back = forward_dynamics(robot, q, qd, expected, method=method, kernels=SHARED)
        assert np.allclose(back, qdd, rtol=1e-7, atol=1e-6 * (1 + np.abs(qdd).max()))


@pytest.fixture
def measured(rng: np.random.Generator) -> Robot:
    return with_measured_friction(rng, random_arm(rng, 5))


def test_the_kernel_written_out_for_the_robot_agrees(measured: Robot, rng: np.random.Generator) -> None:
    q, qd, qdd = rng.normal(size=(3, 3000, 5))
    shared = inverse_dynamics(measured, q, qd, qdd, kernels=SHARED)
    for _ in range(3):
        assert np.allclose(inverse_dynamics(measured, q, qd, qdd, kernels=BEST), shared, rtol=1e-11, atol=1e-11)


def test_a_law_without_these_terms_takes_no_more_operations(rng: np.random.Generator) -> None:
    robot = random_arm(rng, 4)
    found = []
    for each in (robot, robot.with_link(1, breakaway=robot.links[1].coulomb, stribeck_speed=0.3)):
        graph = Graph()
        states = [[graph.input() for _ in range(4)] for _ in range(3)]
        found.append([node.op for node in live_nodes(run(denoc.inverse(), arm(each, regrouped=True), states))])
    assert found[0] == found[1]
    assert "/" not in found[0]
