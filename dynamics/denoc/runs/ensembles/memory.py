"""What a block of lanes works on. A row has one double for each lane; what the machine code is told is an entry."""

from __future__ import annotations

import numpy as np

ALIGNMENT = 64  # bytes

# Rows. The clock: time, next step, end of the stretch of time, time at which the lane wants to be looked at, the same
# in attempts; whether the last attempt was rejected; counters. Bounds. The last attempt: where it began, its step,
# whether it was accepted, whether its end is no state at all. Beside them: the time of a stage, within which times the
# inputs may be asked for, and a fraction of the last step.
(
    T, H, END, NEXT, LOOK, REJECTED, ATTEMPTS, STEPS,
    RTOL, ATOL, MAX_STEP, FLOOR, SPEED,
    T_OLD, H_USED, OK, WRONG,
    STAGE_T, FIRST, LAST, FRACTION,
) = range(21)  # fmt: skip
CLOCK = 21  # rows

# Entries: joints, numbers of a state, numbers that the inputs have; kernels, each with its arguments, or 0: the inputs
# as polynomials of time, the torque law, the accelerations; the addresses of rows.
KERNELS = ("law", "accelerate")
PLACES = ("clock", "y", "trial", "spare", "slopes", "dense", "tau", "inputs", "coefficients")
ENTRIES = ("n", "size", "columns", *KERNELS, *(f"{name} arguments" for name in KERNELS), *PLACES)

# How a run ended; RUNNING is the state before that.
RUNNING, COMPLETED, NO_START, NO_STEP, DIVERGED, EVALUATIONS, NO_PROGRESS, CANCELLED = range(8)

# Integers of a block: those of the method and of the arm, and where the rows of states begin; counters, the next of the
# runs that wait for a lane and what is past the last of them.
(
    LANES, N, SIZE, STAGES, ORDER, ADAPTIVE,
    Y, TRIAL, SPARE, SLOPES, TAU, COEFFICIENTS, TABLES,
    MADE_ATTEMPTS, MADE_STEPS, NEXT_RUN, PAST_RUN,
) = range(17)  # fmt: skip
INTEGERS = 17

WHO, SAMPLE, STRETCH = range(3)  # of each lane: the run, its next sample, its stretch of time
CODES = ("attempts", "evaluate", "dense", "interpolate")


def aligned(rows: int, lanes: int) -> np.ndarray:
    """(rows, lanes) zeros that begin where a cache line does."""
    memory = np.zeros(rows * lanes + ALIGNMENT // 8)
    start = -memory.ctypes.data % ALIGNMENT // 8
    return memory[start : start + rows * lanes].reshape(rows, lanes)
