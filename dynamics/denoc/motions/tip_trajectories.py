"""Motion of the tip along lines, arcs and from pose to pose, through inverse kinematics, for any arm."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from denoc.arm.batch import check_start
from denoc.arm.robot import Robot
from denoc.arm.rotations import rotation_matrix, rotation_vector
from denoc.basics.checks import check_number, check_tuple
from denoc.basics.errors import DynamicsError, NoSolution
from denoc.functions.kinematics import tip_frames
from denoc.kernels.dispatch import SHARED
from denoc.motions.changes import Changes, together
from denoc.motions.inverse_kinematics import inverse_kinematics
from denoc.motions.joint_trajectories import (
    Profile,
    States,
    check_duration,
    check_profile,
    check_times,
    rise,
    rise_changes,
)
from denoc.motions.path_following import PathBlocked, follow
from denoc.motions.piecewise import PiecewisePolynomial
from denoc.motions.tip_paths import ArcPath, StraightPath, TipPath
from denoc.motions.tip_task import WHOLE_POSE, check_task, make_task


class TipTrajectory:
    """The joints while the tip follows paths one after the other, each from rest to rest by the profile.

    `shares` (m + 1,) of the duration bound the paths, `joints` hold each path's joint states over its own share.
    """

    def __init__(
        self, joints: Sequence[PiecewisePolynomial], shares: np.ndarray, duration: float, profile: Profile
    ) -> None:
        self.duration, self.profile = duration, profile
        self.joints, self.times = joints, shares * duration

    def __call__(self, t: np.ndarray) -> States:
        t = check_times(t)
        leg = np.clip(np.searchsorted(self.times, t, side="right") - 1, 0, len(self.joints) - 1)
        out = np.empty((3, len(t), self.joints[0].coefficients.shape[2]))
        for number, (joints, (begin, end)) in enumerate(zip(self.joints, pairwise(self.times), strict=True)):
            chosen = leg == number
            s, ds, dds = (x[:, None] for x in rise(self.profile, t[chosen] - begin, end - begin))
            q, slope, bend = joints.evaluate(s[:, 0])
            out[:, chosen] = q, slope * ds, bend * ds**2 + slope * dds
        return out[0], out[1], out[2]

    def changes(self) -> Changes:
        return together(
            rise_changes(self.profile, begin, end)._replace(
                knots=begin + _time_at(joints.knots, end - begin, self.profile)
            )
            for joints, (begin, end) in zip(self.joints, pairwise(self.times.tolist()), strict=True)
        )


def line_trajectory(
    robot: Robot,
    start: object,
    displacement: object,
    duration: float,
    profile: Profile = "poly4567",
    *,
    point: object = None,
    task: object = WHOLE_POSE,
    pull: float = 0.0,
) -> TipTrajectory:
    """The tip along a straight line without change of orientation.

    It starts where the joint state `start` puts it and moves by `displacement`. Where a `point` is given, the line
    starts there instead and `start` is only the first guess. `task` weighs the components as `tip_task` says; joints
    that it leaves idle move as little as they can, or are drawn to the middle of their limits, where they have two, at
    the rate `pull` per whole path. A path out of reach, through a singularity or beyond a joint limit raises
    NoSolution, which says where and why.
    """
    q = np.array(check_start(robot, "start", start))
    origin = tip_frames(robot, q, kernels=SHARED)
    if point is not None:
        origin[:3, 3] = check_tuple(point, 3, "point")
        q = _start_at(robot, origin, q, task)
    path = StraightPath(origin, np.array(check_tuple(displacement, 3, "displacement")), np.zeros(3))
    return _along(robot, [path], ["line"], q, np.array([0.0, 1.0]), duration, profile, task, pull)


def arc_trajectory(
    robot: Robot,
    start: object,
    centre: object,
    normal: object,
    angle: float,
    duration: float,
    profile: Profile = "poly4567",
    *,
    turning: bool = False,
    task: object = WHOLE_POSE,
    pull: float = 0.0,
) -> TipTrajectory:
    """The tip along a circular arc, from where the joint state `start` puts it.

    It goes by `angle` (rad) about the line through `centre` with the direction `normal`, world axes, and keeps its
    orientation or, `turning`, turns with the arc. The rest as for a line.
    """
    q = np.array(check_start(robot, "start", start))
    axis = check_direction(normal)
    middle = np.array(check_tuple(centre, 3, "centre"))
    sweep = check_number(angle, "angle", largest=1e3)
    path = ArcPath(tip_frames(robot, q, kernels=SHARED), middle, axis, sweep, bool(turning))
    return _along(robot, [path], ["arc"], q, np.array([0.0, 1.0]), duration, profile, task, pull)


def pose_trajectory(
    robot: Robot,
    start: object,
    positions: Sequence[object],
    rotations: Sequence[object],
    duration: float,
    profile: Profile = "poly4567",
    *,
    shares: Sequence[float] | None = None,
    task: object = WHOLE_POSE,
    pull: float = 0.0,
) -> TipTrajectory:
    """The tip from where the joint state `start` puts it to each pose in turn, at rest in each.

    Straight and about one axis (slerp, the shorter way) between them. A rotation is a rotation vector, axis times
    angle, from world axes to tip axes; None keeps the orientation before. `shares` are those of the duration that the
    legs take, all alike when None. The rest as for a line.
    """
    q = np.array(check_start(robot, "start", start))
    pose = tip_frames(robot, q, kernels=SHARED)
    paths: list[TipPath] = []
    for position, rotation in zip(positions, rotations, strict=True):
        goal = pose.copy()
        goal[:3, 3] = check_tuple(position, 3, "position")
        if rotation is not None:
            goal[:3, :3] = rotation_matrix(np.array(check_tuple(rotation, 3, "rotation")))
        turn = rotation_vector(goal[:3, :3] @ pose[:3, :3].T)
        paths.append(StraightPath(pose, goal[:3, 3] - pose[:3, 3], turn))
        pose = goal
    parts = np.ones(len(paths)) if shares is None else np.array(shares, dtype=float)
    bounds = np.concatenate([[0.0], np.cumsum(parts) / parts.sum()])
    names = [f"way to pose {number}" for number in range(1, len(paths) + 1)]
    return _along(robot, paths, names, q, bounds, duration, profile, task, pull)


def line_motion(
    robot: Robot,
    start: object,
    displacement: object,
    duration: float,
    t: np.ndarray,
    profile: Profile = "poly4567",
    *,
    point: object = None,
) -> States:
    """q, qd, qdd, each (k, n), at the times t (k,) in s while the tip goes along a straight line, at rest at both ends.

    The tip starts where the joint state `start` (n,) in rad and m puts it and moves by `displacement` (m, world axes)
    in `duration` (s), its orientation kept. Where a `point` (m) is given, the line starts there and `start` is the
    first guess. NoSolution says when and why the tip cannot follow; DynamicsError names an argument that cannot be
    used.

    >>> arm = dn.rod_chain(3).robot
    >>> q, qd, qdd = dn.line_motion(arm, [0.5, -1.0, 0.5], [-0.1, 0.05, 0.0], 1.0, np.linspace(0, 1, 5))
    >>> tips = dn.forward_kinematics(arm, q)[:, -1, :3, 3]
    >>> (tips[-1] - tips[0]).round(6).tolist()
    [-0.1, 0.05, 0.0]
    """
    return line_trajectory(robot, start, displacement, duration, profile, point=point)(t)


def check_direction(normal: object) -> np.ndarray:
    """(3,), of length 1."""
    direction = np.array(check_tuple(normal, 3, "normal"))
    length = np.linalg.norm(direction)
    if length == 0:
        raise DynamicsError("a direction is needed", field="normal", value=normal)
    return direction / length


def _along(
    robot: Robot,
    paths: Sequence[TipPath],
    names: Sequence[str],
    q: np.ndarray,
    shares: np.ndarray,
    duration: float,
    profile: Profile,
    task: object,
    pull: float,
) -> TipTrajectory:
    check_profile(profile)
    total, strength = check_duration(duration), check_number(pull, "pull", minimum=0.0, largest=1e3)
    wanted = make_task(robot, task)
    joints = []
    for path, name, (begin, end) in zip(paths, names, pairwise(shares * total), strict=True):
        try:
            joints.append(follow(robot, path, q, wanted, strength))
        except PathBlocked as blocked:
            t = begin + float(_time_at(np.array([blocked.share]), end - begin, profile)[0])
            place = f"t = {t:.6g} s, {blocked.share:.0%} of the {name}"
            raise NoSolution(f"the tip cannot follow at {place}: {blocked.reason}", field="motion") from None
        q = joints[-1].evaluate(np.ones(1))[0][0]
    return TipTrajectory(joints, shares, total, profile)


def _time_at(shares: np.ndarray, duration: float, profile: Profile) -> np.ndarray:
    """When the profile has risen to these shares."""
    times = np.linspace(0.0, duration, 1001)
    return np.interp(shares, rise(profile, times, duration)[0], times)


def _start_at(robot: Robot, pose: np.ndarray, guess: np.ndarray, task: object) -> np.ndarray:
    """The nearest to all that is asked for, and from there to what must be: wishes may be out of reach."""
    musts = (check_task(task) == 1).astype(float)
    near = inverse_kinematics(robot, pose, guess, tolerance=1e-12, weights=task)
    result = near if near.error <= 1e-9 else inverse_kinematics(robot, pose, near.q, tolerance=1e-12, weights=musts)
    if result.error > 1e-9:
        raise NoSolution(
            f"the tip cannot be at the start of the line: {result.error:.3g} m or rad are left", field="motion"
        )
    return result.q
