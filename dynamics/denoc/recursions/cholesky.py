"""Cholesky's factors of a symmetric matrix A, and the solution of A x = b with them.

A text for scalars and for machine code alike: it works in place on A[i, j] and b[i], in loops and with variables that
are Python's own (`PLAIN`) or become those of a kernel.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, Protocol

from denoc.algebra.scalars import ZERO, sqrt


class Loops(Protocol):
    """Where a text with loops runs."""

    def up(self, n: Any, /) -> Iterable[Any]:
        """0 to n-1."""

    def down(self, n: Any, /) -> Iterable[Any]:
        """n-1 to 0."""

    def after(self, i: Any, n: Any, /) -> Iterable[Any]:
        """i+1 to n-1."""

    def variable(self, x: Any, /) -> Any:
        """Something whose `value` is x until it is assigned another."""

    def more(self, x: Any, y: Any, z: Any, /) -> Any:
        """x + y z."""

    def less(self, x: Any, y: Any, z: Any, /) -> Any:
        """x - y z."""

    @property
    def zero(self) -> Any: ...


class _Plain:
    up = staticmethod(range)
    zero = ZERO

    def down(self, n: int) -> Iterable[int]:
        return reversed(range(n))

    def after(self, i: int, n: int) -> Iterable[int]:
        return range(i + 1, n)

    def variable(self, x: Any) -> SimpleNamespace:
        return SimpleNamespace(value=x)

    def more(self, x: Any, y: Any, z: Any) -> Any:
        return x + y * z

    def less(self, x: Any, y: Any, z: Any) -> Any:
        return x - y * z


PLAIN: Loops = _Plain()


def factor(A: Any, n: Any, loops: Loops) -> None:
    """L with A = L L^T into the lower half of A; the diagonal holds the inverse of L's, so that solving multiplies."""
    for i in loops.up(n):
        for j in loops.up(i):
            rest = loops.variable(A[i, j])
            for k in loops.up(j):
                rest.value = rest.value - A[i, k] * A[j, k]
            A[i, j] = rest.value * A[j, j]
        pivot = loops.variable(A[i, i])
        for k in loops.up(i):
            pivot.value = pivot.value - A[i, k] * A[i, k]
        A[i, i] = 1.0 / sqrt(pivot.value)


def solve(A: Any, b: Any, n: Any, loops: Loops) -> None:
    """x of L L^T x = b into b, after `factor`."""
    for i in loops.up(n):
        rest = loops.variable(b[i])
        for k in loops.up(i):
            rest.value = rest.value - A[i, k] * b[k]
        b[i] = rest.value * A[i, i]
    for i in loops.down(n):
        x = b[i] * A[i, i]
        b[i] = x
        for k in loops.up(i):
            b[k] = b[k] - A[i, k] * x
