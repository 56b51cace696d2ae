"""What an arm can carry: the payload that its joints' torque limits allow, in a state and along a recorded motion."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from denoc.arm.batch import check_states
from denoc.arm.friction import NO_FRICTION
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Payload, Robot
from denoc.basics.checks import LARGEST, as_numbers, check_kind, check_tuple
from denoc.basics.errors import DynamicsError
from denoc.functions.api import gravity_torque, inverse_dynamics
from denoc.kernels.dispatch import SHARED
from denoc.runs.recording import Recording, check_recording
from denoc.studies.causes import causes_of_run
from denoc.studies.drive_limits import EQUAL

TIP = (0.0, 0.0, 0.0)


class Capacity(NamedTuple):
    """What the torque limits leave for a payload: numbers of one state, arrays (k,) of a batch.

    `mass` (kg) is the largest payload: inf where no payload takes a joint to its limit, nan where the arm alone is
    beyond one. `joint`, counted from 0, is the joint that limits it, -1 where none does. `used` is what the arm alone
    takes of its limits, the largest |tau| / limit, and `used_by` the joint that has it; nan and -1 of a state that is
    not finite.
    """

    mass: Any
    joint: Any
    used: Any
    used_by: Any


class MotionCapacity(NamedTuple):
    """The one payload that a whole motion allows, in kg, as `Capacity` of the sample that limits it.

    `joint`, from 0, reaches its limit at `t` (s); `used` is the largest share of a limit that the arm alone takes, by
    `used_by` at `used_at` (s). `words` says what limits in one line.
    """

    mass: float
    joint: int
    t: float
    used: float
    used_by: int
    used_at: float
    words: str


def payload_capacity(
    robot: Robot,
    q: object,
    qd: object = None,
    qdd: object = None,
    *,
    com: object = TIP,
    limits: object = None,
    tip_wrench: object = None,
) -> Capacity:
    """The largest mass (kg) of a point payload that the joints' torque limits allow, (k,) of a batch.

    q (rad, m) is (n,) or (k, n). Without rates the arm holds still, with qd and qdd (per s, s^2; the one that is not
    given is zero) it moves, and friction and rotors count. The payload is a point at `com` (m, tip axes), instead of
    the robot's own. `limits` (n,) are in N m (N), inf for none; else each joint's `Link.max_torque` counts.
    `tip_wrench` as for `inverse_dynamics`. Torques are linear in the mass, so that the result is exact: a little more,
    and the joint that is named would be beyond its limit. More than 1e12 kg is no limit. DynamicsError for wrong
    shapes, and where no joint has a limit.

    A rod of 1 m and 1 kg, level, whose motor gives 24.525 N m: 4.905 N m hold the rod, 9.81 N m each kg at its end.

    >>> arm = dn.rod_chain(1).robot.with_link(0, max_torque=24.525)
    >>> found = dn.payload_capacity(arm, [0.0])
    >>> round(found.mass, 6), found.joint, round(found.used, 6)
    (2.0, 0, 0.2)
    """
    given = {"q": q, **{name: rate for name, rate in (("qd", qd), ("qdd", qdd)) if rate is not None}}
    states = dict(zip(given, check_states(robot, **given), strict=True))
    allowed = torque_limits(robot, limits)
    alone, load = _alone(robot), _load(robot, com)
    if len(states) == 1 and tip_wrench is None:
        held, each = (gravity_torque(arm, states["q"], kernels=SHARED) for arm in (alone, load))
    else:
        still = np.zeros_like(states["q"])
        motion = (states["q"], states.get("qd", still), states.get("qdd", still))
        held = inverse_dynamics(alone, *motion, tip_wrench=tip_wrench, kernels=SHARED)
        each = inverse_dynamics(load, *motion, kernels=SHARED)
    return _capacity(held, each, allowed)


def payload_over(robot: Robot, recording: Recording, *, com: object = TIP, limits: object = None) -> MotionCapacity:
    """The largest point payload (kg) with which the joints can make a recorded motion, with the time and the joint.

    The torques are those of the motion as it was recorded, with its tip wrench, its pushes and what its stops exert,
    and with a payload at `com` (m, tip axes) instead of the robot's own; `limits` (n,) in N m (N) as for
    `payload_capacity`. A motion that is known at every time is looked at between its samples too (`Recording.fine`).
    `mass` is nan where the arm alone is beyond a limit. DynamicsError for a recording of another number of joints or
    without samples, and where no joint has a limit.

    >>> project = dn.load("planar-3r-inverse")
    >>> dn.payload_over(project.robot, dn.run_project(project), limits=[15.0, 9.0, 5.0]).words
    'at most 1.381 kg: joint 1 reaches its limit of 15 N m at t = 1.21 s'
    """
    check_recording(robot, recording)
    allowed = torque_limits(robot, limits)
    if not len(recording.t):
        raise DynamicsError("a recording with samples is needed", field="recording", value=0)
    run = recording.fine
    motion = (run.q, run.qd, run.qdd)
    held = inverse_dynamics(_alone(robot), *motion, tip_wrench=run.tip_wrench, kernels=SHARED)
    parts = causes_of_run(robot, run)
    held = held + parts["stop"] + parts["push"]
    found = _capacity(held, inverse_dynamics(_load(robot, com), *motion, kernels=SHARED), allowed)
    lost = np.isnan(found.used)
    if lost.any():
        t = float(run.t[np.argmax(lost)])
        return MotionCapacity(np.nan, -1, t, np.nan, -1, t, f"the torques are not finite at t = {t:.4g} s")
    most = int(np.argmax(found.used))
    row = most if np.isnan(found.mass[most]) else int(np.argmin(found.mass))
    mass, joint, t = float(found.mass[row]), int(found.joint[row]), float(run.t[row])
    words = "no payload takes a joint to its torque limit along this motion"
    if joint >= 0:
        unit, limit = "N m" if robot.links[joint].revolute else "N", f"{allowed[joint]:.4g}"
        words = f"at most {mass:.4g} kg: joint {joint + 1} reaches its limit of {limit} {unit} at t = {t:.4g} s"
        if np.isnan(mass):
            needed = f"needs {abs(held[row, joint]):.4g} {unit} of {limit}"
            words = f"joint {joint + 1} cannot hold the arm itself at t = {t:.4g} s: {needed}"
    return MotionCapacity(mass, joint, t, float(found.used[most]), int(found.used_by[most]), float(run.t[most]), words)


def torque_limits(robot: Robot, limits: object = None) -> np.ndarray:
    """The torque that each joint can give, (n,) in N m (N): `limits`, or else the robot's own; inf is no limit."""
    links = check_kind(robot, Robot, "robot").links
    if limits is None:
        allowed = np.array([link.max_torque for link in links])
    else:
        allowed = as_numbers(limits, "limits")
        if allowed.shape != (robot.n,):
            raise DynamicsError(f"a shape ({robot.n},) is needed for {robot.n} joints", field="limits", value=limits)
        if not (allowed > 0).all():
            raise DynamicsError("numbers above zero are needed", field="limits", value=limits)
    if not np.isfinite(allowed).any():
        raise DynamicsError("no joint has a torque limit: give Link.max_torque, or limits here", field="limits")
    return allowed


def _capacity(held: np.ndarray, each: np.ndarray, allowed: np.ndarray) -> Capacity:
    """Of the torques (..., n) that the arm alone takes and those that each kg adds: tau = held + mass each."""
    shares = np.where(np.isinf(allowed), -1.0, np.abs(held) / allowed)
    shares = np.where(np.isnan(held + each), np.nan, shares)
    used, used_by = shares.max(axis=-1), np.where(np.isnan(shares).any(axis=-1), -1, shares.argmax(axis=-1))
    with np.errstate(divide="ignore", invalid="ignore"):
        masses = np.maximum(allowed - np.where(each < 0, -held, held), 0.0) / np.abs(each)
    masses = np.where(
        np.isnan(masses) | (masses > LARGEST), np.inf, masses
    )  # 0 / 0: at the limit, and no kg changes it
    mass, joint = masses.min(axis=-1), masses.argmin(axis=-1)
    beyond = ~(used <= 1 + EQUAL)
    joint = np.where(beyond, used_by, np.where(np.isinf(mass), -1, joint))
    mass = np.where(beyond, np.nan, mass)
    if held.ndim == 1:
        return Capacity(float(mass), int(joint), float(used), int(used_by))
    return Capacity(mass, joint, used, used_by)


@PerRobot
def _alone(robot: Robot) -> Robot:
    """The arm without its payload."""
    return replace(robot, payload=None)


def _load(robot: Robot, com: object) -> Robot:
    """One kg at the tip of an arm that weighs nothing: what it takes is added by each kg, free of cancellation."""
    place, known = check_tuple(com, 3, "com"), _loads(robot)
    load = known.get(place)
    if load is None:
        nothing = {"mass": 0.0, "inertia": (0.0,) * 6, "rotor_inertia": 0.0, **NO_FRICTION}
        links = tuple(replace(link, **nothing) for link in robot.links)
        load = replace(robot, links=links, payload=Payload(1.0, place, (0.0,) * 6))  # type: ignore[arg-type]
        known.clear()
        known[place] = load
    return load


@PerRobot
def _loads(robot: Robot) -> dict[tuple[float, ...], Robot]:
    """The load that was asked for last, by its place: a map asks for it again and again, and making it takes time."""
    return {}
