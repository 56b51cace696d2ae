"""The other functions of a state against Pinocchio's: in batches, and one state per call."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

import denoc
from denoc_studio.bench.measuring.arms import bodies, general_arm, states
from denoc_studio.bench.measuring.machine import installed
from denoc_studio.bench.measuring.timing import Work, alternate
from denoc_studio.bench.peers import TOLERANCE, BatchEngine
from denoc_studio.bench.tables import NOTHING, Table, microseconds, nanoseconds, ratio

JOINTS = 6


class Function(NamedTuple):
    """One of ours, the kernel that it needs, the peer's method, and what of the two results must be the same."""

    ours: Callable[..., np.ndarray]
    kernel: str
    peer: str
    inputs: int
    mine: Callable[..., np.ndarray] = lambda found, *_: found
    theirs: Callable[..., np.ndarray] = lambda found, *_: found


def _upper(matrix: np.ndarray, *_: np.ndarray) -> np.ndarray:
    return np.triu(matrix)


def _torque(matrix: np.ndarray, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
    """C qd: the two matrices are different ones (see `denoc.coriolis_matrix`)."""
    return np.einsum("...ij,...j->...i", matrix, qd)


def _by_ours(matrix: np.ndarray, *_: np.ndarray) -> np.ndarray:
    """Y phi: parameters stand in other frames and in another order there."""
    return matrix @ denoc.inertial_parameters(general_arm(JOINTS))


def _by_theirs(matrix: np.ndarray, *_: np.ndarray) -> np.ndarray:
    parameters = []
    for body in bodies(general_arm(JOINTS)):
        c = body.com
        j = body.inertia + body.mass * (c @ c * np.eye(3) - np.outer(c, c))
        parameters += [body.mass, *(body.mass * c), j[0, 0], j[0, 1], j[1, 1], j[0, 2], j[1, 2], j[2, 2]]
    return matrix @ np.array(parameters)


FUNCTIONS = {
    "mass matrix": Function(denoc.mass_matrix, "mass matrix", "mass_matrix", 1, _upper, _upper),
    "gravity": Function(denoc.gravity_torque, "gravity", "gravity", 1),
    "frames": Function(
        denoc.forward_kinematics,
        "table frames",
        "frames",
        1,
        lambda found, *_: found[..., -1, :, :],
        lambda found, *_: found[..., -1, :, :] if found.ndim > 2 else found,
    ),
    "Jacobian": Function(
        denoc.jacobian, "jacobian", "jacobian", 1, lambda found, *_: found[..., [3, 4, 5, 0, 1, 2], :]
    ),
    "Coriolis matrix": Function(denoc.coriolis_matrix, "coriolis", "coriolis_matrix", 2, _torque, _torque),
    "regressor": Function(denoc.regressor, "regressor", "regressor", 3, _by_ours, _by_theirs),
}


def functions(seconds: float, pinocchio: BatchEngine | None) -> Table:
    """A row for each; Pinocchio's loop is native where it can be compiled, and its call is from Python."""
    robot = general_arm(JOINTS)
    denoc.prepare(robot, [function.kernel for function in FUNCTIONS.values()])
    notes: list[str] = []
    loop, call = _loop(robot, pinocchio, notes), _call(robot, notes)
    batch, rows = states(robot.n), []
    for name, function in FUNCTIONS.items():
        cells = [name]
        for peer, given, show in ((loop, batch, nanoseconds), (call, batch[:, 0].copy(), microseconds)):
            given = given[: function.inputs]
            count = given.shape[1] if given.ndim == 3 else 1
            works = [Work(partial(function.ours, robot, *given), count)]
            if peer is not None and _agree(function, robot, peer, given, notes):
                works.append(Work(partial(getattr(peer, function.peer), *given), count))
            ours, *others = alternate(works, seconds)
            theirs = others[0] if others else None
            cells += [show(ours), show(theirs), ratio(theirs, ours) if theirs else NOTHING]
        rows.append(cells)
    columns = ["", "batch, ns: ours", "Pinocchio C++", "ratio", "call, us: ours", "Pinocchio", "ratio"]
    title = f"Other functions of a state, {robot.name}, per state, best (median)"
    return Table(title, columns, rows, list(dict.fromkeys(notes)))


def _loop(robot: denoc.Robot, pinocchio: BatchEngine | None, notes: list[str]) -> Any:
    """Pinocchio's batches, where it has them for these functions too."""
    arm = pinocchio.build(robot) if pinocchio else None
    if arm is None or hasattr(arm, "regressor"):
        return arm
    notes.append("No native loop: no batches of Pinocchio's.")
    return None


def _call(robot: denoc.Robot, notes: list[str]) -> Any:
    if installed("pin") is None:
        notes.append("Pinocchio is not installed.")
        return None
    from denoc_studio.bench.peers import pinocchio

    return pinocchio.Arm(robot)


def _agree(function: Function, robot: denoc.Robot, peer: Any, given: np.ndarray, notes: list[str]) -> bool:
    """Whether the peer has our results; a note where it has not."""
    ours = function.mine(function.ours(robot, *given), *given)
    theirs = function.theirs(np.asarray(getattr(peer, function.peer)(*given)), *given)
    difference = float(np.abs(theirs - ours).max() / np.abs(ours).max())
    if difference <= TOLERANCE:
        return True
    notes.append(f"Pinocchio, {function.peer}: differs from ours by {difference:.1g}.")
    return False
