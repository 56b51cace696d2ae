"""Standard and modified Denavit-Hartenberg tables of the same arm.

A standard row is   Rot_z(theta) Tr_z(b) Tr_x(a) Rot_x(alpha): its frame sits at the link's far end;
a modified row is   Rot_x(alpha) Tr_x(a) Rot_z(theta) Tr_z(b): its frame sits on the link's own joint axis.
Both chains hold the same factors, cut at different places. So a change of convention moves each
(a, alpha) to the neighbouring row and the inertias to the neighbouring frame; what is left over at
one end goes into `base` or `tool`, and comes back from there. Many twists can be taken out of one
transform and leave the same arm: `Robot.end_row` remembers which one went in.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from denoc.algebra.scalars import exact_cos_sin
from denoc.arm.rigid_body import Body
from denoc.arm.robot import CONVENTIONS, Convention, EndRow, Link, Robot, Transform
from denoc.basics.checks import check_choice, check_kind


def to_convention(robot: Robot, convention: Convention) -> Robot:
    """The same arm with its table in the other convention, "standard" or "modified" (Craig); q keeps its meaning.

    Rows, mass centres and inertias are taken to the other frames; what is left over at one end goes into `base` or
    `tool`. Every function of a state gives the same numbers but for rounding, except that `forward_kinematics` shows
    the frames of the table at hand. Changed and changed back, the table is the very same; `base`, `tool`, mass
    centres and inertias are the same but for rounding. DynamicsError for another word.

    >>> puma = dn.load("puma560").robot
    >>> craig = dn.to_convention(puma, "modified")
    >>> q = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    >>> bool(np.allclose(dn.mass_matrix(puma, q), dn.mass_matrix(craig, q)))
    True
    >>> dn.to_convention(craig, "standard") == puma
    True
    """
    check_choice(convention, CONVENTIONS, "convention")
    if check_kind(robot, Robot, "robot").convention == convention:
        return robot
    if convention == "modified":
        return _to_modified(robot)
    return _to_standard(robot)


class ModifiedEnds(NamedTuple):
    """What stands at the ends of a standard table's modified form."""

    base: Transform | None
    first: tuple[float, float]  # a and alpha of the first row: each other row has those of the row before
    tool: Transform | None
    end_row: EndRow | None


def modified_ends(robot: Robot) -> ModifiedEnds:
    """The ends of this standard table as a modified one."""
    base, first = _taken(robot.base, robot.end_row, _at_end)
    last = robot.links[-1]
    tool, end_row = _given(EndRow(last.a, last.alpha, robot.tool), _in_front)
    return ModifiedEnds(base, first, tool, end_row)


def _to_modified(robot: Robot) -> Robot:
    base, first, tool, end_row = modified_ends(robot)
    twists = [first, *((link.a, link.alpha) for link in robot.links[:-1])]
    links = []
    for link, (a, alpha) in zip(robot.links, twists, strict=True):
        moved = _move_body(link, twist_transform(link.a, link.alpha))
        links.append(replace(moved, a=a, alpha=alpha))
    return replace(robot, links=tuple(links), convention="modified", base=base, tool=tool, end_row=end_row)


def _to_standard(robot: Robot) -> Robot:
    tool, last = _taken(robot.tool, robot.end_row, _in_front)
    twists = [*((link.a, link.alpha) for link in robot.links[1:]), last]
    links = []
    for link, (a, alpha) in zip(robot.links, twists, strict=True):
        moved = _move_body(link, inverse(twist_transform(a, alpha)))
        links.append(replace(moved, a=a, alpha=alpha))
    first = robot.links[0]
    base, end_row = _given(EndRow(first.a, first.alpha, robot.base), _at_end)
    return replace(robot, links=tuple(links), convention="standard", base=base, tool=tool, end_row=end_row)


def _in_front(row: EndRow) -> np.ndarray:
    """The tool that a row's twist and the tool before make."""
    return twist_transform(row.a, row.alpha) @ as_matrix(row.rest)


def _at_end(row: EndRow) -> np.ndarray:
    """The base that the base before and a row's twist make."""
    return as_matrix(row.rest) @ twist_transform(row.a, row.alpha)


def _given(row: EndRow, joined: Callable[[EndRow], np.ndarray]) -> tuple[Transform | None, EndRow | None]:
    """(base or tool with the row's twist in it, what to remember): nothing where it can be seen from the transform."""
    transform = as_transform(joined(row))
    return transform, None if _taken(transform, None, joined) == (row.rest, row[:2]) else row


def _taken(
    transform: Transform | None, remembered: EndRow | None, joined: Callable[[EndRow], np.ndarray]
) -> tuple[Transform | None, tuple[float, float]]:
    """(what is left, (a, alpha)): the twist that went into a base or tool goes back into the table.

    Where none is remembered, or the transform has been changed since, one that is just a twist goes there.
    """
    matrix = as_matrix(transform)
    if remembered is not None and np.allclose(matrix, joined(remembered), rtol=1e-15, atol=1e-15):
        return remembered.rest, (remembered.a, remembered.alpha)
    a, alpha = float(matrix[0, 3]), math.atan2(matrix[2, 1], matrix[1, 1])
    if np.allclose(matrix, twist_transform(a, alpha), rtol=0, atol=1e-15):
        return None, (a, alpha)
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
