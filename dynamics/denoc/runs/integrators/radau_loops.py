"""The stages of Radau IIA of order 5, compiled: Newton's iteration, the Jacobian, the error. Hairer and Wanner,
"Solving Ordinary Differential Equations II", section IV.8; the numbers are derived here from the method's matrix.

With Z the stages less y and A the method's matrix, Newton solves (A^-1/h x I - I x J) dZ = F(Z) - (A^-1/h x I) Z. In
the eigenvectors of A^-1 that is one real system and one complex one, each as large as the state. Rows of the memory are
those of `loops`; the state's last entries, which the error does not count, must have no effect on any slope.
"""

from __future__ import annotations

import math

import numpy as np

from denoc.kernels.jit_options import jit
from denoc.runs.integrators.loops import (
    ATOL,
    CONTROLLED,
    DENSE_READY,
    DONE,
    FAILED_AT,
    GROWN,
    H_OLD,
    INNER,
    OPTIONS,
    RTOL,
    SHORTEST,
    SLOPE,
    SLOPE_OLD,
    STATUS,
    STEPS,
    T_OLD,
    TRIAL,
    WRONG,
    Y_OLD,
    E,
    F,
    K,
    T,
    Y,
    evaluate,
)

Z, S, REAL = K, K + 3, K + 6  # three stages less y, their slopes, and the real one of three transformed stages
ROWS = 7  # from K on

ROOT = math.sqrt(6.0)
NODES = ((4 - ROOT) / 10, (4 + ROOT) / 10, 1.0)
MATRIX = np.array(
    [
        [(88 - 7 * ROOT) / 360, (296 - 169 * ROOT) / 1800, (-2 + 3 * ROOT) / 225],
        [(296 + 169 * ROOT) / 1800, (88 + 7 * ROOT) / 360, (-2 - 3 * ROOT) / 225],
        [(16 - ROOT) / 36, (16 + ROOT) / 36, 1 / 9],
    ]
)
ERROR = ((-13 - 7 * ROOT) / 3, (-13 + 7 * ROOT) / 3, -1 / 3)  # of the stages: y less an embedded step of order 3

_values, _vectors = np.linalg.eig(np.linalg.inv(MATRIX))
_real, _complex = int(np.argmin(np.abs(_values.imag))), int(np.argmax(_values.imag))
_inverse = np.linalg.inv(_vectors)
REAL_VALUE, COMPLEX_VALUE = float(_values[_real].real), complex(_values[_complex])
TO_REAL, FROM_REAL = tuple(_inverse[_real].real.tolist()), tuple(_vectors[:, _real].real.tolist())
TO_COMPLEX = tuple(_inverse[_complex].tolist())
FROM_COMPLEX = tuple((2 * _vectors[:, _complex]).tolist())  # twice the real part: its conjugate is the third

ITERATIONS = 7
CONVERGED, DIVERGED = 0, 3  # beside `loops.WRONG`
SMALLEST = 1e-5  # size of a number that the Jacobian's differences are made for
ROUNDING = 2.3e-16


@jit(**INNER)
def solve(factors: np.ndarray, pivots: np.ndarray, x: np.ndarray) -> None:
    """x in place, by factors as LAPACK's getrf leaves them."""
    n = len(pivots)
    for i in range(n):
        p = pivots[i]
        x[i], x[p] = x[p], x[i]
    for j in range(n):
        for i in range(j + 1, n):
            x[i] -= factors[i, j] * x[j]
    for j in range(n - 1, -1, -1):
        x[j] /= factors[j, j]
        for i in range(j):
            x[i] -= factors[i, j] * x[j]


@jit(**OPTIONS)
def jacobian(f: int, data: int, vectors: np.ndarray, numbers: np.ndarray, out: np.ndarray) -> int:
    """Of the slopes at Y by differences, into `out`."""
    n, t = out.shape[0], numbers[T]
    for c in range(n):
        vectors[TRIAL, c] = vectors[Y, c]
    for j in range(int(numbers[CONTROLLED])):
        value = vectors[Y, j]
        change = math.copysign(math.sqrt(ROUNDING * max(SMALLEST, abs(value))), vectors[SLOPE, j])
        for _ in range(2):  # the other way where there is nothing this way
            vectors[TRIAL, j] = value + change
            change = vectors[TRIAL, j] - value
            status = evaluate(f, data, t, TRIAL, S, vectors, numbers)
            if status == 0:
                break
            if status < 0:
                return WRONG
            change = -change
        vectors[TRIAL, j] = value
        for i in range(n):
            out[i, j] = (vectors[S, i] - vectors[SLOPE, i]) / change if status == 0 else 0.0
    return DONE


@jit(**INNER)
def scale_of(c: int, row: int, vectors: np.ndarray, numbers: np.ndarray) -> float:
    """What an error of entry c may be, between Y and another row."""
    return numbers[ATOL] + numbers[RTOL] * max(abs(vectors[Y, c]), abs(vectors[row, c]))


@jit(**INNER)
def guess(h: float, vectors: np.ndarray, numbers: np.ndarray, known: bool) -> None:
    """Z from the polynomial of the last step, where that is known."""
    ratio = h / numbers[H_OLD] if known else 0.0
    for i in range(3):
        x = 1.0 + NODES[i] * ratio
        for c in range(vectors.shape[1]):
            value = vectors[F, c] + (1.0 - x) * (vectors[F + 1, c] + x * vectors[F + 2, c])
            vectors[Z + i, c] = vectors[Y_OLD, c] + x * value - vectors[Y, c] if known else 0.0


@jit(**OPTIONS)
def newton(
    f: int,
    data: int,
    vectors: np.ndarray,
    numbers: np.ndarray,
    real: np.ndarray,
    real_pivots: np.ndarray,
    pair: np.ndarray,
    pair_pivots: np.ndarray,
    work: np.ndarray,
    course: np.ndarray,
    h: float,
    known: bool,
    wanted: float,
) -> int:
    """The stages of a step into Z, and Y + Z_3 into TRIAL. `course` is (contraction, iterations, rate): what the last
    steps say of the first iteration's error, and what this one found."""
    n, controlled, t = len(real_pivots), int(numbers[CONTROLLED]), numbers[T]
    guess(h, vectors, numbers, known)
    for c in range(n):
        vectors[REAL, c] = 0.0
        work[0, c] = 0.0
        for i in range(3):
            vectors[REAL, c] += TO_REAL[i] * vectors[Z + i, c]
            work[0, c] += TO_COMPLEX[i] * vectors[Z + i, c]
    contraction = max(course[0], ROUNDING) ** 0.8
    before = rate = 0.0
    right, twisted = vectors[E, :n], work[1]
    for k in range(ITERATIONS):
        for i in range(3):
            for c in range(n):
                vectors[TRIAL, c] = vectors[Y, c] + vectors[Z + i, c]
            status = evaluate(f, data, t + NODES[i] * h, TRIAL, S + i, vectors, numbers)
            if status != 0:
                return WRONG if status < 0 else DIVERGED
        for c in range(n):
            right[c] = -REAL_VALUE / h * vectors[REAL, c]
            twisted[c] = -COMPLEX_VALUE / h * work[0, c]
            for i in range(3):
                right[c] += TO_REAL[i] * vectors[S + i, c]
                twisted[c] += TO_COMPLEX[i] * vectors[S + i, c]
        solve(real, real_pivots, right)
        solve(pair, pair_pivots, twisted)
        size = 0.0
        for c in range(n):
            vectors[REAL, c] += right[c]
            work[0, c] += twisted[c]
            for i in range(3):
                change = FROM_REAL[i] * right[c] + (FROM_COMPLEX[i] * twisted[c]).real
                vectors[Z + i, c] += change
                if c < controlled:
                    size += (change / scale_of(c, Y, vectors, numbers)) ** 2
        size = math.sqrt(size / (3 * controlled))
        if not math.isfinite(size):
            numbers[STATUS], numbers[FAILED_AT] = GROWN, t
            return DIVERGED
        if k > 0:
            rate = size / before
            if rate >= 0.99:
                return DIVERGED
            contraction = rate / (1.0 - rate)
            if contraction * size * rate ** (ITERATIONS - 2 - k) > wanted:
                return DIVERGED
        before = max(size, 1e-300)
        if contraction * size <= wanted:
            course[0], course[1], course[2] = contraction, k + 1, rate
            for c in range(n):
                vectors[TRIAL, c] = vectors[Y, c] + vectors[Z + 2, c]
            return CONVERGED
    return DIVERGED


@jit(**OPTIONS)
def step_error(
    f: int,
    data: int,
    vectors: np.ndarray,
    numbers: np.ndarray,
    real: np.ndarray,
    pivots: np.ndarray,
    h: float,
    again: bool,
) -> float:
    """Of the step from Y to TRIAL in units of what is allowed; looked at twice where a stiff part would blow it up."""
    n, controlled = len(pivots), int(numbers[CONTROLLED])
    right = vectors[E, :n]
    for c in range(n):
        right[c] = vectors[SLOPE, c]
    for attempt in range(2):
        for c in range(n):
            for i in range(3):
                right[c] += ERROR[i] * vectors[Z + i, c] / h
        solve(real, pivots, right)
        size = 0.0
        for c in range(controlled):
            size += (right[c] / scale_of(c, TRIAL, vectors, numbers)) ** 2
        size = math.sqrt(size / controlled)
        if attempt == 1 or not again or size <= 1.0 or not math.isfinite(size):
            break
        for c in range(n):
            vectors[S, c] = vectors[Y, c] + right[c]
        if evaluate(f, data, numbers[T], S, S + 1, vectors, numbers) != 0:
            break
        for c in range(n):
            right[c] = vectors[S + 1, c]
    return size


@jit(**OPTIONS)
def between(f: int, data: int, vectors: np.ndarray, numbers: np.ndarray, h: float, t: float) -> float:
    """The polynomial of the step from Y to TRIAL at t, and the slope there, into S. How far the polynomial is from
    Hermite's cubic in the middle, in units of what is allowed; below zero where that slope is missing.

    The error control is of the step's end, which is of order 5; between the ends the polynomial is of order 3.
    """
    if evaluate(f, data, t, TRIAL, S, vectors, numbers) != 0:
        return -1.0
    first, second, _ = NODES
    n, controlled = vectors.shape[1], int(numbers[CONTROLLED])
    off = 0.0
    for c in range(n):
        end = vectors[Z + 2, c]
        near = (vectors[Z, c] / first - end) / (1.0 - first)
        far = (vectors[Z + 1, c] / second - end) / (1.0 - second)
        bend = (far - near) / (second - first)
        vectors[F, c], vectors[F + 1, c], vectors[F + 2, c] = end, near - first * bend, bend
        if c < controlled:
            middle = 0.5 * (end + 0.5 * (vectors[F + 1, c] + 0.5 * bend))
            hermite = 0.5 * end + h / 8 * (vectors[SLOPE, c] - vectors[S, c])
            off += ((middle - hermite) / scale_of(c, TRIAL, vectors, numbers)) ** 2
    return math.sqrt(off / controlled)


@jit(**OPTIONS)
def move(vectors: np.ndarray, numbers: np.ndarray, h: float, t: float) -> None:
    """To TRIAL at t, whose slope is at S."""
    for c in range(vectors.shape[1]):
        vectors[Y_OLD, c], vectors[SLOPE_OLD, c] = vectors[Y, c], vectors[SLOPE, c]
        vectors[Y, c], vectors[SLOPE, c] = vectors[TRIAL, c], vectors[S, c]
    numbers[T_OLD], numbers[H_OLD], numbers[T] = numbers[T], h, t
    numbers[STEPS] += 1
    numbers[SHORTEST] = min(numbers[SHORTEST], h)
    numbers[DENSE_READY] = 1
