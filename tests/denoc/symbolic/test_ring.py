"""The scalar that is always simplified."""

from __future__ import annotations

import math

import numpy as np
import pytest

from denoc.algebra.scalars import ONE, ZERO, cos, sign, sin
from denoc.symbolic.ring import Angle, Ring, Sum, TooManyTerms


def ring(most: int = 1000) -> Ring:
    return Ring([2, 1], most, 10**6)


def value(scalar: object, angles: list[list[float]], numbers: list[float]) -> float:
    if not isinstance(scalar, Sum):
        return float(scalar)
    total = 0.0
    for (monomial, wave), coefficient in scalar.terms.items():
        product = coefficient * math.prod(numbers[number] for number in monomial)
        for harmonic, group in zip(scalar.ring.waves[wave], angles, strict=True):
            if harmonic is not None:
                argument = float(np.dot(harmonic.multiples, group))
                product *= math.sin(argument) if harmonic.sine else math.cos(argument)
        total += product
    return total


def test_what_is_equal_has_the_same_terms() -> None:
    r = ring()
    a, b = Angle(r, 0, 0, 0), Angle(r, 0, 1, 0)
    x = r.symbol()
    squares = cos(a) * cos(a) + sin(a) * sin(a)
    assert squares.terms == r.number(1.0).terms
    assert (squares - 1.0) is ZERO
    assert len((cos(a) * cos(b) - sin(a) * sin(b)).terms) == 1  # cos(a + b)
    assert (x * sin(a) - sin(a) * x) is ZERO
    assert ((x + 1.0) * (x - 1.0)).terms == (x * x - ONE).terms


@pytest.mark.parametrize("quarters", range(4))
def test_right_angles_are_worked_in(quarters: int) -> None:
    r = ring()
    angle = Angle(r, 0, 1, quarters)
    for function, exact in ((cos, math.cos), (sin, math.sin)):
        found = function(angle)
        assert len(found.terms) == 1
        assert value(found, [[0.0, 0.7], [0.0]], []) == pytest.approx(exact(0.7 + quarters * math.pi / 2), abs=1e-15)


def test_random_sums_keep_their_value(rng: np.random.Generator) -> None:
    r = ring(most=10**5)
    angles = [[0.3, -1.1], [2.0]]
    flat = [Angle(r, 0, 0, 0), Angle(r, 0, 1, 1), Angle(r, 1, 0, 0)]
    exact = [0.3, -1.1 + math.pi / 2, 2.0]
    x, y = r.symbol(), r.symbol()
    known = [(x, 1.7), (y, -0.4), *((cos(a), math.cos(e)) for a, e in zip(flat, exact, strict=True))]
    known += [(sin(a), math.sin(e)) for a, e in zip(flat, exact, strict=True)]
    for _ in range(60):
        (a, u), (b, v) = (known[i] for i in rng.integers(len(known), size=2))
        operation = rng.integers(3)
        made = (a * b, u * v) if operation == 0 else (a + b, u + v) if operation == 1 else (a - b, u - v)
        if not isinstance(made[0], Sum) or len(made[0].terms) < 60:
            known.append(made)
    for scalar, wanted in known:
        assert value(scalar, angles, [1.7, -0.4]) == pytest.approx(wanted, rel=1e-12, abs=1e-12)


def test_functions_become_symbols_once() -> None:
    r = ring()
    x = r.symbol()
    assert sign(x).terms == sign(x).terms
    half = 1.0 / (x * x + 1.0)
    assert (x / (x * x + 1.0)).terms == (x * half).terms
    assert [function.name for function in r.functions.values()] == ["sign", "reciprocal"]


def test_a_sum_that_grows_too_large_is_refused() -> None:
    r = ring(most=10)
    wide = sum((r.symbol() for _ in range(9)), r.symbol())
    with pytest.raises(TooManyTerms):
        wide * wide
    with pytest.raises(TooManyTerms):
        wide + r.symbol()
    few = Ring([], 1000, 50)
    wide = sum((few.symbol() for _ in range(9)), few.symbol())
    with pytest.raises(TooManyTerms):
        wide * wide
