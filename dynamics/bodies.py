"""The arm with every link's inertia taken about its joint's origin, and parameters regrouped.

What a joint cannot feel may as well belong to the link before it. About a revolute axis that is a mass on the axis and
an equal moment about both other axes; along a prismatic one it is the whole inertia tensor. Moving these parts inward
leaves every torque as it was and zeros in their place: 7 of 10 inertial parameters of a revolute link remain
(the base parameters; Kozlowski 1995, section 6, after Khosla; Khalil and Kleinfinger 1987).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dynamics.algebra import NULL, NULL_SYM, Sym3, Vec3
from dynamics.robot import Robot
from dynamics.robot_arrays import RobotArrays, pack
from dynamics.scalars import ONE, ZERO, Scalar, cos, exact_cos_sin, lift, sign, sin
from dynamics.screws import RigidBody, Screws
from dynamics.spatial import Vec6
from dynamics.trees import Tree, leaves, map_tree

EPSILON = float(np.finfo(float).eps)


class Link(NamedTuple):
    """One link and its joint: z on the joint axis, origin travelling with the link."""

    revolute: bool
    a: Scalar
    b: Scalar
    cos_alpha: Scalar
    sin_alpha: Scalar
    theta: Scalar
    cos_theta: Scalar  # of the table's theta: all there is to know for a prismatic joint
    sin_theta: Scalar
    body: RigidBody
    viscous: Scalar
    coulomb: Scalar
    armature: Scalar

    def screws(self, q: Scalar) -> Screws:
        """Where the frame stands at the joint coordinate q."""
        if self.revolute:
            theta = self.theta + q
            return Screws(self.a, self.cos_alpha, self.sin_alpha, cos(theta), sin(theta), self.b)
        return Screws(self.a, self.cos_alpha, self.sin_alpha, self.cos_theta, self.sin_theta, self.b + q)

    def friction(self, qd: Scalar) -> Scalar:
        """What friction takes from the joint torque."""
        dry = ZERO if self.coulomb is ZERO else self.coulomb * sign(qd)
        return self.viscous * qd + dry

    def along(self, v: Vec6) -> Scalar:
        """The component of a twist or wrench along the joint axis."""
        return v.angular.z if self.revolute else v.linear.z


class Ends(NamedTuple):
    """What meets the arm at its two ends, in the axes of the first frame and of the last link."""

    gravity: Vec3
    tip: Vec3
    wrench: Vec6 | tuple[()] = ()  # on the last link at the tip, in base axes


class Arm(NamedTuple):
    links: tuple[Link, ...]
    ends: Ends


def arm(robot: Robot, *, regrouped: bool) -> Arm:
    """The robot's numbers, zeros and ones visible; made once per robot."""
    key = "regrouped" if regrouped else "arm"
    if key not in robot._cache:
        robot._cache[key] = _build(robot, regrouped)
    return robot._cache[key]


def _build(robot: Robot, regrouped: bool) -> Arm:
    arrays = pack(robot)
    numbers = (arrays.a, arrays.b, arrays.cos_alpha, arrays.sin_alpha, arrays.theta)
    losses = (arrays.viscous, arrays.coulomb, arrays.armature)
    rows = zip(np.column_stack(numbers).tolist(), np.column_stack(losses).tolist(), _about_origins(arrays), strict=True)
    links = []
    for revolute, (placed, lost, body) in zip(arrays.revolute.tolist(), rows, strict=True):
        turn = exact_cos_sin(placed[-1])
        entries = (*map(lift, placed), *map(lift, turn), body, *map(lift, lost))
        links.append(Link._make((revolute, *entries)))
    if regrouped:
        links = _regroup(links)
    ends = Ends(_vector(arrays.gravity), _vector(arrays.tool[:3, 3]))
    return Arm(tuple(link._replace(body=_lifted(link.body)) for link in links), ends)


def _lifted(body: RigidBody) -> RigidBody:
    mass, h, j = body
    moment, inertia = Vec3(lift(h.x), lift(h.y), lift(h.z)), map(lift, (j.xx, j.yy, j.zz, j.xy, j.yz, j.xz))
    return RigidBody(lift(mass), moment, Sym3(*inertia))


def _vector(values: np.ndarray) -> Vec3:
    return Vec3(*(lift(value) for value in values.tolist()))


def _about_origins(arrays: RobotArrays) -> list[RigidBody]:
    """Every link's body about its joint's origin; all at once, since one by one takes a long arm a while."""
    m, (x, y, z) = arrays.mass, arrays.com.T
    parallel = np.column_stack([y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -y * z, -x * z])
    moments, inertias = m[:, None] * arrays.com, arrays.inertia + m[:, None] * parallel
    rows = zip(m.tolist(), moments.tolist(), inertias.tolist(), strict=True)
    return [RigidBody(mass, Vec3(*moment), Sym3(*inertia)) for mass, moment, inertia in rows]


def _regroup(links: list[Link]) -> list[Link]:
    out = []
    received = RigidBody(0.0, NULL, NULL_SYM)
    for link in reversed(links):
        kept, moved = _split(link.revolute, link.body + received)
        out.append(link._replace(body=kept))
        if link.revolute:  # what moves does not feel the joint: take it where the joint stands at zero
            rest = Screws(link.a, link.cos_alpha, link.sin_alpha, ONE, ZERO, link.b)
        else:
            rest = Screws(link.a, link.cos_alpha, link.sin_alpha, link.cos_theta, link.sin_theta, ZERO)
        received = rest.body(moved)
    return out[::-1]


def _split(revolute: bool, body: RigidBody) -> tuple[RigidBody, RigidBody]:
    """What the link keeps, and what may move to the link before it."""
    m, h, j = body
    if not revolute:
        return RigidBody(m, h, NULL_SYM), RigidBody(ZERO, NULL, j)
    kept = RigidBody(ZERO, Vec3(h.x, h.y, ZERO), Sym3(j.xx - j.yy, ZERO, j.zz, j.xy, j.yz, j.xz))
    moved = RigidBody(m, Vec3(ZERO, ZERO, h.z), Sym3(j.yy, j.yy, ZERO, ZERO, ZERO, ZERO))
    return RigidBody(ZERO, _swept(kept.moment, body.moment), _swept(kept.inertia, body.inertia)), moved


def _swept(part: Tree, whole: Tree) -> Tree:
    """`part` without what rounding left of entries that cancelled."""
    size = max(abs(float(x)) for x in leaves(whole))
    return map_tree(lambda x: ZERO if abs(float(x)) <= 2 * EPSILON * size else x, part)
