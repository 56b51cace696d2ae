"""Diagonalized equations of motion in quasi-velocities: Kozlowski 1995, sections 4 and 6.

    unnormalized (44):  D xi-dot + C(theta, xi) = kappa      xi = U^T theta-dot
    normalized (40):    nu-dot + C(theta, nu) = epsilon      nu = D^(1/2) xi

The paper numbers links from the tip; here they are numbered from the base as everywhere else, so
its k+1 is the link *before* k. Spatial velocities V are at the link origin O_k, in link axes (`bodies`), where its H^*
is p and its Phi^* is B. The discrete Riccati equation (12) is the elimination of Saha 1999: P is M^, D is m^, the gain
G = P H^* / D is psi. A rotor adds to D and nothing else changes: the recursions use only G, H X = 0 and its transpose.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from denoc.algebra.algebra import NULL, NULL_SYM, Mat3, Sym3, Vec3
from denoc.algebra.scalars import ZERO, Scalar, sqrt
from denoc.algebra.screws import Screws
from denoc.algebra.spatial import NULL6, NULL66, Sym6, Vec6, force_cross, motion_cross, shift_wrench
from denoc.arm.trees import Tree
from denoc.recursions.bodies import Link
from denoc.recursions.denoc import ARTICULATE, PLACE
from denoc.recursions.joints import Ends, Joint
from denoc.recursions.sweeps import Record, Recursion, Step, Sweep

# Outward: velocities.


def _at_base(ends: Ends, before: Tree) -> Tree:
    return NULL6, Vec6(NULL, ends.gravity), ends.wrench


def _from_rates(link: Link, x: Record, handed: Tree) -> Step:
    """theta-dot to xi: section 6, first algorithm (without the square root of D)."""
    V_before, *_ = handed
    before = x["B"] @ V_before  # section 6
    xi = x["qd"] + x["psi"].T @ before  # (34)
    return _moving(link, x, handed, before, x["qd"], xi)


def _to_rates(link: Link, x: Record, handed: Tree, *, normalized: bool) -> Step:
    """xi or nu to theta-dot: section 6, second algorithm."""
    before = x["B"] @ handed[0]
    xi = x["quasi"] / sqrt(x["m_hat"]) if normalized else x["quasi"]
    qd = xi - x["psi"].T @ before
    return _moving(link, x, handed, before, qd, xi)


def _moving(link: Link, x: Record, handed: Tree, before: Vec6, qd: Scalar, xi: Scalar) -> Step:
    """V(k), and the bias force b(k): V x M V less the weight."""
    _, gravity, tip = handed
    B, M = x["B"], link.M
    V = before + link.p * qd  # section 6
    g, tip = B.turn(gravity), tip and B.turn(tip)
    b = force_cross(V, M @ V) - M @ g  # (33)
    return (V, g, tip), {"before": before, "V": V, "qd": qd, "xi": xi, "b": b}


# Inward: both sides of (44), or of (40).


def _at_tip(ends: Ends, last: Tree, *, normalized: bool) -> Tree:
    """Nothing outboard but the tip wrench, which belongs to the bias force of the last link."""
    wrench = -shift_wrench(last[2], ends.tip) if last[2] else NULL6
    return NULL66, wrench + wrench if normalized else wrench, NULL6


def _balance(link: Link, x: Record, handed: Tree, *, normalized: bool) -> Step:
    """kappa or epsilon, C(theta, xi) or C(theta, nu), and the rate of the quasi-velocity.

    The links outboard hand on Psi lambda-dot Psi^*, Psi y and the z of kappa = U^-1 tau: section 6, third algorithm.
    """
    lam_dot_next, y_next, z = handed
    p, P, D, G, V, b = link.p, x["M_hat"], x["m_hat"], x["psi"], x["V"], x["b"]
    delta = p * x["qd"]
    kappa = x["tau"] - link.joint.friction(x["qd"]) - p.T @ z  # (44)
    lam_dot = lam_dot_next + _turning_rate(link.joint, P, x["qd"])  # (20)
    X_V = force_cross(delta, P @ V)  # (33)
    if normalized:  # the recursion printed after (42)
        Xt_V = -(P @ motion_cross(delta, V))  # (33)
        inboard = x["before"] - p * (G.T @ x["before"])  # section 6
        y = y_next + b + b - X_V + Xt_V - lam_dot @ inboard  # after (42)
        root = sqrt(D)
        quasi = root * x["xi"]  # (28)
        effort = kappa / root  # (41)
        c = (p.T @ y) * 0.5 / root  # (42)
        rate = effort - c  # (40)
        passed_on = y + lam_dot @ V
    else:  # the recursion printed after (46)
        y = y_next + (lam_dot @ p) * x["xi"] + b - X_V  # after (46)
        quasi, effort = x["xi"], kappa
        c = p.T @ y  # (45)
        rate = (effort - c) / D  # (44)
        passed_on = y
    B = x["B"]
    lam_dot_before = _psi_both(link, B, G, lam_dot)  # section 6
    y_before = _psi(link, B, G, passed_on)  # section 6
    z_before = B.T @ (z + G * kappa)  # section 6
    found = {"quasi": quasi, "effort": effort, "c": c, "rate": rate, "lam_dot": lam_dot}
    return (lam_dot_before, y_before, z_before), found


def _turning_rate(joint: Joint, P: Sym6, qd: Scalar) -> Sym6:
    """X + X^* with X = (H^* theta-dot) x P, for either joint type.

    The printed Omega_delta P covers revolute joints only.
    """
    a, b, c = P.A, P.B, P.C
    if joint.revolute:
        return Sym6(_turn_sym(a), _turn_mat(b), _turn_sym(c)) * qd
    angular = Sym3(-(b.xy + b.xy), b.yx + b.yx, ZERO, b.xx - b.yy, b.zx, -b.zy)
    return Sym6(angular, Mat3(-c.xy, -c.yy, -c.yz, c.xx, c.xy, c.xz, ZERO, ZERO, ZERO), NULL_SYM) * qd


def _turn_sym(m: Sym3) -> Sym3:
    """z~ m - m z~."""
    return Sym3(-(m.xy + m.xy), m.xy + m.xy, ZERO, m.xx - m.yy, m.xz, -m.yz)


def _turn_mat(m: Mat3) -> Mat3:
    """z~ m - m z~."""
    both, difference = m.xy + m.yx, m.xx - m.yy
    return Mat3(-both, difference, -m.yz, difference, both, m.xz, -m.zy, m.zx, ZERO)


def _psi(link: Link, B: Screws, G: Vec6, y: Vec6) -> Vec6:
    """Psi(k+1, k) y with Psi = Phi (I - G H)."""
    return B.T @ (y - G * (link.p.T @ y))


def _psi_both(link: Link, B: Screws, G: Vec6, m: Sym6) -> Sym6:
    """Psi(k+1, k) m Psi^*(k+1, k)."""
    column = m @ link.p
    half = column - G * ((link.p.T @ column) * 0.5)
    return B.T @ (m - _both_outer(G, half)) @ B


def _both_outer(a: Vec6, b: Vec6) -> Sym6:
    """a b^T + b a^T."""

    def sym(p: Vec3, q: Vec3) -> Sym3:
        xx, yy, zz = p.x * q.x, p.y * q.y, p.z * q.z
        return Sym3(xx + xx, yy + yy, zz + zz, p.x * q.y + q.x * p.y, p.y * q.z + q.y * p.z, p.x * q.z + q.x * p.z)

    mixed = Mat3.outer(a.angular, b.linear) + Mat3.outer(b.angular, a.linear)
    return Sym6(sym(a.angular, b.angular), mixed, sym(a.linear, b.linear))


# Outward: joint accelerations.


def _accelerate(link: Link, x: Record, V_dot_before: Vec6, *, normalized: bool) -> Step:
    """theta-ddot from the derivative of xi(k) = theta-dot(k) + G^*(k) V^+(k): (36)."""
    p, P, D, G, before, lam_dot = link.p, x["M_hat"], x["m_hat"], x["psi"], x["before"], x["lam_dot"]
    delta = p * x["qd"]
    lam_axis = lam_dot @ p
    D_dot = p.T @ lam_axis  # (20)
    xi_dot = x["rate"]
    if normalized:
        xi_dot = x["rate"] / sqrt(D) - D_dot * x["xi"] / (D + D)  # (34)
    P_dot_axis = lam_axis - force_cross(delta, P @ p)  # (20)
    G_dot = (P_dot_axis - G * D_dot) / D  # Table 1
    before_dot = x["B"] @ V_dot_before - motion_cross(delta, before)  # section 6
    qdd = xi_dot - G_dot.T @ before - G.T @ before_dot  # (36)
    V_dot = before_dot + p * qdd  # section 6
    return V_dot, {"qdd": qdd}


def forward(*, normalized: bool, wrench: bool = False) -> Recursion:
    """Joint accelerations by way of xi-dot or nu-dot."""
    last = Sweep(lambda ends, before: NULL6, partial(_accelerate, normalized=normalized))
    sweeps = (PLACE, ARTICULATE, Sweep(_at_base, _from_rates), _both_sides(normalized), last)
    return Recursion(("q", "qd", "tau"), sweeps, saved="qdd", wrench=wrench)


def acceleration(*, normalized: bool) -> Recursion:
    """xi-dot or nu-dot at a state given by its quasi-velocities: what a run in xi or nu integrates."""
    sweeps = (PLACE, ARTICULATE, Sweep(_at_base, partial(_to_rates, normalized=normalized)), _both_sides(normalized))
    return Recursion(("q", "quasi", "tau"), sweeps, saved="rate")


def rates(*, normalized: bool) -> Recursion:
    """theta-dot of quasi-velocities xi or nu."""
    sweeps = (PLACE, ARTICULATE, Sweep(_at_base, partial(_to_rates, normalized=normalized)))
    return Recursion(("q", "quasi"), sweeps, saved="qd")


def quasi(*, normalized: bool) -> Recursion:
    """xi or nu of theta-dot."""

    def normalize(link: Link, x: Record, handed: Tree) -> Step:
        return (), {"nu": x["xi"] * sqrt(x["m_hat"])}

    sweeps = (PLACE, ARTICULATE, Sweep(_at_base, _from_rates))
    if normalized:
        return Recursion(("q", "qd"), (*sweeps, Sweep(lambda ends, last: (), normalize)), saved="nu")
    return Recursion(("q", "qd"), sweeps, saved="xi")


def effort(*, normalized: bool) -> Recursion:
    """kappa or epsilon of torques."""
    return _inward(("q", "tau"), partial(_to_effort, normalized=normalized), "effort")


def torque(*, normalized: bool) -> Recursion:
    """Torques of kappa or epsilon."""
    return _inward(("q", "effort"), partial(_from_effort, normalized=normalized), "tau")


def _to_effort(link: Link, x: Record, z: Vec6, *, normalized: bool) -> Step:
    """tau to kappa = U^-1 tau or epsilon = D^(-1/2) kappa: section 6, third algorithm."""
    kappa = x["tau"] - link.p.T @ z
    return x["B"].T @ (z + x["psi"] * kappa), {"effort": kappa / sqrt(x["m_hat"]) if normalized else kappa}


def _from_effort(link: Link, x: Record, z: Vec6, *, normalized: bool) -> Step:
    """kappa or epsilon to tau = U kappa: section 6, fourth algorithm."""
    kappa = x["effort"] * sqrt(x["m_hat"]) if normalized else x["effort"]
    return x["B"].T @ (z + x["psi"] * kappa), {"tau": kappa + link.p.T @ z}


def _inward(inputs: tuple[str, ...], step: Callable[[Link, Record, Vec6], Step], saved: str) -> Recursion:
    return Recursion(inputs, (PLACE, ARTICULATE, Sweep(lambda ends, last: NULL6, step, inward=True)), saved=saved)


def _both_sides(normalized: bool) -> Sweep:
    return Sweep(partial(_at_tip, normalized=normalized), partial(_balance, normalized=normalized), inward=True)
