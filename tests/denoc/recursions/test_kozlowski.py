"""Kozlowski 1995: spatial operators, their derivatives, quasi-velocities."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import dynamics
from dynamics import diagonalized
from dynamics.chain import chain
from dynamics.spatial_operators import bias_forces, component_form, mass_factor, standard_equations
from tests.measure import relative
from tests.oracles.arms import random_arm


@pytest.fixture(params=["R", "P", "mixed", "mixed, loaded"])
def case(request: pytest.FixtureRequest, rng: np.random.Generator):
    joints, *loaded = request.param.split(", ")
    return random_arm(rng, 5, joints=joints, extras=bool(loaded)), *rng.normal(size=(3, 5))


def without_gravity(robot: dynamics.Robot) -> dynamics.Robot:
    links = tuple(replace(link, viscous=0.0, coulomb=0.0) for link in robot.links)
    return replace(robot, gravity=(0.0, 0.0, 0.0), links=links)


def diagonalize(robot: dynamics.Robot, q, qd, tau, *, normalized: bool) -> diagonalized.Diagonalized:
    arm = chain(robot)
    joints = diagonalized.articulate(arm, q.tolist())
    velocities = diagonalized.from_joint_rates(arm, joints, qd.tolist())
    return diagonalized.diagonalize(arm, joints, velocities, tau.tolist(), normalized=normalized)


def test_standard_equations(case) -> None:
    robot, q, qd, qdd = case
    assert relative(standard_equations(robot, q, qd, qdd), dynamics.inverse_dynamics(robot, q, qd, qdd)) < 1e-12


def test_operators_factor_the_mass_matrix(case) -> None:
    """(22), (23), (25), (26)."""
    robot, q, _, _ = case
    o = dynamics.spatial_operators(robot, q)
    h, phi, psi, k, d = (x.array for x in (o.H, o.Phi, o.Psi, o.K, o.D))
    expected = dynamics.mass_matrix(robot, q)
    rotors = np.diag([link.armature for link in robot.links])
    eye = np.eye(robot.n)
    assert relative(h @ phi @ o.M.array @ phi.T @ h.T + rotors, expected) < 1e-13
    assert relative((eye + h @ phi @ k) @ d @ (eye + h @ phi @ k).T, expected) < 1e-12
    assert relative((eye + h @ phi @ k) @ (eye - h @ psi @ k), eye) < 1e-11
    assert relative(mass_factor(o) @ mass_factor(o).T, expected) < 1e-12
    upper, diagonal = dynamics.udu(robot, q)
    assert relative(eye + h @ phi @ k, upper) < 1e-11
    assert relative(d, diagonal) < 1e-12


@pytest.mark.parametrize("axes", ["world", "link"])
def test_table_1_against_finite_differences(case, axes: str) -> None:
    robot, q, qd, _ = case
    h = 1e-6
    ahead, behind = (dynamics.spatial_operators(robot, q + s * h * qd, axes) for s in (1, -1))
    rates = dynamics.operator_rates(robot, q, qd, axes)
    for name in rates._fields:
        if name == "m":
            expected = (mass_factor(ahead) - mass_factor(behind)) / (2 * h)
        else:
            expected = (getattr(ahead, name).array - getattr(behind, name).array) / (2 * h)
        size = max(1.0, np.abs(expected).max())
        assert np.abs(getattr(rates, name).array - expected).max() < 1e-7 * size, name


def test_rate_of_the_mass_factor_without_rotors(rng: np.random.Generator) -> None:
    """(29) as printed."""
    robot = random_arm(rng, 4, joints="R", extras=False)
    q, qd = rng.normal(size=(2, 4))
    o, rates = dynamics.spatial_operators(robot, q, "link"), dynamics.operator_rates(robot, q, qd, "link")
    h, phi, p, tau_bar = (x.array for x in (o.H, o.Phi, o.P, o.tau_bar))
    delta = np.zeros_like(p)
    for i in range(4):
        z = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 0]]) * qd[i]
        delta[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = np.kron(np.eye(2), z)
    inner = delta @ phi @ p + 0.5 * (np.eye(24) + tau_bar) @ rates.P.array
    expected = h @ phi @ inner @ h.T @ np.diag(1 / np.sqrt(np.diag(o.D.array)))
    assert relative(rates.m.array, expected) < 1e-11


@pytest.mark.parametrize("normalized", [True, False])
def test_quasi_velocities_carry_the_kinetic_energy(case, normalized: bool) -> None:
    """(27), (43)."""
    robot, q, qd, tau = case
    state = diagonalize(robot, q, qd, tau, normalized=normalized)
    quasi = np.array(state.quasi, dtype=float)
    weights = np.ones(5) if normalized else np.array([float(joint.D) for joint in state.articulations])
    assert 0.5 * quasi @ (weights * quasi) == pytest.approx(dynamics.kinetic_energy(robot, q, qd), rel=1e-12)


def test_nu_is_orthogonal_to_c(case) -> None:
    """(47): without gravity the velocity terms do no work."""
    robot, q, qd, tau = case
    state = diagonalize(without_gravity(robot), q, qd, tau, normalized=True)
    nu, c = np.array(state.quasi, dtype=float), np.array(state.c, dtype=float)
    assert abs(nu @ c) < 1e-13 * np.linalg.norm(nu) * max(np.linalg.norm(c), 1.0)


def test_quasi_velocities_and_efforts_are_u_and_d(case) -> None:
    """Section 6: xi = U^T theta-dot, nu = D^(1/2) xi, kappa = U^-1 tau, epsilon = D^(-1/2) kappa."""
    robot, q, qd, tau = case
    bare = without_gravity(robot)
    upper, diagonal = dynamics.udu(robot, q)
    root = np.sqrt(np.diag(diagonal))
    plain = diagonalize(bare, q, qd, tau, normalized=False)
    scaled = diagonalize(bare, q, qd, tau, normalized=True)
    assert relative(np.array(plain.quasi, dtype=float), upper.T @ qd) < 1e-11
    assert relative(np.array(scaled.quasi, dtype=float), root * (upper.T @ qd)) < 1e-11
    kappa = np.linalg.solve(upper, tau)
    assert relative(np.array(plain.effort, dtype=float), kappa) < 1e-10
    assert relative(np.array(scaled.effort, dtype=float), kappa / root) < 1e-10


def test_transformations_undo_each_other(case) -> None:
    robot, q, qd, tau = case
    arm = chain(robot)
    joints = diagonalized.articulate(arm, q.tolist())
    xi = [v.xi for v in diagonalized.from_joint_rates(arm, joints, qd.tolist())]
    back = [float(v.qd) for v in diagonalized.to_joint_rates(arm, joints, xi)]
    assert relative(back, qd) < 1e-11
    kappa = diagonalized.to_kappa(arm, joints, tau.tolist())
    assert relative([float(x) for x in diagonalized.from_kappa(arm, joints, kappa)], tau) < 1e-11


def test_component_form(case) -> None:
    """(48): C(theta, nu) is a skew matrix times nu, plus the bias forces."""
    robot, q, qd, tau = case
    bare = without_gravity(robot)
    state = diagonalize(bare, q, qd, tau, normalized=True)
    c = component_form(robot, q, qd)
    assert np.array_equal(c, -c.T)
    o = dynamics.spatial_operators(robot, q, "link")
    root = np.sqrt(np.diag(o.D.array))
    expected = c @ np.array(state.quasi, dtype=float) + o.H.array @ o.Psi.array @ bias_forces(robot, q, qd) / root
    assert np.abs(np.array(state.c, dtype=float) - expected).max() < 1e-11 * max(1.0, np.abs(expected).max())


def test_unnormalized_and_normalized_c(case) -> None:
    """(46): they differ by half of D-dot xi."""
    robot, q, qd, tau = case
    plain = diagonalize(robot, q, qd, tau, normalized=False)
    scaled = diagonalize(robot, q, qd, tau, normalized=True)
    d_rate = np.diag(dynamics.operator_rates(robot, q, qd, "link").D.array)
    root = np.sqrt([float(joint.D) for joint in plain.articulations])
    expected = root * np.array(scaled.c, dtype=float) + 0.5 * d_rate * np.array(plain.quasi, dtype=float)
    assert relative(np.array(plain.c, dtype=float), expected) < 1e-10
