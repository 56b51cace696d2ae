"""Standard and modified Denavit-Hartenberg tables of the same arm.

A standard row is   Rot_z(theta) Tr_z(b) Tr_x(a) Rot_x(alpha): its frame sits at the link's far end;
a modified row is   Rot_x(alpha) Tr_x(a) Rot_z(theta) Tr_z(b): its frame sits on the link's own joint axis.
Both chains hold the same factors, cut at different places. So a change of convention moves each
(a, alpha) to the neighbouring row and the inertias to the neighbouring frame; what is left over at
one end goes into `base` or `tool`, and comes back from there.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from dynamics.errors import DynamicsError
from dynamics.rigid_body import Body
from dynamics.robot import CONVENTIONS, Convention, Link, Robot, Transform
from dynamics.scalars import exact_cos_sin


def to_convention(robot: Robot, convention: Convention) -> Robot:
    """The same arm with its table in the other convention; q keeps its meaning."""
    if convention not in CONVENTIONS:
        raise DynamicsError("the convention is 'standard' or 'modified'", field="convention", value=convention)
    if robot.convention == convention:
        return robot
    if convention == "modified":
        return _to_modified(robot)
    return _to_standard(robot)


def _to_modified(robot: Robot) -> Robot:
    base, (first_a, first_alpha) = _take_twist(as_matrix(robot.base))
    links = []
    previous = Link(a=first_a, alpha=first_alpha)
    for link in robot.links:
        moved = _move_body(link, twist_transform(link.a, link.alpha))
        links.append(replace(moved, a=previous.a, alpha=previous.alpha))
        previous = link
    tool = twist_transform(previous.a, previous.alpha) @ as_matrix(robot.tool)
    return replace(robot, links=tuple(links), convention="modified", base=as_transform(base), tool=as_transform(tool))


def _to_standard(robot: Robot) -> Robot:
    tool, (last_a, last_alpha) = _take_twist(as_matrix(robot.tool))
    links = []
    for link, following in zip(robot.links, (*robot.links[1:], Link(a=last_a, alpha=last_alpha)), strict=True):
        moved = _move_body(link, inverse(twist_transform(following.a, following.alpha)))
        links.append(replace(moved, a=following.a, alpha=following.alpha))
    first = robot.links[0]
    base = as_matrix(robot.base) @ twist_transform(first.a, first.alpha)
    return replace(robot, links=tuple(links), convention="standard", base=as_transform(base), tool=as_transform(tool))


def _take_twist(transform: np.ndarray) -> tuple[np.ndarray, tuple[float, float]]:
    """(what is left, (a, alpha)): a fixed transform that is just Tr_x(a) Rot_x(alpha) goes back into the table."""
    a, alpha = float(transform[0, 3]), math.atan2(transform[2, 1], transform[1, 1])
    if np.allclose(transform, twist_transform(a, alpha), rtol=0, atol=1e-15):
        return np.eye(4), (a, alpha)
    return transform, (0.0, 0.0)


def _move_body(link: Link, transform: np.ndarray) -> Link:
    """The link with its body described in the frame that `transform` maps to."""
    _, com, inertia = Body.of(link).moved(transform).entries
    return replace(link, com=com, inertia=inertia)


def twist_transform(a: float, alpha: float) -> np.ndarray:
    """Tr_x(a) Rot_x(alpha), a 4x4 matrix."""
    c, s = exact_cos_sin(alpha)
    return np.array([[1.0, 0, 0, a], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]])


def turn_transform(b: float, theta: float) -> np.ndarray:
    """Rot_z(theta) Tr_z(b), a 4x4 matrix."""
    c, s = exact_cos_sin(theta)
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1.0, b], [0, 0, 0, 1]])


def inverse(transform: np.ndarray) -> np.ndarray:
    """The inverse of a rigid transform."""
    result = np.eye(4)
    result[:3, :3] = transform[:3, :3].T
    result[:3, 3] = -transform[:3, :3].T @ transform[:3, 3]
    return result


def as_matrix(transform: Transform | None) -> np.ndarray:
    return np.eye(4) if transform is None else np.array(transform)


def as_transform(matrix: np.ndarray) -> Transform | None:
    """Nested tuples; the identity becomes None."""
    if np.array_equal(matrix, np.eye(4)):
        return None
    return as_tuples(matrix)


def as_tuples(matrix: np.ndarray) -> Transform:
    return tuple(tuple(row) for row in matrix.tolist())
