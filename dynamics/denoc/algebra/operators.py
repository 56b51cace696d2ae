"""What the operators X of a recursion have in common: products X @ t, rates X-dot, transposes X^T.

An operator has `times(x)` for X x, and `with_rate(t_dot, rate)` for X t-dot + X-dot t: worked out together, the two
share most of their products. So a product waits until it is read, or until the product of the rate is added to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from denoc.algebra.algebra import Vec3
from denoc.algebra.spatial import NULL6, Vec6


class Product(Vec6):
    """X @ x, worked out when it is read; with X-dot @ t added, it is worked out together with that."""

    __slots__ = ("_value", "factor", "operator")

    def __init__(self, operator: Any, factor: Vec6) -> None:
        self.operator = operator
        self.factor = factor
        self._value: Vec6 | None = None

    @property
    def value(self) -> Vec6:
        if self._value is None:
            self._value = self.operator.times(self.factor)
        return self._value

    @property
    def angular(self) -> Vec3:  # type: ignore[override]
        return self.value.angular

    @property
    def linear(self) -> Vec3:  # type: ignore[override]
        return self.value.linear

    def __add__(self, o: Vec6) -> Vec6:
        rate = o.operator if isinstance(o, Product) else None
        if isinstance(rate, Rate) and rate.operator is self.operator:
            return self.operator.with_rate(self.factor, rate)
        return Vec6.__add__(self, o)


class Rate(NamedTuple):
    """X-dot of an operator X that moves with the twist `t`; of a joint's B, `t` is B @ t_before and `own` is p qd."""

    operator: Any
    t: Vec6
    own: Vec6 = NULL6

    def __matmul__(self, x: Vec6) -> Product:
        return Product(self, x)

    def times(self, x: Vec6) -> Vec6:
        return self.operator.with_rate(NULL6, self)


class Transposed(NamedTuple):
    """B^T. On wrenches at once; B^T @ M waits for the B of B^T M B."""

    operator: Any  # has `wrench(w)` for B^T w and `congruent(M)` for B^T M B
    mass: Any = None

    def __matmul__(self, x: Any) -> Any:
        if self.mass is not None:
            return self.operator.congruent(self.mass)
        return self.operator.wrench(x) if isinstance(x, Vec6) else Transposed(self.operator, x)
