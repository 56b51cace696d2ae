"""Diagonalized equations of motion in quasi-velocities: Kozlowski 1995, sections 4 and 6.

    unnormalized (44):  D xi-dot + C(theta, xi) = kappa      xi = U^T theta-dot
    normalized (40):    nu-dot + C(theta, nu) = epsilon      nu = D^(1/2) xi

The paper numbers links from the tip; here they are numbered from the base as everywhere else, so
its k+1 is the link *before* k. Spatial velocities V are at the link origin O_k, in link axes. A rotor adds to D(k)
and nothing else changes: the recursions use only G = P H^* / D, H X = 0 and its transpose.
"""

from __future__ import annotations

from typing import NamedTuple

from dynamics.algebra import Mat3, Sym3, Vec3
from dynamics.chain import (
    Chain,
    ChainLink,
    Placement,
    Scalars,
    along_axis,
    friction,
    joint_axis,
    place,
    wrench_in_links,
)
from dynamics.scalars import ZERO, Scalar, sqrt
from dynamics.spatial import NULL6, NULL66, Sym6, Vec6, force_cross, motion_cross, shift_motion, shift_wrench


class Articulation(NamedTuple):
    """Articulated inertia and gain of one link: the discrete Riccati equation (12)."""

    placement: Placement
    M: Sym6
    P: Sym6
    D: Scalar
    G: Vec6

    def outward(self, v: Vec6) -> Vec6:
        """A^-1 Phi^* v: a twist of the link before, carried to this link."""
        return shift_motion(v, self.placement.origin).to_child(self.placement.rotation)

    def inward(self, f: Vec6) -> Vec6:
        """Phi A f: a wrench on this link, carried to the link before."""
        return shift_wrench(f.to_parent(self.placement.rotation), self.placement.origin)


class Velocity(NamedTuple):
    before: Vec6  # A^-1 V^+: the link before, carried to this link
    V: Vec6
    qd: Scalar
    xi: Scalar


class Diagonalized(NamedTuple):
    """The equations at one state; `rate` is xi-dot or nu-dot."""

    articulations: list[Articulation]
    velocities: list[Velocity]
    quasi: list[Scalar]  # xi or nu
    c: list[Scalar]  # C(theta, xi) or C(theta, nu), gravity and tip wrench included
    effort: list[Scalar]  # kappa or epsilon
    rate: list[Scalar]
    lam_dot: list[Sym6]  # lambda-dot(k), (20)


def articulate(chain: Chain, q: Scalars) -> list[Articulation]:
    found: list[Articulation] = []
    carried = NULL66
    for link, qi in zip(reversed(chain.links), reversed(q), strict=True):
        placement = place(link, qi)
        mass = spatial_inertia(link)
        p = mass + carried
        column = p @ joint_axis(link)
        d = along_axis(link, column) + link.armature
        g = column * (1.0 / d)
        found.append(Articulation(placement, mass, p, d, g))
        carried = (p - Sym6.outer(column, g)).to_parent(placement.rotation).shift(placement.origin)  # (12)
    return found[::-1]


def spatial_inertia(link: ChainLink) -> Sym6:
    """M(k) at O_k."""
    first = link.com * link.mass
    c = link.com
    about_origin = Sym3(
        c.y * first.y + c.z * first.z,
        c.x * first.x + c.z * first.z,
        c.x * first.x + c.y * first.y,
        -(c.x * first.y),
        -(c.y * first.z),
        -(c.x * first.z),
    )
    return Sym6(link.inertia + about_origin, Mat3.cross_operator(first), Sym3.diagonal(link.mass))


def from_joint_rates(chain: Chain, joints: list[Articulation], qd: Scalars) -> list[Velocity]:
    """theta-dot to xi: section 6, first algorithm (without the square root of D)."""
    found = []
    v = NULL6
    for link, joint, qdk in zip(chain.links, joints, qd, strict=True):
        before = joint.outward(v)
        v = before + joint_axis(link) * qdk
        found.append(Velocity(before, v, qdk, qdk + joint.G.dot(before)))
    return found


def to_joint_rates(chain: Chain, joints: list[Articulation], xi: Scalars) -> list[Velocity]:
    """xi to theta-dot: section 6, second algorithm."""
    found = []
    v = NULL6
    for link, joint, xik in zip(chain.links, joints, xi, strict=True):
        before = joint.outward(v)
        qdk = xik - joint.G.dot(before)
        v = before + joint_axis(link) * qdk
        found.append(Velocity(before, v, qdk, xik))
    return found


def to_kappa(chain: Chain, joints: list[Articulation], tau: Scalars) -> list[Scalar]:
    """tau to kappa = U^-1 tau: section 6, third algorithm (epsilon = D^(-1/2) kappa)."""
    kappa: list[Scalar] = []
    z = NULL6
    for link, joint, t in zip(reversed(chain.links), reversed(joints), reversed(tau), strict=True):
        kappa.append(t - along_axis(link, z))
        z = joint.inward(z + joint.G * kappa[-1])
    return kappa[::-1]


def from_kappa(chain: Chain, joints: list[Articulation], kappa: Scalars) -> list[Scalar]:
    """kappa to tau = U kappa: section 6, fourth algorithm."""
    tau: list[Scalar] = []
    z = NULL6
    for link, joint, value in zip(reversed(chain.links), reversed(joints), reversed(kappa), strict=True):
        tau.append(value + along_axis(link, z))
        z = joint.inward(z + joint.G * value)
    return tau[::-1]


def diagonalize(
    chain: Chain,
    joints: list[Articulation],
    velocities: list[Velocity],
    tau: Scalars,
    wrench: Vec6 = NULL6,
    *,
    normalized: bool,
) -> Diagonalized:
    """Both sides of (44), or of (40), at a state whose velocities are known."""
    net = [t - friction(link, v.qd) for link, v, t in zip(chain.links, velocities, tau, strict=True)]
    effort = to_kappa(chain, joints, net)
    forces = _bias_forces(chain, joints, velocities, wrench)
    c, lam_dot = (_c_normalized if normalized else _c_unnormalized)(chain, joints, velocities, forces)
    quasi = [v.xi for v in velocities]
    if normalized:
        roots = [sqrt(joint.D) for joint in joints]
        quasi = [root * xi for root, xi in zip(roots, quasi, strict=True)]
        c = [value / root for value, root in zip(c, roots, strict=True)]
        effort = [value / root for value, root in zip(effort, roots, strict=True)]
        rate = [e - value for e, value in zip(effort, c, strict=True)]
    else:
        rate = [(e - value) / joint.D for e, value, joint in zip(effort, c, joints, strict=True)]
    return Diagonalized(joints, velocities, quasi, c, effort, rate, lam_dot)


def _bias_forces(chain: Chain, joints: list[Articulation], velocities: list[Velocity], wrench: Vec6) -> list[Vec6]:
    """b(k): V x M V, less the wrenches of gravity and of the surroundings."""
    gravity = chain.gravity
    forces = []
    for joint, v in zip(joints, velocities, strict=True):
        gravity = joint.placement.rotation.to_child(gravity)
        weight = joint.M @ Vec6(NULL6.angular, gravity)
        forces.append(force_cross(v.V, joint.M @ v.V) - weight)
    local = wrench_in_links([joint.placement for joint in joints], wrench)
    forces[-1] = forces[-1] - shift_wrench(local, chain.tip)
    return forces


def _c_unnormalized(
    chain: Chain, joints: list[Articulation], velocities: list[Velocity], forces: list[Vec6]
) -> tuple[list[Scalar], list[Sym6]]:
    """The recursion printed after (46)."""
    c: list[Scalar] = []
    rates: list[Sym6] = []
    lam, y = NULL66, NULL6  # Psi lambda-dot Psi^*, Psi y of the links outboard
    for k in range(chain.n - 1, -1, -1):
        link, joint, v = chain.links[k], joints[k], velocities[k]
        axis = joint_axis(link)
        delta = axis * v.qd
        lam = lam + turning_rate(link, joint.P, v.qd)
        y = y + (lam @ axis) * v.xi + forces[k] - force_cross(delta, joint.P @ v.V)
        c.append(along_axis(link, y))
        rates.append(lam)
        lam = _psi_both(link, joint, lam)
        y = _psi(link, joint, y)
    return c[::-1], rates[::-1]


def _c_normalized(
    chain: Chain, joints: list[Articulation], velocities: list[Velocity], forces: list[Vec6]
) -> tuple[list[Scalar], list[Sym6]]:
    """The recursion printed after (42), without its last factor D^(-1/2)."""
    c: list[Scalar] = []
    rates: list[Sym6] = []
    lam, y = NULL66, NULL6  # the latter: Psi (y + lambda-dot V) of the links outboard
    for k in range(chain.n - 1, -1, -1):
        link, joint, v = chain.links[k], joints[k], velocities[k]
        axis = joint_axis(link)
        delta = axis * v.qd
        lam = lam + turning_rate(link, joint.P, v.qd)
        x_v = force_cross(delta, joint.P @ v.V)  # X V
        xt_v = -(joint.P @ motion_cross(delta, v.V))  # X^* V
        inboard = v.before - axis * joint.G.dot(v.before)  # Psi^*(k+1, k) V(k+1)
        y = y + forces[k] + forces[k] - x_v + xt_v - lam @ inboard
        c.append(along_axis(link, y) * 0.5)
        rates.append(lam)
        y = _psi(link, joint, y + lam @ v.V)
        lam = _psi_both(link, joint, lam)
    return c[::-1], rates[::-1]


def turning_rate(link: ChainLink, p: Sym6, qd: Scalar) -> Sym6:
    """X + X^* with X = (H^* theta-dot) x P, for either joint type.

    The printed Omega_delta P covers revolute joints only.
    """
    a, b, c = p.A, p.B, p.C
    if link.revolute:
        rate = Sym6(_turn_sym(a), _turn_mat(b), _turn_sym(c))
    else:
        rate = Sym6(
            Sym3(-(b.xy + b.xy), b.yx + b.yx, ZERO, b.xx - b.yy, b.zx, -b.zy),
            Mat3(-c.xy, -c.yy, -c.yz, c.xx, c.xy, c.xz, ZERO, ZERO, ZERO),
            NULL66.C,
        )
    return Sym6(rate.A * qd, rate.B * qd, rate.C * qd)


def _turn_sym(m: Sym3) -> Sym3:
    """z~ m - m z~."""
    return Sym3(-(m.xy + m.xy), m.xy + m.xy, ZERO, m.xx - m.yy, m.xz, -m.yz)


def _turn_mat(m: Mat3) -> Mat3:
    """z~ m - m z~."""
    both, difference = m.xy + m.yx, m.xx - m.yy
    return Mat3(-both, difference, -m.yz, difference, both, m.xz, -m.zy, m.zx, ZERO)


def _psi(link: ChainLink, joint: Articulation, y: Vec6) -> Vec6:
    """Psi(k+1, k) y with Psi = Phi (I - G H)."""
    return joint.inward(y - joint.G * along_axis(link, y))


def _psi_both(link: ChainLink, joint: Articulation, m: Sym6) -> Sym6:
    """Psi(k+1, k) m Psi^*(k+1, k)."""
    column = m @ joint_axis(link)
    half = column - joint.G * (along_axis(link, column) * 0.5)
    inner = m - _both_outer(joint.G, half)
    return inner.to_parent(joint.placement.rotation).shift(joint.placement.origin)


def _both_outer(a: Vec6, b: Vec6) -> Sym6:
    """a b^T + b a^T."""

    def sym(p: Vec3, q: Vec3) -> Sym3:
        xx, yy, zz = p.x * q.x, p.y * q.y, p.z * q.z
        return Sym3(xx + xx, yy + yy, zz + zz, p.x * q.y + q.x * p.y, p.y * q.z + q.y * p.z, p.x * q.z + q.x * p.z)

    return Sym6(
        sym(a.angular, b.angular),
        Mat3.outer(a.angular, b.linear) + Mat3.outer(b.angular, a.linear),
        sym(a.linear, b.linear),
    )


def forward_dynamics(
    chain: Chain, q: Scalars, qd: Scalars, tau: Scalars, wrench: Vec6 = NULL6, *, normalized: bool
) -> tuple[list[Scalar], Diagonalized]:
    """Joint accelerations by way of xi-dot or nu-dot."""
    joints = articulate(chain, q)
    velocities = from_joint_rates(chain, joints, qd)
    state = diagonalize(chain, joints, velocities, tau, wrench, normalized=normalized)
    return _joint_accelerations(chain, state, normalized), state


def quasi_rates(chain: Chain, joints: list[Articulation], quasi: Scalars, *, normalized: bool) -> list[Velocity]:
    """theta-dot and V from nu (or xi)."""
    xi = [v / sqrt(joint.D) for v, joint in zip(quasi, joints, strict=True)] if normalized else quasi
    return to_joint_rates(chain, joints, xi)


def from_quasi(chain: Chain, q: Scalars, quasi: Scalars, tau: Scalars, *, normalized: bool) -> Diagonalized:
    """The equations at a state given by its quasi-velocities: what a run in nu or xi integrates."""
    joints = articulate(chain, q)
    velocities = quasi_rates(chain, joints, quasi, normalized=normalized)
    return diagonalize(chain, joints, velocities, tau, normalized=normalized)


def _joint_accelerations(chain: Chain, state: Diagonalized, normalized: bool) -> list[Scalar]:
    """theta-ddot from the derivative of xi(k) = theta-dot(k) + G^*(k) V^+(k), link by link: (36)."""
    qdd = []
    v_dot = NULL6
    for k, link in enumerate(chain.links):
        joint, v, lam = state.articulations[k], state.velocities[k], state.lam_dot[k]
        axis = joint_axis(link)
        delta = axis * v.qd
        xi_dot = state.rate[k]
        lam_axis = lam @ axis
        d_dot = along_axis(link, lam_axis)  # D-dot = H P-dot H^* = H lambda-dot H^*
        if normalized:
            xi_dot = xi_dot / sqrt(joint.D) - d_dot * v.xi / (joint.D + joint.D)
        p_dot_axis = lam_axis - force_cross(delta, joint.P @ axis)  # P-dot H^* = lambda-dot H^* - X H^*
        g_dot = (p_dot_axis - joint.G * d_dot) * (1.0 / joint.D)  # Table 1, row 6
        before_dot = joint.outward(v_dot) - motion_cross(delta, v.before)
        qdd.append(xi_dot - g_dot.dot(v.before) - joint.G.dot(before_dot))
        v_dot = before_dot + axis * qdd[-1]
    return qdd
