"""Scalars that are always simplified, so that a recursion's own text gives its result as a formula.

A `Sum` is a sum of terms, each a coefficient, a monomial of symbols, and for every group of angles at most one
harmonic: the sine or the cosine of a whole multiple of each of them. Angles about parallel axes belong into one group:
there cos(q1) cos(q2) - sin(q1) sin(q2) becomes one cosine. The only rule is that two harmonics of a group multiply by
product-to-sum, and it leaves nothing to choose: equal functions have equal terms, and what is zero vanishes.

Coefficients are whole numbers over powers of two, and floats hold those exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from denoc.algebra.scalars import ZERO, Exact, Scalar
from denoc.basics.cancelling import check_cancelled

Monomial = tuple[int, ...]  # the symbols' numbers in ascending order, each as often as its power says
Wave = tuple["Harmonic | None", ...]  # for every group of angles; None is 1
Key = tuple[Monomial, int]  # the second is the number of a wave in its ring; 0 is 1

MANY = 2000  # products of terms that take a millisecond


class Harmonic(NamedTuple):
    """cos or sin of the sum of multiples[i] times the group's angle i; the first multiple that is not 0 is above 0."""

    multiples: tuple[int, ...]
    sine: bool


class TooManyTerms(Exception):
    """A sum has grown beyond what its ring was told to bear."""


class Function(NamedTuple):
    """What a symbol stands for that a sum cannot say: its sign, or 1 over it."""

    name: str  # "sign" or "reciprocal"
    of: Sum


class Ring:
    """Makes the scalars. `groups` says how many angles are in each group; a sum of more than `most_terms` terms, or
    more than `most_products` products of terms in all, raise TooManyTerms."""

    def __init__(self, groups: Sequence[int], most_terms: int, most_products: int) -> None:
        self.groups = tuple(groups)
        self.most_terms = most_terms
        self.products_left = most_products
        self.functions: dict[int, Function] = {}
        self.size = 0
        self.waves: list[Wave] = [(None,) * len(self.groups)]
        self._numbers: dict[Wave, int] = {self.waves[0]: 0}
        self._products: dict[tuple[int, int], list[tuple[float, int]]] = {}
        self._known: dict[tuple[str, frozenset[tuple[Key, float]]], int] = {}

    def symbol(self) -> Sum:
        """A new symbol, numbered in the order they are made."""
        self.size += 1
        return self._single((self.size - 1,))

    def harmonic(self, group: int, angle: int, *, sine: bool) -> Sum:
        """The sine or cosine of one angle."""
        multiples = tuple(int(i == angle) for i in range(self.groups[group]))
        wave = (*self.waves[0][:group], Harmonic(multiples, sine), *self.waves[0][group + 1 :])
        return Sum(self, {((), self._number(wave)): 1.0})

    def number(self, value: float) -> Sum:
        return Sum(self, {((), 0): value} if value else {})

    def function(self, name: str, of: Sum) -> Sum:
        """A symbol that stands for a function of a sum, the same for the same sum."""
        key = (name, frozenset(of.terms.items()))
        if key not in self._known:
            self._known[key] = self.size
            self.functions[self.size] = Function(name, of)
            self.size += 1
        return self._single((self._known[key],))

    def _single(self, monomial: Monomial) -> Sum:
        return Sum(self, {(monomial, 0): 1.0})

    def product(self, a: int, b: int) -> list[tuple[float, int]]:
        """Two waves multiplied, group by group, as a sum of waves; worked out once."""
        found = self._products.get((a, b))
        if found is None:
            parts: list[tuple[float, Wave]] = [(1.0, ())]
            for x, y in zip(self.waves[a], self.waves[b], strict=True):
                if x is None or y is None:
                    parts = [(c, (*wave, x or y)) for c, wave in parts]
                else:
                    parts = [(c * d, (*wave, h)) for c, wave in parts for d, h in _product(x, y)]
            found = self._products[a, b] = [(factor, self._number(wave)) for factor, wave in parts]
        return found

    def _number(self, wave: Wave) -> int:
        number = self._numbers.setdefault(wave, len(self.waves))
        if number == len(self.waves):
            self.waves.append(wave)
        return number

    def spend(self, products: int) -> None:
        if self.products_left // MANY != (self.products_left - products) // MANY:
            check_cancelled()
        self.products_left -= products
        if self.products_left < 0:
            raise TooManyTerms


class Sum:
    """A scalar of a ring; an empty one becomes ZERO, which vanishes from the arithmetic."""

    __slots__ = ("ring", "terms")

    def __init__(self, ring: Ring, terms: dict[Key, float]) -> None:
        self.ring = ring
        self.terms = terms

    def __add__(self, other: Scalar) -> Scalar:
        if isinstance(other, Exact):
            return NotImplemented
        return self._plus(other, 1.0)

    __radd__ = __add__

    def __sub__(self, other: Scalar) -> Scalar:
        if isinstance(other, Exact):
            return NotImplemented
        return self._plus(other, -1.0)

    def __rsub__(self, other: float) -> Scalar:
        return (-self)._plus(other, 1.0)

    def __neg__(self) -> Sum:
        return Sum(self.ring, {key: -value for key, value in self.terms.items()})

    def __mul__(self, other: Scalar) -> Scalar:
        if isinstance(other, Exact):
            return NotImplemented
        if not isinstance(other, Sum):
            return Sum(self.ring, {key: value * other for key, value in self.terms.items()}) if other else ZERO
        ring, out = self.ring, dict[Key, float]()
        ring.spend(len(self.terms) * len(other.terms))
        for (monomial, wave), value in self.terms.items():
            for (monomial2, wave2), value2 in other.terms.items():
                both = tuple(sorted(monomial + monomial2)) if monomial and monomial2 else monomial or monomial2
                for factor, number in ring.product(wave, wave2) if wave and wave2 else ((1.0, wave or wave2),):
                    key = both, number
                    out[key] = out.get(key, 0.0) + value * value2 * factor
        return _made(ring, out)

    __rmul__ = __mul__

    def __truediv__(self, other: Scalar) -> Scalar:
        if isinstance(other, Exact):
            return NotImplemented
        return self * (other.ring.function("reciprocal", other) if isinstance(other, Sum) else 1.0 / other)

    def __rtruediv__(self, other: float) -> Scalar:
        return self.ring.function("reciprocal", self) * other

    def apply(self, name: str) -> Sum:
        """The sign of this sum, as a symbol; there is no other function of sums."""
        return self.ring.function(name, self)

    def _plus(self, other: Sum | float, factor: float) -> Scalar:
        added = other if isinstance(other, Sum) else self.ring.number(other)
        out = dict(self.terms)
        for key, value in added.terms.items():
            out[key] = out.get(key, 0.0) + factor * value
        return _made(self.ring, out)


class Angle:
    """A joint coordinate that sines and cosines are taken of: angle `place` of `group`, and some quarter turns."""

    __slots__ = ("_group", "_place", "_quarters", "_ring")

    def __init__(self, ring: Ring, group: int, place: int, quarters: int) -> None:
        self._ring = ring
        self._group = group
        self._place = place
        self._quarters = quarters

    def apply(self, name: str) -> Sum:
        turns = (self._quarters + (name == "sin") * 3) % 4  # sin x = cos(x - 90 degrees)
        found = self._ring.harmonic(self._group, self._place, sine=turns % 2 == 1)  # cos(x + 90 degrees) = -sin x
        return -found if turns in (1, 2) else found


def _made(ring: Ring, terms: dict[Key, float]) -> Scalar:
    kept = {key: value for key, value in terms.items() if value}
    if len(kept) > ring.most_terms:
        raise TooManyTerms
    return Sum(ring, kept) if kept else ZERO


def _product(a: Harmonic, b: Harmonic) -> list[tuple[float, Harmonic | None]]:
    """Two harmonics of one group as a sum of such."""
    plus = tuple(x + y for x, y in zip(a.multiples, b.multiples, strict=True))
    minus = tuple(x - y for x, y in zip(a.multiples, b.multiples, strict=True))
    if a.sine == b.sine:  # cos cos and sin sin
        parts = [(0.5, minus, False), (-0.5 if a.sine else 0.5, plus, False)]
    else:  # sin cos and cos sin
        parts = [(0.5, plus, True), (0.5 if a.sine else -0.5, minus, True)]
    return [part for part in (_canonical(*each) for each in parts) if part[0]]


def _canonical(factor: float, multiples: tuple[int, ...], sine: bool) -> tuple[float, Harmonic | None]:
    first = next((x for x in multiples if x), 0)
    if first == 0:
        return (0.0 if sine else factor), None
    if first > 0:
        return factor, Harmonic(multiples, sine)
    return (-factor if sine else factor), Harmonic(tuple(-x for x in multiples), sine)
