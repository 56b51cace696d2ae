"""Inverse dynamics by Kane's equations: Angeles, Ma, Rojas 1989, section 6.

The paper's b_i is minus Craig's d_i, which is used here, so its prismatic terms change sign.
"""

from __future__ import annotations

from typing import NamedTuple

from dynamics.algebra import NULL, NULL_MAT, JointRotation, Mat3, Vec3
from dynamics.chain import E_Z, Chain, ChainLink, Placement, Scalars, friction, place, wrench_in_links
from dynamics.scalars import ONE, ZERO, Scalar
from dynamics.spatial import NULL6, Vec6


class Motion(NamedTuple):
    """One link's motion in its own axes."""

    placement: Placement
    omega: Vec3
    omega_dot: Vec3
    w: Mat3  # W = Omega-dot + Omega^2, (53)
    p_ddot: Vec3  # acceleration of the mass centre less gravity, (41)


AT_REST = Placement(JointRotation(ONE, ZERO, ONE, ZERO), NULL)


class KaneResult(NamedTuple):
    tau: list[Scalar]
    motions: list[Motion]
    wrenches: list[Vec6]  # (w_i, v_i) of stage 3: moment at O_i and force that joint i passes on


def kinematics(link: ChainLink, q: Scalar, qd: Scalar, qdd: Scalar, before: Motion) -> Motion:
    """Stage 2, from link i-1 to link i; the listing prints a minus before W_{i-1}, (18) has the plus."""
    placement = place(link, q)
    turn = placement.rotation.to_child
    omega = turn(before.omega)
    omega_dot = turn(before.omega_dot)
    if link.revolute:
        omega = omega + E_Z * qd  # (12)
        omega_dot = omega_dot + omega.cross(E_Z) * qd + E_Z * qdd  # (13)
    w = _acceleration_matrix(omega, omega_dot)
    p_ddot = turn(before.p_ddot + before.w @ (placement.origin - link.parent_com)) + w @ link.com  # (18)
    if not link.revolute:
        p_ddot = p_ddot + omega.cross(E_Z) * (qd + qd) + E_Z * qdd  # (20)
    return Motion(placement, omega, omega_dot, w, p_ddot)


def _acceleration_matrix(o: Vec3, od: Vec3) -> Mat3:
    """Omega-dot + Omega^2 in 6 multiplications."""
    xx, yy, zz = o.x * o.x, o.y * o.y, o.z * o.z
    xy, yz, xz = o.x * o.y, o.y * o.z, o.x * o.z
    return Mat3(-(yy + zz), xy - od.z, xz + od.y, xy + od.z, -(xx + zz), yz - od.x, xz - od.y, yz + od.x, -(xx + yy))


def inverse_dynamics(chain: Chain, q: Scalars, qd: Scalars, qdd: Scalars, wrench: Vec6 = NULL6) -> KaneResult:
    """Joint torques of a motion; `wrench` acts on the last link at the tip, in base axes."""
    motions: list[Motion] = []
    motion = Motion(AT_REST, NULL, NULL, NULL_MAT, -chain.gravity)  # the base, (51)
    for link, qi, qdi, qddi in zip(chain.links, q, qd, qdd, strict=True):
        motion = kinematics(link, qi, qdi, qddi, motion)
        motions.append(motion)

    # Stage 3. The tip wrench takes the place of link n+1: its force and moment are known.
    local = wrench_in_links([m.placement for m in motions], wrench)
    force, moment = -local.linear, -local.angular  # v_{i+1}, w_{i+1} in link i's axes
    arm = chain.tip
    tau: list[Scalar] = []
    wrenches: list[Vec6] = []
    for i in range(chain.n - 1, -1, -1):
        link, motion = chain.links[i], motions[i]
        h_dot = link.inertia @ motion.omega_dot + motion.omega.cross(link.inertia @ motion.omega)  # (2)
        u = motion.p_ddot * link.mass
        k = h_dot + link.com.cross(u) + arm.cross(force)  # (47)
        moment = moment + k  # w_i, (46)
        force = force + u  # v_i, (49)
        effort = moment.z if link.revolute else force.z  # (44), (45)
        tau.append(effort + link.armature * qdd[i] + friction(link, qd[i]))
        wrenches.append(Vec6(moment, force))
        moment = motion.placement.rotation.to_parent(moment)
        force = motion.placement.rotation.to_parent(force)
        arm = motion.placement.origin
    return KaneResult(tau[::-1], motions, wrenches[::-1])
