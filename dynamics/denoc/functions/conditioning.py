"""Is the mass matrix positive for all practical purposes?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.errors import NoSolution, SingularMassMatrix
from denoc.functions.evaluation import evaluate_states
from denoc.kernels.dispatch import SHARED

FLOOR = 1e-12
INERTIAS = ("composite inertias", "articulated inertias")


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
    composite, articulated = (evaluate_states(robot, name, state, kernels=SHARED)[0] for name in INERTIAS)
    for link in range(n, 0, -1):
        whole = composite[link - 1]
        if not np.isfinite(whole):
            raise NoSolution("the arm's inertia about this joint is too large to compute with", link=link)
        if not (whole > 0 and articulated[link - 1] > FLOOR * whole):
            raise SingularMassMatrix(
                "the mass matrix is singular at the start: this joint can move without any inertia of its own",
                link=link,
            )


def are_singular(composite: np.ndarray, articulated: np.ndarray) -> np.ndarray:
    """(k,): whether `check_mass_matrix` refuses states with these inertias, (k, n) each."""
    with np.errstate(invalid="ignore"):
        sound = np.isfinite(composite) & (composite > 0) & (articulated > FLOOR * composite)
    return ~sound.all(axis=1)
