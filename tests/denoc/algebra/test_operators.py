"""The operators B and M against plain matrices, and the sums that they work out in one."""

from __future__ import annotations

import numpy as np
import pytest

from denoc.algebra.algebra import NULL, Sym3, Vec3
from denoc.algebra.centres import CentredBody, CentreShift
from denoc.algebra.screws import RigidBody, Screws
from denoc.algebra.spatial import NULL66, Sym6, Vec6
from denoc.recursions.joints import E_Z


def vec6(x: np.ndarray) -> Vec6:
    return Vec6(Vec3(*x[:3].tolist()), Vec3(*x[3:].tolist()))


def numbers(v: Vec6) -> np.ndarray:
    return np.array([float(x) for x in v])


def matrix(times) -> np.ndarray:
    """Of a linear map of six numbers."""
    return np.array([numbers(times(vec6(unit))) for unit in np.eye(6)]).T


def full(m: Sym6) -> np.ndarray:
    return matrix(lambda x: m @ x)


@pytest.fixture(params=["origins", "centres"])
def operators(request: pytest.FixtureRequest, rng: np.random.Generator):
    a, b, alpha, theta, mass, *rest = rng.normal(size=20).tolist()
    screws = Screws(a, np.cos(alpha), np.sin(alpha), np.cos(theta), np.sin(theta), b)
    com, inertia = Vec3(*rest[:3]), Sym3(*rest[3:9])
    if request.param == "origins":
        return screws, RigidBody.about_origin(mass, com, inertia)
    return CentreShift(screws, Vec3(*rest[9:12])), CentredBody(inertia, mass)


def test_transposes(operators, rng: np.random.Generator) -> None:
    B, M = operators
    b, m = matrix(lambda x: B @ x), matrix(lambda x: M @ x)
    assert np.allclose(matrix(lambda x: B.T @ x), b.T)
    assert np.allclose(full(B.T @ (M + NULL66) @ B), b.T @ m @ b)
    if isinstance(M, RigidBody):  # stays one
        assert np.allclose(full((B.T @ M @ B).matrix), b.T @ m @ b)


def test_a_product_and_that_of_the_rate_are_one_sum(operators, rng: np.random.Generator) -> None:
    B, M = operators
    t, t_dot = (vec6(x) for x in rng.normal(size=(2, 6)))
    for own in (vec6(np.array([0, 0, 0.7, 0, 0, 0])), vec6(np.array([0, 0, 0, 0, 0, 0.7]))):
        for X, X_dot in ((B, B.rate(B @ t, own)), (M, M.rate(t))):
            apart = numbers(X @ t_dot) + numbers(X_dot @ t)
            assert np.allclose(numbers(X @ t_dot + X_dot @ t), apart)
            assert not np.allclose(numbers(X @ t_dot), apart)


def test_a_rigid_body_about_its_origin(rng: np.random.Generator) -> None:
    """t^T M t does not depend on the point."""
    mass, (x, y, z), inertia = 1.7, rng.normal(size=3), Sym3(*rng.normal(size=6).tolist())
    body = RigidBody.about_origin(mass, Vec3(x, y, z), inertia)
    t = rng.normal(size=6)
    centre = vec6(np.r_[t[:3], t[3:] + np.cross(t[:3], (x, y, z))])
    expected = centre.T @ (CentredBody(inertia, mass) @ centre)
    assert vec6(t).T @ (body @ vec6(t)) == pytest.approx(expected, rel=1e-13)


def test_what_an_eliminated_joint_leaves_along_its_axis_is_visibly_zero(rng: np.random.Generator) -> None:
    m = rng.normal(size=(6, 6))
    m = m @ m.T
    s = Sym3(*(m[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))))
    body = RigidBody(3.0, Vec3(0.1, 0.2, 0.3), s).matrix
    for axis, p in ((2, Vec6(E_Z, NULL)), (5, Vec6(NULL, E_Z))):
        hat = body @ p
        psi = hat / (p.T @ hat)
        rest = full(body - hat @ psi.T)
        expected = full(body) - np.outer(numbers(hat), numbers(hat)) / float(p.T @ hat)
        assert np.allclose(rest, expected)
        assert not rest[axis].any()
