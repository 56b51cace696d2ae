"""The largest payload of a pose and of a run, each in one line."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.errors import DynamicsError
from denoc.runs.recording import Recording
from denoc.studies.capacity import payload_capacity, payload_over, torque_limits

NO_LIMITS = "No joint has a torque limit: set them under Robot, Joint."


def has_limits(robot: Robot) -> bool:
    """Whether a joint has a torque limit."""
    return any(math.isfinite(link.max_torque) for link in robot.links)


class Carried(NamedTuple):
    """What can be carried, in words; `held` is False where the arm cannot hold even itself."""

    words: str
    held: bool = True


def pose_capacity(robot: Robot, q: np.ndarray) -> Carried:
    """Of a pose (n,) held still: at most so much and by which joint, or which joint cannot hold the arm alone."""
    if not has_limits(robot):
        return Carried(NO_LIMITS)
    found, allowed = payload_capacity(robot, q), torque_limits(robot)
    if found.used_by < 0:
        return Carried("the torques are not finite", held=False)
    if found.joint < 0:
        return Carried("no payload takes a joint to its torque limit")
    unit = "N m" if robot.links[found.joint].revolute else "N"
    limit = float(allowed[found.joint])
    who = f"joint {found.joint + 1}"
    if math.isnan(found.mass):
        return Carried(f"{who} cannot hold the arm itself: needs {found.used * limit:.4g} {unit} of {limit:.4g}", False)
    return Carried(f"at most {found.mass:.4g} kg: {who} reaches its limit of {limit:.4g} {unit}")


def run_capacity(robot: Robot, recording: Recording) -> Carried:
    """Of a whole run: at most so much, by which joint and when."""
    if not has_limits(robot):
        return Carried(NO_LIMITS)
    try:
        found = payload_over(robot, recording)
    except DynamicsError as error:
        return Carried(error.reason)
    return Carried(found.words, not math.isnan(found.mass))
