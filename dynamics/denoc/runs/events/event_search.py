"""What happens at an instant of a run, and finding the instant.

The modes of a run end where a margin falls below zero. A margin is the larger of two smooth terms, and along the dense
output of a step a term is a polynomial, or nearly one. So no dip is missed that lies between two looks: where the
polynomials may be negative, their roots say where to look.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np

EventKind = Literal["sticks", "slips", "stop", "contact", "release"]


class Event(NamedTuple):
    """Something that happens to a joint at an instant of a run: `t` in s, `joint` counted from 1, and its `kind`.

    "sticks": it comes to rest in its friction; "slips": it sets off, or turns round; "stop": it ends the run at its
    limit; "contact" and "release": it begins and ends to press on its limit.
    """

    t: float
    joint: int
    kind: EventKind


DEGREE = 7  # of the integrators' dense outputs, at most
NOISE = 1e-13  # of a polynomial's largest coefficient: what is smaller comes from rounding
NODES = 0.5 - 0.5 * np.cos(np.pi * np.arange(DEGREE + 1) / DEGREE)  # of a step, where its terms are looked at

TO_BERNSTEIN = np.linalg.inv(
    np.array([[math.comb(DEGREE, k) * x**k * (1 - x) ** (DEGREE - k) for k in range(DEGREE + 1)] for x in NODES])
)
_TO_CHEBYSHEV = np.linalg.inv(np.polynomial.chebyshev.chebvander(2 * NODES - 1, DEGREE))


def alone(term: np.ndarray) -> np.ndarray:
    """(..., 2): the terms of a margin that has one only; the other never is the larger one where that matters."""
    both = np.full((*term.shape, 2), -1.0)
    both[..., 0] = term
    return both


def doubtful_moments(terms: np.ndarray) -> np.ndarray:
    """Shares of a step, rising, at which margins may be negative between the NODES; none where they cannot be.

    `terms` (nodes, m, 2) belong to m margins, the larger of two each. A polynomial stays between its least and its
    largest Bernstein coefficient; where that leaves a doubt, the signs can change at its roots only, so one look at
    each root and one between two neighbours see every sign. The real parts of complex roots are looked at too: these
    are dips that only just do not reach zero.
    """
    bounds = (TO_BERNSTEIN @ terms.reshape(len(terms), -1)).reshape(terms.shape)
    doubtful = (bounds.min(axis=0) < 0).all(axis=1)
    if not doubtful.any():
        return np.zeros(0)
    found = [np.array([0.0, 1.0])]
    for series in (_TO_CHEBYSHEV @ terms[:, doubtful].reshape(len(terms), -1)).T:
        series = np.polynomial.chebyshev.chebtrim(series, NOISE * np.abs(series).max())
        if len(series) > 1:
            found.append(0.5 + 0.5 * np.polynomial.chebyshev.chebroots(series).real)
    roots = np.unique(np.clip(np.concatenate(found), 0.0, 1.0))
    return np.unique(np.concatenate([roots, 0.5 * (roots[1:] + roots[:-1])]))


def locate(margin: Callable[[float], float], left: float, right: float) -> float:
    """The first moment of a negative margin, to the resolution of the clock.

    The margin is negative at `right` and, as far as it can be seen, nowhere before `left`. Secants by the Illinois rule
    (Dowell, Jarratt 1971), every third step a bisection: a margin that jumps, as with a torque that is switched, is no
    harder than one that is smooth.
    """
    resolution = 4 * float(np.spacing(max(abs(left), abs(right), right - left)))
    low, high = max(margin(left), 0.0), margin(right)
    side = count = 0
    while right - left > resolution:
        count += 1
        middle = 0.5 * (left + right)
        secant = left + (right - left) * low / (low - high)
        t = middle if count % 3 == 0 else min(max(secant, left + 0.5 * resolution), right - 0.5 * resolution)
        value = margin(t)
        if value >= 0:
            left, low, high = t, value, high / 2 if side > 0 else high
            side = 1
        else:
            right, high, low = t, value, low / 2 if side < 0 else low
            side = -1
    return right
