"""Kozlowski 1995: spatial operators, their derivatives, quasi-velocities."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import denoc
from denoc.functions import spatial_operators
from denoc.functions.spatial_operators import standard_equations
from denoc.recursions import diagonalized
from denoc.recursions.bodies import arm
from denoc.recursions.sweeps import walk
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm


@pytest.fixture(params=["R", "P", "mixed", "mixed, loaded"])
def case(request: pytest.FixtureRequest, rng: np.random.Generator):
    joints, *loaded = request.param.split(", ")
    return random_arm(rng, 5, joints=joints, extras=bool(loaded)), *rng.normal(size=(3, 5))


def without_gravity(robot: denoc.Robot) -> denoc.Robot:
    links = tuple(replace(link, viscous=0.0, coulomb=0.0) for link in robot.links)
    return replace(robot, gravity=(0.0, 0.0, 0.0), links=links)


def diagonalize(robot: denoc.Robot, q, qd, tau, *, normalized: bool) -> dict[str, np.ndarray]:
    """The scalars of both sides of (44), or of (40)."""
    recursion = diagonalized.forward(normalized=normalized)
    records, _ = walk(recursion, arm(robot, regrouped=False), [q.tolist(), qd.tolist(), tau.tolist()])
    return {name: np.array([float(x[name]) for x in records]) for name in ("quasi", "effort", "c", "rate", "m_hat")}


def test_standard_equations(case) -> None:
    robot, q, qd, qdd = case
    assert relative(standard_equations(robot, q, qd, qdd), denoc.inverse_dynamics(robot, q, qd, qdd)) < 1e-12


def test_standard_equations_of_a_batch(case, rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch) -> None:
    """All states together, or as many at a time as there is room for."""
    robot = case[0]
    states = rng.normal(size=(3, 7, robot.n))
    at_once = standard_equations(robot, *states)
    assert relative(at_once, denoc.inverse_dynamics(robot, *states)) < 1e-12
    monkeypatch.setattr(spatial_operators, "AT_ONCE", 2 * (6 * robot.n) ** 2)
    assert relative(standard_equations(robot, *states), at_once) < 1e-13


def test_operators_factor_the_mass_matrix(case) -> None:
    """(22), (23), (25), (26)."""
    robot, q, _, _ = case
    o = denoc.spatial_operators(robot, q)
    h, phi, psi, k, d = (x.array for x in (o.H, o.Phi, o.Psi, o.K, o.D))
    expected = denoc.mass_matrix(robot, q)
    rotors = np.diag([link.armature for link in robot.links])
    eye = np.eye(robot.n)
    assert relative(h @ phi @ o.M.array @ phi.T @ h.T + rotors, expected) < 1e-13
    assert relative((eye + h @ phi @ k) @ d @ (eye + h @ phi @ k).T, expected) < 1e-12
    assert relative((eye + h @ phi @ k) @ (eye - h @ psi @ k), eye) < 1e-11
    factor = denoc.mass_factor(robot, q)
    assert relative(factor @ factor.T, expected) < 1e-12
    assert np.array_equal(factor, np.triu(factor))
    upper, diagonal = denoc.udu(robot, q)
    assert relative(eye + h @ phi @ k, upper) < 1e-11
    assert relative(d, diagonal) < 1e-12


@pytest.mark.parametrize("axes", ["world", "link"])
def test_table_1_against_finite_differences(case, axes: str) -> None:
    robot, q, qd, _ = case
    h = 1e-6
    ahead, behind = (denoc.spatial_operators(robot, q + s * h * qd, axes) for s in (1, -1))
    rates = denoc.operator_rates(robot, q, qd, axes)
    for name in rates._fields:
        if name == "m":
            expected = (denoc.mass_factor(robot, q + h * qd) - denoc.mass_factor(robot, q - h * qd)) / (2 * h)
        else:
            expected = (getattr(ahead, name).array - getattr(behind, name).array) / (2 * h)
        size = max(1.0, np.abs(expected).max())
        assert np.abs(getattr(rates, name).array - expected).max() < 1e-7 * size, name


def test_rate_of_the_mass_factor_without_rotors(rng: np.random.Generator) -> None:
    """(29) as printed."""
    robot = random_arm(rng, 4, joints="R", extras=False)
    q, qd = rng.normal(size=(2, 4))
    o, rates = denoc.spatial_operators(robot, q, "link"), denoc.operator_rates(robot, q, qd, "link")
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
    quasi = state["quasi"]
    weights = np.ones(5) if normalized else state["m_hat"]
    assert 0.5 * quasi @ (weights * quasi) == pytest.approx(denoc.kinetic_energy(robot, q, qd), rel=1e-12)


def test_nu_is_orthogonal_to_c(case) -> None:
    """(47): without gravity the velocity terms do no work."""
    robot, q, qd, tau = case
    state = diagonalize(without_gravity(robot), q, qd, tau, normalized=True)
    nu, c = state["quasi"], state["c"]
    assert abs(nu @ c) < 1e-13 * np.linalg.norm(nu) * max(np.linalg.norm(c), 1.0)


def test_quasi_velocities_and_efforts_are_u_and_d(case) -> None:
    """Section 6: xi = U^T theta-dot, nu = D^(1/2) xi, kappa = U^-1 tau, epsilon = D^(-1/2) kappa."""
    robot, q, qd, tau = case
    bare = without_gravity(robot)
    upper, diagonal = denoc.udu(robot, q)
    root = np.sqrt(np.diag(diagonal))
    plain = diagonalize(bare, q, qd, tau, normalized=False)
    scaled = diagonalize(bare, q, qd, tau, normalized=True)
    assert relative(plain["quasi"], upper.T @ qd) < 1e-11
    assert relative(scaled["quasi"], root * (upper.T @ qd)) < 1e-11
    kappa = np.linalg.solve(upper, tau)
    assert relative(plain["effort"], kappa) < 1e-10
    assert relative(scaled["effort"], kappa / root) < 1e-10


@pytest.mark.parametrize("normalized", [True, False])
def test_the_transformations_are_products_with_u_and_d(case, normalized: bool) -> None:
    """Section 6, of one state and of a batch: U and D are those of a factorization by linear algebra."""
    robot, q, qd, tau = case
    upper, diagonal = upper_factors(denoc.mass_matrix(robot, q))
    root = np.sqrt(diagonal) if normalized else np.ones(5)
    quasi, effort = root * (upper.T @ qd), np.linalg.solve(upper, tau) / root
    for function, given, expected in (
        (denoc.to_quasi_velocities, qd, quasi),
        (denoc.from_quasi_velocities, quasi, qd),
        (denoc.to_quasi_efforts, tau, effort),
        (denoc.from_quasi_efforts, effort, tau),
    ):
        assert relative(function(robot, q, given, normalized=normalized), expected) < 1e-9, function.__name__
        batch = function(robot, [q, q], [given, 2 * given], normalized=normalized)
        assert relative(batch, [expected, 2 * expected]) < 1e-9, function.__name__


def upper_factors(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """U with ones on its diagonal and the diagonal of D: matrix = U D U^T, from Cholesky's factor of it reversed."""
    lower = np.linalg.cholesky(matrix[::-1, ::-1])
    factor = lower[::-1, ::-1]
    root = np.diag(factor)
    return factor / root, root**2


def test_what_has_no_meaning_is_refused(case) -> None:
    robot, q, qd, _ = case
    for function in (denoc.component_form, denoc.bias_forces):
        with pytest.raises(denoc.DynamicsError, match="one state"):
            function(robot, [q, q], [qd, qd])
    with pytest.raises(denoc.DynamicsError, match="one state"):
        denoc.mass_factor(robot, [q, q])
    with pytest.raises(denoc.DynamicsError, match="normalized"):
        denoc.to_quasi_velocities(robot, q, qd, normalized="yes")
    with pytest.raises(denoc.DynamicsError, match="wrenches"):
        denoc.generalized_forces(robot, q, np.zeros(6))
    massless = denoc.Robot("massless", (denoc.Link(a=1.0),))
    with pytest.raises(denoc.SingularMassMatrix):
        denoc.to_quasi_velocities(massless, [0.0], [1.0])
    with pytest.raises(denoc.SingularMassMatrix, match="link 1"):
        denoc.spatial_operators(massless, [0.0])


def test_component_form(case) -> None:
    """(48): C(theta, nu) is a skew matrix times nu, plus the bias forces."""
    robot, q, qd, tau = case
    bare = without_gravity(robot)
    state = diagonalize(bare, q, qd, tau, normalized=True)
    c = denoc.component_form(robot, q, qd)
    assert np.array_equal(c, -c.T)
    o = denoc.spatial_operators(robot, q, "link")
    root = np.sqrt(np.diag(o.D.array))
    expected = c @ state["quasi"] + o.H.array @ o.Psi.array @ denoc.bias_forces(robot, q, qd) / root
    assert np.abs(state["c"] - expected).max() < 1e-11 * max(1.0, np.abs(expected).max())


def test_unnormalized_and_normalized_c(case) -> None:
    """(46): they differ by half of D-dot xi."""
    robot, q, qd, tau = case
    plain = diagonalize(robot, q, qd, tau, normalized=False)
    scaled = diagonalize(robot, q, qd, tau, normalized=True)
    d_rate = np.diag(denoc.operator_rates(robot, q, qd, "link").D.array)
    root = np.sqrt(plain["m_hat"])
    expected = root * scaled["c"] + 0.5 * d_rate * plain["quasi"]
    assert relative(plain["c"], expected) < 1e-10


class TestWithoutInertia:
    """A last link that is nothing but a hand without mass, on a joint without a rotor."""

    @pytest.fixture
    def robot(self, rng: np.random.Generator) -> denoc.Robot:
        arm = random_arm(rng, 4, joints="R", extras=False)
        return arm.with_link(3, mass=0.0, com=(0.0, 0.0, 0.0), inertia=(0.0,) * 6, rotor_inertia=0.0)

    @pytest.mark.parametrize("axes", ["world", "link"])
    def test_the_operators_name_the_link(self, robot: denoc.Robot, axes: str) -> None:
        for function in (denoc.spatial_operators, lambda *a: denoc.operator_rates(a[0], a[1], np.ones(4), a[2])):
            with pytest.raises(denoc.SingularMassMatrix, match="link 4: this joint can move without any inertia"):
                function(robot, np.ones(4), axes)

    def test_torques_need_no_inertia(self, robot: denoc.Robot, rng: np.random.Generator) -> None:
        state = rng.normal(size=(3, 4))
        assert relative(standard_equations(robot, *state), denoc.inverse_dynamics(robot, *state)) < 1e-12
