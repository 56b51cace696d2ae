"""What every run needs before its first step, compiled by numba: its slope and a step size, for many runs at once; and
functions of states of arms that differ."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from denoc.kernels.jit_options import jit
from denoc.runs.ensembles.memory import (
    ADAPTIVE,
    ATOL,
    COEFFICIENTS,
    FIRST,
    LANES,
    MAX_STEP,
    ORDER,
    RTOL,
    SIZE,
    SLOPES,
    SPARE,
    SPEED,
    STAGE_T,
    TABLES,
    TAU,
    TRIAL,
    H,
    N,
    Y,
)
from denoc.runs.integrators.loops import INNER, OPTIONS


@intrinsic
def call(context: Any, code: Any, x: Any, y: Any, z: Any) -> Any:
    """code(x, y, z) at an address; it may have fewer arguments."""
    signature = types.int64(*[types.int64] * 4)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from llvmlite import ir

        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word] * 3)
        return builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), arguments[1:])

    return signature, generate


@jit(**OPTIONS)
def prepare(
    codes: np.ndarray,
    data: int,
    rows: np.ndarray,
    whole: np.ndarray,
    stretches: np.ndarray,
    coefficients: np.ndarray,
    tau: np.ndarray,
    tables: np.ndarray,
    starts: np.ndarray,
) -> None:
    """Slopes and first steps of runs, as many at once as there are lanes: rows (y, slope, step, top speed) of `starts`.

    The step is not a number where a run cannot start; see `integrators.loops.start`.
    """
    lanes, n, size = whole[LANES], whole[N], whole[SIZE]
    y, trial, spare, slopes = whole[Y], whole[TRIAL], whole[SPARE], whole[SLOPES]
    start, row = rows.ctypes.data, 8 * lanes
    for first in range(0, len(starts), lanes):
        for lane in range(lanes):
            run = min(first + lane, len(starts) - 1)
            for c in range(size):
                rows[y + c, lane] = starts[run, c]
            put_numbers(rows, whole, lane, coefficients, 0, tau, tables, run)
            rows[SPEED, lane] = starts[run, 2 * size + 1]
            rows[STAGE_T, lane] = rows[FIRST, lane] = stretches[0, 1]
        call(codes[1], data, start + y * row, start + slopes * row)
        for lane in range(lanes):
            step = first_step(rows, lane, size, y, slopes)
            for c in range(size):
                rows[trial + c, lane] = rows[y + c, lane] + step * rows[slopes + c, lane]
            rows[H, lane] = step
            rows[STAGE_T, lane] = min(max(step, stretches[0, 1]), stretches[0, 2])
        call(codes[1], data, start + trial * row, start + spare * row)
        for lane in range(min(lanes, len(starts) - first)):
            run = first + lane
            for c in range(size):
                starts[run, size + c] = rows[slopes + c, lane]
            starts[run, 2 * size] = better_step(rows, lane, size, y, slopes, spare, whole)
            for c in range(n):
                if abs(rows[y + n + c, lane]) > rows[SPEED, lane]:
                    starts[run, 2 * size] = math.nan


@jit(**INNER)
def put_numbers(
    rows: np.ndarray,
    whole: np.ndarray,
    lane: int,
    coefficients: np.ndarray,
    stretch: int,
    tau: np.ndarray,
    tables: np.ndarray,
    run: int,
) -> None:
    """What a lane knows of its run beside the state."""
    for c in range(tau.shape[1]):
        rows[whole[TAU] + c, lane] = tau[run, c]
    for c in range(tables.shape[1]):
        rows[whole[TABLES] + c, lane] = tables[run, c]
    for c in range(coefficients.shape[1]):
        rows[whole[COEFFICIENTS] + c, lane] = coefficients[stretch, c]


@jit(**INNER)
def first_step(rows: np.ndarray, lane: int, size: int, y: int, slopes: int) -> float:
    """A guess from state and slope: Hairer, Norsett, Wanner, section II.4."""
    large = steep = 0.0
    for c in range(size):
        scale = rows[ATOL, lane] + rows[RTOL, lane] * abs(rows[y + c, lane])
        large += (rows[y + c, lane] / scale) ** 2 / size
        steep += (rows[slopes + c, lane] / scale) ** 2 / size
    large, steep = math.sqrt(large), math.sqrt(steep)
    if not math.isfinite(steep):
        return math.nan
    return min(1e-6 if large < 1e-5 or steep < 1e-5 else 0.01 * large / steep, rows[MAX_STEP, lane])


@jit(**INNER)
def better_step(rows: np.ndarray, lane: int, size: int, y: int, slopes: int, ahead: int, whole: np.ndarray) -> float:
    """From the slope a guess ahead too."""
    h = rows[H, lane]
    if whole[ADAPTIVE] == 0:
        return rows[MAX_STEP, lane] if math.isfinite(h) else math.nan
    steep = bend = 0.0
    for c in range(size):
        scale = rows[ATOL, lane] + rows[RTOL, lane] * abs(rows[y + c, lane])
        steep += (rows[slopes + c, lane] / scale) ** 2 / size
        bend += ((rows[ahead + c, lane] - rows[slopes + c, lane]) / scale) ** 2 / size
    if not math.isfinite(bend):
        return h
    steepest = max(math.sqrt(steep), math.sqrt(bend) / h)
    better = max(1e-6, h * 1e-3) if steepest <= 1e-15 else (0.01 / steepest) ** (1.0 / whole[ORDER])
    return min(100 * h, better, rows[MAX_STEP, lane])


@jit(**OPTIONS)
def each(
    code: int,
    arguments: int,
    rows: np.ndarray,
    tables_at: int,
    out_at: int,
    tables: np.ndarray,
    given: np.ndarray,
    out: np.ndarray,
) -> None:
    """A kernel for any arm, of every sample of every run: `given` and `out` are (runs, samples, columns)."""
    lanes = rows.shape[1]
    for first in range(0, len(given), lanes):
        for lane in range(lanes):
            run = min(first + lane, len(given) - 1)
            for c in range(tables.shape[1]):
                rows[tables_at + c, lane] = tables[run, c]
        for sample in range(given.shape[1]):
            for lane in range(lanes):
                run = min(first + lane, len(given) - 1)
                for c in range(given.shape[2]):
                    rows[c, lane] = given[run, sample, c]
            call(code, lanes, arguments, 0)
            for lane in range(min(lanes, len(given) - first)):
                for c in range(out.shape[2]):
                    out[first + lane, sample, c] = rows[out_at + c, lane]
