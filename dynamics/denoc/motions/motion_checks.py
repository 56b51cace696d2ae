"""Is a motion sound for this robot? What only solving it can tell, such as the reach, is not asked here."""

from __future__ import annotations

import numpy as np

from denoc.arm.batch import check_start
from denoc.arm.robot import LARGEST_ANGLE, Robot
from denoc.basics.checks import LARGEST, check_number, check_tuple
from denoc.basics.errors import DynamicsError
from denoc.motions.joint_trajectories import check_profile, joint_profiles
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
from denoc.motions.tip_task import check_task
from denoc.motions.tip_trajectories import check_direction

MAX_ROWS = 100_000
MAX_TERMS = 1000  # sines a joint
MAX_POSES = 1000
MAX_FREQUENCY = 1e6


def check_motion(robot: Robot, motion: Motion) -> None:
    """Raise a DynamicsError that names the field, and the joint and the row where there is one."""
    match motion:
        case JointMotion():
            check_start(robot, "start", motion.start)
            check_start(robot, "end", motion.end)
            joint_profiles(robot, motion.profile, motion.ramp)
        case ViaMotion():
            check_rising(motion.times)
            check_table(robot, "points", motion.points, len(motion.times))
            if motion.order not in ("cubic", "quintic"):
                raise DynamicsError("the orders are cubic, quintic", field="order", value=motion.order)
        case SampledMotion():
            _check_samples(robot, motion)
        case SineMotion():
            _check_sines(robot, motion)
        case LineMotion() | ArcMotion() | PoseMotion():
            _check_tip_motion(robot, motion)
        case _:
            raise DynamicsError("not a motion", field="motion", value=motion)


def check_rising(times: tuple[float, ...]) -> None:
    if not 2 <= len(times) <= MAX_ROWS:
        raise DynamicsError(f"2 to {MAX_ROWS} times are possible", field="times", value=len(times))
    for row, time in enumerate(times, 1):
        check_number(time, f"times, row {row}", largest=1e9)
    if times[0] != 0:
        raise DynamicsError("the first time is 0", field="times", value=times[0])
    # Closer than this, rates and accelerations between two rows would lose all of their digits.
    short = np.flatnonzero(np.diff(times) < 1e-12 * times[-1])
    if len(short):
        row = int(short[0]) + 2
        raise DynamicsError(f"the times must rise: row {row} does not come after row {row - 1}", field="times")


def check_table(robot: Robot, name: str, rows: tuple[tuple[float, ...], ...], count: int) -> None:
    """One state a row, as many rows as there are times."""
    if len(rows) != count:
        raise DynamicsError(f"{count} rows are needed, one for each time, not {len(rows)}", field=name)
    for number, row in enumerate(rows, 1):
        if len(row) != robot.n:
            reason = f"{robot.n} numbers are needed for {robot.n} joints, not {len(row)}"
            raise DynamicsError(reason, field=f"{name}, row {number}", value=row)
    largest = np.array(
        [LARGEST_ANGLE if link.revolute and name in ("q", "points") else LARGEST for link in robot.links]
    )
    bad = np.argwhere(~(np.abs(np.array(rows, dtype=float)) <= largest))
    if len(bad):
        number, joint = bad[0]
        reason = f"a finite number of at most {largest[joint]:g} is needed"
        raise DynamicsError(reason, link=int(joint) + 1, field=f"{name}, row {number + 1}", value=rows[number][joint])


def _check_samples(robot: Robot, motion: SampledMotion) -> None:
    check_rising(motion.times)
    if motion.qdd is not None and motion.qd is None:
        raise DynamicsError("accelerations without rates cannot be used", field="qdd")
    for name in ("q", "qd", "qdd"):
        rows = getattr(motion, name)
        if rows is not None:
            check_table(robot, name, rows, len(motion.times))


def _check_sines(robot: Robot, motion: SineMotion) -> None:
    check_start(robot, "offset", motion.offset)
    if len(motion.terms) != robot.n:
        raise DynamicsError(f"terms for each of {robot.n} joints are needed", field="terms", value=len(motion.terms))
    for joint, terms in enumerate(motion.terms, 1):
        if len(terms) > MAX_TERMS:
            raise DynamicsError(f"at most {MAX_TERMS} sines are possible", link=joint, field="terms", value=len(terms))
        for number, term in enumerate(terms, 1):
            try:
                amplitude, frequency, phase = check_tuple(term, 3, f"terms, row {number}")
                check_number(amplitude, f"terms, row {number}, amplitude", largest=LARGEST_ANGLE)
                check_number(frequency, f"terms, row {number}, frequency", minimum=0.0, largest=MAX_FREQUENCY)
                check_number(phase, f"terms, row {number}, phase", largest=LARGEST_ANGLE)
            except DynamicsError as error:
                raise error.in_link(joint) from None


def _check_tip_motion(robot: Robot, motion: LineMotion | ArcMotion | PoseMotion) -> None:
    check_start(robot, "start", motion.start)
    check_profile(motion.profile)
    check_task(motion.task)
    check_number(motion.pull, "pull", minimum=0.0, largest=1e3)
    match motion:
        case LineMotion():
            check_tuple(motion.displacement, 3, "displacement")
            if motion.point is not None:
                check_tuple(motion.point, 3, "point")
        case ArcMotion():
            check_tuple(motion.centre, 3, "centre")
            check_direction(motion.normal)
            check_number(motion.angle, "angle", largest=1e3)
        case PoseMotion():
            _check_poses(motion)


def _check_poses(motion: PoseMotion) -> None:
    if not 1 <= len(motion.poses) <= MAX_POSES:
        raise DynamicsError(f"1 to {MAX_POSES} poses are possible", field="poses", value=len(motion.poses))
    for number, pose in enumerate(motion.poses, 1):
        check_tuple(pose.position, 3, f"poses, row {number}, position")
        if pose.rotation is not None:
            check_tuple(pose.rotation, 3, f"poses, row {number}, rotation")
    if motion.shares is None:
        return
    if len(motion.shares) != len(motion.poses):
        raise DynamicsError(f"{len(motion.poses)} shares are needed, one a pose", field="shares", value=motion.shares)
    for share in motion.shares:
        if check_number(share, "shares") <= 1e-9 * sum(motion.shares):
            raise DynamicsError("every pose needs a share of the time", field="shares", value=share)
