"""RIDIM: recursive inverse dynamics, Saha 1999, section 5.1."""

from __future__ import annotations

from typing import NamedTuple

from dynamics.algebra import NULL
from dynamics.chain import Chain, ChainLink, Scalars, friction, wrench_in_links
from dynamics.denoc.twists import Propagation, propagation
from dynamics.scalars import Scalar
from dynamics.spatial import NULL6, Vec6, shift_wrench


class Motion(NamedTuple):
    """What the forward recursion leaves for the backward one."""

    propagation: Propagation
    twist: Vec6  # t_i, the paper's nu_i
    rate: Vec6  # t-dot_i, the paper's xi_i


class InverseResult(NamedTuple):
    tau: list[Scalar]
    motions: list[Motion]
    wrenches: list[Vec6]  # gamma_i at C_i: what joint i passes on


def forward(link: ChainLink, q: Scalar, qd: Scalar, qdd: Scalar, before: Vec6, before_rate: Vec6) -> Motion:
    """One step of the forward recursion, from link i-1 to link i.

    The printed recursion leaves out B_{i,i-1} in front of nu_{i-1}.
    """
    step = propagation(link, q)
    p = step.p
    carried = before.to_child(step.placement.rotation)
    relative = carried.angular.cross(step.c) + p.linear * qd  # v_i - v_{i-1}
    twist = Vec6(carried.angular + p.angular * qd, carried.linear + relative)  # (12)
    omega = twist.angular
    turned = Vec6(omega.cross(p.angular), omega.cross(p.linear)) * qd  # Omega_i p_i theta-dot_i
    b_dot = Vec6(NULL, carried.angular.cross(relative))  # B-dot_{i,i-1} t_{i-1}
    rate = p * qdd + turned + step.twist(before_rate) + b_dot
    return Motion(step, twist, rate)


def backward(link: ChainLink, motion: Motion, passed_on: Vec6) -> Vec6:
    """gamma_i = M_i t-dot_i + M-dot_i t_i + B_{i+1,i}^T gamma_{i+1}; the last term is `passed_on`."""
    omega, inertia = motion.twist.angular, link.inertia
    moment = inertia @ motion.rate.angular + omega.cross(inertia @ omega)
    return Vec6(moment, motion.rate.linear * link.mass) + passed_on


def inverse_dynamics(chain: Chain, q: Scalars, qd: Scalars, qdd: Scalars, wrench: Vec6 = NULL6) -> InverseResult:
    """Joint torques of a motion; `wrench` acts on the last link at the tip, in base axes."""
    motions: list[Motion] = []
    twist = NULL6
    rate = Vec6(NULL, -chain.gravity)  # (32): the base accelerates against gravity
    for link, qi, qdi, qddi in zip(chain.links, q, qd, qdd, strict=True):
        motions.append(forward(link, qi, qdi, qddi, twist, rate))
        twist, rate = motions[-1].twist, motions[-1].rate

    local = wrench_in_links([m.propagation.placement for m in motions], wrench)
    passed_on = -shift_wrench(local, chain.tip - chain.links[-1].com)
    tau: list[Scalar] = []
    wrenches: list[Vec6] = []
    for link, motion, qdi, qddi in zip(
        reversed(chain.links), reversed(motions), reversed(qd), reversed(qdd), strict=True
    ):
        gamma = backward(link, motion, passed_on)
        passed_on = motion.propagation.wrench(gamma)
        tau.append(motion.propagation.p.dot(gamma) + link.armature * qddi + friction(link, qdi))
        wrenches.append(gamma)
    return InverseResult(tau[::-1], motions, wrenches[::-1])
