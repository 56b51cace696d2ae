"""How far the tip comes in every direction of a section: sharper than any samples, by Newton steps within limits."""

from __future__ import annotations

import numpy as np

from denoc.arm.robot import Robot
from denoc.basics.cancelling import check_cancelled
from denoc.functions.kinematics import jacobian
from denoc.kernels.dispatch import SHARED
from denoc.studies.reach_sections import Section, tip_positions

DIRECTIONS = 72
STARTS = 3  # samples that each direction is tried from
ROUNDS = 4
STEPS = 40
RETURNS = 4  # Newton steps back into the plane
WIDE, HALVINGS = 1e3, 60  # where a multiplier is looked for, over its usual size, and how long
STUCK = 1e4  # damping, by which a step is too short to matter
NEAR = 1e-3  # of a joint's range: so close to a limit it may as well be there
CLOSE = 1e-10  # rad or m: a step that changes nothing, and how far off the plane is in it
TINY = 1e-12  # m: nearer to the axis than this, there is no direction away from it


def outline(
    robot: Robot, section: Section, q: np.ndarray, tips: np.ndarray, lower: np.ndarray, upper: np.ndarray
) -> np.ndarray:
    """Points of the section, (72, 2) in m, each the farthest that the tip comes along one of 72 directions.

    Poses q (k, n) of the section with their tips (k, 3) are what it starts from.
    """
    angles = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
    ways = np.column_stack([np.cos(angles), np.sin(angles)])
    far = section.coordinates(tips) @ ways.T
    groups = [np.arange(first, len(q), STARTS) for first in range(min(STARTS, len(q)))]
    starts = np.concatenate([group[far[group].argmax(axis=0)] for group in groups])
    q, points = _climb(robot, section, q[starts], np.tile(ways, (len(groups), 1)), lower, upper)
    for _ in range(ROUNDS):  # what one direction has found may be a better start for another
        best = (points @ ways.T).argmax(axis=0)
        q, points = _climb(robot, section, q[best], ways, lower, upper)
        if ((points @ ways.T).max(axis=0) <= (points * ways).sum(axis=1) + CLOSE).all():
            break
    return points


def _climb(
    robot: Robot, section: Section, q: np.ndarray, ways: np.ndarray, lower: np.ndarray, upper: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Poses (k, n) that start at q and get as far along the ways (k, 2) as they can, and where their tips come to."""
    q, tips = q.copy(), tip_positions(robot, q)
    points, damping = section.coordinates(tips), np.full(len(q), 0.1)
    left = np.arange(len(q))  # those that still move
    for _ in range(STEPS):
        check_cancelled()
        step = _step(robot, section, q[left], tips[left], ways[left], lower, upper, damping[left])
        tried, ends, inside = _back(robot, section, np.clip(q[left] + step, lower, upper), lower, upper)
        reached = section.coordinates(ends)
        better = inside & (((reached - points[left]) * ways[left]).sum(axis=1) > 0)
        damping[left] = np.where(better, np.maximum(0.1 * damping[left], 1e-9), 8 * damping[left])
        moved = left[better]
        q[moved], tips[moved], points[moved] = tried[better], ends[better], reached[better]
        left = left[(np.abs(step).max(axis=1) > CLOSE) & (damping[left] < STUCK)]
        if not len(left):
            break
    return q, points


def _back(
    robot: Robot, section: Section, q: np.ndarray, lower: np.ndarray, upper: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Poses near q with their tips in the section, these tips, and whether that was found, by all joints that can."""
    if section.joint < 0:
        return q, tip_positions(robot, q), np.ones(len(q), bool)
    for _ in range(RETURNS):
        off = (tip_positions(robot, q) - section.origin) @ section.normal
        leaves = np.einsum("i,kij->kj", section.normal, jacobian(robot, q, kernels=SHARED)[:, 3:])
        between = leaves * ((q > lower) & (q < upper))  # what is at a limit stays there if anything else can move
        can = np.linalg.norm(between, axis=1, keepdims=True) > 0.1 * np.linalg.norm(leaves, axis=1, keepdims=True)
        leaves = np.where(can, between, leaves)
        q = np.clip(q - leaves * (off / np.maximum((leaves**2).sum(axis=1), TINY))[:, None], lower, upper)
    tips = tip_positions(robot, q)
    return q, tips, np.abs((tips - section.origin) @ section.normal) < CLOSE


def _step(
    robot: Robot,
    section: Section,
    q: np.ndarray,
    tips: np.ndarray,
    ways: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    damping: np.ndarray,
) -> np.ndarray:
    """Newton's step (k, n) towards the top, by the sizes of the curvatures, so that it never makes for a saddle.

    v_k of joint k turns with every joint j before it, d v_k / d q_j = omega_j x v_k for j <= k.
    """
    columns = jacobian(robot, q, kernels=SHARED)
    omega, v = np.swapaxes(columns[:, :3], 1, 2), columns[:, 3:]
    slope = ways @ section.directions
    if section.round:
        away = tips - section.origin
        away = away - np.outer(away @ section.directions[1], section.directions[1])
        radius = np.maximum(np.linalg.norm(away, axis=1, keepdims=True), TINY)
        slope = ways[:, :1] * away / radius + ways[:, 1:] * section.directions[1]
    rise = np.einsum("ki,kij->kj", slope, v)
    free = ~_held(q, rise, lower, upper)
    if section.joint >= 0:  # within the plane only
        leaves = np.einsum("i,kij->kj", section.normal, v)
        share = _share(q, rise, leaves, lower, upper)
        slope, rise = slope - share * section.normal, rise - share * leaves
        free = ~_held(q, rise, lower, upper)
        leaves = leaves * free
    upper_half = np.triu(np.cross(slope[:, None], omega) @ v)
    bend = upper_half + np.swapaxes(np.triu(upper_half, 1), 1, 2)
    if section.round:
        around = np.einsum("ki,kij->kj", np.cross(section.directions[1], away / radius), v)
        bend += (ways[:, :1] / radius)[:, :, None] * around[:, :, None] * around[:, None]
    if section.joint >= 0:
        leaves = leaves / np.maximum(np.linalg.norm(leaves, axis=1, keepdims=True), TINY)
        along = np.eye(robot.n) - leaves[:, :, None] * leaves[:, None]
        bend = along @ bend @ along
    bend = bend * (free[:, :, None] & free[:, None])
    curvatures, modes = np.linalg.eigh(bend)
    size = np.maximum(np.sqrt((v * v).sum(axis=(1, 2))), TINY)
    sizes = np.abs(curvatures) + (damping * size)[:, None]
    step = np.einsum("kij,kj->ki", modes, np.einsum("kij,ki->kj", modes, rise * free) / sizes)
    return np.where(free, step, np.where(rise < 0, lower, upper) - q)


def _share(q: np.ndarray, rise: np.ndarray, leaves: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """The multiplier x (k, 1) for which the joints that are free to follow rise - x leaves stay in the plane.

    What leaves the plane along that way falls with x all the time: halving finds where it is nothing.
    """
    size = np.linalg.norm(rise, axis=1, keepdims=True) / np.maximum(np.linalg.norm(leaves, axis=1, keepdims=True), TINY)
    low, high = -WIDE * size, WIDE * size
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        way = rise - middle * leaves
        outward = (way * leaves * ~_held(q, way, lower, upper)).sum(axis=1, keepdims=True) > 0
        low, high = np.where(outward, middle, low), np.where(outward, high, middle)
    return (low + high) / 2


def _held(q: np.ndarray, rise: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """The joints, (k, n), that are at a limit, or nearly so, and would have to go beyond it."""
    near = NEAR * (upper - lower)
    return (q <= lower + near) & (rise < 0) | (q >= upper - near) & (rise > 0)
