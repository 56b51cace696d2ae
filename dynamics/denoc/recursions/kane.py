"""Inverse dynamics by Kane's equations: Angeles, Ma, Rojas 1989, section 6.

The paper's b_i is minus Craig's d_i, which is used here, so its prismatic terms change sign.
"""

from __future__ import annotations

from denoc.algebra.algebra import NULL, NULL_MAT
from denoc.algebra.screws import acceleration_matrix
from denoc.algebra.spatial import Vec6
from denoc.arm.trees import Tree
from denoc.recursions.chain import ChainLink
from denoc.recursions.joints import E_Z, Ends
from denoc.recursions.sweeps import Record, Recursion, Step, Sweep


def _at_base(ends: Ends, before: Tree) -> Tree:
    return NULL, NULL, NULL_MAT, -ends.gravity, ends.wrench  # (51)


def _kinematics(link: ChainLink, x: Record, before: Tree) -> Step:
    """Stage 2, from link i-1 to link i; the listing prints a minus before W_{i-1}, (18) has the plus."""
    omega, omega_dot, W_before, p_ddot, tip = before
    qd, qdd = x["qd"], x["qdd"]
    screws = link.joint.screws(x["q"])
    turn = screws.rotation.to_child
    omega, omega_dot = turn(omega), turn(omega_dot)
    if link.joint.revolute:
        omega = omega + E_Z * qd  # (12)
        omega_dot = omega_dot + omega.cross(E_Z) * qd + E_Z * qdd  # (13)
    W = acceleration_matrix(omega, omega_dot)  # (53)
    p_ddot = turn(p_ddot + W_before @ (screws.origin - link.parent_com)) + W @ link.com  # (18)
    if not link.joint.revolute:
        p_ddot = p_ddot + omega.cross(E_Z) * (qd + qd) + E_Z * qdd  # (20)
    moving = {"screws": screws, "omega": omega, "omega_dot": omega_dot, "p_ddot": p_ddot}
    return (omega, omega_dot, W, p_ddot, tip and tip.to_child(screws.rotation)), moving


def _at_tip(ends: Ends, last: Tree) -> Tree:
    """The tip wrench takes the place of link n+1: its force and moment are known."""
    wrench = last[-1]
    return (-wrench.angular, -wrench.linear, ends.tip) if wrench else (NULL, NULL, ends.tip)


def _torque(link: ChainLink, x: Record, outboard: Tree) -> Step:
    """Stage 3; w_{i+1} and v_{i+1} come in link i's axes, with the arm from O_i to O_{i+1}."""
    w, v, arm = outboard
    omega = x["omega"]
    h_dot = link.inertia @ x["omega_dot"] + omega.cross(link.inertia @ omega)  # (2)
    u = x["p_ddot"] * link.mass
    k = h_dot + link.com.cross(u) + arm.cross(v)  # (47)
    w = w + k  # (46)
    v = v + u  # (49)
    effort = w.z if link.joint.revolute else v.z  # (44), (45)
    tau = effort + link.joint.armature * x["qdd"] + link.joint.friction(x["qd"])
    turn = x["screws"].rotation.to_parent
    return (turn(w), turn(v), x["screws"].origin), {"w_v": Vec6(w, v), "tau": tau}


def inverse(*, wrench: bool = False) -> Recursion:
    """Joint torques of a motion."""
    sweeps = (Sweep(_at_base, _kinematics), Sweep(_at_tip, _torque, inward=True))
    return Recursion(("q", "qd", "qdd"), sweeps, saved="tau", wrench=wrench)
