"""The loop of the explicit Runge-Kutta methods, compiled. It calls the derivative through its address:
f(data, t, address of y, address of y') -> 0, or a number that says what is wrong with this state (below zero: give up).

Compiled by numba at first use and kept on disk. Few arrays with many rows keep that short. Nothing here knows what is
being integrated.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import carray, types
from numba.extending import intrinsic

from denoc.kernels import jit_options
from denoc.kernels.jit_options import jit

# The memory of an integrator, and what is where in it.

DONE, NO_STEP, WRONG = range(3)  # how `advance` ends
GROWN = 1  # a state beyond all bounds; the derivative's own numbers begin above it

# Rows of `vectors`, each as long as the state, padded with zeros to a multiple of four. The slopes of the stages begin
# at K, the rows of the dense output at F, up to two estimates of the error at E.
Y, Y_OLD, SLOPE, SLOPE_OLD, TRIAL, F, E, K = 0, 1, 2, 3, 4, 5, 13, 15

# Entries of `numbers`: the method and its limits, the clock, and counters.
(
    STAGES, LAST_STAGE, ORDER, ERROR_ORDER, ESTIMATES, DENSE_ROWS, BOOTSTRAP, RTOL, ATOL, CONTROLLED, MAX_STEP, FLOOR,
    T, H, T_OLD, H_OLD, FAILED_AT, STATUS, STEPS, EVALUATIONS, SAMPLED, DENSE_READY, SHORTEST,
) = range(23)  # fmt: skip
NUMBERS = 23

WEIGHT_ROWS, WEIGHT_COLUMNS = 8, 16  # of `weights`, the dense output's

SAFETY, SHRINK, GROW = 0.8, 0.2, 8.0


# Nothing that lets LLVM choose how to round: code just compiled and the same code read back would differ.
OPTIONS: dict[str, Any] = {**jit_options.OPTIONS, "fastmath": {"nsz"}}
INNER = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # for what only the loop itself calls


@intrinsic
def call(context: Any, f: Any, data: Any, t: Any, y: Any, out: Any) -> Any:
    """f(data, t, y, out) at an address."""
    signature = types.int64(types.int64, types.int64, types.float64, types.int64, types.int64)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        word, number = ir.IntType(64), ir.DoubleType()
        kind = ir.FunctionType(word, [word, number, word, word])
        return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])

    return signature, code


@intrinsic
def doubles(context: Any, address: Any) -> Any:
    """An address as a pointer to doubles."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.inttoptr(values[0], context.get_value_type(types.CPointer(types.float64)))

    return types.CPointer(types.float64)(types.int64), code


@intrinsic
def run_stages(
    context: Any,
    f: Any,
    data: Any,
    stages: Any,
    t: Any,
    h: Any,
    y: Any,
    slopes: Any,
    trial: Any,
    size: Any,
    numbers: Any,
) -> Any:
    """stages(f, data, t, h, y, slopes, trial, size, numbers) at an address."""
    signature = types.int64(*[types.int64] * 3, *[types.float64] * 2, *[types.int64] * 5)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        word, number = ir.IntType(64), ir.DoubleType()
        kind = ir.FunctionType(word, [word, word, number, number, *[word] * 5])
        f, data, stages, *rest = arguments
        return builder.call(builder.inttoptr(stages, kind.as_pointer()), [f, data, *rest])

    return signature, code


@jit(**OPTIONS, inline="always")
def evaluate(f: int, data: int, t: float, y: int, out: int, vectors: np.ndarray, numbers: np.ndarray) -> int:
    """The derivative of row `y` into row `out`."""
    size = vectors.shape[1]
    doubt = 0.0
    for c in range(size):
        doubt += vectors[y, c] * 0.0
    status = GROWN
    if doubt == 0.0:
        numbers[EVALUATIONS] += 1
        start = vectors.ctypes.data
        status = call(f, data, t, start + 8 * y * size, start + 8 * out * size)
    if status != 0:
        numbers[FAILED_AT] = t
    numbers[STATUS] = status
    return status


@jit(**OPTIONS)
def slopes(f: int, data: int, times: np.ndarray, states: np.ndarray, out: np.ndarray) -> int:
    """Derivatives of rows of states; the first status that is not 0, with its time in times[0]."""
    row = 8 * states.shape[1]
    for k in range(times.size):
        status = call(f, data, times[k], states.ctypes.data + k * row, out.ctypes.data + k * row)
        if status != 0:
            times[0] = times[k]
            return status
    return 0


@jit(**INNER)
def error_norm(vectors: np.ndarray, numbers: np.ndarray, h: float) -> float:
    """Of the step from Y to TRIAL, in units of what is allowed. The stages have left their estimates at E."""
    n = int(numbers[CONTROLLED])
    high = low = 0.0
    for c in range(n):
        scale = numbers[ATOL] + numbers[RTOL] * max(abs(vectors[Y, c]), abs(vectors[TRIAL, c]))
        high += (vectors[E, c] / scale) ** 2 / n
        low += (vectors[E + 1, c] / scale) ** 2 / n
    if numbers[ESTIMATES] == 1 or high == 0.0:
        return h * math.sqrt(high)
    return h * high / math.sqrt(high + 0.01 * low)  # DOP853's blend of its two estimates


@jit(**OPTIONS)
def start(f: int, data: int, vectors: np.ndarray, numbers: np.ndarray) -> int:
    """The slope at the start and a first step size: Hairer, Norsett, Wanner, section II.4."""
    if evaluate(f, data, numbers[T], Y, SLOPE, vectors, numbers) != 0:
        return WRONG
    numbers[H] = numbers[MAX_STEP]
    if numbers[ESTIMATES] == 0:
        return DONE
    n = int(numbers[CONTROLLED])
    size = steep = bend = 0.0
    for c in range(n):
        scale = numbers[ATOL] + numbers[RTOL] * abs(vectors[Y, c])
        size += (vectors[Y, c] / scale) ** 2 / n
        steep += (vectors[SLOPE, c] / scale) ** 2 / n
    size, steep = math.sqrt(size), math.sqrt(steep)
    h = 1e-6 if size < 1e-5 or steep < 1e-5 else 0.01 * size / steep
    numbers[H] = h = min(h, numbers[MAX_STEP])
    for c in range(vectors.shape[1]):
        vectors[TRIAL, c] = vectors[Y, c] + h * vectors[SLOPE, c]
    if evaluate(f, data, numbers[T] + h, TRIAL, K + 1, vectors, numbers) != 0:
        return WRONG if numbers[STATUS] < 0 else DONE
    for c in range(n):
        scale = numbers[ATOL] + numbers[RTOL] * abs(vectors[Y, c])
        bend += ((vectors[K + 1, c] - vectors[SLOPE, c]) / scale) ** 2 / n
    steepest = max(steep, math.sqrt(bend) / h)
    better = max(1e-6, h * 1e-3) if steepest <= 1e-15 else (0.01 / steepest) ** (1.0 / numbers[ORDER])
    numbers[H] = min(100 * h, better, numbers[MAX_STEP])
    return DONE


@jit(**OPTIONS)
def resume(f: int, data: int, vectors: np.ndarray, numbers: np.ndarray) -> int:
    """The slope at Y anew, where the derivative jumps."""
    return DONE if evaluate(f, data, numbers[T], Y, SLOPE, vectors, numbers) == 0 else WRONG


@jit(**INNER)
def step(
    f: int,
    data: int,
    stages: int,
    vectors: np.ndarray,
    numbers: np.ndarray,
    end: float,
) -> int:
    """One accepted step, not past `end`."""
    adaptive = numbers[ESTIMATES] > 0
    exponent = -1.0 / (numbers[ERROR_ORDER] + 1)
    last = int(numbers[STAGES])
    t, h = numbers[T], min(numbers[H], numbers[MAX_STEP])
    wanted = h
    if not adaptive:  # equal steps up to the end
        h = (end - t) / math.ceil((end - t) / h * (1 - 1e-12))
    elif t + h * (1 + 1e-9) >= end:  # what rounding left over joins this step instead of making one of its own
        h = end - t
    for c in range(vectors.shape[1]):  # loops, not slices: they compile in a fraction of the time
        vectors[K, c] = vectors[SLOPE, c]
    rejected = False
    while True:
        error = math.inf
        start, row = vectors.ctypes.data, 8 * vectors.shape[1]
        numbers[STATUS] = 0
        status = run_stages(
            f, data, stages, t, h, start + Y * row, start + K * row, start + TRIAL * row, vectors.shape[1],
            numbers.ctypes.data,
        )  # fmt: skip
        if status == 0:
            error = error_norm(vectors, numbers, h) if adaptive else 0.0
        elif numbers[STATUS] < 0 or not adaptive:
            return WRONG
        if error <= 1.0:
            break
        rejected = True
        h *= max(SHRINK, SAFETY * error**exponent) if math.isfinite(error) else SHRINK
        if h < numbers[FLOOR]:
            return NO_STEP
    if adaptive:
        factor = GROW if error == 0.0 else min(GROW, max(SHRINK, SAFETY * error**exponent))
        numbers[H] = h * min(1.0, factor) if rejected else max(h * factor, wanted if h < wanted else 0.0)
    numbers[T_OLD], numbers[H_OLD] = t, h
    numbers[T] = end if abs(t + h - end) <= 1e-12 * max(abs(end), h) else t + h
    for c in range(vectors.shape[1]):
        vectors[Y_OLD, c] = vectors[Y, c]
        vectors[SLOPE_OLD, c] = vectors[SLOPE, c]
        vectors[Y, c] = vectors[TRIAL, c]
        vectors[SLOPE, c] = vectors[K + last, c]
    numbers[DENSE_READY] = 0
    numbers[STEPS] += 1
    numbers[SHORTEST] = min(numbers[SHORTEST], h)
    return DONE


@jit(**INNER)
def interpolate(vectors: np.ndarray, rows: int, x: float) -> None:
    """y + x (F_0 + (1-x) (F_1 + x (F_2 + (1-x) (F_3 + ...)))) at the fraction x of the last step, into TRIAL."""
    for c in range(vectors.shape[1]):
        value = 0.0
        for i in range(rows - 1, -1, -1):
            value = (value + vectors[F + i, c]) * (x if i % 2 == 0 else 1.0 - x)
        vectors[TRIAL, c] = vectors[Y_OLD, c] + value


@jit(**INNER)
def dense_output(
    f: int, data: int, more_stages: int, weights: np.ndarray, vectors: np.ndarray, numbers: np.ndarray
) -> int:
    """The rows F_0, F_1, ... of the last step: cubic Hermite, and what the method knows beyond it."""
    t, h = numbers[T_OLD], numbers[H_OLD]
    for c in range(vectors.shape[1]):
        difference = vectors[Y, c] - vectors[Y_OLD, c]
        vectors[F, c] = difference
        vectors[F + 1, c] = h * vectors[SLOPE_OLD, c] - difference
        vectors[F + 2, c] = 2 * difference - h * (vectors[SLOPE_OLD, c] + vectors[SLOPE, c])
    last = int(numbers[LAST_STAGE])
    if more_stages != 0:
        start, row = vectors.ctypes.data, 8 * vectors.shape[1]
        status = run_stages(
            f, data, more_stages, t, h, start + Y_OLD * row, start + K * row, start + TRIAL * row, vectors.shape[1],
            numbers.ctypes.data,
        )  # fmt: skip
        if status != 0:
            return WRONG
    for i in range(int(numbers[DENSE_ROWS])):
        for c in range(vectors.shape[1]):
            value = 0.0
            for j in range(last + 1):
                value += weights[i, j] * vectors[K + j, c]
            vectors[F + 3 + i, c] = h * value
    # Without such rows: corrections that make the interpolant's slope right at a third of the step, then at both
    # thirds, an order for each round. They multiply x^2 (1-x)^2 and x^3 (1-x)^2.
    for points in range(1, int(numbers[BOOTSTRAP]) + 1):
        for p in range(points):
            x = (p + 1) / 3
            interpolate(vectors, 2 + points, x)
            if evaluate(f, data, t + x * h, TRIAL, K + 1 + p, vectors, numbers) != 0:
                return WRONG
        for c in range(vectors.shape[1]):
            near = h * vectors[K + 1, c] - vectors[F, c] - vectors[F + 1, c] / 3 - vectors[F + 2, c] / 3
            if points == 1:
                vectors[F + 3, c] = 6.75 * near
            else:
                far = h * vectors[K + 2, c] - vectors[F, c] + vectors[F + 1, c] / 3
                vectors[F + 3, c] = -6.75 * near - 13.5 * far
                vectors[F + 4, c] = 20.25 * (near + far)
    return DONE


@jit(**OPTIONS)
def sample(
    f: int,
    data: int,
    more_stages: int,
    weights: np.ndarray,
    vectors: np.ndarray,
    numbers: np.ndarray,
    times: np.ndarray,
    out: np.ndarray,
) -> int:
    """States at those of the times that the last step has passed."""
    rows = 3 + int(numbers[DENSE_ROWS] + numbers[BOOTSTRAP])
    row = int(numbers[SAMPLED])
    while row < times.size and times[row] <= numbers[T]:
        if numbers[DENSE_READY] == 0:
            if dense_output(f, data, more_stages, weights, vectors, numbers) != DONE:
                return WRONG
            numbers[DENSE_READY] = 1
        interpolate(vectors, rows, (times[row] - numbers[T_OLD]) / numbers[H_OLD])
        for c in range(out.shape[1]):
            out[row, c] = vectors[TRIAL, c]
        row += 1
        numbers[SAMPLED] = row
    return DONE


@jit(**OPTIONS)
def advance(
    f: int,
    data: int,
    stages: int,
    more_stages: int,
    weights: np.ndarray,
    vectors: np.ndarray,
    numbers: np.ndarray,
    end: float,
    steps: int,
    times: np.ndarray,
    out: np.ndarray,
) -> int:
    """So many steps, or fewer where the end comes first; states at the times that are passed go to `out`."""
    # The same arrays without an owner: handing them from function to function then costs no atomic counting.
    weights = carray(doubles(weights.ctypes.data), weights.shape)
    vectors = carray(doubles(vectors.ctypes.data), vectors.shape)
    numbers = carray(doubles(numbers.ctypes.data), numbers.shape)
    numbers[SAMPLED] = 0
    while steps > 0 and numbers[T] < end:
        outcome = step(f, data, stages, vectors, numbers, end)
        if outcome == DONE:
            outcome = sample(f, data, more_stages, weights, vectors, numbers, times, out)
        if outcome != DONE:
            return outcome
        steps -= 1
    return DONE
