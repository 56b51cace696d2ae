"""Kinetic and potential energy."""

from __future__ import annotations

from dynamics.chain import Chain, Scalars
from dynamics.denoc.twists import propagation
from dynamics.frames import joint_frames
from dynamics.scalars import ZERO, Scalar
from dynamics.spatial import NULL6


def kinetic(chain: Chain, q: Scalars, qd: Scalars) -> Scalar:
    """Half of t_i^T M_i t_i over the links, and the rotors' share."""
    twice = ZERO
    twist = NULL6
    for link, qi, qdi in zip(chain.links, q, qd, strict=True):
        step = propagation(link, qi)
        twist = step.twist(twist) + step.p * qdi
        omega, v = twist.angular, twist.linear
        twice = twice + omega.dot(link.inertia @ omega) + link.mass * v.dot(v) + link.armature * qdi * qdi
    return twice * 0.5


def potential(chain: Chain, q: Scalars) -> Scalar:
    """-m g . c over the links, zero at the base frame's origin."""
    total = ZERO
    for link, frame in zip(chain.links, joint_frames(chain, q), strict=True):
        c = link.com
        centre = frame.origin + frame.x * c.x + frame.y * c.y + frame.z * c.z
        total = total - link.mass * chain.gravity.dot(centre)
    return total
