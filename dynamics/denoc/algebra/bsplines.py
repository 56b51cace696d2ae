"""Splines in B-splines, for any distances of their knots. By NumPy alone: see `banded.py`.

`corners` are a spline's knots, the first and the last of them degree + 1 times; a spline has as many coefficients as
there are knots, less degree + 1.
"""

from __future__ import annotations

import numpy as np


def bases(corners: np.ndarray, degree: int, x: np.ndarray) -> tuple[np.ndarray, list[np.ndarray]]:
    """(span (k,), values): of degree p, values[p] (p + 1, k), the B-splines span - p to span are not zero at x (k,).

    de Boor 1972: a sum of products that are not negative, so no digits are lost.
    """
    span = np.clip(np.searchsorted(corners, x, side="right") - 1, degree, len(corners) - degree - 2)
    values = [np.ones((1, len(x)))]
    for p in range(1, degree + 1):
        wider = np.zeros((p + 1, len(x)))
        for k, value in enumerate(values[-1]):
            left, right = corners[span - p + 1 + k], corners[span + 1 + k]
            wider[k] += (right - x) / (right - left) * value
            wider[k + 1] += (x - left) / (right - left) * value
        values.append(wider)
    return span, values


def powers(corners: np.ndarray, degree: int, coefficients: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(knots (m + 1,), rows (degree + 1, m, n)) of a spline with coefficients (count, n), as m polynomials.

    The rows belong to the powers of the distance to the piece's own knot, lowest first.
    """
    knots = corners[degree:-degree]
    span, values = bases(corners, degree, knots[:-1])
    rows = []
    for order in range(degree + 1):
        rows.append(sum(value[:, None] * coefficients[span - degree + k] for k, value in enumerate(values[-1 - order])))
        if order < degree:
            width = corners[degree + 1 : -order - 1] - corners[order + 1 : -degree - 1]
            rise = np.diff(coefficients, axis=0) / width[:, None]
            coefficients = (degree - order) / (order + 1) * rise
    return knots, np.stack(rows)
