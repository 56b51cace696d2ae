"""The inverse of a symmetric, positive matrix in its own place, by factors L D L^T: no root is taken.

A text for scalars and for machine code alike, as `cholesky` is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from denoc.recursions.cholesky import Loops


def invert(A: Any, n: Any, loops: Loops) -> None:
    """A becomes its inverse. The half below the diagonal is read."""
    for i in loops.up(n):  # L^T above the diagonal, L D below, D^-1 on it
        pivot = loops.variable(A[i, i])
        for j in loops.up(i):
            rest = loops.variable(A[i, j])
            for k in loops.up(j):
                rest.value = loops.less(rest.value, A[i, k], A[k, j])
            A[i, j] = rest.value
            A[j, i] = rest.value * A[j, j]
            pivot.value = loops.less(pivot.value, rest.value, A[j, i])
        A[i, i] = 1.0 / pivot.value
    for i in loops.up(n):  # Y = L^-1 below the diagonal, (D^-1 Y)^T above
        for j in loops.up(i):
            rest = loops.variable(loops.zero - A[j, i])
            for k in loops.after(j, i):
                rest.value = loops.less(rest.value, A[k, i], A[k, j])
            A[i, j] = rest.value
        for j in loops.up(i):
            A[j, i] = A[i, j] * A[i, i]
    for i in loops.up(n):  # Y^T D^-1 Y
        for j in loops.up(i):
            total = loops.variable(A[j, i])
            for k in loops.after(i, n):
                total.value = loops.more(total.value, A[k, i], A[j, k])
            A[i, j] = A[j, i] = total.value
        total = loops.variable(A[i, i])
        for k in loops.after(i, n):
            total.value = loops.more(total.value, A[k, i], A[i, k])
        A[i, i] = total.value


def minus_products(A: Any, columns: Sequence[Any], results: Sequence[Any], n: Any, loops: Loops) -> None:
    """-A b of each column b."""
    for i in loops.up(n):
        totals = [loops.variable(loops.zero) for _ in columns]
        for k in loops.up(n):
            entry = A[i, k]
            for total, b in zip(totals, columns, strict=True):
                total.value = loops.less(total.value, entry, b[k])
        for total, result in zip(totals, results, strict=True):
            result[i] = total.value
