"""Why a torque is what it is: its parts by cause."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dynamics.api import gravity_torque, inverse_dynamics
from dynamics.batch import check_states
from dynamics.robot import Robot
from dynamics.robot_arrays import pack

CAUSES = ("inertia", "coriolis", "gravity", "friction", "rotor", "payload", "tip_wrench")


def torque_by_cause(
    robot: Robot, q: object, qd: object, qdd: object, *, tip_wrench: object = None, tau: object = None
) -> dict[str, np.ndarray]:
    """The joint torques of a motion split into CAUSES; the parts, shaped like q, sum to `inverse_dynamics`.

    "coriolis" holds the centrifugal torques too. "payload" is everything that the payload adds, at rest and in motion;
    inertia, coriolis and gravity are those of the arm without it. Dry friction has no value at rest: with `tau`, the
    torques that were applied, a joint that stands still is held by as much friction as they leave.
    """
    q_array, qd_array, qdd_array = check_states(robot, q=q, qd=qd, qdd=qdd)
    still = np.zeros_like(q_array)
    arm, arrays = _links_alone(robot), pack(robot)
    weightless = _weightless(robot)
    parts = {
        "inertia": inverse_dynamics(weightless, q_array, still, qdd_array),
        "coriolis": inverse_dynamics(weightless, q_array, qd_array, still),
        "gravity": gravity_torque(arm, q_array),
        "friction": arrays.friction(qd_array),
        "rotor": arrays.armature * qdd_array,
        "payload": still,
        "tip_wrench": still,
    }
    if robot.payload is not None:
        loaded = inverse_dynamics(_loaded(robot), q_array, qd_array, qdd_array)
        parts["payload"] = loaded - inverse_dynamics(arm, q_array, qd_array, qdd_array)
    if tip_wrench is not None:
        parts["tip_wrench"] = inverse_dynamics(weightless, q_array, still, still, tip_wrench=tip_wrench)
    if tau is not None:
        (applied,) = check_states(robot, tau=tau)
        sticking = (qd_array == 0) & (arrays.coulomb > 0)
        parts["friction"] = parts["friction"] + np.where(sticking, applied - sum(parts.values()), 0.0)
    return parts


def _loaded(robot: Robot) -> Robot:
    """The arm without friction and rotors, made once per robot."""
    if "loaded" not in robot._cache:
        links = tuple(replace(link, viscous=0.0, coulomb=0.0, rotor_inertia=0.0) for link in robot.links)
        robot._cache["loaded"] = replace(robot, links=links)
    return robot._cache["loaded"]


def _links_alone(robot: Robot) -> Robot:
    """The same without its payload."""
    if "links alone" not in robot._cache:
        robot._cache["links alone"] = replace(_loaded(robot), payload=None)
    return robot._cache["links alone"]


def _weightless(robot: Robot) -> Robot:
    """The same without gravity."""
    if "weightless" not in robot._cache:
        robot._cache["weightless"] = replace(_links_alone(robot), gravity=(0.0, 0.0, 0.0))
    return robot._cache["weightless"]
