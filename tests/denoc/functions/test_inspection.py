"""Intermediate quantities against their definitions, world axes."""

from __future__ import annotations

import numpy as np
import pytest

import denoc
from denoc import DynamicsError, inspect_forward, inspect_inverse
from denoc.functions.api import FORWARD, INVERSE
from denoc.functions.matrices import link_quantities
from tests.support.measure import relative
from tests.support.oracles.arms import random_arm


@pytest.fixture
def case(rng: np.random.Generator):
    return random_arm(rng, 5), *rng.normal(size=(3, 5))


@pytest.mark.parametrize("method", INVERSE)
def test_inverse_result_is_the_functions(case, method: str) -> None:
    robot, q, qd, qdd = case
    seen = inspect_inverse(robot, q, qd, qdd, method=method)
    assert relative(seen.result, denoc.inverse_dynamics(robot, q, qd, qdd, method=method)) < 1e-13
    assert all(quantity.meaning for quantity in seen.quantities.values())


@pytest.mark.parametrize("method", FORWARD)
def test_forward_result_is_the_functions(case, method: str) -> None:
    robot, q, qd, tau = case
    seen = inspect_forward(robot, q, qd, tau, method=method)
    assert relative(seen.result, denoc.forward_dynamics(robot, q, qd, tau, method=method)) < 1e-13
    assert all(np.isfinite(quantity.value).all() for quantity in seen.quantities.values())


def test_twists_and_wrenches(case) -> None:
    robot, q, qd, qdd = case
    seen = inspect_inverse(robot, q, qd, qdd)
    assert relative(seen["t"].ravel(), denoc.denoc_matrices(robot, q).N @ qd) < 1e-12
    assert relative(seen["p"], link_quantities(robot, q).p) < 1e-13
    friction = np.array([link.viscous * x + link.coulomb * np.sign(x) for link, x in zip(robot.links, qd, strict=True)])
    rotors = np.array([link.armature for link in robot.links]) * qdd
    assert relative(np.einsum("ij,ij->i", seen["p"], seen["gamma"]) + friction + rotors, seen.result) < 1e-12
    kane = inspect_inverse(robot, q, qd, qdd, method="kane")
    assert relative(kane["omega"], seen["t"][:, :3]) < 1e-12
    assert relative(kane["p_ddot"], seen["t_dot"][:, 3:]) < 1e-11
    assert relative(kane["w_v"][:, 3:], seen["gamma"][:, 3:]) < 1e-11


def test_mass_matrices(case) -> None:
    robot, q, qd, tau = case
    found = inspect_forward(robot, q, qd, tau)
    k = link_quantities(robot, q)
    rotors = np.array([link.armature for link in robot.links])
    diagonal = np.einsum("ia,iab,ib->i", k.p, found["M_composite"], k.p) + rotors
    assert relative(diagonal, np.diag(denoc.mass_matrix(robot, q))) < 1e-12
    _, d = denoc.udu(robot, q)
    assert relative(found["m_hat"], np.diag(d)) < 1e-12
    operators = denoc.spatial_operators(robot, q)
    quasi = inspect_forward(robot, q, qd, tau, method="unnormalized")
    assert relative(quasi["P"], [operators.P.block(i, i) for i in range(5)]) < 1e-11
    assert relative(quasi["G"], [operators.G.block(i, i)[:, 0] for i in range(5)]) < 1e-11
    walker = inspect_forward(robot, q, qd, tau, method="walker-orin")
    assert relative(walker["L"] @ walker["L"].T, denoc.mass_matrix(robot, q)) < 1e-12
    assert walker["mass"][0] == pytest.approx(sum(link.mass for link in robot.links) + robot.payload.mass)


def test_one_state_only(case) -> None:
    robot, q, _, _ = case
    with pytest.raises(DynamicsError, match="one state"):
        inspect_inverse(robot, np.stack([q, q]), q, q)
