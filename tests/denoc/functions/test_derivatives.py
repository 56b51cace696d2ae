"""The derivatives of inverse and forward dynamics against Pinocchio's and against differences of the torques."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import denoc as dn
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm, with_measured_friction

STEP = 1e-5


def differences(function, state: list[np.ndarray], which: int) -> np.ndarray:
    """Central differences of the fourth order, a column for each number of state[which]."""

    def at(shift: np.ndarray) -> np.ndarray:
        return function(*(x + shift if k == which else x for k, x in enumerate(state)))

    def column(e: np.ndarray) -> np.ndarray:
        return (8 * (at(e) - at(-e)) - (at(2 * e) - at(-2 * e))) / (12 * STEP)

    return np.stack([column(e) for e in STEP * np.eye(len(state[which]))], axis=-1)


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(1, 7),
    convention=st.sampled_from(["standard", "modified"]),
    joints=st.sampled_from(["mixed", "R", "P"]),
    loaded=st.booleans(),
)
def test_differences(seed: int, n: int, convention: str, joints: str, loaded: bool) -> None:
    """Of random arms; `loaded` ones with any friction, rotors, payload, base, tool and a tip wrench."""
    rng = np.random.default_rng(seed)
    robot = random_arm(rng, n, convention, joints=joints, extras=loaded)
    wrench = rng.normal(size=6) * 5 if loaded else None
    if loaded:
        robot = with_measured_friction(rng, robot)
    q, qd, qdd = rng.normal(size=(3, n))
    qd += np.sign(qd) * 0.1  # no joint changes its direction within a difference

    def inverse(*state: np.ndarray) -> np.ndarray:
        return dn.inverse_dynamics(robot, *state, tip_wrench=wrench)

    found = dn.inverse_dynamics_derivatives(robot, q, qd, qdd, tip_wrench=wrench)
    size = np.abs(inverse(q, qd, qdd)).max() + 1
    for which, matrix in enumerate(found):
        assert np.abs(matrix - differences(inverse, [q, qd, qdd], which)).max() < 1e-7 * (size + np.abs(matrix).max())

    by_q, by_qd, by_tau = dn.forward_dynamics_derivatives(robot, q, qd, inverse(q, qd, qdd), tip_wrench=wrench)
    mass = dn.mass_matrix(robot, q)
    scale = np.linalg.cond(mass) * 1e-14
    assert relative(by_tau @ mass, np.eye(n)) < max(scale, 1e-12)
    for forward, matrix in zip((by_q, by_qd), found, strict=True):
        assert np.abs(mass @ forward + matrix).max() < max(scale, 1e-12) * (size + np.abs(matrix).max())


@pytest.mark.parametrize("extras", [False, True], ids=["bare", "loaded"])
@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 12, 100])
def test_against_pinocchio(rng: np.random.Generator, n: int, extras: bool) -> None:
    """Friction's slope is added by hand, and Pinocchio's tip wrench turns with the last link: so there is none."""
    pin = pytest.importorskip("pinocchio")
    from tests.support.oracles.pinocchio_model import PinocchioArm

    robot = random_arm(rng, n, "modified" if n % 2 else "standard", extras=extras)
    oracle = PinocchioArm(robot)
    q, qd, qdd = rng.normal(size=(3, 5, n))
    by_q, by_qd = dn.inverse_dynamics_derivatives(robot, q, qd, qdd)
    viscous = np.diag([link.viscous for link in robot.links])
    tau = dn.inverse_dynamics(robot, q, qd, qdd)
    forward = dn.forward_dynamics_derivatives(robot, q, qd, tau)
    for k in range(5):
        mass = oracle.mass_matrix(q[k])
        size = max(np.abs(tau[k]).max(), np.abs(mass).max())  # a matrix may be all zeros but for rounding
        expected = pin.computeRNEADerivatives(oracle.model, oracle.data, q[k], qd[k], qdd[k])
        assert np.abs(by_q[k] - expected[0]).max() < 1e-11 * max(size, np.abs(expected[0]).max())
        assert np.abs(by_qd[k] - expected[1] - viscous).max() < 1e-11 * max(size, np.abs(expected[1]).max())
        expected = pin.computeABADerivatives(oracle.model, oracle.data, q[k], qd[k], tau[k] - oracle.friction(qd[k]))
        limit = 1e-12 * np.linalg.cond(mass) * max(np.abs(each).max() for each in (*expected, qdd[k]))
        assert np.abs(forward[0][k] - expected[0]).max() < limit
        assert np.abs(forward[1][k] - expected[1] + expected[2] @ viscous).max() < limit
        assert np.abs(forward[2][k] - expected[2]).max() < limit


def test_a_pendulum_in_closed_form() -> None:
    """A rod: tau = m l^2 / 3 qdd + m g l / 2 cos q - l (f_y cos q - f_x sin q) with a force f at its tip."""
    rod = dn.rod_chain(1).robot
    f = np.array([0, 0, 0, 3.0, 5.0, 0.0])
    for q in (0.0, 0.3, -2.0):
        by_q, by_qd = dn.inverse_dynamics_derivatives(rod, [q], [1.0], [2.0], tip_wrench=f)
        assert by_q[0, 0] == pytest.approx(-9.81 / 2 * np.sin(q) + 5 * np.sin(q) + 3 * np.cos(q), abs=1e-12)
        assert by_qd[0, 0] == pytest.approx(0, abs=1e-15)


def test_friction_at_rest_and_in_both_directions() -> None:
    """At rest dry friction jumps: the slope is that of the viscous part, the mean of both directions."""
    link = dn.rod_chain(1).robot.links[0]
    both = {"viscous": 0.3, "viscous_negative": 0.5, "coulomb": 1.0, "breakaway": 1.4, "stribeck_speed": 0.1}
    robot = dn.Robot("rod", (dn.Link(**{**{f: getattr(link, f) for f in ("a", "mass", "com", "inertia")}, **both}),))
    _, by_qd = dn.inverse_dynamics_derivatives(robot, [0.2], [[0.0], [0.2], [-0.2]], [0.0])
    fall = 0.4 * 2 * (0.2 / 0.1**2) / (1 + 2.0**2) ** 2
    assert by_qd.ravel() == pytest.approx([0.4, 0.3 - fall, 0.5 - fall])


def test_a_massless_joint_is_named_and_bad_states_are_refused() -> None:
    robot = dn.Robot("nothing", (dn.Link(a=1.0),))
    assert np.array_equal(dn.inverse_dynamics_derivatives(robot, [0.0], [0.0], [0.0])[0], [[0.0]])
    with pytest.raises(dn.SingularMassMatrix):
        dn.forward_dynamics_derivatives(robot, [0.0], [0.0], [1.0])
    with pytest.raises(dn.DynamicsError):
        dn.forward_dynamics_derivatives(robot, [0.0, 1.0], [0.0], [1.0])
    by_q, by_qd = dn.inverse_dynamics_derivatives(dn.rod_chain(2).robot, np.empty((0, 2)), [0, 0], [0, 0])
    assert by_q.shape == by_qd.shape == (0, 2, 2)
