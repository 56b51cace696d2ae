"""Which inertial parameter moves a joint's peak or RMS torque most.

The torque is the recorded one. The motion is kept and the torque is linear in the parameters, so derivatives are exact.
A peak's derivative is the torque's at the time of the peak: to first order it does not matter that the time moves (the
envelope theorem). Where friction holds a joint or a stop pushes it, they would take up the change, and the motion does
not tell how much of it: such samples are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from denoc.arm.robot import Robot, inertia_entries
from denoc.basics.checks import check_choice, check_count, check_flag
from denoc.functions.regressor import PARAMETERS, Body, bodies, body_columns, inertial_parameters
from denoc.runs.recording import Recording, check_recording
from denoc.studies.causes import held_samples
from denoc.studies.sampled_integrals import check_times, weighted

ENTRIES = ("mass", "com x", "com y", "com z", "Ixx", "Iyy", "Izz", "Ixy", "Iyz", "Ixz")  # as the robot's table has them


class Effect(NamedTuple):
    """How strongly one inertial parameter moves a joint's torque: one per cent more of it adds `change`, in N m (N)."""

    body: str  # "link 3" or "payload"
    parameter: str
    value: float
    change: float


@dataclass(frozen=True, eq=False)
class Sensitivity:
    """Derivatives of each joint's peak |tau| and RMS torque: arrays (n, 10 b), columns body by body.

    `peak_torque` and `rms_torque` are those of the recorded torque, without the `left_out` samples of a joint that is
    held by friction or pushed by a stop; nothing moves a torque of zero.
    `peak` and `rms` are by the table's entries (ENTRIES: mass, mass centre, inertia about it), `peak_linear` and
    `rms_linear` by the parameters that the torque is linear in (`regressor.PARAMETERS`, about the frame's origin).
    """

    bodies: tuple[str, ...]
    values: np.ndarray  # (10 b,) of the table's entries
    linear_values: np.ndarray  # (10 b,) of the linear parameters
    peak_time: np.ndarray  # (n,)
    peak_torque: np.ndarray
    rms_torque: np.ndarray
    left_out: np.ndarray  # (n,) whole numbers
    samples: int
    peak: np.ndarray
    rms: np.ndarray
    peak_linear: np.ndarray
    rms_linear: np.ndarray

    def ranking(self, joint: int, measure: Literal["peak", "rms"] = "peak", *, linear: bool = False) -> list[Effect]:
        """Effects on joint number `joint`, counted from 1, the strongest first; what has none is left out."""
        n = len(self.peak_time)
        check_choice(measure, ("peak", "rms"), "measure")
        rows = getattr(self, f"{measure}_linear" if check_flag(linear, "linear") else measure)
        derivatives = rows[check_count(joint, "joint", 1, n) - 1]
        values = self.linear_values if linear else self.values
        labels = [(body, name) for body in self.bodies for name in (PARAMETERS if linear else ENTRIES)]
        changes = 0.01 * values * derivatives
        table = zip(labels, values.tolist(), changes.tolist(), strict=True)
        effects = [Effect(body, name, value, change) for (body, name), value, change in table if change != 0]
        return sorted(effects, key=lambda effect: -abs(effect.change))


def sensitivity(robot: Robot, recording: Recording) -> Sensitivity:
    """How the recorded torques depend on every inertial parameter of the links and the payload: which one matters most.

    The result has derivatives (n, 10 b) of each joint's peak and RMS torque (N m, N) by the entries of the table (mass,
    com, inertia, SI units) and by the `inertial_parameters`; `ranking(joint)` lists the strongest. The motion is kept,
    and the torque is linear in the parameters, so they are exact. Samples in which friction holds a joint or a stop
    pushes it are left out of its figures. DynamicsError for fewer than two samples or another number of joints.

    >>> arm = dn.load("planar-3r-inverse").robot
    >>> found = dn.sensitivity(arm, dn.run_project(dn.load("planar-3r-inverse")))
    >>> strongest = found.ranking(joint=1)[0]
    >>> strongest.body, strongest.parameter
    ('link 3', 'mass')
    """
    check_times(check_recording(robot, recording).t)
    fine = recording.fine
    t, held = fine.t, held_samples(fine)
    tau = np.where(held, 0.0, fine.tau)
    joints = np.arange(robot.n)
    at = np.argmax(np.abs(tau), axis=0)
    signs = np.sign(tau[at, joints])
    steps = np.diff(t)[:, None] * ~(held[:-1] | held[1:])
    weights = weighted(t, tau, steps) / np.maximum(steps.sum(axis=0), np.finfo(float).tiny)
    rms = np.sqrt((weights * tau).sum(axis=0))
    weights /= np.where(rms > 0, rms, 1.0)
    peak_parts, rms_parts = [], []
    for columns in body_columns(robot, fine.q, fine.qd, fine.qdd):  # a body at a time: all of Y may be large
        peak_parts.append(signs[:, None] * columns[at, joints])
        rms_parts.append(np.einsum("kn,knp->np", weights, columns))
    found = bodies(robot)
    chain = [_by_entries(body) for body in found]
    names = [f"link {i}" for i in range(1, robot.n + 1)] + ["payload"] * (len(found) > robot.n)
    return Sensitivity(
        bodies=tuple(names),
        values=np.concatenate([[mass, *com, *inertia] for mass, com, inertia in found]),
        linear_values=inertial_parameters(robot),
        peak_time=t[at],
        peak_torque=np.abs(tau[at, joints]),
        rms_torque=rms,
        left_out=held.sum(axis=0),
        samples=len(t),
        peak=np.concatenate([part @ rule for part, rule in zip(peak_parts, chain, strict=True)], axis=1),
        rms=np.concatenate([part @ rule for part, rule in zip(rms_parts, chain, strict=True)], axis=1),
        peak_linear=np.concatenate(peak_parts, axis=1),
        rms_linear=np.concatenate(rms_parts, axis=1),
    )


def _by_entries(body: Body) -> np.ndarray:
    """d(linear parameters) / d(mass, com, inertia), (10, 10): m, m c, and I + m (c.c 1 - c c^T)."""
    mass, com, _ = body
    c = np.array(com)
    out = np.eye(10)
    out[1:4, 0] = c
    out[4:, 0] = inertia_entries(c @ c * np.eye(3) - np.outer(c, c))
    out[1:4, 1:4] = mass * np.eye(3)
    for axis, unit in enumerate(np.eye(3), 1):
        out[4:, axis] = inertia_entries(mass * (2 * unit @ c * np.eye(3) - np.outer(unit, c) - np.outer(c, unit)))
    return out
