"""Motions of the tip to begin with: where an arm can well start a path, and which way it can well go.

Judged by the Jacobian alone: whether the whole path can be followed, only solving it tells.
"""

from __future__ import annotations

import math

import numpy as np

from denoc.arm.robot import Robot
from denoc.kernels.dispatch import READY
from denoc.motions.motion_data import Row, Triple, Weights
from denoc.motions.tip_task import WHOLE_POSE, make_task, resolve, tip_and_jacobian
from denoc_studio.project.slider_range import pose_range

POSITION_ONLY: Weights = (0.0, 0.0, 0.0, 1.0, 1.0, 1.0)
REGULAR = 0.1  # smallest over largest singular value of a start that is left as it is
SWING = 0.7  # rad or arm lengths that the joints may move, about
SHARE = 0.3  # of the tip's distance from the base, that a path is long at most
BENDS = 16  # starts that are tried


def usual_task(robot: Robot) -> Weights:
    """The whole pose for an arm that has the joints for it, else the position alone."""
    return WHOLE_POSE if robot.n >= 6 else POSITION_ONLY


def tip_position(robot: Robot, q: Row) -> Triple:
    x, y, z = tip_and_jacobian(robot, np.array([q]), kernels=READY)[0][0, :3, 3].tolist()
    return x, y, z


def good_start(robot: Robot, start: Row, task: Weights) -> Row:
    """`start`, or the nearest bent state where the arm is stretched or otherwise singular."""
    states = np.vstack([start, *(_bent(robot, start, k) for k in range(1, BENDS))])
    jacobian = tip_and_jacobian(robot, states, kernels=READY)[1]
    regularity = resolve(make_task(robot, task, kernels=READY), jacobian, np.zeros((BENDS, 6))).regularity
    good = np.flatnonzero(regularity >= REGULAR)
    chosen = good[0] if len(good) else np.argmax(regularity)
    return tuple(states[chosen].tolist())


def good_way(robot: Robot, start: Row, task: Weights) -> Triple:
    """A displacement along the world axis that asks least of the joints, towards the base; rounded."""
    efforts, inwards = _efforts(robot, start, task)
    axis = int(np.argmin(efforts))
    farthest = SHARE * (float(np.linalg.norm(inwards)) or 1.0)
    length = min(farthest, SWING / efforts[axis]) if 0 < efforts[axis] < math.inf else farthest
    return _along(axis, math.copysign(float(f"{length:.2g}"), inwards[axis]))


def good_normal(robot: Robot, start: Row, task: Weights, way: Triple) -> Triple:
    """The normal of an arc over `way` that bulges along the axis that asks least of the joints, towards the base."""
    efforts, inwards = _efforts(robot, start, task)
    length = float(np.linalg.norm(way))
    crossing = [k for k in range(3) if abs(way[k]) < 0.9 * length] or [0, 1]
    axis = min(crossing, key=lambda k: efforts[k])
    normal = np.cross(_along(axis, math.copysign(1.0, inwards[axis])), way)
    size = float(np.linalg.norm(normal))
    x, y, z = (normal / size if size else np.array([0.0, 0.0, 1.0])).tolist()
    return x + 0.0, y + 0.0, z + 0.0  # no negative zeros


def _efforts(robot: Robot, start: Row, task: Weights) -> tuple[list[float], np.ndarray]:
    """What each world axis asks of the joints, and the way from the tip to the base."""
    tip, jacobian = tip_and_jacobian(robot, np.array([start]), kernels=READY)
    base = np.zeros(3) if robot.base is None else np.array(robot.base)[:3, 3]
    return [_effort(robot, jacobian, task, axis) for axis in range(3)], base - tip[0, :3, 3]


def _effort(robot: Robot, jacobian: np.ndarray, task: Weights, axis: int) -> float:
    """How fast the joints go for 1 m/s of the tip along a world axis; infinitely fast where they cannot do it."""
    twist = np.zeros((1, 6))
    twist[0, 3 + axis] = 1.0
    rates = resolve(make_task(robot, task, kernels=READY), jacobian, twist).rates[0]
    missed = np.abs(jacobian[0, 3:] @ rates - twist[0, 3:]).max()
    return float(np.linalg.norm(rates)) if missed < 1e-6 else math.inf


def _bent(robot: Robot, start: Row, k: int) -> list[float]:
    """The start with its joints bent, every other one more, by whole degrees and within the limits."""
    out = []
    for joint, (link, q) in enumerate(zip(robot.links, start, strict=True)):
        low, high = pose_range(robot, joint)
        bend = math.radians((5 if joint % 2 == 0 else 8) * k) if link.revolute else (high - low) * k / (2 * BENDS)
        out.append(q + bend if q + bend <= high else q - bend)
    return out


def _along(axis: int, length: float) -> Triple:
    x, y, z = (length if k == axis else 0.0 for k in range(3))
    return x, y, z
