"""The arm with every link's inertia taken about its joint's origin, and parameters regrouped.

What a joint cannot feel may as well belong to the link before it. About a revolute axis that is a mass on the axis and
an equal moment about both other axes; along a prismatic one it is the whole inertia tensor. Moving these parts inward
leaves every torque as it was and zeros in their place: 7 of 10 inertial parameters of a revolute link remain
(the base parameters; Kozlowski 1995, section 6, after Khosla; Khalil and Kleinfinger 1987).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from denoc.algebra.algebra import NULL, NULL_SYM, Sym3, Vec3
from denoc.algebra.scalars import ONE, ZERO, Scalar, lift
from denoc.algebra.screws import RigidBody, Screws
from denoc.algebra.spatial import Vec6
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Robot
from denoc.recursions.chain import ChainLink, chain
from denoc.recursions.joints import NO_BODY, Arm, Joint

EPSILON = float(np.finfo(float).eps)
Entries = TypeVar("Entries", Vec3, Sym3)


class Link(NamedTuple):
    """One link and its joint: z on the joint axis, origin travelling with the link."""

    joint: Joint
    M: RigidBody  # M_i at O_i
    spread: Scalar = ZERO  # half the trace of the inertia about the mass centre

    def B(self, q: Scalar) -> Screws:
        """B_{i,i-1} at the joint coordinate q."""
        return self.joint.screws(q)

    @property
    def p(self) -> Vec6:
        """p_i: one 1 and zeros."""
        return self.joint.axis

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """All scalars, in the order of `leaves`, which takes ten times as long to find them."""
        mass, moment, inertia = self.M
        return (*self.joint, mass, *moment, *inertia, self.spread)


def arm(robot: Robot, *, regrouped: bool) -> Arm:
    """The robot's numbers, zeros and ones visible; made once per robot."""
    return _regrouped(robot) if regrouped else _plain(robot)


@PerRobot
def _plain(robot: Robot) -> Arm:
    built = about_origins(chain(robot))
    return _with_bodies(built, [_visible(link.M) for link in built.links])


@PerRobot
def _regrouped(robot: Robot) -> Arm:
    return _with_bodies(about_origins(chain(robot)), regrouped_bodies(robot))


@PerRobot
def regrouped_bodies(robot: Robot) -> tuple[RigidBody, ...]:
    """M of each link with its parameters regrouped. Friction and rotors have no part in it."""
    links = regroup(about_origins(chain(robot)).links, _without_noise)
    return tuple(_visible(link.M) for link in links)


def _with_bodies(arm: Arm, bodies: Iterable[RigidBody]) -> Arm:
    return arm._replace(links=tuple(link._replace(M=M) for link, M in zip(arm.links, bodies, strict=True)))


def _visible(body: RigidBody) -> RigidBody:
    """With zeros and ones that show. (By `trees.map_tree` a long arm takes a fifth longer to make.)"""
    mass, moment, inertia = body
    return RigidBody(lift(float(mass)), Vec3(*_lifted(moment)), Sym3(*_lifted(inertia)))


def _lifted(entries: Iterable[Scalar]) -> Iterator[Scalar]:
    return (lift(float(x)) for x in entries)


def about_origins(chain: Arm) -> Arm:
    """The arm of a chain, with twists taken at the joints' origins."""
    return Arm(tuple(map(about_origin, chain.links)), chain.ends._replace(point=NULL, no_body=NO_BODY))


def about_origin(link: ChainLink) -> Link:
    j = link.inertia
    return Link(link.joint, link.body, (j.xx + j.yy + j.zz) * 0.5)


def regroup(links: Sequence[Link], tidy: Callable[[Link, RigidBody, RigidBody], RigidBody]) -> list[Link]:
    """The links with all that their joints cannot feel moved inward; `tidy(link, kept, whole)` is what a link is left
    with that keeps so much of the whole body it had."""
    out = []
    received = NO_BODY
    for link in reversed(links):
        joint, whole = link.joint, link.M + received
        kept, moved = _split(joint.revolute, whole)
        out.append(link._replace(M=tidy(link, kept, whole)))
        if joint.revolute:  # what moves does not feel the joint: take it where the joint stands at zero
            rest = Screws(joint.a, joint.cos_alpha, joint.sin_alpha, ONE, ZERO, joint.b)
        else:
            rest = Screws(joint.a, joint.cos_alpha, joint.sin_alpha, joint.cos_theta, joint.sin_theta, ZERO)
        received = rest.T @ moved @ rest
    return out[::-1]


def _split(revolute: bool, body: RigidBody) -> tuple[RigidBody, RigidBody]:
    """What the link keeps, and what may move to the link before it."""
    m, h, j = body
    if not revolute:
        return RigidBody(m, h, NULL_SYM), RigidBody(ZERO, NULL, j)
    kept = RigidBody(ZERO, Vec3(h.x, h.y, ZERO), Sym3(j.xx - j.yy, ZERO, j.zz, j.xy, j.yz, j.xz))
    return kept, RigidBody(m, Vec3(ZERO, ZERO, h.z), Sym3(j.yy, j.yy, ZERO, ZERO, ZERO, ZERO))


def _without_noise(link: Link, kept: RigidBody, whole: RigidBody) -> RigidBody:
    """`kept` without what rounding left of entries that cancelled."""
    if not link.joint.revolute:
        return kept
    return RigidBody(ZERO, _swept(kept.moment, whole.moment), _swept(kept.inertia, whole.inertia))


def _swept(part: Entries, whole: Entries) -> Entries:
    noise = 2 * EPSILON * max(abs(float(x)) for x in whole)
    return type(part)(*(ZERO if abs(float(x)) <= noise else x for x in part))
