"""What must hold between the functions whatever the arm."""

from __future__ import annotations

import numpy as np
import pytest

import denoc
from denoc.functions.api import FORWARD, INVERSE
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm


@pytest.fixture(params=[("standard", 3), ("standard", 7), ("modified", 5), ("modified", 12)], ids=str)
def case(request: pytest.FixtureRequest, rng: np.random.Generator):
    convention, n = request.param
    return random_arm(rng, n, convention), *rng.normal(size=(3, n))


def central(function, q: np.ndarray, direction: np.ndarray, h: float = 1e-6) -> np.ndarray:
    return (np.asarray(function(q + h * direction)) - np.asarray(function(q - h * direction))) / (2 * h)


@pytest.mark.parametrize("inverse", INVERSE)
@pytest.mark.parametrize("forward", FORWARD)
def test_inverse_undoes_forward(case, forward: str, inverse: str) -> None:
    robot, q, qd, tau = case
    wrench = np.arange(6.0)
    qdd = denoc.forward_dynamics(robot, q, qd, tau, method=forward, tip_wrench=wrench)
    back = denoc.inverse_dynamics(robot, q, qd, qdd, method=inverse, tip_wrench=wrench)
    size = np.abs(denoc.inverse_dynamics(robot, q, qd, 0 * qdd)).max()
    assert np.abs(back - tau).max() < 1e-11 * size


def test_udu_is_the_mass_matrix(case) -> None:
    robot, q, _, _ = case
    upper, diagonal = denoc.udu(robot, q)
    assert np.array_equal(np.tril(upper, -1), np.zeros_like(upper))
    assert np.array_equal(np.diag(upper), np.ones(robot.n))
    assert (np.diag(diagonal) > 0).all()
    assert relative(upper @ diagonal @ upper.T, denoc.mass_matrix(robot, q)) < 1e-13


def test_torque_is_the_sum_of_its_parts(case) -> None:
    robot, q, qd, qdd = case
    friction = np.array([link.viscous * x + link.coulomb * np.sign(x) for link, x in zip(robot.links, qd, strict=True)])
    parts = (
        denoc.mass_matrix(robot, q) @ qdd
        + denoc.coriolis_matrix(robot, q, qd) @ qd
        + denoc.gravity_torque(robot, q)
        + friction
    )
    assert relative(denoc.inverse_dynamics(robot, q, qd, qdd), parts) < 1e-12


def test_rate_of_the_mass_matrix_less_twice_c_is_skew(case) -> None:
    robot, q, qd, _ = case
    rate = central(lambda x: denoc.mass_matrix(robot, x), q, qd)
    skew = rate - 2 * denoc.coriolis_matrix(robot, q, qd)
    assert np.abs(skew + skew.T).max() < 1e-7 * np.abs(rate).max()


def test_gravity_torque_is_the_gradient_of_the_potential(case) -> None:
    robot, q, _, _ = case
    gradient = [central(lambda x: denoc.potential_energy(robot, x), q, axis) for axis in np.eye(robot.n)]
    assert relative(denoc.gravity_torque(robot, q), gradient) < 1e-8


def test_kinetic_energy_is_half_of_the_quadratic_form(case) -> None:
    robot, q, qd, _ = case
    assert denoc.kinetic_energy(robot, q, qd) == pytest.approx(qd @ denoc.mass_matrix(robot, q) @ qd / 2, rel=1e-13)


def test_jacobian_is_the_derivative_of_the_tip(case) -> None:
    robot, q, qd, _ = case
    shift = central(lambda x: denoc.forward_kinematics(robot, x)[-1, :3, 3], q, qd)
    assert relative(denoc.tip_twist(robot, q, qd)[3:], shift) < 1e-8
    rate = central(lambda x: denoc.jacobian(robot, x), q, qd)
    assert relative(denoc.jacobian_rate(robot, q, qd), rate) < 1e-7


def test_tip_wrench_acts_through_the_jacobian(case) -> None:
    robot, q, qd, qdd = case
    wrench = np.array([0.3, -0.2, 0.5, 4.0, -1.0, 2.0])
    free = denoc.inverse_dynamics(robot, q, qd, qdd)
    loaded = denoc.inverse_dynamics(robot, q, qd, qdd, tip_wrench=wrench)
    assert np.abs(free - loaded - denoc.jacobian(robot, q).T @ wrench).max() < 1e-11 * np.abs(free).max()


class TestDeNOCMatrices:
    """Saha 1999, (16) to (30)."""

    def test_they_factor_the_noc(self, case) -> None:
        robot, q, qd, _ = case
        m = denoc.denoc_matrices(robot, q)
        assert np.allclose(m.N.array, m.N_l.array @ m.N_d.array)
        twists = denoc.inspect_inverse(robot, q, qd, 0 * qd)["t"]
        assert relative(m.N @ qd, twists.ravel()) < 1e-13

    def test_they_give_the_mass_matrix(self, case) -> None:
        robot, q, _, _ = case
        m = denoc.denoc_matrices(robot, q)
        rotors = np.diag([link.armature for link in robot.links])
        assert relative((m.N.T @ m.M @ m.N).array + rotors, denoc.mass_matrix(robot, q)) < 1e-13

    def test_generalized_forces_are_n_transposed_times_the_wrenches(self, case, rng: np.random.Generator) -> None:
        robot, q, _, _ = case
        wrenches = rng.normal(size=(robot.n, 6))
        expected = denoc.denoc_matrices(robot, q).N.T @ wrenches.ravel()
        assert relative(denoc.generalized_forces(robot, q, wrenches), expected) < 1e-12
        batches = denoc.generalized_forces(robot, [q, q], wrenches), denoc.generalized_forces(robot, q, [wrenches] * 2)
        for batch in batches:
            assert relative(batch, [expected, expected]) < 1e-12

    def test_convective_matrix_is_its_definition(self, case) -> None:
        robot, q, qd, _ = case
        n_rate = central(lambda x: denoc.denoc_matrices(robot, x).N.array, q, qd)
        m = denoc.denoc_matrices(robot, q)
        mass_rate = np.zeros_like(m.M.array)  # (8)
        for i, omega in enumerate((m.N @ qd).reshape(-1, 6)[:, :3]):
            mass_rate[6 * i : 6 * i + 3, 6 * i : 6 * i + 3] = np.cross(omega, m.M.block(i, i)[:3, :3].T).T
        expected = m.N.array.T @ (m.M.array @ n_rate + mass_rate @ m.N.array)
        assert relative(denoc.coriolis_matrix(robot, q, qd), expected) < 1e-7

    def test_they_print_by_blocks(self, planar) -> None:
        text = str(denoc.denoc_matrices(planar, [0.0, 0.0, 0.0]).N_d)
        assert text.startswith("N_d (18 x 3)")
        assert "|" in text
        assert "---" in text


def test_reverse_gaussian_elimination_by_hand(case) -> None:
    """Saha 1997, (23): eliminating the mass matrix from its last column gives the same U and D."""
    robot, q, _, _ = case
    matrix = denoc.mass_matrix(robot, q)
    n = robot.n
    upper = np.eye(n)
    for k in range(n - 1, 0, -1):
        alpha = matrix[:k, k] / matrix[k, k]
        upper[:k, k] = alpha
        matrix[:k] -= np.outer(alpha, matrix[k])
    found_upper, found_diagonal = denoc.udu(robot, q)
    assert relative(found_upper, upper) < 1e-9
    assert relative(np.diag(found_diagonal), np.diag(matrix)) < 1e-9


@pytest.mark.parametrize("masses", [(0.0,), (0.0, 0.0), (1.0, 0.0)], ids=str)
def test_an_arm_that_can_move_without_inertia_has_no_factors(masses: tuple[float, ...]) -> None:
    robot = denoc.Robot("light", tuple(denoc.Link(a=1.0, mass=mass) for mass in masses))
    with pytest.raises(denoc.SingularMassMatrix):
        denoc.udu(robot, np.zeros((2, len(masses))))
