"""What the pushes of a recorded run did: their forces, and what these are at the joints and at the links."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.basics.checks import check_kind
from denoc.runs.problem.springs import Springs
from denoc.runs.recording import Recording, Simulation

ALL = slice(None)


def push_forces(recording: Recording) -> np.ndarray:
    """Forces of the k pushes of a run at its m samples, (m, k, 3), world axes; zero where a push does not act.

    SI units, so in N. At the moment of its first time a push does not act yet, at that of its last it does; one from
    the start on acts there. An inverse run has none. DynamicsError for what is no recording.

    >>> dn.push_forces(dn.run_project(dn.load("planar-3r-free-fall"))).shape
    (1001, 0, 3)
    """
    return forces_and_points(recording)[0]


def forces_and_points(recording: Recording, rows: slice | np.ndarray = ALL) -> tuple[np.ndarray, np.ndarray]:
    """Forces and the points (m) that they act at, (k, pushes, 3) each, world axes, at some samples."""
    springs = _springs(recording)
    if springs is None:
        none = np.zeros((len(recording.t[rows]), 0, 3))
        return none, none
    return springs.forces(recording.t[rows], recording.q[rows], recording.qd[rows])


def push_torques(recording: Recording, rows: slice | np.ndarray = ALL) -> np.ndarray:
    """What they do at the joints, J^T F, (k, n) in N m (N): beside the torques that drive them."""
    springs, q = _springs(recording), recording.q[rows]
    return np.zeros(q.shape) if springs is None else springs.torques(recording.t[rows], q, recording.qd[rows])


def push_wrenches(recording: Recording, rows: slice | np.ndarray = ALL) -> np.ndarray | None:
    """What they do to the links, (k, n, 6), as `joint_reactions` takes it; None where there are none."""
    springs = _springs(recording)
    return None if springs is None else springs.wrenches(recording.t[rows], recording.q[rows], recording.qd[rows])


class PushedState(NamedTuple):
    """At one moment, world axes: forces (N) of all pushes, the points (m) that they act at, (pushes, 3) each, how stiff
    they are (N/m), (pushes,), what they put on the links, (n, 6), and what that is at the joints, (n,) in N m (N)."""

    forces: np.ndarray
    points: np.ndarray
    stiffness: np.ndarray
    wrenches: np.ndarray
    torques: np.ndarray


def pushed_state(recording: Recording, t: float, q: np.ndarray, qd: np.ndarray) -> PushedState | None:
    """What the pushes of a run do at time t in a state; None where it has none."""
    springs = _springs(recording)
    if springs is None:
        return None
    moment = np.array([t]), q[None], qd[None]
    forces, points = springs.forces(*moment)
    wrenches, torques = springs.wrenches(*moment)[0], springs.torques(*moment)[0]
    return PushedState(forces[0], points[0], springs.stiffness, wrenches, torques)


def _springs(recording: Recording) -> Springs | None:
    check_kind(recording, Recording, "recording")
    return recording.springs if isinstance(recording, Simulation) and recording.job.pushes else None
