"""From a project's motion to a function of time."""

from __future__ import annotations

from typing import Any

import numpy as np

from dynamics.cartesian import arc_trajectory, line_trajectory, pose_trajectory
from dynamics.checks import check_kind
from dynamics.motion_checks import check_motion
from dynamics.motions import (
    ArcMotion,
    JointMotion,
    LineMotion,
    Motion,
    PoseMotion,
    SampledMotion,
    SineMotion,
    ViaMotion,
)
from dynamics.piecewise import cubic_spline, hermite, quintic_spline
from dynamics.plain_data import check_data
from dynamics.robot import Robot
from dynamics.trajectory import RestToRest, SumOfSines, Trajectory


def trajectory_of(robot: Robot, motion: Motion, duration: float) -> Trajectory:
    """The motion as a function of time.

    `duration` is that of the run; motions with times of their own keep these. A motion of the tip that the arm cannot
    make raises NoSolution, which says where and why.
    """
    motion = check_data(motion, Motion, "motion")
    check_motion(check_kind(robot, Robot, "robot"), motion)
    match motion:
        case JointMotion():
            return RestToRest(robot, motion.start, motion.end, duration, motion.profile, motion.ramp)
        case ViaMotion():
            times, points = np.array(motion.times), np.array(motion.points)
            return cubic_spline(times, points) if motion.order == "cubic" else quintic_spline(times, points, "rest")
        case SampledMotion():
            return _through_samples(motion)
        case SineMotion():
            return SumOfSines(robot, motion.offset, motion.terms, duration)
    common: dict[str, Any] = {"task": motion.task, "pull": motion.pull}
    match motion:
        case LineMotion():
            way = motion.displacement
            return line_trajectory(robot, motion.start, way, duration, motion.profile, point=motion.point, **common)
        case ArcMotion():
            arc = (motion.centre, motion.normal, motion.angle)
            return arc_trajectory(robot, motion.start, *arc, duration, motion.profile, turning=motion.turning, **common)
        case PoseMotion():
            positions, rotations = [p.position for p in motion.poses], [p.rotation for p in motion.poses]
            return pose_trajectory(
                robot, motion.start, positions, rotations, duration, motion.profile, shares=motion.shares, **common
            )


def _through_samples(motion: SampledMotion) -> Trajectory:
    times, q = np.array(motion.times), np.array(motion.q)
    if motion.qd is None:
        return quintic_spline(times, q, "free")
    return hermite(times, q, np.array(motion.qd), None if motion.qdd is None else np.array(motion.qdd))
