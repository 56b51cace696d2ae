"""The derivative between two events as machine code: friction with fixed signs, stuck joints, stops that push.

y = (q, qd, impulse of dry friction, z, work, work of friction), 3 n + 2 numbers and n more where the torque law
integrates: z is what it does. The impulse is there for the step control: its slope is the torque that holds a stuck
joint, which nothing else in y would feel.

Compiled by numba at first use and kept on disk; kernels and the torque law are called through their addresses.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import carray, types
from numba.extending import intrinsic

from dynamics.integrators.loops import INNER, OPTIONS, call, doubles
from dynamics.jit_options import callback, jit

TOO_FAST, NOT_FINITE = 2, 3

# Entries of `data`: the number of joints, and of z; kernels and their arguments, zeros where there is no tip wrench;
# the torque law or 0; memory.
(
    N, INTEGRALS, FORWARD, FORWARD_ARGUMENTS, MASS, MASS_ARGUMENTS, INVERSE, INVERSE_ARGUMENTS, PUSH, PUSH_ARGUMENTS,
    LAW, MEMORY, MATRIX, FACTOR, REPORT,
) = range(15)  # fmt: skip
ENTRIES = 15

# Rows of `memory`, n numbers each: what the kernels and the law read and write, the arm's numbers, the modes.
# The law writes TAU and, where it integrates, the next row: z'.
(
    Q, QD, Z, TAU, Z_RATE, APPLIED, QDD, STILL, BIAS, VISCOUS, COULOMB, LOWER, UPPER, STIFFNESS, DAMPING,
    SIGN, STUCK, SIDE, PUSHED,
) = range(19)  # fmt: skip
ROWS = 19

SPEED_LIMIT, JOINT, COUNT = range(3)  # entries of `report`


@intrinsic
def call_kernel(context: Any, kernel: Any, arguments: Any) -> Any:
    """kernel(1, arguments) at an address."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        from llvmlite import ir

        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(builder.inttoptr(values[0], kind.as_pointer()), [word(1), values[1]])

    return types.int64(types.int64, types.int64), code


@intrinsic
def call_law(context: Any, law: Any, t: Any) -> Any:
    """law(t) at an address."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        from llvmlite import ir

        kind = ir.FunctionType(ir.IntType(64), [ir.DoubleType()])
        return builder.call(builder.inttoptr(values[0], kind.as_pointer()), [values[1]])

    return types.int64(types.int64, types.float64), code


@intrinsic
def words(context: Any, address: Any) -> Any:
    """An address as a pointer to integers."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.inttoptr(values[0], context.get_value_type(types.CPointer(types.int64)))

    return types.CPointer(types.int64)(types.int64), code


@jit(**INNER)
def read_state(memory: np.ndarray, y: np.ndarray, limit: float) -> int:
    """q and qd into the memory, zeros for the rates of stuck joints; the joint that is too fast, or -1."""
    n = memory.shape[1]
    for i in range(n):
        qd = 0.0 if memory[STUCK, i] != 0.0 else y[n + i]
        memory[Q, i] = y[i]
        memory[QD, i] = qd
        if not abs(qd) <= limit:
            return i
    return -1


@jit(**INNER)
def apply(memory: np.ndarray, slope: np.ndarray) -> int:
    """What acts on the joints beside bias and the friction that holds, and its power; the number of stuck joints."""
    n = memory.shape[1]
    held = 0
    work = lost = 0.0
    for i in range(n):
        qd, tau = memory[QD, i], memory[TAU, i] + memory[PUSHED, i]
        dry = memory[SIGN, i] * memory[COULOMB, i]
        spring = damper = 0.0
        if memory[SIDE, i] != 0.0:
            spring = memory[STIFFNESS, i] * (memory[Q, i] - memory[UPPER if memory[SIDE, i] > 0.0 else LOWER, i])
            damper = memory[DAMPING, i] * qd
        memory[APPLIED, i] = tau - dry - spring - damper
        work += (tau - spring) * qd
        lost += (memory[VISCOUS, i] * qd + dry + damper) * qd
        slope[2 * n + i] = dry
        held += memory[STUCK, i] != 0.0
    slope[slope.size - 2] = work
    slope[slope.size - 1] = lost
    return held


@jit(**INNER)
def accelerate_free_joints(memory: np.ndarray, matrix: np.ndarray, factor: np.ndarray, slope: np.ndarray) -> None:
    """M_ff qdd_f = (applied - bias)_f by Cholesky's factors, 0 for the stuck joints; what holds them into the slope."""
    n = memory.shape[1]
    for i in range(n):
        memory[QDD, i] = 0.0
        if memory[STUCK, i] != 0.0:
            continue
        rest = memory[APPLIED, i] - memory[BIAS, i]
        for j in range(i):
            if memory[STUCK, j] == 0.0:
                entry = matrix[i, j]
                for k in range(j):
                    entry -= factor[i, k] * factor[j, k]
                factor[i, j] = entry / factor[j, j]
                rest -= factor[i, j] * memory[QDD, j]
            else:
                factor[i, j] = 0.0
        pivot = matrix[i, i]
        for k in range(i):
            pivot -= factor[i, k] * factor[i, k]
        factor[i, i] = math.sqrt(pivot)
        memory[QDD, i] = rest / factor[i, i]
    for i in range(n - 1, -1, -1):
        if memory[STUCK, i] == 0.0:
            rest = memory[QDD, i]
            for j in range(i + 1, n):
                if memory[STUCK, j] == 0.0:
                    rest -= factor[j, i] * memory[QDD, j]
            memory[QDD, i] = rest / factor[i, i]
    for i in range(n):
        if memory[STUCK, i] != 0.0:
            held = memory[APPLIED, i] - memory[BIAS, i]
            for j in range(n):
                held -= matrix[i, j] * memory[QDD, j]
            slope[2 * n + i] = held


@callback(types.int64(types.int64, types.float64, types.int64, types.int64), error_model="numpy")
def derivative(data: int, t: float, y: int, out: int) -> int:
    """f(data, t, y, y') -> 0, or what is wrong with the state, as `integrators.loops` calls it."""
    d = carray(words(data), ENTRIES)
    n, integrals = d[N], d[INTEGRALS]
    size = 3 * n + integrals + 2
    memory = carray(doubles(d[MEMORY]), (ROWS, n))
    report = carray(doubles(d[REPORT]), 3)
    state = carray(doubles(y), size)
    slope = carray(doubles(out), size)
    report[COUNT] += 1
    fast = read_state(memory, state, report[SPEED_LIMIT])
    if fast >= 0:
        report[JOINT] = fast
        return TOO_FAST
    for i in range(integrals):
        memory[Z, i] = state[3 * n + i]
    if d[LAW] != 0:
        status = call_law(d[LAW], t)
        if status != 0:
            return status
    if d[PUSH] != 0:
        call_kernel(d[PUSH], d[PUSH_ARGUMENTS])
    if apply(memory, slope) == 0:
        call_kernel(d[FORWARD], d[FORWARD_ARGUMENTS])
    else:
        call_kernel(d[MASS], d[MASS_ARGUMENTS])
        call_kernel(d[INVERSE], d[INVERSE_ARGUMENTS])
        accelerate_free_joints(memory, carray(doubles(d[MATRIX]), (n, n)), carray(doubles(d[FACTOR]), (n, n)), slope)
    for i in range(n):
        slope[i] = memory[QD, i]
        slope[n + i] = memory[QDD, i]
        if not math.isfinite(memory[QDD, i] + slope[2 * n + i]):
            report[JOINT] = i
            return NOT_FINITE
    for i in range(integrals):
        slope[3 * n + i] = memory[Z_RATE, i]
    return 0


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
