"""The arm as the recursions see it: a list of links whose numbers are scalars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from dynamics.algebra import JointRotation, Sym3, Vec3
from dynamics.robot import Robot
from dynamics.robot_arrays import pack
from dynamics.scalars import ONE, ZERO, Scalar, cos, lift, sign, sin
from dynamics.spatial import NULL6, Vec6

Scalars = Sequence[Scalar]

E_Z = Vec3(ZERO, ZERO, ONE)


class ChainLink(NamedTuple):
    """One link in its own axes: z on the joint axis, origin travelling with the link."""

    revolute: bool
    a: Scalar
    b: Scalar
    cos_alpha: Scalar
    sin_alpha: Scalar
    theta: Scalar
    mass: Scalar
    com: Vec3
    inertia: Sym3  # about the mass centre
    parent_com: Vec3  # mass centre of the link before it, in that link's axes
    viscous: Scalar
    coulomb: Scalar
    armature: Scalar


class Chain(NamedTuple):
    links: tuple[ChainLink, ...]
    gravity: Vec3  # in base axes
    tip: Vec3  # in the last link's axes

    @property
    def n(self) -> int:
        return len(self.links)


class Placement(NamedTuple):
    """Where joint i's frame sits in the frame before it."""

    rotation: JointRotation
    origin: Vec3


def place(link: ChainLink, q: Scalar) -> Placement:
    """Rot_x(alpha) Tr_x(a) Rot_z(theta) Tr_z(b) at the joint coordinate q."""
    theta = link.theta + q if link.revolute else link.theta
    b = link.b if link.revolute else link.b + q
    return Placement(
        JointRotation(link.cos_alpha, link.sin_alpha, cos(theta), sin(theta)),
        Vec3(link.a, -(link.sin_alpha * b), link.cos_alpha * b),
    )


def joint_axis(link: ChainLink) -> Vec6:
    """The unit twist of the joint at the link's origin: Kozlowski's H^*(k)."""
    return Vec6(E_Z, NULL6.linear) if link.revolute else Vec6(NULL6.angular, E_Z)


def along_axis(link: ChainLink, v: Vec6) -> Scalar:
    """The component of a twist or wrench at the origin along the joint axis: H(k) v."""
    return v.angular.z if link.revolute else v.linear.z


def friction(link: ChainLink, qd: Scalar) -> Scalar:
    """What friction takes from the joint torque."""
    if link.coulomb is ZERO:
        return link.viscous * qd
    return link.viscous * qd + link.coulomb * sign(qd)


def wrench_in_links(placements: Sequence[Placement], wrench: Vec6) -> Vec6:
    """The wrench, given in base axes, in the last link's axes (its point stays the same)."""
    if wrench is NULL6:
        return NULL6
    for placement in placements:
        wrench = wrench.to_child(placement.rotation)
    return wrench


def chain(robot: Robot) -> Chain:
    """The chain of `robot` over floats, zeros and ones visible; made once per robot."""
    cached = robot._cache.get("chain")
    if cached is None:
        cached = robot._cache["chain"] = _build(robot, lift)
    return cached


def general_chain(robot: Robot, number: Callable[[float], Scalar]) -> Chain:
    """A chain with this robot's joints and `number(value)` for each of its numbers, as papers count one:
    without friction, rotors and the constant part of the joint variable."""
    built = _build(robot, number)
    links = [
        link._replace(
            theta=ZERO if link.revolute else link.theta,
            b=link.b if link.revolute else ZERO,
            viscous=ZERO,
            coulomb=ZERO,
            armature=ZERO,
        )
        for link in built.links
    ]
    return built._replace(links=tuple(links))


def _build(robot: Robot, number: Callable[[float], Scalar]) -> Chain:
    arrays = pack(robot)

    def numbers(values: np.ndarray) -> list[Scalar]:
        return [number(value) for value in values.tolist()]

    links = []
    parent_com = Vec3(ZERO, ZERO, ZERO)
    for i in range(arrays.n):
        com = Vec3(*numbers(arrays.com[i]))
        links.append(
            ChainLink(
                revolute=bool(arrays.revolute[i]),
                a=number(float(arrays.a[i])),
                b=number(float(arrays.b[i])),
                cos_alpha=number(float(arrays.cos_alpha[i])),
                sin_alpha=number(float(arrays.sin_alpha[i])),
                theta=number(float(arrays.theta[i])),
                mass=number(float(arrays.mass[i])),
                com=com,
                inertia=Sym3(*numbers(arrays.inertia[i])),
                parent_com=parent_com,
                viscous=number(float(arrays.viscous[i])),
                coulomb=number(float(arrays.coulomb[i])),
                armature=number(float(arrays.armature[i])),
            )
        )
        parent_com = com
    return Chain(tuple(links), Vec3(*numbers(arrays.gravity)), Vec3(*numbers(arrays.tool[:3, 3])))
