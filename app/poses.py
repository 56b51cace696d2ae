"""How far joints go: the reach of their sliders, and whether a motion passes their limits."""

from __future__ import annotations

import math

import numpy as np

from dynamics.recording import Recording
from dynamics.robot import Robot


def pose_range(robot: Robot, joint: int) -> tuple[float, float]:
    """Lowest and highest q of the slider: the joint's limits where it has any, else half a turn or the arm's length."""
    link = robot.links[joint]
    usual = math.pi if link.revolute else reach(robot)
    low = link.lower if math.isfinite(link.lower) else min(-usual, link.upper - usual)
    high = link.upper if math.isfinite(link.upper) else max(usual, link.lower + usual)
    return max(low, -1e6), min(high, 1e6)


def reach(robot: Robot) -> float:
    """The arm's length when it is stretched out, in m; 1 for an arm without any."""
    return sum(abs(link.a) + abs(link.b) for link in robot.links) or 1.0


def limit_passed(robot: Robot, recording: Recording) -> str:
    """The first joint that goes past one of its limits, and when, in words; empty where none does."""
    lower, upper = (np.array([getattr(link, end) for link in robot.links]) for end in ("lower", "upper"))
    room = 1e-9 * (1 + np.abs(recording.q))
    beyond = (recording.q < lower - room) | (recording.q > upper + room)
    if not beyond.any():
        return ""
    row = int(np.argmax(beyond.any(axis=1)))
    return f"joint {int(np.argmax(beyond[row])) + 1} is past its limit at t = {recording.t[row]:.4g} s"
