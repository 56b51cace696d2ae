"""Structural numbers and traced recursions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from denoc.algebra.algebra import JointRotation, Mat3, Sym3, Vec3
from denoc.algebra.scalars import MINUS_ONE, ONE, ZERO, cos, exact_cos_sin, lift, sign, sin, sqrt
from denoc.algebra.spatial import Sym6, Vec6, shift_motion, shift_wrench
from denoc.algebra.tracing import Graph, live_nodes

numbers = st.sampled_from([0.0, 1.0, -1.0, 0.5, -2.0, 3.25])


@given(numbers, numbers)
def test_exact_numbers_compute_like_floats(a: float, b: float) -> None:
    for x, y in ((lift(a), b), (a, lift(b)), (lift(a), lift(b))):
        assert float(x + y) == a + b
        assert float(x - y) == a - b
        assert float(x * y) == a * b
        if b:
            assert float(x / y) == a / b
    assert float(-lift(a)) == -a


def test_exact_numbers_vanish_from_arrays() -> None:
    array = np.array([1.0, 2.0])
    assert array * ZERO is ZERO
    assert (array * ONE) is array
    assert array + ZERO is array
    assert np.array_equal(MINUS_ONE * array, -array)
    assert np.array_equal(array - ONE, array - 1)


@pytest.mark.parametrize(("function", "name"), [(sin, "sin"), (cos, "cos"), (sqrt, "sqrt"), (sign, "sign")])
def test_functions_of_every_scalar(function, name: str) -> None:
    for x in (0.0, 1.0, 0.3, 2.0):
        expected = getattr(np, name)(x)
        assert float(function(x)) == pytest.approx(expected)
        assert float(function(lift(x))) == pytest.approx(expected)
        assert function(np.array([x]))[0] == pytest.approx(expected)
    assert math.isnan(function(math.nan))
    if name in ("sin", "cos"):
        assert math.isnan(function(math.inf))


@pytest.mark.parametrize("turns", range(-8, 9))
def test_right_angles_are_exact(turns: int) -> None:
    c, s = exact_cos_sin(turns * math.pi / 2)
    assert {abs(c), abs(s)} == {0.0, 1.0}
    assert c == pytest.approx(math.cos(turns * math.pi / 2), abs=1e-14)
    assert s == pytest.approx(math.sin(turns * math.pi / 2), abs=1e-14)
    assert exact_cos_sin(0.7) == (math.cos(0.7), math.sin(0.7))
    assert exact_cos_sin(1e16) == (math.cos(1e16), math.sin(1e16))


class TestAlgebra:
    """The factored forms against plain matrices."""

    @pytest.fixture
    def rotation(self, rng: np.random.Generator) -> tuple[JointRotation, np.ndarray]:
        a, t = rng.uniform(-3, 3, 2)
        ca, sa, ct, st_ = math.cos(a), math.sin(a), math.cos(t), math.sin(t)
        matrix = np.array([[1, 0, 0], [0, ca, -sa], [0, sa, ca]]) @ np.array([[ct, -st_, 0], [st_, ct, 0], [0, 0, 1]])
        return JointRotation(ca, sa, ct, st_), matrix

    def test_rotations(self, rotation, rng: np.random.Generator) -> None:
        turn, matrix = rotation
        v = rng.normal(size=3)
        assert np.allclose(list(turn.to_parent(Vec3(*v))), matrix @ v)
        assert np.allclose(list(turn.to_child(Vec3(*v))), matrix.T @ v)
        m = rng.normal(size=(3, 3))
        assert np.allclose(np.reshape(list(turn.mat_to_parent(Mat3(*m.ravel()))), (3, 3)), matrix @ m @ matrix.T)
        s = m + m.T
        turned = turn.sym_to_parent(Sym3(s[0, 0], s[1, 1], s[2, 2], s[0, 1], s[1, 2], s[0, 2]))
        expected = matrix @ s @ matrix.T
        assert np.allclose(list(turned), [expected[i] for i in ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))])

    def test_shifts(self, rng: np.random.Generator) -> None:
        r, t, w = rng.normal(size=3), rng.normal(size=6), rng.normal(size=6)
        shift = np.eye(6)
        shift[3:, :3] = -np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])
        twist, wrench = (Vec6(Vec3(*x[:3]), Vec3(*x[3:])) for x in (t, w))
        assert np.allclose(list(shift_motion(twist, Vec3(*r))), shift @ t)
        assert np.allclose(list(shift_wrench(wrench, Vec3(*r))), shift.T @ w)
        m = rng.normal(size=(6, 6))
        m = m + m.T
        packed = Sym6(_sym(m[:3, :3]), Mat3(*m[:3, 3:].ravel()), _sym(m[3:, 3:])).shift(Vec3(*r))
        expected = shift.T @ m @ shift
        assert np.allclose(list(packed.A), list(_sym(expected[:3, :3])))
        assert np.allclose(list(packed.B), expected[:3, 3:].ravel())


def _sym(m: np.ndarray) -> Sym3:
    return Sym3(m[0, 0], m[1, 1], m[2, 2], m[0, 1], m[1, 2], m[0, 2])


class TestGraph:
    def test_equal_operations_are_one(self) -> None:
        graph = Graph()
        x, y = graph.input("x"), graph.input("y")
        assert x * y is y * x
        assert x - y is not y - x
        assert len(live_nodes([x * y + y * x])) == 4  # x, y, x * y, and its double

    def test_signs_move_outward(self) -> None:
        graph = Graph()
        x, y = graph.input("x"), graph.input("y")
        assert (-x) * y is -(x * y)
        assert x + -y is x - y
        assert x - -y is x + y
        negative = -x
        assert -negative is x
        assert 1.0 * x is x
        assert 0.0 * x is ZERO

    def test_what_is_not_needed_is_not_live(self) -> None:
        graph = Graph()
        x, y = graph.input("x"), graph.input("y")
        x * y
        assert live_nodes([x + 1.0])[-1].op == "+"
        assert len(live_nodes([x + 1.0])) == 2
