"""The linear system near a state, against differences of the motion, and its poles along a run."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import denoc as dn
from tests.support.oracles.arms import random_arm

SMALL = 1e-6


@settings(max_examples=30)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(1, 7),
    convention=st.sampled_from(["standard", "modified"]),
    wrenched=st.booleans(),
)
def test_small_changes_go_on_as_the_system_says(seed: int, n: int, convention: str, wrenched: bool) -> None:
    rng = np.random.default_rng(seed)
    robot = random_arm(rng, n, convention)
    q, qd, tau = rng.normal(size=(3, n))
    wrench = rng.normal(size=6) if wrenched else None

    def rate(x: np.ndarray, u: np.ndarray) -> np.ndarray:
        return np.concatenate([x[n:], dn.forward_dynamics(robot, x[:n], x[n:], u, tip_wrench=wrench)])

    A, B = dn.linearize(robot, q, qd, tau, tip_wrench=wrench)
    x, units = np.concatenate([q, qd]), np.eye(3 * n) * SMALL
    ends = [[rate(x + way * unit[: 2 * n], tau + way * unit[2 * n :]) for unit in units] for way in (1, -1)]
    slopes = (np.array(ends[0]) - np.array(ends[1])).T / (2 * SMALL)
    scale = max(1.0, np.abs(slopes).max())
    assert np.abs(np.hstack([A, B]) - slopes).max() < 1e-6 * scale * max(1.0, np.linalg.cond(dn.mass_matrix(robot, q)))


def test_a_batch_is_its_states_and_what_is_not_given_is_zero() -> None:
    robot = dn.load("puma560").robot
    q = np.random.default_rng(1).normal(size=(4, 6))
    A, B = dn.linearize(robot, q)
    for k, pose in enumerate(q):
        one = dn.linearize(robot, pose, np.zeros(6), np.zeros(6))
        assert np.allclose(A[k], one.A, rtol=1e-12, atol=1e-9)
        assert np.allclose(B[k], one.B, rtol=1e-12, atol=1e-12)


def test_poles_over_a_run_of_a_rod_are_those_of_its_angle() -> None:
    """A rod of length l at the angle q has I q'' = -m g l / 2 cos q: its poles are +-sqrt(3 g / 2 l sin q)."""
    robot = dn.rod_chain(1).robot
    run = dn.simulate(robot, [0.3], [0.0], 2.0, samples=101)
    found = dn.poles_of_run(robot, run, count=11)
    assert found.t == pytest.approx(np.linspace(0, 2, 11))
    rows = np.searchsorted(run.t, found.t - 1e-9)
    squares = 1.5 * 9.81 * np.sin(run.q[rows, 0])
    assert found.poles**2 == pytest.approx(np.column_stack([squares, squares]), abs=1e-9)
    assert found.poles.sum(axis=1) == pytest.approx(0, abs=1e-9)


def test_wrong_shapes_are_refused_by_name() -> None:
    with pytest.raises(dn.DynamicsError, match="qd"):
        dn.linearize(dn.rod_chain(2).robot, [0, 0], [1.0])
    with pytest.raises(dn.DynamicsError, match="count"):
        dn.poles_of_run(dn.rod_chain(1).robot, dn.simulate(dn.rod_chain(1).robot, [0.0], [0.0], 0.1), count=0)


def test_poles_of_a_run_are_not_given_without_the_springs_that_act_in_it() -> None:
    rod, still = dn.rod_chain(1).robot, [0.0]
    push = dn.Push(link=1, point=(0.0, 0.0, 0.0), t=(0.0, 1.0), target=((1.0, 0.0, 0.0),) * 2, stiffness=500.0)
    with pytest.raises(dn.DynamicsError, match="pushes act in this run"):
        dn.poles_of_run(rod, dn.simulate(rod, still, still, 0.1, pushes=[push]))
    limited = rod.with_link(0, lower=-0.1)
    with pytest.raises(dn.DynamicsError, match="springs of stops"):
        dn.poles_of_run(limited, dn.simulate(limited, still, still, 0.5, limits="bounce"))
    free = dn.simulate(limited, still, still, 0.05, limits="bounce")  # it has not come there
    assert len(dn.poles_of_run(limited, free).t)


def test_a_joint_that_friction_holds_is_no_part_of_the_system() -> None:
    """Two rods of 1 m: with the first held, the second swings by 3 g / 2 l cos of its angle from hanging."""
    robot = dn.rod_chain(2, length=2.0, mass=2.0).robot.with_link(0, breakaway=200.0, coulomb=1.0)
    run = dn.simulate(robot, [-0.5, -1.0], [0.0, 0.0], 1.0, samples=11)
    assert np.ptp(run.q[:, 0]) == 0
    poles = dn.poles_of_run(robot, run).poles
    rates = np.sqrt(1.5 * 9.81 * np.cos(run.q.sum(axis=1) + np.pi / 2))
    assert not poles[:, :2].any()
    assert poles[:, 2:].imag == pytest.approx(np.column_stack([-rates, rates]), rel=1e-9)
    assert np.abs(poles.real).max() < 1e-9
    both = robot.with_link(1, breakaway=200.0)
    assert not dn.poles_of_run(both, dn.simulate(both, [-0.5, -1.0], [0.0, 0.0], 1.0, samples=3)).poles.any()
