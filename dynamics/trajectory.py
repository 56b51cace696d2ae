"""Motions from one joint state to another that start and end at rest.

A profile s(u) rises from 0 to 1 while u does; q = start + (end - start) s(t / duration).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

import numpy as np

from dynamics.batch import check_one_state
from dynamics.errors import DynamicsError
from dynamics.robot import Robot, check_number

Profile = Literal["cycloidal", "poly345", "poly4567"]
Rise = tuple[np.ndarray, np.ndarray, np.ndarray]  # s, s', s''


def cycloidal(u: np.ndarray) -> Rise:
    """Saha 1999, (38) and (39); Angeles et al. 1989, 7.1: speed and acceleration vanish at both ends."""
    w = 2 * math.pi
    return u - np.sin(w * u) / w, 1 - np.cos(w * u), w * np.sin(w * u)


def poly345(u: np.ndarray) -> Rise:
    """10 u^3 - 15 u^4 + 6 u^5: speed and acceleration vanish at both ends."""
    s = u**3 * (10 + u * (-15 + 6 * u))
    return s, 30 * u**2 * (1 - u) ** 2, 60 * u * (1 - u) * (1 - 2 * u)


def poly4567(u: np.ndarray) -> Rise:
    """35 u^4 - 84 u^5 + 70 u^6 - 20 u^7: speed, acceleration and jerk vanish at both ends."""
    s = u**4 * (35 + u * (-84 + u * (70 - 20 * u)))
    return s, 140 * (u * (1 - u)) ** 3, 420 * (u * (1 - u)) ** 2 * (1 - 2 * u)


PROFILES: dict[str, Callable[[np.ndarray], Rise]] = {
    "cycloidal": cycloidal,
    "poly345": poly345,
    "poly4567": poly4567,
}


def rise(profile: str, t: np.ndarray, duration: float) -> Rise:
    """s, ds/dt, d2s/dt2 at the times t; at rest before 0 and after `duration`."""
    if not isinstance(profile, str) or profile not in PROFILES:
        raise DynamicsError(f"the profiles are {', '.join(PROFILES)}", field="profile", value=profile)
    if check_number(duration, "duration") <= 0:
        raise DynamicsError("must be above zero", field="duration", value=duration)
    s, ds, dds = PROFILES[profile](np.clip(np.asarray(t, dtype=float) / duration, 0.0, 1.0))
    return s, ds / duration, dds / duration**2


def joint_motion(
    robot: Robot, start: object, end: object, duration: float, t: np.ndarray, profile: Profile = "cycloidal"
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """q, qd, qdd at the times t, (k, n) each."""
    start_array, end_array = check_one_state(robot, start=start), check_one_state(robot, end=end)
    stroke = end_array - start_array
    s, ds, dds = rise(profile, np.atleast_1d(t), duration)
    return start_array + s[:, None] * stroke, ds[:, None] * stroke, dds[:, None] * stroke
