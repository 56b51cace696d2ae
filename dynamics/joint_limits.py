"""Does a motion stay within the joints' limits?"""

from __future__ import annotations

import numpy as np

from dynamics.recording import Recording
from dynamics.robot import Robot


def limit_passed(robot: Robot, recording: Recording) -> str:
    """The first joint that goes past one of its limits, and when, in words; empty where none does."""
    lower, upper = (np.array([getattr(link, end) for link in robot.links]) for end in ("lower", "upper"))
    room = 1e-9 * (1 + np.abs(recording.q))
    beyond = (recording.q < lower - room) | (recording.q > upper + room)
    if not beyond.any():
        return ""
    row = int(np.argmax(beyond.any(axis=1)))
    return f"joint {int(np.argmax(beyond[row])) + 1} is past its limit at t = {recording.t[row]:.4g} s"
