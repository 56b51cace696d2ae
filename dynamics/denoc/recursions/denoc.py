"""RIDIM, the generalized inertia matrix, UDU^T and RFDSIM: Saha 1999, sections 4.1, 5.1, 5.2, appendix B; Saha 1997.

One text, in the paper's letters. The natural orthogonal complement does not ask at which point of a link its twist is
taken, so the link brings the operators p, B and M: at the mass centres (`chain`), as the paper prints, counts and
shows them, or at the joints' origins with regrouped parameters (`bodies`), as they are compiled.
"""

from __future__ import annotations

from typing import NamedTuple

from denoc.algebra.scalars import ONE, ZERO, Scalar
from denoc.algebra.spatial import NULL6, NULL66, Spin, Sym6, Vec6, shift_wrench
from denoc.arm.trees import Tree
from denoc.recursions.joints import Ends
from denoc.recursions.sweeps import Link, Record, Recursion, Step, Sweep, Triangle, nothing

# Steps outward: where a link stands, how it moves, what that takes.


def _place(link: Link, x: Record, handed: Tree) -> Step:
    return (), {"B": link.B(x["q"])}


def _at_base(ends: Ends, before: Tree) -> Tree:
    return NULL6, ends.t_dot, ends.wrench


def _move(link: Link, x: Record, before: Tree) -> Step:
    """Forward recursion of section 5.1. The printed one leaves out B_{i,i-1} in front of nu_{i-1}."""
    t_before, t_dot_before, tip = before
    B, p, M = x["B"], link.p, link.M
    qd, qdd = x.get("qd", ZERO), x.get("qdd", ZERO)
    carried = B @ t_before
    t = carried + p * qd  # (12)
    B_dot, Omega, M_dot = B.rate(carried, p * qd), Spin(t), M.rate(t)
    t_dot = B @ t_dot_before + B_dot @ t_before + p * qdd + Omega @ p * qd  # section 5.1
    w = M @ t_dot + M_dot @ t  # (1): what it takes to move the link so
    return (t, t_dot, tip and B.turn(tip)), {"t": t, "t_dot": t_dot, "w": w}


# Steps inward: wrenches and bodies.


def at_tip(ends: Ends, last: Tree) -> Vec6:
    """What a joint n+1 would pass on: minus the tip wrench, which `_move` has turned into the last link's axes."""
    wrench = last[2]
    return -shift_wrench(wrench, ends.tip - ends.point) if wrench else NULL6


def torque(link: Link, x: Record, passed_on: Vec6) -> Step:
    """Backward recursion of section 5.1, where `passed_on` is B_{i+1,i}^T gamma_{i+1}; rotor and friction."""
    gamma = x["w"] + passed_on  # section 5.1
    qd, qdd = x.get("qd", ZERO), x.get("qdd", ZERO)
    tau = link.p.T @ gamma + link.joint.armature * qdd + link.joint.friction(qd)  # section 5.1
    return x["B"].T @ gamma, {"gamma": gamma, "tau": tau}


def _compose(link: Link, x: Record, outboard: Tree) -> Step:
    """Composite bodies, and their columns for the joints."""
    B = x["B"]
    M_tilde = link.M + outboard  # (23b)
    # With the sum it is worked out here: after B^T M~ B kernels take 5 % longer.
    column = M_tilde @ link.p + NULL6  # (24)
    return B.T @ M_tilde @ B, {"M_tilde": M_tilde, "column": column}


class Eliminated(NamedTuple):
    """A joint taken out of an articulated body M^_i, appendix B."""

    m_hat: Scalar  # the body's inertia about the joint
    psi: Vec6
    rest: Sym6  # what remains of M^_i


def eliminate(link: Link, M_hat: Sym6) -> Eliminated:
    """One step of the reverse Gaussian elimination."""
    p = link.p
    psi_hat = M_hat @ p  # (47)
    m_hat = p.T @ psi_hat + link.joint.armature  # (47)
    psi = psi_hat / m_hat  # (48)
    rest = M_hat - psi_hat @ psi.T  # (50)
    return Eliminated(m_hat, psi, rest)


def articulate(link: Link, x: Record, outboard: Sym6) -> Step:
    """Articulated bodies."""
    B = x["B"]
    M_hat = link.M + outboard  # (50)
    m_hat, psi, rest = eliminate(link, M_hat)
    return B.T @ rest @ B, {"M_hat": M_hat, "m_hat": m_hat, "psi": psi}


def _solve_upper(link: Link, x: Record, handed: Tree) -> Step:
    """Articulated bodies, and tau^ = U^-1 phi.

    phi = tau less everything that qdd = 0 needs. B^T is linear, so eta and the gamma of phi travel as one sum.
    """
    outboard, passed_on = handed
    eta = passed_on + x.get("w", NULL6)  # section 5.2
    tau_hat = x["tau"] - link.joint.friction(x.get("qd", ZERO)) - link.p.T @ eta  # (34)
    inboard, found = articulate(link, x, outboard)
    eta_before = x["B"].T @ (found["psi"] * tau_hat + eta)  # (35), printed with tau^_{i-1} for tau^_{i+1}
    tau_tilde = tau_hat / found["m_hat"]  # section 5.2
    return (inboard, eta_before), {**found, "eta": eta, "tau_hat": tau_hat, "tau_tilde": tau_tilde}


def _solve_lower(link: Link, x: Record, mu_before: Vec6) -> Step:
    """qdd = U^-T tau~."""
    mu_carried = x["B"] @ mu_before  # (37)
    qdd = x["tau_tilde"] - x["psi"].T @ mu_carried  # (36)
    mu = link.p * qdd + mu_carried  # (37)
    return mu, {"qdd": qdd}


# Steps of the triangles: entry (i, j) at link j, of a wrench that link i began with.


def _entry(link: Link, x: Record, wrench: Vec6) -> tuple[Scalar, Tree]:
    """p_j^T B_ij^T w, one B at a time, for the inertia matrix, (24), and for U."""
    entry = link.p.T @ wrench  # (54)
    wrench_before = x["B"].T @ wrench  # (54)
    return entry, wrench_before


def _inertia(link: Link, x: Record) -> tuple[Scalar, Tree]:
    own, wrench_before = _entry(link, x, x["column"])
    entry = own + link.joint.armature  # (24)
    return entry, wrench_before


def _unit(link: Link, x: Record) -> tuple[Scalar, Tree]:
    wrench_before = x["B"].T @ x["psi"]  # (54)
    return ONE, wrench_before


MASS = Triangle(_inertia, _entry, symmetric=True)
PLACE = Sweep(nothing, _place)
MOVE = Sweep(_at_base, _move)
ARTICULATE = Sweep(lambda ends, last: NULL66, articulate, inward=True)


def inverse(*, wrench: bool = False, still: bool = False) -> Recursion:
    """RIDIM, section 5.1: joint torques of a motion; `still` for an arm at rest."""
    sweeps = (PLACE, MOVE, Sweep(at_tip, torque, inward=True))
    return Recursion(("q",) if still else ("q", "qd", "qdd"), sweeps, saved="tau", wrench=wrench)


def reactions(*, wrench: bool = False) -> Recursion:
    """gamma of every link, section 5.1: the wrench that its joint passes on, to move it and all beyond it."""
    return inverse(wrench=wrench)._replace(saved="gamma")


def forward(*, wrench: bool = False) -> Recursion:
    """RFDSIM, section 5.2: joint accelerations from I qdd = phi."""
    inward = Sweep(lambda ends, last: (NULL66, at_tip(ends, last)), _solve_upper, inward=True)
    sweeps = (PLACE, MOVE, inward, Sweep(lambda ends, last: NULL6, _solve_lower))
    return Recursion(("q", "qd", "tau"), sweeps, saved="qdd", wrench=wrench)


def solve() -> Recursion:
    """I qdd = tau with the bias given, as Saha 1997 counts it."""
    inward = Sweep(lambda ends, last: (NULL66, NULL6), _solve_upper, inward=True)
    return Recursion(("q", "tau"), (PLACE, inward, Sweep(lambda ends, last: NULL6, _solve_lower)), saved="qdd")


def mass_matrix() -> Recursion:
    """The generalized inertia matrix, section 4.1; rotors on the diagonal."""
    sweeps = (PLACE, Sweep(lambda ends, last: ends.no_body, _compose, inward=True))
    return Recursion(("q",), sweeps, triangle=MASS)


def udu() -> Recursion:
    """The diagonal of D, then U: appendix B."""
    return Recursion(("q",), (PLACE, ARTICULATE), saved="m_hat", triangle=Triangle(_unit, _entry, symmetric=False))


def composite_inertias() -> Recursion:
    """The diagonal of the generalized inertia matrix alone."""

    def compose(link: Link, x: Record, outboard: Tree) -> Step:
        inward, saved = _compose(link, x, outboard)
        entry, _ = _inertia(link, {**x, **saved})
        return inward, {"inertia": entry}

    return Recursion(("q",), (PLACE, Sweep(lambda ends, last: ends.no_body, compose, inward=True)), saved="inertia")


def articulated_inertias() -> Recursion:
    """The diagonal of D alone: each joint's inertia with all joints outboard of it free."""
    return Recursion(("q",), (PLACE, ARTICULATE), saved="m_hat")


def tip_torque() -> Recursion:
    """J^T w: what the tip wrench does at the joints."""

    def turn(link: Link, x: Record, wrench: Vec6) -> Step:
        return x["B"].turn(wrench), {}

    def push(link: Link, x: Record, wrench: Vec6) -> Step:
        tau, passed_on = _entry(link, x, wrench)
        return passed_on, {"tau": tau}

    at_base = Sweep(lambda ends, before: ends.wrench, turn)
    at_tip = Sweep(lambda ends, wrench: shift_wrench(wrench, ends.tip - ends.point), push, inward=True)
    return Recursion(("q",), (PLACE, at_base, at_tip), saved="tau", wrench=True)


def kinetic_energy() -> Recursion:
    """Half of t_i^T M_i t_i over the links, and the rotors' share."""

    def swing(link: Link, x: Record, handed: Tree) -> Step:
        t_before, twice = handed
        qd = x["qd"]
        t = link.B(x["q"]) @ t_before + link.p * qd  # (12)
        return (t, twice + t.T @ (link.M @ t) + link.joint.armature * qd * qd), {}

    sweep = Sweep(lambda ends, before: (NULL6, ZERO), swing)
    return Recursion(("q", "qd"), (sweep,), last=lambda ends, handed: [handed[1] * 0.5])
