"""What is done for one lane at a time, compiled by numba: runs into free lanes, samples out of them, how they end.

The arithmetic of steps is elsewhere, in `attempts` and `lane_code`, and called through addresses; it comes back here
only where some lane has reached a sample, an end or a limit.
"""

from __future__ import annotations

import math

import numpy as np

from denoc.kernels.jit_options import jit
from denoc.runs.ensembles.first_steps import call, prepare, put_numbers
from denoc.runs.ensembles.memory import (
    ADAPTIVE,
    ATTEMPTS,
    CANCELLED,
    CLOCK,
    COEFFICIENTS,
    COMPLETED,
    DIVERGED,
    END,
    EVALUATIONS,
    FIRST,
    FLOOR,
    FRACTION,
    H_USED,
    LANES,
    LAST,
    LOOK,
    MADE_ATTEMPTS,
    MADE_STEPS,
    NEXT,
    NEXT_RUN,
    NO_PROGRESS,
    NO_START,
    NO_STEP,
    OK,
    PAST_RUN,
    REJECTED,
    RUNNING,
    SAMPLE,
    SIZE,
    SLOPES,
    SPARE,
    SPEED,
    STAGE_T,
    STAGES,
    STEPS,
    STRETCH,
    T_OLD,
    TRIAL,
    WHO,
    WRONG,
    H,
    N,
    T,
    Y,
)
from denoc.runs.integrators.loops import INNER, OPTIONS

__all__ = ["drive", "give_up", "prepare", "rest"]

PATIENCE = 20_000  # attempts
PROGRESS = 2e-5  # of the duration, that so many of them must make


@jit(**OPTIONS)
def drive(
    codes: np.ndarray,
    data: int,
    rows: np.ndarray,
    whole: np.ndarray,
    lane_of: np.ndarray,
    stretches: np.ndarray,
    coefficients: np.ndarray,
    tau: np.ndarray,
    tables: np.ndarray,
    starts: np.ndarray,
    times: np.ndarray,
    q: np.ndarray,
    qd: np.ndarray,
    report: np.ndarray,
    attempts: int,
    most_evaluations: float,
    more: bool,
) -> int:
    """So many attempts for the runs that the block has; how many of them are not over then. Where there are `more`, it
    comes back as soon as a lane is free for one.

    `stretches` has a row (end, first, last, jump) for each, `report` a row (time, status, evaluations, steps) for each
    run; q and qd are (runs, samples, n).
    """
    lanes, duration = whole[LANES], stretches[-1, 0]
    left = attempts
    while True:
        active = fill(
            rows, whole, lane_of, stretches, coefficients, tau, tables, starts, times, q, qd, report, most_evaluations
        )
        if active == 0:
            return 0
        if left <= 0 or (more and active < lanes):
            return active + whole[PAST_RUN] - whole[NEXT_RUN]
        made = left
        left = call(codes[0], data, left, 0)
        whole[MADE_ATTEMPTS] += made - left
        whole[MADE_STEPS] += (made - left) * active
        take_samples(codes, data, rows, whole, lane_of, times, q, qd)
        jumps = False
        for lane in range(lanes):
            run = lane_of[WHO, lane]
            if run < 0:
                continue
            ok, t = rows[OK, lane] != 0.0, rows[T, lane]
            status = RUNNING
            if ok and t >= rows[END, lane]:
                if t >= duration:
                    status = COMPLETED
                else:
                    stretch = lane_of[STRETCH, lane] = lane_of[STRETCH, lane] + 1
                    enter(rows, whole, lane, stretches, coefficients, stretch)
                    if stretches[stretch, 3] != 0.0:
                        move_on(rows, whole, lane)
                        rows[STAGE_T, lane] = rows[FIRST, lane]
                        lane_of[STRETCH, lane] = -1 - stretch  # to be looked at anew
                        jumps = True
            elif not ok and rows[H, lane] < rows[FLOOR, lane]:
                status = DIVERGED if rows[WRONG, lane] != 0.0 else NO_STEP
            if status == RUNNING and rows[ATTEMPTS, lane] >= rows[LOOK, lane]:
                status = judge(rows, whole, lane, duration, most_evaluations)
            if status != RUNNING:
                end(rows, whole, lane_of, lane, status, report)
            else:
                set_next(rows, lane_of, lane, times)
        if jumps:
            look_anew(codes, data, rows, whole, lane_of)


@jit(**INNER)
def fill(
    rows: np.ndarray,
    whole: np.ndarray,
    lane_of: np.ndarray,
    stretches: np.ndarray,
    coefficients: np.ndarray,
    tau: np.ndarray,
    tables: np.ndarray,
    starts: np.ndarray,
    times: np.ndarray,
    q: np.ndarray,
    qd: np.ndarray,
    report: np.ndarray,
    most_evaluations: float,
) -> int:
    """The next runs into free lanes; how many lanes have one."""
    n, size, active = whole[N], whole[SIZE], 0
    for lane in range(whole[LANES]):
        while lane_of[WHO, lane] < 0 and whole[NEXT_RUN] < whole[PAST_RUN]:
            run = whole[NEXT_RUN]
            whole[NEXT_RUN] += 1
            sample = 0
            while sample < times.size and times[sample] <= 0.0:
                for c in range(n):
                    q[run, sample, c], qd[run, sample, c] = starts[run, c], starts[run, n + c]
                sample += 1
            if math.isnan(starts[run, 2 * size]):
                report[run, 1] = NO_START
                continue
            lane_of[WHO, lane], lane_of[SAMPLE, lane], lane_of[STRETCH, lane] = run, sample, 0
            for c in range(size):
                rows[whole[Y] + c, lane] = starts[run, c]
                rows[whole[SLOPES] + c, lane] = starts[run, size + c]
            rows[T, lane] = rows[T_OLD, lane] = rows[OK, lane] = rows[REJECTED, lane] = 0.0
            rows[ATTEMPTS, lane] = rows[STEPS, lane] = 0.0
            rows[H, lane] = starts[run, 2 * size]
            rows[FLOOR, lane] = 1e-13 * stretches[-1, 0] if whole[ADAPTIVE] else math.inf
            rows[LOOK, lane] = next_look(whole, 0.0, most_evaluations)
            rows[SPEED, lane] = starts[run, 2 * size + 1]
            put_numbers(rows, whole, lane, coefficients, 0, tau, tables, run)
            enter(rows, whole, lane, stretches, coefficients, 0)
            set_next(rows, lane_of, lane, times)
        active += lane_of[WHO, lane] >= 0
    return active


@jit(**INNER)
def enter(
    rows: np.ndarray, whole: np.ndarray, lane: int, stretches: np.ndarray, coefficients: np.ndarray, stretch: int
) -> None:
    """A stretch of time."""
    rows[END, lane], rows[FIRST, lane], rows[LAST, lane] = stretches[stretch, :3]
    for c in range(coefficients.shape[1]):
        rows[whole[COEFFICIENTS] + c, lane] = coefficients[stretch, c]


@jit(**INNER)
def set_next(rows: np.ndarray, lane_of: np.ndarray, lane: int, times: np.ndarray) -> None:
    sample = lane_of[SAMPLE, lane]
    rows[NEXT, lane] = min(rows[END, lane], times[sample]) if sample < times.size else rows[END, lane]


@jit(**INNER)
def move_on(rows: np.ndarray, whole: np.ndarray, lane: int) -> None:
    """The state to the end of the last step, as the next attempt would."""
    for c in range(whole[SIZE]):
        rows[whole[Y] + c, lane] = rows[whole[TRIAL] + c, lane]
    rows[OK, lane] = 0.0


@jit(**INNER)
def look_anew(codes: np.ndarray, data: int, rows: np.ndarray, whole: np.ndarray, lane_of: np.ndarray) -> None:
    """Slopes where an input has jumped."""
    start, row = rows.ctypes.data, 8 * whole[LANES]
    call(codes[1], data, start + whole[Y] * row, start + whole[SPARE] * row)
    for lane in range(whole[LANES]):
        if lane_of[WHO, lane] >= 0 and lane_of[STRETCH, lane] < 0:
            lane_of[STRETCH, lane] = -1 - lane_of[STRETCH, lane]
            for c in range(whole[SIZE]):
                rows[whole[SLOPES] + c, lane] = rows[whole[SPARE] + c, lane]


@jit(**INNER)
def judge(rows: np.ndarray, whole: np.ndarray, lane: int, duration: float, most_evaluations: float) -> int:
    """Whether a run that takes long is to go on."""
    attempts = rows[ATTEMPTS, lane]
    if attempts * whole[STAGES] > most_evaluations:
        return EVALUATIONS
    if whole[ADAPTIVE] and rows[T, lane] < PROGRESS * duration * attempts / PATIENCE:
        return NO_PROGRESS
    rows[LOOK, lane] = next_look(whole, attempts, most_evaluations)
    return RUNNING


@jit(**INNER)
def next_look(whole: np.ndarray, attempts: float, most_evaluations: float) -> float:
    """The number of attempts at which patience or the budget may have come to its end."""
    return min(attempts + PATIENCE, math.floor(most_evaluations / whole[STAGES]) + 1)


@jit(**INNER)
def end(rows: np.ndarray, whole: np.ndarray, lane_of: np.ndarray, lane: int, status: int, report: np.ndarray) -> None:
    """The run is over, and the lane free: it stands still at zero until another run comes."""
    run = lane_of[WHO, lane]
    report[run, 0], report[run, 1] = rows[T, lane], status
    report[run, 2], report[run, 3] = rows[ATTEMPTS, lane] * whole[STAGES], rows[STEPS, lane]
    lane_of[WHO, lane] = -1
    for c in range(whole[SIZE]):
        rows[whole[Y] + c, lane] = 0.0
    for row in (T, END, OK, STEPS, ATTEMPTS):
        rows[row, lane] = 0.0
    rows[NEXT, lane] = rows[LOOK, lane] = math.inf
    rows[FLOOR, lane] = -1.0


@jit(**INNER)
def take_samples(
    codes: np.ndarray,
    data: int,
    rows: np.ndarray,
    whole: np.ndarray,
    lane_of: np.ndarray,
    times: np.ndarray,
    q: np.ndarray,
    qd: np.ndarray,
) -> None:
    """Those that the last step has passed: at its end the state itself, within it from the dense output."""
    n, ready = whole[N], False
    while True:
        within = 0
        for lane in range(whole[LANES]):
            run, sample = lane_of[WHO, lane], lane_of[SAMPLE, lane]
            if run < 0 or rows[OK, lane] == 0.0 or sample >= times.size or times[sample] > rows[T, lane]:
                rows[FRACTION, lane] = 0.0
            elif times[sample] == rows[T, lane]:
                rows[FRACTION, lane] = 0.0
                for c in range(n):
                    q[run, sample, c] = rows[whole[TRIAL] + c, lane]
                    qd[run, sample, c] = rows[whole[TRIAL] + n + c, lane]
                lane_of[SAMPLE, lane] += 1
            else:
                rows[FRACTION, lane] = (times[sample] - rows[T_OLD, lane]) / rows[H_USED, lane]
                within += 1
        if within == 0:
            return
        if not ready:
            call(codes[2], data, 0, 0)
            ready = True
        call(codes[3], data, 0, 0)
        for lane in range(whole[LANES]):
            if rows[FRACTION, lane] > 0.0:
                run, sample = lane_of[WHO, lane], lane_of[SAMPLE, lane]
                for c in range(n):
                    q[run, sample, c] = rows[whole[SPARE] + c, lane]
                    qd[run, sample, c] = rows[whole[SPARE] + n + c, lane]
                lane_of[SAMPLE, lane] += 1


@jit(**OPTIONS)
def give_up(rows: np.ndarray, whole: np.ndarray, lane_of: np.ndarray, report: np.ndarray) -> None:
    """Ends the runs that are under way; those that have not begun stay as they are."""
    for lane in range(whole[LANES]):
        if lane_of[WHO, lane] >= 0:
            end(rows, whole, lane_of, lane, CANCELLED, report)


@jit(**OPTIONS)
def rest(rows: np.ndarray, whole: np.ndarray, lane_of: np.ndarray) -> None:
    """All lanes free."""
    for row in range(CLOCK, len(rows)):
        for lane in range(whole[LANES]):
            rows[row, lane] = 0.0
    nobody = np.zeros((1, 4))
    for lane in range(whole[LANES]):
        lane_of[WHO, lane] = 0
        end(rows, whole, lane_of, lane, CANCELLED, nobody)
        rows[H, lane] = 1.0
    whole[NEXT_RUN] = whole[PAST_RUN] = 0
