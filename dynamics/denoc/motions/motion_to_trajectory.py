"""From a project's motion to a function of time."""

from __future__ import annotations

from typing import Any

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.checks import check_kind
from denoc.basics.plain_data import check_data
from denoc.motions.joint_trajectories import RestToRest, SumOfSines, Trajectory
from denoc.motions.motion_checks import check_motion
from denoc.motions.motion_data import (
    ArcMotion,
    JointMotion,
    LineMotion,
    Motion,
    PoseMotion,
    SampledMotion,
    SineMotion,
    ViaMotion,
)
from denoc.motions.piecewise import cubic_spline, hermite, quintic_spline
from denoc.motions.tip_trajectories import arc_trajectory, line_trajectory, pose_trajectory


def trajectory_of(robot: Robot, motion: Motion, duration: float) -> Trajectory:
    """The motion as a function of time: called with times (k,) in s it gives q, qd, qdd, (k, n) each.

    `motion` is a `JointMotion`, `ViaMotion`, `SampledMotion`, `SineMotion`, `LineMotion`, `ArcMotion` or `PoseMotion`.
    `duration` (s) is that of the run; motions with times of their own keep these. q is in rad and m, qd and qdd are its
    exact derivatives; before and after, the arm rests. A motion of the tip is solved here, once. DynamicsError names
    the field of the motion that does not fit the robot; NoSolution says when and why the tip cannot follow.

    >>> motion = dn.JointMotion(start=(0.0,), end=(1.0,), profile="poly345")
    >>> trajectory = dn.trajectory_of(dn.rod_chain(1).robot, motion, duration=2.0)
    >>> [part.shape for part in trajectory(np.linspace(0.0, 2.0, 5))]
    [(5, 1), (5, 1), (5, 1)]
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
