"""An arm at one time: what is looked at when time stands still."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from denoc.arm.robot import Robot


class Moment(NamedTuple):
    """A state of an arm with its accelerations, torques and tip wrench; arrays are (n,)."""

    robot: Robot
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray
    tau: np.ndarray
    wrench: tuple[float, ...] | None = None
