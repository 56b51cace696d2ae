"""Is the mass matrix positive for all practical purposes?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.errors import NoSolution, SingularMassMatrix
from denoc.functions.evaluation import evaluate_states
from denoc.kernels.dispatch import SHARED

FLOOR = 1e-12
MOST_ENTRIES = 1_000_000  # of matrices that are looked at together


def condition_number(robot: Robot, q: np.ndarray) -> float:
    """Of the mass matrix: how much larger relative errors may get where it is solved with."""
    matrix = evaluate_states(robot, "mass matrix", [np.asarray(q, dtype=float)], kernels=SHARED)[0]
    with np.errstate(all="ignore"):
        return float(np.linalg.cond(matrix))


def check_mass_matrix(robot: Robot, q: Sequence[float]) -> None:
    """Refuse a singular mass matrix and name the joint that has no inertia of its own.

    For each joint the articulated body's inertia about its axis, m^_i, is held against the composite body's: their
    ratio is 1 for a joint that the joints outboard of it cannot relieve, and 0 for one whose motion they can undo.
    A Cholesky factorization would pass pivots of 1e-18 that are rounding errors.
    """
    n, state = robot.n, [np.asarray(q, dtype=float)]
    composite = evaluate_states(robot, "mass matrix", state, kernels=SHARED)[0].diagonal()
    articulated = evaluate_states(robot, "udu", state, kernels=SHARED)[0][0]
    for link in range(n, 0, -1):
        whole = composite[link - 1]
        if not np.isfinite(whole):
            raise NoSolution("the arm's inertia about this joint is too large to compute with", link=link)
        if not (whole > 0 and articulated[link - 1] > FLOOR * whole):
            raise SingularMassMatrix(
                "the mass matrix is singular at the start: this joint can move without any inertia of its own",
                link=link,
            )


def is_singular(robot: Robot, q: np.ndarray) -> np.ndarray:
    """(k,): whether `check_mass_matrix` refuses each row of q (k, n)."""
    most = max(1, MOST_ENTRIES // robot.n**2)
    found = np.zeros(len(q), dtype=bool)
    for first in range(0, len(q), most):
        rows = [np.ascontiguousarray(q[first : first + most])]
        matrices = evaluate_states(robot, "mass matrix", rows, kernels=SHARED)[0]
        whole = np.diagonal(matrices, axis1=1, axis2=2)
        articulated = evaluate_states(robot, "udu", rows, kernels=SHARED)[0][:, 0]
        with np.errstate(invalid="ignore"):
            sound = np.isfinite(whole) & (whole > 0) & (articulated > FLOOR * whole)
        found[first : first + most] = ~sound.all(axis=1)
    return found
