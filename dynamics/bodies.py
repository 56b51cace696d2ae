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
from dynamics.robot import Robot, inertia_entries, inertia_matrix
from dynamics.robot_arrays import pack
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
    bodies = [_about_origin(*entries) for entries in zip(arrays.mass, arrays.com, arrays.inertia, strict=True)]
    numbers = ("a", "b", "cos_alpha", "sin_alpha", "theta", "viscous", "coulomb", "armature")
    links = []
    for i, body in enumerate(bodies):
        own = {name: lift(float(getattr(arrays, name)[i])) for name in numbers}
        own["cos_theta"], own["sin_theta"] = map(lift, exact_cos_sin(float(arrays.theta[i])))
        links.append(Link(revolute=bool(arrays.revolute[i]), body=body, **own))
    if regrouped:
        links = _regroup(links)
    ends = Ends(_vector(arrays.gravity), _vector(arrays.tool[:3, 3]))
    return Arm(tuple(link._replace(body=map_tree(lift, link.body)) for link in links), ends)


def _vector(values: np.ndarray) -> Vec3:
    return Vec3(*(lift(value) for value in values.tolist()))


def _about_origin(mass: float, com: np.ndarray, inertia: np.ndarray) -> RigidBody:
    shifted = inertia_matrix(inertia.tolist()) + mass * (com @ com * np.eye(3) - np.outer(com, com))
    return RigidBody(float(mass), Vec3(*(mass * com).tolist()), Sym3(*inertia_entries(shifted)))


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
