"""Why a torque is what it is: its parts by cause, of any motion and of a recorded run."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from denoc.arm.batch import check_states
from denoc.arm.friction import NO_FRICTION
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import pack
from denoc.basics.checks import check_kind, check_number
from denoc.basics.errors import DynamicsError
from denoc.functions.api import gravity_torque, inverse_dynamics
from denoc.kernels.dispatch import SHARED
from denoc.runs.events.stops import Stops
from denoc.runs.pushed import push_torques
from denoc.runs.recording import Recording, Simulation, check_recording

CAUSES = ("inertia", "coriolis", "gravity", "friction", "rotor", "payload", "tip_wrench", "push", "stop")


def torque_by_cause(
    robot: Robot,
    q: object,
    qd: object,
    qdd: object,
    *,
    tip_wrench: object = None,
    tau: object = None,
    stop_torque: object = None,
    push_torque: object = None,
    creep: float = 0.0,
) -> dict[str, np.ndarray]:
    """The joint torques of a motion by what they are for: a dictionary of arrays (N m, N) shaped like q.

    q (rad, m), qd and qdd (per s, s^2) are (n,) or (k, n). Causes are "inertia", "coriolis" (with the centrifugal
    torques), "gravity", "friction", "rotor", "payload" (everything that it adds, at rest and in motion; the first three
    are those of the arm without it), "tip_wrench", "push" and "stop". Without the last two the parts sum to
    `inverse_dynamics`. `tip_wrench` as there. `stop_torque` and `push_torque` (N m, N) are what joint limits and pushes
    exert on the joints: the torque has to bear it, so that "stop" and "push" are their negatives.

    Dry friction has no value at rest: with `tau`, the torques that were applied, a joint no faster than `creep` (rad/s,
    m/s) is held by as much friction as they leave, up to its breakaway friction. The parts then sum to `tau`, if that
    is a torque that the motion can have. Of a recorded run, `causes_of_run` gives all of this. DynamicsError for a
    wrong shape.

    >>> parts = dn.torque_by_cause(dn.rod_chain(1).robot, [0.0], [0.0], [3.0])
    >>> {cause: float(part[0].round(6)) for cause, part in parts.items() if part.any()}
    {'inertia': 1.0, 'gravity': 4.905}
    """
    q_array, qd_array, qdd_array = check_states(robot, q=q, qd=qd, qdd=qdd)
    creep = check_number(creep, "creep", minimum=0.0)
    still = np.zeros_like(q_array)
    arm, arrays = _links_alone(robot), pack(robot)
    weightless = _weightless(robot)
    inverse = partial(inverse_dynamics, kernels=SHARED)
    parts = {
        "inertia": inverse(weightless, q_array, still, qdd_array),
        "coriolis": inverse(weightless, q_array, qd_array, still),
        "gravity": gravity_torque(arm, q_array, kernels=SHARED),
        "friction": arrays.friction(qd_array),
        "rotor": arrays.armature * qdd_array,
        "payload": still,
        "tip_wrench": still,
        "push": still,
        "stop": still,
    }
    if robot.payload is not None:
        loaded = inverse(_loaded(robot), q_array, qd_array, qdd_array)
        parts["payload"] = loaded - inverse(arm, q_array, qd_array, qdd_array)
    if tip_wrench is not None:
        parts["tip_wrench"] = inverse(weightless, q_array, still, still, tip_wrench=tip_wrench)
    if push_torque is not None:
        parts["push"] = -check_states(robot, push_torque=push_torque)[0]
    if stop_torque is not None:
        parts["stop"] = -check_states(robot, stop_torque=stop_torque)[0]
    if tau is not None:
        (applied,) = check_states(robot, tau=tau)
        viscous = arrays.friction.sliding(qd_array, np.sign(qd_array))
        left = applied - (sum(parts.values()) - parts["friction"] + viscous)
        held = viscous + np.clip(left, -arrays.breakaway[1], arrays.breakaway[0])
        parts["friction"] = np.where(np.abs(qd_array) <= creep, held, parts["friction"])
    return parts


def causes_of_run(robot: Robot, recording: Recording, rows: slice = slice(None)) -> dict[str, np.ndarray]:
    """The torques of a run of `robot` by cause, (m, n) each in N m (N), which sum to its tau: see `torque_by_cause`.

    `rows` picks samples. A stop's part is by its own law, of the spring and damper that the run had; friction at a
    standstill is what held the joint there, never more than its breakaway friction. What the sum leaves is rounding.
    DynamicsError for a recording of another number of joints.

    >>> arm = dn.rod_chain(2).robot
    >>> run = dn.simulate(arm, [0.0, 0.0], [0.0, 0.0], 1.0, torque=[0.5, 0.1])
    >>> bool(np.allclose(sum(dn.causes_of_run(arm, run).values()), run.tau))
    True
    """
    check_recording(robot, recording)
    try:
        picked = np.arange(len(recording.t))[check_kind(rows, slice, "rows")]
    except (TypeError, ValueError):
        raise DynamicsError("a slice of whole numbers is needed", field="rows", value=rows) from None
    q, qd, qdd, tau = (getattr(recording, name)[picked] for name in ("q", "qd", "qdd", "tau"))
    wrench = recording.tip_wrench
    if not isinstance(recording, Simulation):  # an inverse run counts no friction at rest
        return torque_by_cause(robot, q, qd, qdd, tip_wrench=wrench)
    job = recording.job
    exerted: dict[str, object] = {}
    if job.limits == "bounce":
        exerted["stop_torque"] = Stops(job).torque(q, qd)
    if job.pushes:
        exerted["push_torque"] = push_torques(recording, picked)
    return torque_by_cause(robot, q, qd, qdd, tip_wrench=wrench, tau=tau, creep=job.blur, **exerted)


def torque_residual(robot: Robot, recording: Recording) -> float:
    """What the causes leave of the recorded torques, largest anywhere along the run, over the largest part there is."""
    if not len(recording.t):
        return 0.0
    parts = causes_of_run(robot, recording)
    size = max(float(np.abs(part).max()) for part in parts.values())
    return float(np.abs(recording.tau - sum(parts.values())).max()) / max(size, float(np.finfo(float).tiny))


def held_samples(recording: Recording) -> np.ndarray:
    """Where friction holds a joint at a standstill, or a stop pushes it, (k, n): the arm's motion alone does not say
    there what its torque must be. None in an inverse run."""
    if not isinstance(recording, Simulation):
        return np.zeros(recording.q.shape, bool)
    job, q, qd = recording.job, recording.q, recording.qd
    stuck = (qd == 0) & (recording.qdd == 0) & pack(job.robot).dry
    return stuck | (Stops(job).touched(q, qd) != 0) if job.limits == "bounce" else stuck


@PerRobot
def _loaded(robot: Robot) -> Robot:
    """The arm without friction and rotors, made once per robot."""
    links = tuple(replace(link, rotor_inertia=0.0, **NO_FRICTION) for link in robot.links)
    return replace(robot, links=links)


@PerRobot
def _links_alone(robot: Robot) -> Robot:
    """The same without its payload."""
    return replace(_loaded(robot), payload=None)


@PerRobot
def _weightless(robot: Robot) -> Robot:
    """The same without gravity."""
    return replace(_links_alone(robot), gravity=(0.0, 0.0, 0.0))
