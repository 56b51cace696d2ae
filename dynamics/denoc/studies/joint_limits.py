"""Does a motion stay within the joints' limits?"""

from __future__ import annotations

import numpy as np

from denoc.arm.robot import Robot
from denoc.runs.recording import Recording


def limit_passed(robot: Robot, recording: Recording) -> str:
    """The first joint that goes past one of its limits, and when, in words; empty where none does."""
    lower, upper = (np.array([getattr(link, end) for link in robot.links]) for end in ("lower", "upper"))
    limited = np.flatnonzero(np.isfinite(lower) | np.isfinite(upper))
    if not len(limited):
        return ""
    q = recording.q[:, limited]
    room = 1e-9 * (1 + np.abs(q))
    beyond = (q < lower[limited] - room) | (q > upper[limited] + room)
    if not beyond.any():
        return ""
    row = int(np.argmax(beyond.any(axis=1)))
    return f"joint {limited[np.argmax(beyond[row])] + 1} is past its limit at t = {recording.t[row]:.4g} s"
