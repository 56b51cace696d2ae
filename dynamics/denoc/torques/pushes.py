"""Pushes of a forward run: springs that pull at a point of a link towards a target that moves, as plain data."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from denoc.arm.conventions import inverse
from denoc.arm.robot import Robot
from denoc.arm.visuals import anchor
from denoc.basics.checks import LARGEST, check_count, check_number
from denoc.basics.errors import DynamicsError
from denoc.basics.plain_data import check_data

MAX_PUSHES = 100
MAX_ROWS = 10_000  # of a push
MAX_ROWS_OF_ALL = 50_000

Point = tuple[float, float, float]


class Push(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand at a link during a forward run: a spring and a damper from a point of the link to a target that moves.

    `link` counts from 1; `point` (m) is in that link's own frame, as its mass centre is. `t` (s) are times that rise,
    two or more, and `target` has a world position (m) for each, with straight lines between. From the first time to the
    last, the force `stiffness` (N/m) times the way from the point to the target, less `damping` (N s/m) times the
    point's velocity, acts at the point; before and after nothing does. Steps of the integrators end at the times.
    Several pushes add up. Checked where it is used: DynamicsError from `Project` and `Job`, which names the push.

    >>> tug = dn.Push(1, (0.0, 0.0, 0.0), stiffness=50.0, t=(0.5, 1.0), target=((1.0, 0.0, 0.0), (1.0, 0.5, 0.0)))
    >>> run = dn.simulate(dn.rod_chain(1).robot, [0.0], [0.0], 2.0, pushes=(tug,))
    >>> dn.push_forces(run).shape  # samples, pushes, axes
    (201, 1, 3)
    """

    link: int
    point: Point
    stiffness: float
    damping: float = 0.0
    t: tuple[float, ...] = ()
    target: tuple[Point, ...] = ()


Pushes = tuple[Push, ...]


def check_pushes(robot: Robot, pushes: object) -> Pushes:
    """Each fits the robot; a refusal counts them from 1 and names the field and the value."""
    found: Pushes = check_data(pushes, Pushes, "run.pushes")  # type: ignore[arg-type]
    rows = sum(len(push.t) for push in found)
    if len(found) > MAX_PUSHES:
        raise DynamicsError(f"at most {MAX_PUSHES} pushes are possible", field="run.pushes", value=len(found))
    if rows > MAX_ROWS_OF_ALL:
        raise DynamicsError(
            f"at most {MAX_ROWS_OF_ALL} times of all pushes are possible", field="run.pushes", value=rows
        )
    for number, push in enumerate(found, 1):
        _check(robot, push, f"run.pushes, push {number}")
    return found


def _check(robot: Robot, push: Push, name: str) -> None:
    check_count(push.link, f"{name}, link", 1, robot.n)
    for axis, value in zip("xyz", push.point, strict=True):
        check_number(value, f"{name}, point {axis}")
    if check_number(push.stiffness, f"{name}, stiffness") <= 0:
        raise DynamicsError("must be above zero", field=f"{name}, stiffness", value=push.stiffness)
    check_number(push.damping, f"{name}, damping", minimum=0.0)
    rows = len(push.t)
    if not 2 <= rows <= MAX_ROWS:
        raise DynamicsError(f"2 to {MAX_ROWS} times are possible", field=f"{name}, t", value=rows)
    if len(push.target) != rows:
        reason = f"one position is needed for each of {rows} times"
        raise DynamicsError(reason, field=f"{name}, target", value=len(push.target))
    times, targets = np.array(push.t), np.array(push.target)
    sound = (np.abs(times) <= LARGEST).all() and (np.abs(targets) <= LARGEST).all()
    if sound and times[0] >= 0 and (np.diff(times) > 0).all():  # at once: it is checked after every edit
        return
    before = 0.0
    for row, (time, target) in enumerate(zip(push.t, push.target, strict=True), 1):
        if check_number(time, f"{name}, t, row {row}", minimum=0.0) <= before and row > 1:
            raise DynamicsError("the times must rise", field=f"{name}, t, row {row}", value=time)
        before = time
        for axis, value in zip("xyz", target, strict=True):
            check_number(value, f"{name}, target {axis}, row {row}")


def rearranged(pushes: Pushes, rows: Sequence[int]) -> Pushes:
    """Pushes at a table whose rows were the given ones before, counted from 1, 0 for a new one: they stay with their
    links; those at links that are gone are gone. Of a link and its copy, the link keeps them."""
    return tuple(msgspec.structs.replace(push, link=rows.index(push.link) + 1) for push in pushes if push.link in rows)


def carried(pushes: Pushes, before: Robot, after: Robot) -> Pushes:
    """The same pushes at the same points of an arm whose table is in another convention now."""
    return tuple(msgspec.structs.replace(push, point=_moved(push, before, after)) for push in pushes)


def _moved(push: Push, before: Robot, after: Robot) -> Point:
    move = inverse(anchor(after, push.link)) @ anchor(before, push.link)
    x, y, z = (move[:3, :3] @ np.array(push.point) + move[:3, 3]).tolist()
    return x, y, z
