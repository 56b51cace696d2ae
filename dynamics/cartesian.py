"""Straight-line motion of the tip without change of orientation, through inverse kinematics."""

from __future__ import annotations

import numpy as np

from dynamics.batch import check_one_state
from dynamics.errors import DynamicsError, NoSolution
from dynamics.inverse_kinematics import inverse_kinematics
from dynamics.kinematics import forward_kinematics, jacobian, jacobian_rate
from dynamics.robot import Robot, check_tuple
from dynamics.trajectory import Profile, rise

SINGULAR = 1e-8  # smallest over largest singular value of the Jacobian


def line_motion(
    robot: Robot,
    start: object,
    displacement: object,
    duration: float,
    t: np.ndarray,
    profile: Profile = "poly4567",
    *,
    point: object = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """q, qd, qdd at the times t, (k, n) each, of an arm with six joints.

    The tip starts where the joint state `start` puts it and moves by `displacement`. Where a `point` is given, the
    line starts there instead and `start` is only the first guess. A path out of reach or through a singularity raises
    NoSolution, which says where.
    """
    q = check_one_state(robot, start=start)
    t = np.atleast_1d(t)
    if robot.n != 6:
        raise DynamicsError("a line without change of orientation needs six joints", field="links", value=robot.n)
    direction = np.array(check_tuple(displacement, 3, "displacement"))
    origin = forward_kinematics(robot, q)[-1]
    if point is not None:
        origin[:3, 3] = check_tuple(point, 3, "point")
        q = _solve(robot, origin, q, "at the start of the line", restarts=20)
    s, ds, dds = rise(profile, t, duration)
    out = np.empty((3, len(s), robot.n))
    pose = origin.copy()
    for k, (place, speed, acceleration) in enumerate(zip(s, ds, dds, strict=True)):
        pose[:3, 3] = origin[:3, 3] + place * direction
        q = _solve(robot, pose, q, f"at t = {t[k]:.6g} s, {place:.0%} of the line", restarts=0)
        j = jacobian(robot, q)
        values = np.linalg.svd(j, compute_uv=False)
        if values[-1] < SINGULAR * values[0]:
            raise NoSolution(f"the arm is singular at t = {t[k]:.6g} s, {place:.0%} of the line", field="motion")
        twist = np.concatenate([np.zeros(3), speed * direction])
        qd = np.linalg.solve(j, twist)
        rate = np.concatenate([np.zeros(3), acceleration * direction]) - jacobian_rate(robot, q, qd) @ qd
        out[:, k] = q, qd, np.linalg.solve(j, rate)
    return out[0], out[1], out[2]


def _solve(robot: Robot, pose: np.ndarray, guess: np.ndarray, where: str, restarts: int) -> np.ndarray:
    result = inverse_kinematics(robot, pose, guess, tolerance=1e-12, restarts=restarts)
    if result.error > 1e-9:
        raise NoSolution(f"the tip cannot follow {where}: {result.error:.3g} m or rad are left", field="motion")
    return result.q
