"""Steps of an explicit method as long as nothing can happen in them, compiled. Its memory is that of `loops`."""

from __future__ import annotations

import numpy as np
from numba import carray

from denoc.kernels.jit_options import jit
from denoc.runs.integrators.loops import (
    BOOTSTRAP,
    DENSE_READY,
    DENSE_ROWS,
    DONE,
    H_OLD,
    INNER,
    OPTIONS,
    SAMPLED,
    T_OLD,
    TRIAL,
    T,
    call,
    dense_output,
    doubles,
    interpolate,
    sample,
    step,
)

NEAR = 1e-9  # of a term's largest coefficient: far above rounding, which must hide nothing that may happen
STEPS, SHORTEST, DOUBTFUL = range(3)  # entries of `report`


@jit(**INNER)
def quiet(
    f: int, data: int, more_stages: int, weights: np.ndarray, vectors: np.ndarray, numbers: np.ndarray,
    nodes: np.ndarray, bernstein: np.ndarray, lines: np.ndarray, spare: np.ndarray,
    terms: np.ndarray, slope: np.ndarray,
) -> bool:  # fmt: skip
    """Whether no margin can be negative within the last step; see `event_search.doubtful_moments`."""
    if numbers[DENSE_READY] == 0:
        if dense_output(f, data, more_stages, weights, vectors, numbers) != DONE:
            return False
        numbers[DENSE_READY] = 1
    rows = 3 + int(numbers[DENSE_ROWS] + numbers[BOOTSTRAP])
    margins, n = lines.shape[1], lines.shape[2]
    stuck = False
    for i in range(n):
        stuck = stuck or spare[0, i] != 0.0
    size = vectors.shape[1]
    for k in range(len(nodes)):
        interpolate(vectors, rows, nodes[k])
        if stuck:
            t = numbers[T_OLD] + nodes[k] * numbers[H_OLD]
            if call(f, data, t, vectors.ctypes.data + 8 * TRIAL * size, slope.ctypes.data) != 0:
                return False
        for m in range(margins):
            for i in range(n):
                for e in range(2):
                    value = lines[0, m, i, e] * vectors[TRIAL, i] + lines[1, m, i, e] * vectors[TRIAL, n + i]
                    value += lines[2, m, i, e]
                    if m < 2 and spare[0, i] != 0.0:
                        held = slope[2 * n + i]
                        value = -1.0 if e == 1 else (spare[1, i] - held if m == 0 else spare[2, i] + held)
                    terms[k, m, i, e] = value
    for m in range(margins):
        for i in range(n):
            below = 0
            for e in range(2):
                least, largest = np.inf, 0.0
                for j in range(len(nodes)):
                    value = 0.0
                    for k in range(len(nodes)):
                        value += bernstein[j, k] * terms[k, m, i, e]
                    least = min(least, value)
                    largest = max(largest, abs(value))
                if not least > NEAR * largest:  # also where it is no number
                    below += 1
            if below == 2:
                return False
    return True


@jit(**OPTIONS)
def advance(
    f: int, data: int, stages: int, more_stages: int, weights: np.ndarray, vectors: np.ndarray, numbers: np.ndarray,
    end: float, steps: int, times: np.ndarray, out: np.ndarray,
    nodes: np.ndarray, bernstein: np.ndarray, lines: np.ndarray, spare: np.ndarray,
    terms: np.ndarray, slope: np.ndarray, report: np.ndarray,
) -> int:  # fmt: skip
    """As `loops.advance`, but no further than the first step in which a margin may be negative: that step is taken, no
    state of it goes to `out`, and `report` calls it doubtful.

    `lines` (3, 4, n, 2) are the margins' terms: factors of q and of qd, and what is added. Those of stuck joints, where
    `spare[0]` is not 0, are `spare[1:]` (2, n) less and more by what holds them. `terms` and `slope` are room
    to work in, `nodes` and `bernstein` those of `event_search`.
    """
    weights = carray(doubles(weights.ctypes.data), weights.shape)
    vectors = carray(doubles(vectors.ctypes.data), vectors.shape)
    numbers = carray(doubles(numbers.ctypes.data), numbers.shape)
    numbers[SAMPLED] = 0
    report[STEPS] = report[DOUBTFUL] = 0.0
    report[SHORTEST] = np.inf
    while report[STEPS] < steps and numbers[T] < end:
        outcome = step(f, data, stages, vectors, numbers, end)
        if outcome != DONE:
            return outcome
        report[STEPS] += 1
        report[SHORTEST] = min(report[SHORTEST], numbers[T] - numbers[T_OLD])
        if lines.size and not quiet(
            f, data, more_stages, weights, vectors, numbers, nodes, bernstein, lines, spare, terms, slope
        ):
            report[DOUBTFUL] = 1.0
            return DONE
        outcome = sample(f, data, more_stages, weights, vectors, numbers, times, out)
        if outcome != DONE:
            return outcome
    return DONE
