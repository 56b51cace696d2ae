"""How the poles of an arm wander while it moves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.cancelling import check_cancelled
from denoc.basics.checks import check_count
from denoc.basics.errors import DynamicsError
from denoc.functions.api import mass_matrix
from denoc.functions.derivatives import inverse_dynamics_derivatives
from denoc.kernels.dispatch import SHARED
from denoc.motions.inverse_kinematics import joint_limits
from denoc.runs.recording import Recording, Simulation, check_recording
from denoc.studies.causes import held_samples
from denoc.studies.linear.linearization import linearize

COUNT = 200


class RunPoles(NamedTuple):
    """Poles (1/s) of the linear systems along a run: `poles` (m, 2n) at the times `t` (m,), each row by size."""

    t: np.ndarray
    poles: np.ndarray


def poles_of_run(robot: Robot, recording: Recording, *, count: int = COUNT) -> RunPoles:
    """The eigenvalues of `linearize` at `count` samples of a run, spread evenly, with its rates and torques there.

    A joint that friction holds at a standstill stays there, which makes two poles at zero, and the others move as if it
    were fixed. The poles say how fast motions part that begin side by side at that time: a pole with a positive real
    part r parts them by the factor e within 1 / r, for as long as the system stays as it is there. The torques count as
    given: what a controller would answer does not. DynamicsError for a recording of another number of joints, and for a
    run with pushes, or in which joints press on the springs of their stops: how these answer is not part of the system.

    >>> project = dn.load("pendulum")
    >>> found = dn.poles_of_run(project.robot, dn.run_project(project), count=3)
    >>> found.poles.shape
    (3, 2)
    """
    check_recording(robot, recording)
    check_count(count, "count", 1, 1_000_000)
    rows = np.unique(np.linspace(0, max(len(recording.t) - 1, 0), min(count, len(recording.t))).astype(int))
    _check_springs(recording)
    poles = np.empty((len(rows), 2 * robot.n), dtype=complex)
    held = held_samples(recording)
    for place, row in enumerate(rows):
        check_cancelled()
        if held[row].any():
            found = _beside_held(robot, recording, int(row), ~held[row])
        else:
            A, _ = linearize(
                robot, recording.q[row], recording.qd[row], recording.tau[row], tip_wrench=recording.tip_wrench
            )
            found = np.linalg.eigvals(A)
        poles[place] = found[np.lexsort((found.imag, found.real, np.abs(found).round(9)))]
    return RunPoles(recording.t[rows], poles)


def _beside_held(robot: Robot, recording: Recording, row: int, free: np.ndarray) -> np.ndarray:
    """The eigenvalues, (2n,), at a sample at which only some joints (n,) are free."""
    q, qd, qdd = (getattr(recording, name)[row] for name in ("q", "qd", "qdd"))
    slopes = inverse_dynamics_derivatives(robot, q, qd, qdd, tip_wrench=recording.tip_wrench, kernels=SHARED)
    some, n = np.ix_(free, free), int(free.sum())
    mass = mass_matrix(robot, q, kernels=SHARED)[some]
    A = np.zeros((2 * n, 2 * n))
    A[:n, n:] = np.eye(n)
    A[n:] = -np.linalg.solve(mass, np.hstack([slope[some] for slope in slopes]))
    return np.concatenate([np.zeros(2 * (robot.n - n)), np.linalg.eigvals(A)])


def _check_springs(recording: Recording) -> None:
    """That none acts beside the torques, whose stiffness the poles would leave out."""
    if not isinstance(recording, Simulation):
        return
    job = recording.job
    lower, upper = joint_limits(job.robot)
    pressed = job.limits == "bounce" and bool(((recording.q < lower) | (recording.q > upper)).any())
    for name, there in (("pushes", bool(job.pushes)), ("the springs of stops", pressed)):
        if there:
            raise DynamicsError(f"{name} act in this run: its poles would leave out their stiffness")
