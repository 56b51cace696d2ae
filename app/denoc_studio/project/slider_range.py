"""How far a joint's slider reaches."""

from __future__ import annotations

import math

from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Link, Robot


def pose_range(robot: Robot, joint: int) -> tuple[float, float]:
    """Lowest and highest q of the slider: the joint's limits where it has any, else half a turn or the arm's length."""
    return _range_of(robot.links[joint], reach(robot))


def pose_ranges(robot: Robot) -> list[tuple[float, float]]:
    """The ranges of the sliders of all joints, as `pose_range` has them."""
    length = reach(robot)
    return [_range_of(link, length) for link in robot.links]


def _range_of(link: Link, length: float) -> tuple[float, float]:
    usual = math.pi if link.revolute else length
    low = link.lower if math.isfinite(link.lower) else min(-usual, link.upper - usual)
    high = link.upper if math.isfinite(link.upper) else max(usual, link.lower + usual)
    return max(low, -1e6), min(high, 1e6)


@PerRobot
def reach(robot: Robot) -> float:
    """The arm's length when it is stretched out, in m; 1 for an arm without any."""
    return sum(abs(link.a) + abs(link.b) for link in robot.links) or 1.0
