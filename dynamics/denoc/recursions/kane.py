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
    omega_before, omega_dot_before, W_before, p_ddot_before, tip = before
    e, qd, qdd = E_Z, x["qd"], x["qdd"]
    screws = link.joint.screws(x["q"])
    turn, a = screws.rotation.to_child, screws.origin
    omega_turned, omega_dot_turned = turn(omega_before), turn(omega_dot_before)
    if link.joint.revolute:
        omega = omega_turned + e * qd  # (12)
        omega_dot = omega_dot_turned + omega.cross(e) * qd + e * qdd  # (13)
    else:
        omega = omega_turned  # (12)
        omega_dot = omega_dot_turned  # (13)
    W = acceleration_matrix(omega, omega_dot)  # (53)
    carried = turn(p_ddot_before + W_before @ (a - link.parent_com)) + W @ link.com
    if link.joint.revolute:  # noqa: SIM108  (each line has its citation)
        p_ddot = carried  # (18)
    else:
        p_ddot = carried + omega.cross(e) * (qd + qd) + e * qdd  # (20)
    moving = {"screws": screws, "omega": omega, "omega_dot": omega_dot, "p_ddot": p_ddot}
    return (omega, omega_dot, W, p_ddot, tip and tip.to_child(screws.rotation)), moving


def _at_tip(ends: Ends, last: Tree) -> Tree:
    """The tip wrench takes the place of link n+1: its force and moment are known."""
    wrench = last[-1]
    return (-wrench.angular, -wrench.linear, ends.tip) if wrench else (NULL, NULL, ends.tip)


def _torque(link: ChainLink, x: Record, outboard: Tree) -> Step:
    """Stage 3; w_{i+1} and v_{i+1} come in link i's axes, with the arm from O_i to O_{i+1}."""
    w_next, v_next, a_next = outboard
    omega = x["omega"]
    h_dot = link.inertia @ x["omega_dot"] + omega.cross(link.inertia @ omega)  # (2)
    u = x["p_ddot"] * link.mass  # stage 3
    k = h_dot + link.com.cross(u) + a_next.cross(v_next)  # (47)
    w = w_next + k  # (46)
    v = v_next + u  # (49)
    effort = w.z if link.joint.revolute else v.z
    tau = effort + link.joint.armature * x["qdd"] + link.joint.friction(x["qd"])  # (44), (45)
    turn = x["screws"].rotation.to_parent
    return (turn(w), turn(v), x["screws"].origin), {"w_v": Vec6(w, v), "tau": tau}


def inverse(*, wrench: bool = False) -> Recursion:
    """Joint torques of a motion."""
    sweeps = (Sweep(_at_base, _kinematics), Sweep(_at_tip, _torque, inward=True))
    return Recursion(("q", "qd", "qdd"), sweeps, saved="tau", wrench=wrench)
